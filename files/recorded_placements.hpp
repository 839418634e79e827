// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "files/ftrace_line.hpp"
#include "model/machine/machine.hpp"
#include "model/recorded_placement.hpp"

namespace schedmc {

/// Puts sched_waking and sched_wakeup, or sched_wakeup_new, together to placements.
///
/// Memory: an entry a task that is being woken, at most 65,536; beyond that the older ones are forgotten, and their
/// placements have no origin.
class RecordedPlacements {
public:
    /// place: what errors call the file.
    RecordedPlacements(const Machine& machine, std::string place)
        : place_(std::move(place)), present_(machine.present) {}

    /// Takes the event of a line and returns the placement that it tells, if it tells one.
    ///
    /// Errors: InputError at place:line for a CPU that the machine does not have.
    std::optional<RecordedPlacement> take(const FtraceLine& event, std::uint64_t line);

private:
    struct Origin {
        std::uint16_t waker;
        std::uint16_t prev;
    };
    std::string place_;
    CpuMask present_;
    std::unordered_map<std::int32_t, Origin> waking_;
};

}  // namespace schedmc
