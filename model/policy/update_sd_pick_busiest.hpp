// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <algorithm>

#include "model/policy/group_classify.hpp"
#include "model/policy/group_in_ring.hpp"

namespace schedmc {

/// The group's flags say that its CPUs are SMT siblings.
inline bool is_smt_group(const SchedGroup& group) { return (group.flags & sd_flag::share_cpucapacity) != 0; }

/// Of two groups of one type the new one is the busier. What is found so far is a group without idle CPUs at first, so
/// that any other is busier.
///
/// Source: kernel/sched/fair.c, update_sd_pick_busiest(): the switch, v5.19 .. v7.1.
template <class D>
typename D::Truth busier_of_one_type(const SchedDomain& domain, const Policy& policy,
                                     const BusiestGroup<D>& found, const SchedGroup& group,
                                     const GroupStats<D>& stats) {
    const GroupStats<D>& busiest = found.candidate_stats;
    const auto none_yet = is_empty(found.candidate);
    const auto found_smt =
        of_group<D>(domain, found.candidate_place, [](const SchedGroup& each) {
            return D::truth(is_smt_group(each));
        }) &
        !none_yet;
    const auto fewer_idle = none_yet | (stats.idle_cpus < busiest.idle_cpus) |
                            ((stats.idle_cpus == busiest.idle_cpus) & (busiest.nr_running < stats.nr_running));
    const auto heavier = busiest.avg_load < stats.avg_load;
    const auto larger_misfit = (busiest.misfit_load < stats.misfit_load) |
                               (D::truth(policy.rules.later_misfit_wins) &
                                (busiest.misfit_load == stats.misfit_load));
    auto spare = fewer_idle;
    auto full = heavier;
    if (policy.rules.smt_balance) {
        // No average was computed for full groups: of equals an SMT group stays, any other gives way.
        full = heavier | ((busiest.avg_load == stats.avg_load) & !found_smt);
        const auto unlike = (found_smt != D::truth(is_smt_group(group))) & !none_yet;
        const auto helps = is_smt_group(group) ? D::number(1) < stats.h_nr_running : D::truth(true);
        spare = select(unlike, helps, fewer_idle);
    }
    const auto some_idle = (stats.idle_cpus != D::number(0)) | (busiest.idle_cpus != D::number(0));
    auto busier = select(stats.type == GroupType::has_spare, spare, full);
    busier = select(stats.type == GroupType::smt_balance, select(some_idle, fewer_idle, full), busier);
    busier = select(stats.type == GroupType::misfit_task, larger_misfit, busier);
    busier = select(stats.type == GroupType::overloaded, heavier, busier);
    return busier & (stats.type != GroupType::imbalanced);
}

/// The group is busier than the busiest found so far, and may be taken from: it has tasks, and on machines of
/// different capacities the CPU that balances helps them.
///
/// Cost: a few comparisons, and one for each group of the domain. Errors: none.
/// Source: kernel/sched/fair.c, update_sd_pick_busiest(), v5.19 .. v7.1.
/// Departs: asymmetric packing is left out; docs/fidelity.md#update_sd_pick_busiest.
template <class D>
typename D::Truth update_sd_pick_busiest(const Topology<D>& topology, const Policy& policy,
                                         const LoadView<D>& view, const BalanceEnv<D>& env,
                                         const BusiestGroup<D>& found, const SchedGroup& group,
                                         const GroupStats<D>& stats) {
    const SchedDomain& domain = domain_of(topology, env);
    const auto has_tasks = D::number(0) < stats.h_nr_running;
    const auto here = severity<D>(stats.type);
    const auto there = severity<D>(found.candidate_stats.type);
    const auto higher = policy.has(Defect::overloaded_group_hides) ? is_empty(found.candidate) | (here < there)
                                                                   : there < here;
    const auto tie = (here == there) & busier_of_one_type(domain, policy, found, group, stats);
    if ((domain.flags & sd_flag::asym_cpucapacity) == 0) {
        return has_tasks & (higher | tie);
    }
    std::size_t least = topology.machine.capacity[group.span.next(0)];
    std::size_t greatest = 0;
    group.span.for_each([&](std::size_t cpu) {
        least = std::min<std::size_t>(least, topology.machine.capacity[cpu]);
        greatest = std::max<std::size_t>(greatest, topology.machine.capacity[cpu]);
    });
    const bool asks_first = policy.rules.asym_pull_asks_first;
    auto can_help = contains(cpus_clearly_above(topology, greatest), env.dst) &
                    (found.local_stats.type == GroupType::has_spare);
    if (asks_first && topology.domains.smt_active) {
        const auto siblings = at(topology.cores.of_cpu, env.dst) - D::CpuSet::only(env.dst);
        can_help = can_help & is_subset(siblings, view.idle);
    }
    const auto may_pull = (stats.type != GroupType::misfit_task) | can_help;
    const auto full_at_most = (stats.type == GroupType::has_spare) | (stats.type == GroupType::fully_busy);
    const auto enough = !(full_at_most & contains(cpus_clearly_below(topology, least), env.dst));
    const auto busier = asks_first ? enough & (higher | tie) : higher | (enough & tie);
    return has_tasks & may_pull & busier;
}

}  // namespace schedmc
