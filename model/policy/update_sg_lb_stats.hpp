// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <algorithm>

#include "model/policy/group_classify.hpp"
#include "model/policy/group_in_ring.hpp"

namespace schedmc {

/// The queues of those CPUs of a group that the pass still looks at. Misfit tasks count in domains of different
/// capacities, and where they are looked for.
///
/// Cost: one step a CPU of the group. Errors: none.
/// Source: kernel/sched/fair.c, update_sg_lb_stats(): the loop, v5.19 .. v7.1.
/// Departs: capacity taken by interrupts and real-time tasks, NUMA placement and overutilisation are left out.
template <class D>
GroupStats<D> queues_counted(const Policy& policy, const LoadView<D>& view, const BalanceEnv<D>& env,
                             const CpuMask& span, bool counts_misfit, const typename D::Truth& is_local) {
    const auto zero = D::number(0);
    GroupStats<D> stats = no_stats<D>();
    span.for_each([&](std::size_t cpu) {
        const auto here = contains(env.cpus, D::cpu(cpu));
        const auto add = [&](typename D::Number& sum, const typename D::Number& part) {
            sum = sum + select(here, part, zero);
        };
        add(stats.load, view.load[cpu]);
        add(stats.util, view.util[cpu]);
        add(stats.runnable, view.runnable[cpu]);
        add(stats.nr_running, view.nr_running[cpu]);
        add(stats.h_nr_running, tasks_to_move(policy, view, cpu));
        const auto idle = (view.nr_running[cpu] == zero) & contains(view.idle, D::cpu(cpu));
        add(stats.idle_cpus, select(idle, D::number(1), zero));
        if (counts_misfit && !view.misfit_load.empty()) {
            const auto greater = here & !idle & !is_local & (stats.misfit_load < view.misfit_load[cpu]);
            stats.misfit_load = select(greater, view.misfit_load[cpu], stats.misfit_load);
        }
    });
    return stats;
}

/// A core, or another group of SMT siblings, with two tasks or more that an idle CPU might take one of.
///
/// Source: kernel/sched/fair.c, smt_balance(), v6.6 .. v7.1.
template <class D>
typename D::Truth smt_balance(const Policy& policy, const BalanceEnv<D>& env, const SchedGroup& group,
                              const GroupStats<D>& stats) {
    if (!policy.rules.smt_balance || (group.flags & sd_flag::share_cpucapacity) == 0) {
        return D::truth(false);
    }
    return balances_idle(env) & (D::number(1) < stats.h_nr_running);
}

/// The figures of one group of a domain for a pass of load balancing. Weight and capacity are those of the whole
/// group, whichever CPUs are counted.
///
/// Cost: one step a CPU of the group. Errors: none.
/// Source: kernel/sched/fair.c, update_sg_lb_stats(), v5.19 .. v7.1.
template <class D>
GroupStats<D> update_sg_lb_stats(const Topology<D>& topology, const Policy& policy, const LoadView<D>& view,
                                 const BalanceEnv<D>& env, const SchedGroup& group,
                                 const typename D::Truth& is_local) {
    const Machine& machine = topology.machine;
    const SchedDomain& domain = domain_of(topology, env);
    const bool asymmetric = (domain.flags & sd_flag::asym_cpucapacity) != 0;
    GroupStats<D> stats = queues_counted(policy, view, env, group.span, asymmetric, is_local);
    const bool ignores_mark = policy.has(Defect::imbalance_mark_ignored);
    const GroupMarks<D> marks{ignores_mark ? D::truth(false) : sg_imbalanced(view, group),
                              smt_balance(policy, env, group, stats) & !is_local,
                              D::number(0) < stats.misfit_load};
    const std::size_t capacity = group_capacity(machine, group.span);
    stats.type = group_classify(domain.imbalance_pct, capacity, group.span.count(), stats, marks);
    stats.avg_load = select(stats.type == GroupType::overloaded, scaled(stats.load, 1024, capacity),
                            D::number(0));
    std::size_t greatest = 0;
    group.span.for_each(
        [&](std::size_t cpu) { greatest = std::max<std::size_t>(greatest, machine.capacity[cpu]); });
    stats.max_capacity = D::number(greatest);
    return stats;
}

}  // namespace schedmc
