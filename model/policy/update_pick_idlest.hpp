// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/group_classify.hpp"

namespace schedmc {

/// The group is idler than the idlest found so far. Of equals the earlier one stays, and so it does of groups marked
/// imbalanced.
///
/// Cost: a few comparisons. Errors: none.
/// Source: kernel/sched/fair.c, update_pick_idlest(), v5.19 .. v7.1.
template <class D>
typename D::Truth update_pick_idlest(const GroupStats<D>& idlest, const GroupStats<D>& group) {
    const auto lower_type = severity<D>(group.type) < severity<D>(idlest.type);
    const auto has_spare = group.type == GroupType::has_spare;
    const auto misfit = group.type == GroupType::misfit_task;
    const auto more_idle = (idlest.idle_cpus < group.idle_cpus) |
                           ((idlest.idle_cpus == group.idle_cpus) & (group.util < idlest.util));
    const auto better =
        select(has_spare, more_idle,
               select(misfit, idlest.max_capacity < group.max_capacity, group.avg_load < idlest.avg_load));
    const auto compared = group.type != GroupType::imbalanced;
    return lower_type | ((group.type == idlest.type) & compared & better);
}

}  // namespace schedmc
