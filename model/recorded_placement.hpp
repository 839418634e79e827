// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace schedmc {

/// What the tracepoints of every kernel tell of one wakeup, without probes: from where to where.
struct RecordedPlacement {
    /// Where the recording says the new CPU: a line of the file.
    std::uint64_t line = 0;
    std::int32_t pid = 0;
    /// A forked task that is woken for the first time.
    bool is_new = false;
    /// The kernel's priority: 100 to 139 for the fair class.
    std::optional<std::int64_t> prio{};
    /// Where the waker ran and where the wakee last did, if its sched_waking was recorded.
    std::optional<std::uint16_t> waker{};
    std::optional<std::uint16_t> prev{};
    /// Where it was queued.
    std::uint16_t cpu = 0;
};

}  // namespace schedmc
