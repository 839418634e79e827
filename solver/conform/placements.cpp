// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/conform/placements.hpp"

namespace schedmc {

void PlacementTally::add(const RecordedPlacement& placement) {
    constexpr std::int64_t least_fair = 100;
    constexpr std::int64_t greatest_fair = 139;
    constexpr std::size_t most_lines = 20;
    if (placement.is_new) {
        ++forked;
        return;
    }
    if (placement.prio.has_value() && (*placement.prio < least_fair || *placement.prio > greatest_fair)) {
        ++of_other_classes;
        return;
    }
    if (!placement.waker.has_value() || !placement.prev.has_value()) {
        ++without_origin;
        return;
    }
    const auto reach_of = [&](std::uint16_t cpu) {
        return topology_.llcs.of_cpu[cpu] | Wide::CpuSet::only(Wide::cpu(cpu));
    };
    const auto reach = reach_of(*placement.waker) | reach_of(*placement.prev);
    if (is_subset(topology_.online, reach).is_true()) {
        ++nowhere_else;
    } else if (contains(reach, Wide::cpu(placement.cpu)).is_true()) {
        ++near;
    } else {
        ++elsewhere;
        if (elsewhere_lines.size() < most_lines) {
            elsewhere_lines.push_back(placement.line);
        }
    }
}

}  // namespace schedmc
