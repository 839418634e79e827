// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/update_pick_idlest.hpp"
#include "model/policy/update_sg_lb_stats.hpp"

namespace schedmc {

/// One capacity is clearly greater than another: by five percent. Source: capacity_greater().
template <class D>
typename D::Truth capacity_greater(const typename D::Number& one, const typename D::Number& other) {
    return scaled(other, 1078, 1) < scaled(one, 1024, 1);
}

/// Of a domain whose CPUs have different capacities: the destination would not serve the group's tasks better.
///
/// Source: kernel/sched/fair.c, update_sd_pick_busiest(), v5.19 .. v7.1.
template <class D>
typename D::Truth is_misfit_in_vain(const Topology<D>& topology, const Policy& policy,
                                    const LoadView<D>& view, const BalanceEnv<D>& env,
                                    const DomainGroup<D>& local, const DomainGroup<D>& group,
                                    const typename D::Number& capacity) {
    const auto siblings = at(topology.cores.of_cpu, env.dst) - D::CpuSet::only(env.dst);
    const auto core_idle = D::truth(!policy.rules.capacity_asked_first || !topology.domains.smt_active) |
                           is_subset(siblings, view.idle);
    return (group.type == GroupType::misfit_task) &
           !(core_idle & capacity_greater<D>(capacity, group.max_capacity) &
             (local.type == GroupType::has_spare));
}

/// Of two groups of one type, the later one is the busier.
///
/// Source: kernel/sched/fair.c, update_sd_pick_busiest(): the switch, v5.19 .. v7.1.
template <class D>
typename D::Truth is_busier_of_type(const Policy& policy, const DomainGroup<D>& busiest,
                                    const DomainGroup<D>& group, const typename D::Truth& first) {
    const bool smt = policy.rules.smt_balance;
    const auto fewer_idle = (group.idle_cpus < busiest.idle_cpus) | ((group.idle_cpus == busiest.idle_cpus) &
                                                                     (busiest.nr_running < group.nr_running));
    const auto by_spare = first | fewer_idle;
    const auto other_kind = (!first) & (busiest.is_core != group.is_core) & D::truth(smt);
    const auto alone = group.is_core & (group.awake <= D::number(1));
    const auto spare = select(other_kind, !alone, by_spare);
    // Averages are kept of overloaded groups alone, so that those of full ones are equal.
    const auto full = D::truth(smt) & !busiest.is_core;
    const auto none_idle = (group.idle_cpus == D::number(0)) & (busiest.idle_cpus == D::number(0));
    const auto misfit = policy.rules.first_misfit_stays ? busiest.misfit_load < group.misfit_load
                                                        : busiest.misfit_load <= group.misfit_load;
    const auto is = [&](GroupType type) { return group.type == type; };
    return select(is(GroupType::overloaded), busiest.avg_load < group.avg_load,
                  select(is(GroupType::imbalanced), D::truth(false),
                         select(is(GroupType::smt_balance), select(none_idle, full, by_spare),
                                select(is(GroupType::misfit_task), misfit,
                                       select(is(GroupType::fully_busy), full, spare)))));
}

/// The group is busier than the busiest found so far; `first`, none has been found.
///
/// Cost: a few comparisons. Errors: none.
/// Source: kernel/sched/fair.c, update_sd_pick_busiest(), v5.19 .. v7.1.
template <class D>
typename D::Truth update_sd_pick_busiest(const Topology<D>& topology, const Policy& policy,
                                         const LoadView<D>& view, const BalanceEnv<D>& env,
                                         const DomainGroup<D>& local, const DomainGroup<D>& busiest,
                                         const DomainGroup<D>& group, const typename D::Truth& first) {
    const auto here = severity<D>(group.type);
    const auto there = severity<D>(busiest.type);
    const auto higher = there < here;
    const auto same = (here == there) & is_busier_of_type(policy, busiest, group, first);
    auto busier = (D::number(0) < group.awake) & (higher | same);
    if ((domain_of(topology, env).flags & sd_flag::asym_cpucapacity) != 0) {
        auto capacity = D::number(0);
        for (const auto& [each, cpus] : topology.by_capacity) {
            capacity = select(contains(cpus, env.dst), D::number(each), capacity);
        }
        const auto in_vain = is_misfit_in_vain(topology, policy, view, env, local, group, capacity);
        const auto small = here <= severity<D>(D::choice(GroupType::fully_busy));
        const auto too_great = small & capacity_greater<D>(group.min_capacity, capacity);
        const bool asked_first = policy.rules.capacity_asked_first;
        busier = busier & (!in_vain) & !(too_great & (same | D::truth(asked_first)));
    }
    return busier;
}

}  // namespace schedmc
