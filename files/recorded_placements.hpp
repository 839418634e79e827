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

/// Puts sched_waking together with what tells where the wakee went: sched_migrate_task of the same pid or sched_wakeup,
/// whichever comes first; sched_wakeup_new tells of itself. `perf sched record` leaves sched_wakeup out, so that there
/// only wakees that move are seen.
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
        bool placed = false;
    };
    std::optional<RecordedPlacement> place(RecordedPlacement placement, bool by_migration);

    std::string place_;
    CpuMask present_;
    std::unordered_map<std::int32_t, Origin> waking_{};
};

}  // namespace schedmc
