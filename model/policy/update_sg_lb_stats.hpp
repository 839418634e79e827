// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/should_we_balance.hpp"
#include "model/policy/update_sg_wakeup_stats.hpp"

namespace schedmc {

/// The group's CPUs have siblings there, and tasks are to be spread over them. Source: sched_group::flags.
inline bool is_core(const SchedGroup& group) { return (group.flags & sd_flag::share_cpucapacity) != 0; }
inline bool prefers_siblings(const SchedGroup& group) { return (group.flags & sd_flag::prefer_sibling) != 0; }

/// The number of cores that have CPUs in the group. Source: init_sched_groups_capacity(), from v6.6.
template <class D>
std::size_t core_count(const Topology<D>& topology, const CpuMask& span) {
    std::size_t cores = 0;
    span.for_each([&](std::size_t cpu) {
        const std::uint16_t core = topology.cores.index[cpu];
        bool first = true;
        span.for_each([&](std::size_t other) {
            first = first && (other >= cpu || topology.cores.index[other] != core);
        });
        cores += first ? 1 : 0;
    });
    return cores;
}

/// The figures of one group of a domain for the CPU that balances, over the CPUs still looked at. Weight and capacity
/// are those of the whole group.
///
/// Cost: one step a CPU of the group. Errors: none.
/// Source: kernel/sched/fair.c, update_sg_lb_stats(), smt_balance(), v5.19 .. v7.1.
/// Departs: capacity lost to interrupts and real-time tasks is left out; docs/fidelity.md#update_sg_lb_stats.
template <class D>
DomainGroup<D> update_sg_lb_stats(const Topology<D>& topology, const Policy& policy, const LoadView<D>& view,
                                  const BalanceEnv<D>& env, const SchedGroup& group, bool local) {
    const SchedDomain& domain = domain_of(topology, env);
    const auto zero = D::number(0);
    DomainGroup<D> figures{};
    figures.load = figures.util = figures.runnable = figures.nr_running = figures.idle_cpus = zero;
    figures.awake = figures.misfit_load = figures.avg_load = zero;
    figures.crowded = D::truth(false);
    // Tasks that do not fit are looked for elsewhere alone, and where CPUs differ.
    const bool asymmetric = (domain.flags & sd_flag::asym_cpucapacity) != 0;
    const auto asks_misfit = D::truth(asymmetric && !local);
    std::size_t greatest = 0;
    std::size_t least = SIZE_MAX;
    group.span.for_each([&](std::size_t cpu) {
        const auto here = contains(env.cpus, D::cpu(cpu));
        const auto add = [&](typename D::Number& sum, const typename D::Number& part) {
            sum = sum + select(here, part, zero);
        };
        add(figures.load, view.load[cpu]);
        add(figures.util, view.util[cpu]);
        add(figures.runnable, view.runnable[cpu]);
        add(figures.nr_running, view.nr_running[cpu]);
        add(figures.awake, policy.rules.balance_counts_awake ? view.awake[cpu] : view.nr_running[cpu]);
        const auto idles = contains(view.idle, D::cpu(cpu)) & (view.nr_running[cpu] == zero);
        figures.idle_cpus = figures.idle_cpus + select(here & idles, D::number(1), zero);
        const auto misfit = select(here & asks_misfit & !idles, view.misfit_load[cpu], zero);
        figures.misfit_load = select(figures.misfit_load < misfit, misfit, figures.misfit_load);
        figures.crowded = figures.crowded | (here & (D::number(1) < view.nr_running[cpu]));
        greatest = std::max<std::size_t>(greatest, topology.machine.capacity[cpu]);
        least = std::min<std::size_t>(least, topology.machine.capacity[cpu]);
    });
    const std::size_t capacity = group_capacity(topology.machine, group.span);
    figures.max_capacity = D::number(greatest);
    figures.min_capacity = D::number(least);
    figures.capacity = D::number(capacity);
    figures.weight = D::number(group.span.count());
    figures.is_core = D::truth(is_core(group));
    figures.prefers_siblings = D::truth(prefers_siblings(group));
    const auto idle_env = env.idle != IdleKind::not_idle;
    const auto others = D::truth(!local);
    const GroupMarks<D> marks{zero < figures.misfit_load,
                              others & D::truth(policy.rules.smt_balance && is_core(group)) & idle_env &
                                  (D::number(1) < figures.awake),
                              is_marked(view, group)};
    figures.type = group_classify(domain.imbalance_pct, capacity, group.span.count(),
                                  static_cast<const GroupStats<D>&>(figures), marks);
    const auto overloaded = figures.type == GroupType::overloaded;
    figures.avg_load = select(overloaded, scaled(figures.load, 1024, capacity), zero);
    return figures;
}

}  // namespace schedmc
