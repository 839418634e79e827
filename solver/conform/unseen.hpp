// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/machine/machine.hpp"
#include "model/recorded_decision.hpp"

namespace schedmc {

/// The inputs of a decision that a recording may leave open, in the order in which they are reported.
enum class UnseenInput : std::uint8_t {
    /// wake_wide(), and wake_affine_weight() where idleness has no opinion.
    pull,
    /// The waker is alone in its queue.
    waker_alone,
    /// has_idle_cores of the target's LLC.
    hint,
    /// nr_idle_scan of the target's LLC.
    nr_idle_scan,
    /// The waker is a kernel thread bound to the wakee's previous CPU.
    bound_kthread,
    /// A CPU that is not idle runs SCHED_IDLE tasks only.
    sched_idle,
    /// The core of an idle CPU has another cookie than the wakee.
    cookie,
};
inline constexpr std::size_t unseen_inputs = 7;

/// "pull", "has_idle_cores", ...
std::string_view name_of(UnseenInput input);

/// A value for every input that a recording may leave open. Inputs that were recorded have their recorded value.
struct Unseen {
    Pull pull = Pull::to_prev;
    bool waker_alone = false;
    bool hint = false;
    std::uint32_t nr_idle_scan = 0;
    bool bound_kthread = false;
    /// The one CPU that runs SCHED_IDLE tasks only, if any.
    CpuMask sched_idle{};
    /// The CPUs whose core has another cookie than the wakee.
    CpuMask foreign_cookies{};
    friend bool operator==(const Unseen&, const Unseen&) = default;
};

/// What each open input may be; one value where it was recorded. The first value of each is the ordinary one.
struct UnseenRange {
    std::vector<Pull> pull;
    std::vector<bool> waker_alone;
    std::vector<bool> hint;
    std::vector<std::uint32_t> nr_idle_scan;
    std::vector<bool> bound_kthread;
    std::vector<CpuMask> sched_idle;
    std::vector<CpuMask> foreign_cookies;
};

/// The values to try for a decision of a machine whose greatest LLC has `llc_weight` CPUs.
///
/// A scan budget matters by whether it is zero, ends the scan where the recording ends, or lasts longer, so that three
/// values stand for all. SCHED_IDLE queues are tried at the CPU that was returned; foreign cookies at the CPUs that
/// were idle in the last look and not taken.
UnseenRange unseen_range(const RecordedDecision& decision, std::size_t llc_weight);

}  // namespace schedmc
