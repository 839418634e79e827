// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "model/policy/select_task_rq_fork_exec.hpp"

namespace schedmc {

/// The CPUs whose idleness a fork or an exec asks, one after the other, as tests_in_order() has them for wakeups: in
/// each group that is searched one by one, the CPUs that the task may use, up to the first that runs nothing but
/// SCHED_IDLE tasks. For concrete values, and while core scheduling is off.
///
/// Cost: one step a CPU of the groups searched.
/// Source: kernel/sched/fair.c, find_idlest_group_cpu(), v5.19 .. v6.8; sched_balance_find_dst_group_cpu(),
/// v6.12 .. v7.1.
template <class D>
std::vector<std::uint16_t> fork_tests_in_order(const Topology<D>& topology, const Policy& policy,
                                               const LoadView<D>& view, const ForkExec<D>& question,
                                               const ForkExecDecision<D>& decision) {
    const auto joins = sched_idle_cpus_to_join(topology, policy, view, question);
    std::vector<std::uint16_t> tests;
    for (const LevelStep<D>& level : decision.levels) {
        const GroupCpuRule rule = level.picked.rule.value();
        if (!level.visited.is_true() || rule == GroupCpuRule::not_reached ||
            rule == GroupCpuRule::only_cpu_of_group) {
            continue;
        }
        auto left = level.groups.chosen & question.allowed;
        while (!is_empty(left).is_true()) {
            const auto cpu = first_of(left);
            if (contains(joins, cpu).is_true()) {
                break;
            }
            tests.push_back(static_cast<std::uint16_t>(cpu.number()));
            left = left - D::CpuSet::only(cpu);
        }
    }
    return tests;
}

}  // namespace schedmc
