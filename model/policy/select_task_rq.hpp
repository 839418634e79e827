// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/burst.hpp"
#include "model/policy/select_idle_sibling.hpp"
#include "model/policy/ttwu_queue.hpp"
#include "model/policy/usable_cpus.hpp"
#include "model/policy/wake_affine.hpp"
#include "model/policy/wakeup.hpp"

namespace schedmc {

/// One of two decisions, whole.
template <class D>
WakeupDecision<D> select_fields(const typename D::Truth& condition, const WakeupDecision<D>& a,
                                const WakeupDecision<D>& b) {
    return {.target = select(condition, a.target, b.target),
            .answer = select(condition, a.answer, b.answer),
            .rule = select(condition, a.rule, b.rule),
            .saw_hint = select(condition, a.saw_hint, b.saw_hint),
            .scan = select_fields(condition, a.scan, b.scan),
            .recent = select(condition, a.recent, b.recent),
            .repaired = select(condition, a.repaired, b.repaired),
            .cpu = select(condition, a.cpu, b.cpu),
            .by_wake_list = select(condition, a.by_wake_list, b.by_wake_list),
            .burst = select_fields(condition, a.burst, b.burst)};
}

/// The decision that leaves everything as it is and answers `cpu` by `rule`, without select_idle_sibling().
template <class D>
WakeupDecision<D> answer_at_once(const Topology<D>& topology, const RunqueueView<D>& view,
                                 const Wakeup<D>& wakeup, WakeRule rule, const typename D::Cpu& cpu) {
    return {.target = typename D::Cpu(),
            .answer = cpu,
            .rule = D::choice(rule),
            .saw_hint = D::truth(false),
            .scan = no_scan(topology, view),
            .recent = wakeup.recent,
            .repaired = D::truth(false),
            .cpu = cpu,
            .by_wake_list = D::truth(false),
            .burst = no_burst<D>()};
}

/// wake_affine() is asked: the waker's CPU is allowed, the two tasks do not wake each other's kind widely, and a domain
/// of the waker's CPU that allows affine wakeups reaches another CPU, prev.
///
/// Source: kernel/sched/fair.c, select_task_rq_fair() for wakeups, v5.19 .. v7.1. Domains are built without
/// SD_BALANCE_WAKE, so that a wakeup never takes the slow path.
template <class D>
typename D::Truth asks_wake_affine(const Topology<D>& topology, const Policy& policy,
                                   const Wakeup<D>& wakeup) {
    const auto waker_allowed =
        contains(wakeup.allowed, wakeup.this_cpu) | D::truth(policy.has(Defect::waker_not_tested));
    return (wakeup.pull != Pull::wide) & waker_allowed &
           contains(at(topology.wake_affine_span, wakeup.this_cpu), wakeup.prev) &
           (wakeup.this_cpu != wakeup.prev);
}

/// The CPU that select_idle_sibling() is asked about: where wake_affine() points, if it is asked, else prev.
///
/// Source: kernel/sched/fair.c, select_task_rq_fair() for wakeups, v5.19 .. v7.1.
template <class D>
typename D::Cpu wakeup_target(const Topology<D>& topology, const Policy& policy, const RunqueueView<D>& view,
                              const Wakeup<D>& wakeup) {
    return select(asks_wake_affine(topology, policy, wakeup), wake_affine(topology, policy, view, wakeup),
                  wakeup.prev);
}

/// The fair class's choice for a wakeup.
///
/// Source: kernel/sched/fair.c, select_task_rq_fair(), v5.19 .. v7.1.
/// Departs: energy-aware scheduling is left out; docs/fidelity.md#select_task_rq_fair.
template <class D>
WakeupDecision<D> select_task_rq_fair(const Topology<D>& topology, const Policy& policy,
                                      const LooksOrView<D>& looks, const Wakeup<D>& wakeup) {
    const auto here = D::truth(policy.rules.current_cpu_wakeups) & wakeup.on_current_cpu &
                      contains(wakeup.allowed, wakeup.this_cpu);
    WakeupDecision<D> decision = select(
        here,
        [&] {
            return answer_at_once(topology, looks.scan, wakeup, WakeRule::current_cpu_asked, wakeup.this_cpu);
        },
        [&] {
            return select_idle_sibling(topology, policy, looks, wakeup,
                                       wakeup_target(topology, policy, looks.affine, wakeup));
        });
    if (policy.rules.burst_threshold != 0) {
        const auto spread =
            select_burst_cpu(topology, policy, looks.scan, wakeup, looks.scan.bursting, decision.answer);
        decision.answer = decision.cpu = spread.cpu;
        decision.burst = spread.burst;
    }
    return decision;
}

/// The first usable CPU of the node of `cpu`, else of the task's mask, else of all CPUs (the mask is widened).
///
/// Source: kernel/sched/core.c, select_fallback_rq(), v5.19 .. v7.1.
/// Departs: cpusets and the possible mask are one widening; docs/fidelity.md#select_fallback_rq.
template <class D, class View, class Question>
typename D::Cpu select_fallback_rq(const Topology<D>& topology, const View& view, const Question& question,
                                   const typename D::Cpu& cpu) {
    const auto usable = usable_cpus(view, question);
    const auto widened = select(question.bound_kthread, view.online, view.active);
    return or_else(first_of(usable & at(topology.nodes.of_cpu, cpu)),
                   or_else(first_of(usable), first_of(widened)));
}

/// The wakee's mask after the selection: one without a usable CPU has been widened by the repair.
///
/// Source: kernel/sched/core.c, select_fallback_rq(), v5.19 .. v7.1.
template <class D>
typename D::CpuSet mask_after_repair(const Policy& policy, const RunqueueView<D>& view,
                                     const Wakeup<D>& wakeup) {
    return policy.has(Defect::no_fallback)
               ? wakeup.allowed
               : select(is_empty(usable_cpus(view, wakeup)), view.online, wakeup.allowed);
}

/// The decision of a wakeup: the class is asked if the wakee has a choice, and what came out is replaced if the
/// wakee may not run there.
///
/// Cost: the class's. Errors: none.
/// Source: kernel/sched/core.c, select_task_rq() and ttwu_queue_cond(), v5.19 .. v7.1.
template <class D>
WakeupDecision<D> select_task_rq(const Topology<D>& topology, const Policy& policy,
                                 const RunqueueView<D>& view, const Wakeup<D>& wakeup) {
    const auto has_choice = D::number(1) < count(wakeup.allowed);
    WakeupDecision<D> decision = select(
        has_choice, [&] { return select_task_rq_fair(topology, policy, view, wakeup); },
        [&] {
            return answer_at_once(topology, view, wakeup, WakeRule::only_cpu_allowed,
                                  first_of(wakeup.allowed));
        });
    if (!policy.has(Defect::no_fallback)) {
        const auto usable = usable_cpus(view, wakeup);
        const auto stands = contains(usable, decision.answer);
        decision.repaired = !stands;
        decision.cpu =
            select(stands, decision.answer, select_fallback_rq(topology, view, wakeup, wakeup.prev));
    }
    decision.by_wake_list = ttwu_queue_cond(topology, policy, view, wakeup,
                                            mask_after_repair(policy, view, wakeup), decision.cpu);
    return decision;
}

}  // namespace schedmc
