// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/select_idle_capacity.hpp"
#include "model/policy/select_idle_cpu.hpp"
#include "model/policy/select_idle_smt.hpp"
#include "model/policy/wakeup.hpp"

namespace schedmc {

/// A cascade of rules of which the first that has a CPU to offer answers: the value form of a function with an
/// early return in each branch.
template <class D>
class Cascade {
public:
    using Cpu = typename D::Cpu;

    /// True while no rule has answered.
    typename D::Truth is_open() const { return !exists(cpu_); }
    /// The rule answers `cpu`, if that is not none and no rule before it did.
    void offer(WakeRule rule, const Cpu& cpu) {
        rule_ = select(is_open() & exists(cpu), D::choice(rule), rule_);
        cpu_ = or_else(cpu_, cpu);
    }
    /// The rule answers `cpu` where the condition holds.
    void offer_if(const typename D::Truth& condition, WakeRule rule, const Cpu& cpu) {
        offer(rule, select(condition, cpu, Cpu()));
    }
    const Cpu& cpu() const { return cpu_; }
    const typename D::template Choice<WakeRule>& rule() const { return rule_; }

private:
    Cpu cpu_{};
    typename D::template Choice<WakeRule> rule_ = D::choice(WakeRule::none);
};

/// The scan of a decision that comes about without one.
template <class D>
Scan<D> no_scan(const Topology<D>& topology, const RunqueueView<D>& view) {
    return {D::choice(ScanEnd::not_reached),
            typename D::Cpu(),
            topology.none,
            topology.none,
            view.hinted,
            topology.none};
}

/// Where the cascade sends the scan's result.
template <class D>
void offer_scan(Cascade<D>& cascade, const Scan<D>& scan) {
    cascade.offer_if(scan.end == ScanEnd::found_idle_core, WakeRule::idle_core, scan.cpu);
    cascade.offer_if(scan.end == ScanEnd::found_idle_cpu, WakeRule::idle_cpu, scan.cpu);
    cascade.offer_if(scan.end == ScanEnd::found_fallback, WakeRule::fallback_of_core_scan, scan.cpu);
    cascade.offer_if((scan.end == ScanEnd::found_first_hot) | (scan.end == ScanEnd::found_last_hot),
                     WakeRule::hot_cpu_of_scan, scan.cpu);
}

/// The previous CPU is another than the target and near it, so that its idleness is asked.
///
/// Source: kernel/sched/fair.c, select_idle_sibling(), v5.19 .. v7.1.
template <class D>
typename D::Truth prev_is_near(const Topology<D>& topology, const Wakeup<D>& wakeup,
                               const typename D::Cpu& target) {
    return (wakeup.prev != target) & shares_cache(topology, wakeup.prev, target);
}

/// The wakee's previous CPU if it is idle and near target; else none. Whether it is reserved is not asked, so that a
/// short sleeper returns to its own.
///
/// Source: kernel/sched/fair.c, select_idle_sibling(), v5.19 .. v7.1.
template <class D>
typename D::Cpu idle_prev_cpu(const Topology<D>& topology, const Policy& policy, const RunqueueView<D>& view,
                              const Wakeup<D>& wakeup, const typename D::CpuSet& candidates,
                              const typename D::Cpu& target) {
    const auto taken = policy.has(Defect::hot_prev_passed_over) ? candidates - view.hot : candidates;
    const auto idle = prev_is_near(topology, wakeup, target) & contains(taken, wakeup.prev);
    return select(idle, wakeup.prev, typename D::Cpu());
}

/// The recently used CPU is another than both and near the target, so that its idleness is asked.
///
/// Source: kernel/sched/fair.c, select_idle_sibling(): recent_used_cpu, v5.19 .. v7.1.
template <class D>
typename D::Truth recent_is_near(const Topology<D>& topology, const Wakeup<D>& wakeup,
                                 const typename D::Cpu& target) {
    return (wakeup.recent != wakeup.prev) & (wakeup.recent != target) &
           shares_cache(topology, wakeup.recent, target);
}

/// The wakee's recently used CPU if it is idle, near target, and passes the affinity test; else none.
///
/// Source: kernel/sched/fair.c, select_idle_sibling(): recent_used_cpu, v5.19 .. v7.1.
template <class D>
typename D::Cpu idle_recent_cpu(const Topology<D>& topology, const Policy& policy, const Wakeup<D>& wakeup,
                                const typename D::CpuSet& candidates, const typename D::Cpu& target) {
    const auto recent = wakeup.recent;
    const auto tested = policy.rules.recent_test_reads_prev ? wakeup.prev : recent;
    const auto allowed = contains(wakeup.allowed, tested) | D::truth(policy.has(Defect::recent_not_tested));
    const auto idle_nearby =
        recent_is_near(topology, wakeup, target) & contains(candidates, recent) & allowed;
    return select(idle_nearby, recent, typename D::Cpu());
}

/// True when the waker is a kernel thread bound to the wakee's previous CPU, alone in its queue there: it is about to
/// sleep, and the wakee takes its place.
///
/// Source: kernel/sched/fair.c, select_idle_sibling(): is_per_cpu_kthread(current), v5.19 .. v7.1.
template <class D>
typename D::Truth beside_bound_kthread(const Policy& policy, const RunqueueView<D>& view,
                                       const Wakeup<D>& wakeup) {
    const auto in_task = D::truth(policy.has(Defect::kthread_rule_in_interrupt)) | !wakeup.in_interrupt;
    return wakeup.current_is_bound_kthread & in_task & (wakeup.prev == wakeup.this_cpu) &
           contains(view.empty | view.single, wakeup.this_cpu);
}

/// The siblings of the previous CPU are near the target, and no hint promises better.
///
/// Source: kernel/sched/fair.c, select_idle_sibling(), v5.19 .. v7.1.
template <class D>
typename D::Truth siblings_are_tried(const Topology<D>& topology, const Wakeup<D>& wakeup,
                                     const typename D::Cpu& target, const typename D::Truth& hint) {
    return shares_cache(topology, wakeup.prev, target) & !hint;
}

/// The CPU in or near target's LLC for a wakee whose previous CPU is known, with the rule that gave it.
///
/// The first rules ask no affinity of target and prev: the caller repairs an unusable answer. On machines with
/// clusters, an idle previous or recent CPU of another cluster is set aside and answers only if the scan fails.
///
/// Cost: the scan's. Errors: none.
/// Source: kernel/sched/fair.c, select_idle_sibling(), v5.19 .. v7.1.
template <class D>
WakeupDecision<D> select_idle_sibling(const Topology<D>& topology, const Policy& policy,
                                      const LooksOrView<D>& looks, const Wakeup<D>& wakeup,
                                      const typename D::Cpu& target) {
    using Cpu = typename D::Cpu;
    using CpuSet = typename D::CpuSet;
    using Truth = typename D::Truth;
    const Rules& rules = policy.rules;
    const Cpu prev = wakeup.prev;
    // asym_fits_cpu() is true of every CPU while no domain spans unequal capacities.
    const CpuSet fitting = topology.capacities_differ ? wakeup.fits : topology.online;
    const CpuSet candidates = candidates_of(topology, policy, looks.near, wakeup) & fitting;
    const CpuSet target_candidates = policy.has(Defect::sched_idle_target_taken)
                                         ? (looks.near.idle | looks.near.sched_idle) & fitting
                                         : candidates;
    const auto in_near_cluster = [&](const Cpu& cpu) {
        return rules.cluster_aware && topology.domains.cluster_active
                   ? shares_resources(topology, cpu, target)
                   : D::truth(true);
    };

    Cascade<D> cascade;
    cascade.offer_if(contains(target_candidates, target), WakeRule::target_is_idle, target);

    const Cpu idle_prev = idle_prev_cpu(topology, policy, looks.near, wakeup, candidates, target);
    cascade.offer_if(in_near_cluster(idle_prev), WakeRule::prev_is_idle, idle_prev);

    cascade.offer_if(beside_bound_kthread(policy, looks.near, wakeup) & contains(fitting, prev),
                     WakeRule::beside_bound_kthread, prev);

    const Cpu recent_after = select(cascade.is_open(), prev, wakeup.recent);
    const Cpu idle_recent = idle_recent_cpu(topology, policy, wakeup, candidates, target);
    cascade.offer_if(in_near_cluster(idle_recent), WakeRule::recent_is_idle, idle_recent);

    if (topology.capacities_differ) {
        const Truth asymmetric = !is_empty(at(topology.asym_span, target));
        cascade.offer_if(asymmetric, WakeRule::capacity_scan,
                         select_idle_capacity(topology, policy, looks.scan, wakeup, target));
        cascade.offer_if(asymmetric, WakeRule::target_though_busy, target);
    }
    cascade.offer_if(is_empty(at(topology.llcs.of_cpu, target)), WakeRule::no_llc_domain, target);

    const bool smt = topology.domains.smt_active;
    const Truth hint = smt ? contains(looks.scan.hinted, target) : D::truth(false);
    if (smt) {
        cascade.offer_if(siblings_are_tried(topology, wakeup, target, hint), WakeRule::idle_sibling_of_prev,
                         select_idle_smt(topology, policy, looks.siblings, wakeup, target));
    }
    const Truth scan_reached = cascade.is_open();
    const Scan<D> scan = select(
        scan_reached, [&] { return select_idle_cpu(topology, policy, looks.scan, wakeup, target, hint); },
        [&] { return no_scan(topology, looks.scan); });
    offer_scan(cascade, scan);
    if (rules.cluster_aware) {
        cascade.offer(WakeRule::prev_of_other_cluster, idle_prev);
        cascade.offer(WakeRule::recent_of_other_cluster, idle_recent);
    }
    cascade.offer(WakeRule::target_though_busy, target);

    return {.target = target,
            .answer = cascade.cpu(),
            .rule = cascade.rule(),
            .saw_hint = hint,
            .scan = scan,
            .recent = recent_after,
            .repaired = D::truth(false),
            .cpu = cascade.cpu(),
            .by_wake_list = D::truth(false),
            .burst = no_burst<D>()};
}

}  // namespace schedmc
