// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/machine/machine.hpp"
#include "model/policy/tests_in_order.hpp"

/// What a running kernel recorded of its decisions, as plain data: what reads recordings writes it, what compares them
/// with the model reads it.
namespace schedmc {

/// One call of available_idle_cpu() with the kernel's own answer.
struct RecordedTest {
    std::uint16_t cpu = 0;
    bool idle = false;
    /// Which look it belongs to, where the caller was recorded and is a function of its own.
    std::optional<Look> look{};
};

/// What happened between the entry and the return of one call of select_task_rq_fair(). What no probe showed is
/// absent, and nothing is assumed of it.
struct RecordedDecision {
    /// Where the recording has the call: a line of the file.
    std::uint64_t line = 0;
    std::int32_t pid = 0;

    std::uint16_t this_cpu = 0;
    /// The call came from an interrupt or from the idle task; false also where the text has no column for it.
    bool in_interrupt = false;
    std::uint16_t prev = 0;
    std::uint16_t recent = 0;
    /// WF_EXEC 0x2, WF_FORK 0x4, WF_TTWU 0x8, WF_SYNC 0x10, WF_CURRENT_CPU 0x40.
    std::uint32_t wake_flags = 0;
    CpuMask allowed;
    /// False when the wakee may run on more of the machine's CPUs than the record could hold.
    bool allowed_is_whole = true;
    /// The wakee's core-scheduling cookie.
    std::optional<std::uint64_t> cookie{};

    /// A fork or an exec asked groups for their cookies, so that some of its idle tests are of cores.
    bool asks_cookies = false;

    /// All idle tests, in order.
    std::vector<RecordedTest> tests{};

    /// True when a call of wake_affine() would have been recorded, and what it returned if it was called.
    bool shows_wake_affine = false;
    std::optional<std::uint16_t> affine_answer{};
    /// The sync flag that wake_affine() was given, which an exiting waker loses.
    std::optional<bool> affine_sync{};
    /// What select_idle_sibling() was asked about.
    std::optional<std::uint16_t> target{};
    /// True when select_idle_cpu() was called, false when not; absent where no probe would show it.
    std::optional<bool> scan_called{};
    /// has_idle_core and nr_idle_scan as select_idle_cpu() found them, if it was called and recorded.
    std::optional<bool> hint{};
    std::optional<std::uint32_t> nr_idle_scan{};

    /// What select_task_rq_fair() returned.
    std::uint16_t answer = 0;
};

}  // namespace schedmc
