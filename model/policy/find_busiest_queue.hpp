// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/update_sd_pick_busiest.hpp"

namespace schedmc {

/// The CPU of the busiest group to take tasks from, or none. Of equals the lowest number stays.
///
/// Cost: one step a CPU of the domain, and one more for each capacity of the machine. Errors: none.
/// Source: kernel/sched/fair.c, find_busiest_queue(), v5.19 .. v6.8; sched_balance_find_src_rq(), v6.12 .. v7.1.
/// Departs: NUMA balancing's classes of tasks, core priorities, and capacity lost to interrupts are left out;
/// docs/fidelity.md#find_busiest_queue.
template <class D>
typename D::Cpu find_busiest_queue(const Topology<D>& topology, const Policy& policy, const LoadView<D>& view,
                                   const BalanceEnv<D>& env, const BusiestGroup<D>& group) {
    using Number = typename D::Number;
    const SchedDomain& domain = domain_of(topology, env);
    const Number zero = D::number(0);
    const Number one = D::number(1);
    const bool asymmetric = (domain.flags & sd_flag::asym_cpucapacity) != 0;
    const auto sources = (group.busiest & env.cpus) - env.excluded;
    const auto by = [&](MigrationType type) { return group.migration == type; };
    Number capacity_of_dst = zero;
    for (const auto& [each, cpus] : topology.by_capacity) {
        capacity_of_dst = select(contains(cpus, env.dst), D::number(each), capacity_of_dst);
    }
    typename D::Cpu busiest;
    Number most = zero;
    Number capacity_of_busiest = one;
    domain.span.for_each([&](std::size_t cpu) {
        const Number tasks = policy.rules.balance_counts_awake ? view.awake[cpu] : view.nr_running[cpu];
        const std::size_t capacity = topology.machine.capacity[cpu];
        auto may = contains(sources, D::cpu(cpu)) & (zero < tasks);
        if (asymmetric) {
            may = may & (capacity_greater<D>(capacity_of_dst, D::number(capacity)) | (tasks != one));
        }
        // load / capacity of both, multiplied out; capacities are those of the machine.
        auto theirs = scaled(most, capacity, 1);
        auto ours = view.load[cpu];
        for (const auto& [each, cpus] : topology.by_capacity) {
            ours = select(capacity_of_busiest == D::number(each), scaled(view.load[cpu], each, 1), ours);
        }
        const auto movable = (tasks != one) | (view.load[cpu] <= group.imbalance);
        const auto by_load = by(MigrationType::load) & movable & (theirs < ours);
        const Number shown = select(view.util[cpu] < view.runnable[cpu], view.runnable[cpu], view.util[cpu]);
        const Number capped = select(D::number(capacity) < shown, D::number(capacity), shown);
        const Number util = policy.rules.util_is_boosted ? capped : view.util[cpu];
        const auto by_util = by(MigrationType::util) & (one < tasks) & (most < util);
        const auto by_task = by(MigrationType::task) & (most < tasks);
        const auto by_misfit = by(MigrationType::misfit) & (most < view.misfit_load[cpu]);
        const auto takes = may & (by_load | by_util | by_task | by_misfit);
        const Number value = select(by(MigrationType::load), view.load[cpu],
                                    select(by(MigrationType::util), util,
                                           select(by(MigrationType::task), tasks, view.misfit_load[cpu])));
        most = select(takes, value, most);
        capacity_of_busiest = select(takes, D::number(capacity), capacity_of_busiest);
        busiest = select(takes, D::cpu(cpu), busiest);
    });
    return busiest;
}

}  // namespace schedmc
