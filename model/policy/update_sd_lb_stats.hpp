// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/fork_exec_fields.hpp"
#include "model/policy/update_sd_pick_busiest.hpp"
#include "model/policy/update_sg_lb_stats.hpp"

namespace schedmc {

/// The tasks of a full group are to spread to its siblings: the busiest group came from a domain that prefers so; up to
/// v6.4, the domain below this one does, whichever group is the busiest.
///
/// Source: kernel/sched/fair.c, update_sd_lb_stats(): sds->prefer_sibling, v5.19 .. v7.1.
template <class D>
typename D::Truth prefers_sibling(const Topology<D>& topology, const Policy& policy, const BalanceEnv<D>& env,
                                  const BusiestGroup<D>& found) {
    if (policy.has(Defect::prefer_sibling_ignored)) {
        return D::truth(false);
    }
    if (!policy.rules.prefer_sibling_of_busiest) {
        return D::truth(env.level > 0 && (topology.domains.of_cpu[env.cpu][env.level - 1].flags &
                                          sd_flag::prefer_sibling) != 0);
    }
    return (!is_empty(found.candidate)) &
           of_group<D>(domain_of(topology, env), found.candidate_place, [](const SchedGroup& group) {
               return D::truth((group.flags & sd_flag::prefer_sibling) != 0);
           });
}

/// The local group and the busiest other group of a domain, with their figures; of the answer nothing else is filled
/// in.
///
/// Cost: one step a CPU of each group, one comparison of two groups for each pair. Errors: none.
/// Source: kernel/sched/fair.c, update_sd_lb_stats(), v5.19 .. v7.1.
/// Departs: overutilisation, NUMA placement and the LLC's nr_idle_scan, which it computes on the way, are left out.
template <class D>
BusiestGroup<D> update_sd_lb_stats(const Topology<D>& topology, const Policy& policy, const LoadView<D>& view,
                                   const BalanceEnv<D>& env) {
    const auto zero = D::number(0);
    const SchedDomain& domain = domain_of(topology, env);
    BusiestGroup<D> found{};
    found.local = found.candidate = found.busiest = topology.none;
    found.local_place = found.candidate_place = found.imbalance = zero;
    found.local_stats = found.candidate_stats = no_stats<D>();
    auto total_load = zero;
    std::size_t total_capacity = 0;
    for (std::size_t place = 0; place < domain.groups.size(); ++place) {
        const SchedGroup& group = domain.groups[place];
        const auto span = D::cpus(group.span);
        const auto is_local = contains(span, env.dst);
        const auto stats = update_sg_lb_stats(topology, policy, view, env, group, is_local);
        found.local = select(is_local, span, found.local);
        found.local_place = select(is_local, D::number(place), found.local_place);
        found.local_stats = select_fields(is_local, stats, found.local_stats);
        const auto busier =
            update_sd_pick_busiest(topology, policy, view, env, found, group, stats) & !is_local;
        found.candidate = select(busier, span, found.candidate);
        found.candidate_place = select(busier, D::number(place), found.candidate_place);
        found.candidate_stats = select_fields(busier, stats, found.candidate_stats);
        total_load = total_load + stats.load;
        total_capacity += group_capacity(topology.machine, group.span);
        found.overloaded = found.overloaded | (zero < stats.misfit_load);
        group.span.for_each([&](std::size_t cpu) {
            const auto several = D::number(1) < view.nr_running[cpu];
            found.overloaded = found.overloaded | (contains(env.cpus, D::cpu(cpu)) & several);
        });
    }
    found.avg_load = scaled(total_load, 1024, total_capacity);
    found.prefer_sibling = prefers_sibling(topology, policy, env, found);
    return found;
}

}  // namespace schedmc
