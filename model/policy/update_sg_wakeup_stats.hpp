// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <algorithm>

#include "model/policy/fork_exec.hpp"

namespace schedmc {

/// The sum of the capacities of a group's CPUs, 1024 for a CPU of full capacity. Source: sgc->capacity.
/// Departs: time taken by interrupts and real-time tasks is left out.
inline std::size_t group_capacity(const Machine& machine, const CpuMask& span) {
    std::size_t sum = 0;
    span.for_each([&](std::size_t cpu) { sum += machine.capacity[cpu]; });
    return sum;
}

/// The queues of the CPUs counted, without the task that asks: what an exec's task adds to its own CPU is taken off.
///
/// Cost: one step a CPU of `span`, to which the CPUs counted belong. Errors: none.
/// Source: kernel/sched/fair.c, update_sg_wakeup_stats(): cpu_load_without(), cpu_util_without(),
/// cpu_runnable_without(), task_running_on_cpu(), idle_cpu_without(), v5.19 .. v7.1.
template <class D>
GroupStats<D> queues_without(const LoadView<D>& view, const ForkExec<D>& question, const CpuMask& span,
                             const typename D::CpuSet& counted) {
    using CpuSet = typename D::CpuSet;
    const auto zero = D::number(0);
    const CpuSet own = question.exec ? CpuSet::only(question.prev) : D::cpus(CpuMask());
    GroupStats<D> stats{zero, zero, zero, zero, zero, D::choice(GroupType::has_spare), zero, zero};
    span.for_each([&](std::size_t cpu) {
        const auto here = contains(counted, D::cpu(cpu));
        const auto is_own = contains(own, D::cpu(cpu));
        const auto add = [&](typename D::Number& sum, const typename D::Number& all,
                             const typename D::Number& part) {
            sum = sum + select(here, select(is_own, monus(all, part), all), zero);
        };
        add(stats.load, view.load[cpu], question.own_load);
        add(stats.util, view.util[cpu], question.own_util);
        add(stats.runnable, view.runnable[cpu], question.own_runnable);
        add(stats.nr_running, view.nr_running[cpu], D::number(1));
        const auto rest = select(is_own, monus(view.nr_running[cpu], D::number(1)), view.nr_running[cpu]);
        const auto idle = (rest == zero) & contains((view.runs_idle | own) - view.pending, D::cpu(cpu));
        stats.idle_cpus = stats.idle_cpus + select(here & idle, D::number(1), zero);
    });
    return stats;
}

/// The group bears the mark of load balance. Source: sg_imbalanced().
template <class D>
typename D::Truth is_marked(const LoadView<D>& view, const SchedGroup& group) {
    return group.record < view.imbalanced.size() ? view.imbalanced[group.record] : D::truth(false);
}

/// What makes a group's type besides its figures.
template <class D>
struct GroupMarks {
    /// The task fits none of its CPUs, on machines whose capacities differ; of load balance: a task there does not.
    typename D::Truth misfit;
    typename D::Truth smt_balance;
    typename D::Truth imbalanced;
};

/// How busy a group is.
///
/// The products of the kernel's comparisons are divided by what the machine fixes, so that each is one comparison with
/// a constant.
///
/// Cost: a few comparisons. Errors: none.
/// Source: kernel/sched/fair.c, group_classify(), group_is_overloaded(), group_has_capacity(), v5.19 .. v7.1.
/// Departs: core priorities, and the overutilized test of v7.1, which needs energy-aware scheduling, are left out;
/// docs/fidelity.md#group_classify.
template <class D>
typename D::template Choice<GroupType> group_classify(std::size_t imbalance_pct, std::size_t capacity,
                                                      std::size_t weight, const GroupStats<D>& stats,
                                                      const GroupMarks<D>& marks) {
    const auto util_above = D::number(capacity * 100 / imbalance_pct) < stats.util;
    const auto util_below = stats.util < D::number((capacity * 100 + imbalance_pct - 1) / imbalance_pct);
    const auto waits = D::number(capacity * imbalance_pct / 100) < stats.runnable;
    const auto overloaded = (D::number(weight) < stats.nr_running) & (util_above | waits);
    const auto has_capacity = (stats.nr_running < D::number(weight)) | (util_below & !waits);
    return select(overloaded, D::choice(GroupType::overloaded),
                  select(marks.imbalanced, D::choice(GroupType::imbalanced),
                         select(marks.smt_balance, D::choice(GroupType::smt_balance),
                                select(marks.misfit, D::choice(GroupType::misfit_task),
                                       select(has_capacity, D::choice(GroupType::has_spare),
                                              D::choice(GroupType::fully_busy))))));
}

/// The figures of one group of a domain for the task that asks. Weight and capacity are those of the whole group,
/// whichever CPUs are counted.
///
/// Cost: one step a CPU of the group. Errors: none.
/// Source: kernel/sched/fair.c, update_sg_wakeup_stats(), v5.19 .. v7.1. Up to v6.1 the task is misfit where it does
/// not fit the group's greatest capacity, later where it fits no CPU counted: the same while all CPUs are counted.
template <class D>
GroupStats<D> update_sg_wakeup_stats(const Topology<D>& topology, const Policy& policy,
                                     const LoadView<D>& view, const ForkExec<D>& question,
                                     const SchedDomain& domain, const SchedGroup& group) {
    const Machine& machine = topology.machine;
    const auto span = D::cpus(group.span);
    const bool only_allowed =
        policy.rules.group_stats_count_allowed && !policy.has(Defect::group_stats_count_all);
    const auto counted = only_allowed ? span & question.allowed : span;
    GroupStats<D> stats = queues_without(view, question, group.span, counted);
    const bool asymmetric = (domain.flags & sd_flag::asym_cpucapacity) != 0;
    const auto misfit = asymmetric ? is_empty(question.fits & counted) : D::truth(false);
    const std::size_t capacity = group_capacity(machine, group.span);
    std::size_t greatest = 0;
    group.span.for_each(
        [&](std::size_t cpu) { greatest = std::max<std::size_t>(greatest, machine.capacity[cpu]); });
    stats.max_capacity = D::number(greatest);
    const GroupMarks<D> marks{misfit, D::truth(false), is_marked(view, group)};
    stats.type = group_classify(domain.imbalance_pct, capacity, group.span.count(), stats, marks);
    const auto is_busy = (stats.type == GroupType::fully_busy) | (stats.type == GroupType::overloaded);
    stats.avg_load = select(is_busy, scaled(stats.load, 1024, capacity), D::number(0));
    return stats;
}

}  // namespace schedmc
