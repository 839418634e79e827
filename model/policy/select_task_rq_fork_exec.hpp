// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/burst.hpp"
#include "model/policy/find_idlest_cpu.hpp"
#include "model/policy/select_task_rq.hpp"

namespace schedmc {

/// The decision that answers `cpu` by `rule`, without a way down.
template <class D>
ForkExecDecision<D> answer_without_way(ForkExecRule rule, const typename D::Cpu& cpu) {
    return {cpu, D::choice(rule), {}, D::truth(false), cpu, no_burst<D>()};
}

/// How many of the CPU's domains, from the bottom, have a flag without a gap: the slow path begins at the last.
///
/// Source: kernel/sched/fair.c, select_task_rq_fair(): the walk without wake affinity, v5.19 .. v7.1.
inline std::size_t domains_with_flag(const SchedDomains& domains, std::size_t cpu, unsigned flag) {
    std::size_t kept = 0;
    for (const SchedDomain& domain : domains.of_cpu[cpu]) {
        if ((domain.flags & flag) == 0) {
            break;
        }
        ++kept;
    }
    return kept;
}

/// The CPUs with more tasks than the burst path's threshold. Cost: a comparison a CPU.
template <class D>
typename D::CpuSet bursting_cpus(const Topology<D>& topology, const Policy& policy, const LoadView<D>& view) {
    const auto limit = D::number(burst_limit(policy));
    auto bursting = topology.none;
    topology.machine.present.for_each([&](std::size_t cpu) {
        bursting = bursting | select(limit < view.nr_running[cpu], D::CpuSet::only(D::cpu(cpu)), topology.none);
    });
    return bursting;
}

/// The fair class's choice for a fork or an exec.
///
/// Cost: find_idlest_cpu()'s. Errors: none.
/// Source: kernel/sched/fair.c, select_task_rq_fair() with WF_FORK and WF_EXEC, v5.19 .. v7.1.
template <class D>
ForkExecDecision<D> select_task_rq_fair(const Topology<D>& topology, const Policy& policy,
                                        const LoadView<D>& view, const ForkExec<D>& question) {
    const unsigned flag = question.exec ? sd_flag::balance_exec : sd_flag::balance_fork;
    const auto from = [&](std::size_t cpu) {
        const std::size_t domains = domains_with_flag(topology.domains, cpu, flag);
        return domains == 0 ? answer_without_way<D>(ForkExecRule::no_domain, question.prev)
                            : find_idlest_cpu(topology, policy, view, question, flag, cpu, domains);
    };
    ForkExecDecision<D> decision =
        for_the_cpu<D, ForkExecDecision<D>>(topology.machine.online, question.this_cpu, from);
    if (policy.rules.burst_threshold != 0 && !policy.has(Defect::burst_of_wakeups_only)) {
        const auto slow = decision.rule == ForkExecRule::slow_path;
        const auto spread = select_burst_cpu(topology, policy, view, question,
                                             bursting_cpus(topology, policy, view), decision.answer);
        decision.answer = decision.cpu = select(slow, spread.cpu, decision.answer);
        decision.burst = select_fields(slow, spread.burst, decision.burst);
    }
    return decision;
}

/// The decision of a fork: the class is asked if the new task has a choice, and what came out is replaced if it may not
/// run there.
///
/// Cost: the class's. Errors: none.
/// Source: kernel/sched/core.c, wake_up_new_task(), select_task_rq(), v5.19 .. v7.1.
template <class D>
ForkExecDecision<D> select_task_rq_fork(const Topology<D>& topology, const Policy& policy,
                                        const LoadView<D>& view, const ForkExec<D>& question) {
    const auto has_choice = D::number(1) < count(question.allowed);
    ForkExecDecision<D> decision = select(
        has_choice, [&] { return select_task_rq_fair(topology, policy, view, question); },
        [&] { return answer_without_way<D>(ForkExecRule::only_cpu_allowed, first_of(question.allowed)); });
    const auto stands = contains(usable_cpus(view, question), decision.answer);
    decision.repaired = !stands;
    decision.cpu =
        select(stands, decision.answer, select_fallback_rq(topology, view, question, question.prev));
    return decision;
}

/// The decision of an exec. The class is asked whatever the mask; the task moves if the answer is another CPU that is
/// active and allowed, else it stays.
///
/// Cost: the class's. Errors: none.
/// Source: kernel/sched/core.c, sched_exec(), migration_cpu_stop(), v5.19 .. v7.1.
template <class D>
ForkExecDecision<D> select_task_rq_exec(const Topology<D>& topology, const Policy& policy,
                                        const LoadView<D>& view, const ForkExec<D>& question) {
    ForkExecDecision<D> decision = select_task_rq_fair(topology, policy, view, question);
    const auto stands = contains(usable_cpus(view, question) & view.active, decision.answer) |
                        (decision.answer == question.prev);
    decision.repaired = !stands;
    decision.cpu = select(stands, decision.answer, question.prev);
    return decision;
}

/// The decision of the question, by its kind.
template <class D>
ForkExecDecision<D> select_task_rq(const Topology<D>& topology, const Policy& policy, const LoadView<D>& view,
                                   const ForkExec<D>& question) {
    return question.exec ? select_task_rq_exec(topology, policy, view, question)
                         : select_task_rq_fork(topology, policy, view, question);
}

}  // namespace schedmc
