// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>

namespace schedmc {

namespace {

constexpr auto between_lines = std::chrono::seconds(1);
constexpr const char* clear_line = "\r\x1b[K";

std::string grouped(std::uint64_t value) {
    std::string text = fmt::format("{}", value);
    for (std::size_t from_end = 3; from_end < text.size(); from_end += 4) {
        text.insert(text.size() - from_end, 1, ',');
    }
    return text;
}

}  // namespace

std::string progress_line(const ProgressReport& report, std::uint64_t states_per_second) {
    const double mebibytes = static_cast<double>(report.bytes) / (1024.0 * 1024.0);
    return fmt::format("{} states, {}/s, {} transitions, depth {}, frontier {}, {:.1f} MiB",
                       grouped(report.states), grouped(states_per_second), grouped(report.transitions),
                       report.depth, grouped(report.frontier), mebibytes);
}

ProgressLine::ProgressLine(std::FILE* stream, Show show, std::function<Clock::time_point()> now)
    : stream_(stream), now_(std::move(now)), terminal_(isatty(fileno(stream)) == 1),
      shown_(terminal_ || show == Show::always) {}

ProgressLine::~ProgressLine() { clear(); }

std::optional<std::uint64_t> ProgressLine::due(std::uint64_t done) {
    if (!shown_) {
        return std::nullopt;
    }
    const Clock::time_point now = now_();
    if (!running_) {
        // The first report only starts the clock: a search that takes less than a second shows nothing.
        running_ = true;
        first_time_ = now;
        last_time_ = now;
        first_states_ = done;
        return std::nullopt;
    }
    if (now - last_time_ < between_lines) {
        return std::nullopt;
    }
    last_time_ = now;
    const double seconds = std::chrono::duration<double>(now - first_time_).count();
    return static_cast<std::uint64_t>(static_cast<double>(done - first_states_) / seconds);
}

void ProgressLine::report(const ProgressReport& report) {
    if (const auto rate = due(report.states)) {
        show(progress_line(report, *rate));
    }
}

void ProgressLine::count(std::uint64_t done, const char* unit) {
    if (const auto rate = due(done)) {
        show(fmt::format("{} {}, {}/s", grouped(done), unit, grouped(*rate)));
    }
}

void ProgressLine::show(const std::string& line) {
    // A stream that cannot be written to is no reason to end a search, so the results are not looked at.
    std::fputs((terminal_ ? clear_line + line : line + "\n").c_str(), stream_);
    std::fflush(stream_);
    line_is_up_ = terminal_;
}

void ProgressLine::done() {
    running_ = false;
    clear();
}

void ProgressLine::clear() {
    if (line_is_up_) {
        std::fputs(clear_line, stream_);
        std::fflush(stream_);
        line_is_up_ = false;
    }
}

}  // namespace schedmc
