// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>

namespace schedmc {

/// How far a long search has come.
struct ProgressReport {
    std::uint64_t states = 0;
    std::uint64_t transitions = 0;
    /// Steps from a start state to the deepest state known.
    std::uint64_t depth = 0;
    /// States that are known and not yet expanded.
    std::uint64_t frontier = 0;
    std::uint64_t bytes = 0;
};

/// Receives progress. An engine reports at most once every so many states and says when it is done; nothing
/// that a sink does may influence the answer.
class ProgressSink {
public:
    ProgressSink() = default;
    ProgressSink(const ProgressSink&) = delete;
    ProgressSink& operator=(const ProgressSink&) = delete;
    virtual ~ProgressSink() = default;

    virtual void report(const ProgressReport& report) = 0;

    /// The search has ended; what was shown may be cleared. Another search may follow.
    virtual void done() {}
};

/// The line that shows a report, without an end of line.
std::string progress_line(const ProgressReport& report, std::uint64_t states_per_second);

/// Shows progress on a stream, at most one line a second. On a terminal the line is rewritten in place and
/// cleared when the search is done. On anything else nothing is shown, unless forced: then a line follows a
/// line.
///
/// The wall clock is read here and nowhere else in an engine.
class ProgressLine final : public ProgressSink {
public:
    enum class Show { on_terminal, always };
    using Clock = std::chrono::steady_clock;

    /// stream: borrowed, usually stderr. now: the clock, which tests replace.
    explicit ProgressLine(std::FILE* stream, Show show = Show::on_terminal,
                          std::function<Clock::time_point()> now = Clock::now);
    ~ProgressLine() override;

    void report(const ProgressReport& report) override;
    /// The same for work that is counted in one unit: "12,000 lines, 3,000/s".
    void count(std::uint64_t done, const char* unit);
    void done() override;

private:
    /// The rate so far in units a second, when a line is due.
    std::optional<std::uint64_t> due(std::uint64_t done);
    void show(const std::string& line);
    void clear();

    std::FILE* stream_;
    std::function<Clock::time_point()> now_;
    bool terminal_;
    bool shown_;
    bool running_ = false;
    bool line_is_up_ = false;
    Clock::time_point first_time_;
    Clock::time_point last_time_;
    std::uint64_t first_states_ = 0;
};

}  // namespace schedmc
