// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/fork_exec.hpp"

namespace schedmc {

/// The place of a type in the order of enum group_type.
template <class D>
typename D::Number severity(const typename D::template Choice<GroupType>& type) {
    auto rank = D::number(0);
    for (const GroupType each : {GroupType::fully_busy, GroupType::misfit_task, GroupType::smt_balance,
                                 GroupType::imbalanced, GroupType::overloaded}) {
        rank = select(type == each, D::number(static_cast<std::size_t>(each)), rank);
    }
    return rank;
}

/// The group is idler than the idlest found so far. Of equals the earlier one stays.
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
    const auto comparable = group.type != GroupType::imbalanced;
    const auto better =
        select(has_spare, more_idle,
               select(misfit, idlest.max_capacity < group.max_capacity, group.avg_load < idlest.avg_load));
    return lower_type | ((group.type == idlest.type) & comparable & better);
}

}  // namespace schedmc
