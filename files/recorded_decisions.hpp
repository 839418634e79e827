// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "files/ftrace_line.hpp"
#include "files/recording_header.hpp"
#include "model/recorded_decision.hpp"

namespace schedmc {

/// What was left out while decisions were put together, by reason.
struct LeftOut {
    /// The recording ended, or events were lost, between entry and return, or an idle test has no answer.
    std::uint64_t incomplete = 0;
    /// Returns whose entry was before the recording.
    std::uint64_t begun_before = 0;
    /// Entries that lack a field: pid, prev, wf, mask, ruc.
    std::uint64_t without_fields = 0;
    /// Calls with more idle tests than any machine has reason for.
    std::uint64_t too_long = 0;

    std::uint64_t all() const { return incomplete + begun_before + without_fields + too_long; }
};

/// Puts events of probes together to decisions: what one CPU recorded between `srq` and `srq_r`.
///
/// Memory: at most one open decision of a few hundred bytes a CPU.
class RecordedDecisions {
public:
    /// header: which probes were placed; must outlive this. place: what errors call the file.
    RecordedDecisions(const RecordingHeader& header, const Machine& machine, std::string place);

    /// Takes the event of a line and returns the decision that it ends, if it ends one.
    ///
    /// Errors: InputError at place:line for an event on a CPU that the machine does not have.
    std::optional<RecordedDecision> take(const FtraceLine& event, std::uint64_t line);

    /// The recorder dropped events of that CPU.
    void lost(std::size_t cpu);
    /// The recording has ended.
    void end();

    const LeftOut& left_out() const { return left_out_; }

private:
    struct Open {
        RecordedDecision decision;
        bool is_open = false;
        bool is_broken = false;
        std::optional<std::uint16_t> tested;
    };

    void begin(const FtraceLine& event, std::uint64_t line, Open& open);
    void test_answered(const FtraceLine& event, Open& open) const;
    void note(const FtraceLine& event, Open& open) const;
    std::optional<RecordedDecision> finish(const FtraceLine& event, Open& open);
    void give_up(Open& open);
    std::optional<std::uint16_t> cpu_field(const FtraceLine& event, const char* key) const;

    std::string place_;
    std::size_t cpu_count_;
    CpuMask present_;
    bool shows_wake_affine_;
    bool shows_scan_;
    bool near_tests_stand_alone_;
    std::vector<Open> open_;
    LeftOut left_out_;
};

}  // namespace schedmc
