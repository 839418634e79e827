// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/fork_exec.hpp"

namespace schedmc {

/// The sum of the capacities of a group's CPUs, 1024 for a CPU of full capacity. Source: sgc->capacity.
/// Departs: time taken by interrupts and real-time tasks is left out.
inline std::size_t group_capacity(const Machine& machine, const CpuMask& span) {
    std::size_t sum = 0;
    span.for_each([&](std::size_t cpu) { sum += machine.capacity[cpu]; });
    return sum;
}

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

/// What else than its queues says how busy a group is.
template <class D>
struct GroupMarks {
    /// sgc->imbalance.
    typename D::Truth imbalanced;
    /// An SMT group with tasks to share out.
    typename D::Truth smt_balance;
    /// A task fits none of the CPUs where it may run, or not the CPU where it does.
    typename D::Truth misfit;
};

/// sgc->imbalance of a group. Source: kernel/sched/fair.c, sg_imbalanced(), v5.19 .. v7.1.
template <class D>
typename D::Truth sg_imbalanced(const LoadView<D>& view, const SchedGroup& group) {
    return view.imbalanced.empty() ? D::truth(false) : view.imbalanced[group.record];
}

/// How busy a group is.
///
/// The products of the kernel's comparisons are divided by what the machine fixes, so that each is one comparison with
/// a constant.
///
/// Cost: a few comparisons. Errors: none.
/// Source: kernel/sched/fair.c, group_classify(), group_is_overloaded(), group_has_capacity(), v5.19 .. v7.1.
/// Departs: asymmetric packing, and the overutilized test of v7.1, which needs energy-aware scheduling, are left out;
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
    auto type = select(has_capacity, D::choice(GroupType::has_spare), D::choice(GroupType::fully_busy));
    type = select(marks.misfit, D::choice(GroupType::misfit_task), type);
    type = select(marks.smt_balance, D::choice(GroupType::smt_balance), type);
    type = select(marks.imbalanced, D::choice(GroupType::imbalanced), type);
    return select(overloaded, D::choice(GroupType::overloaded), type);
}

}  // namespace schedmc
