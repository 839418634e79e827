// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "model/policy/select_task_rq.hpp"

/// A decision as an outsider sees it: the CPUs whose idleness it asks, one after the other. The policy thinks in sets;
/// the kernel's loops ask one CPU at a time, in an order that the same rules fix. For engines and comparisons, with
/// concrete values.
namespace schedmc {

/// Which look at the runqueues a test belongs to, named as in Looks.
enum class Look : std::uint8_t { affine, near, siblings, scan };

/// One call of available_idle_cpu().
struct IdleTest {
    Look look;
    std::uint16_t cpu;
    friend bool operator==(const IdleTest&, const IdleTest&) = default;
};

namespace tests {

/// Collects tests of one look.
template <class D>
class Collector {
public:
    explicit Collector(std::vector<IdleTest>& into) : into_(into) {}

    void test(Look look, const typename D::Cpu& cpu) {
        into_.push_back({look, static_cast<std::uint16_t>(cpu.number())});
    }
    void test_if(const typename D::Truth& condition, Look look, const typename D::Cpu& cpu) {
        if (condition.is_true()) {
            test(look, cpu);
        }
    }

private:
    std::vector<IdleTest>& into_;
};

/// wake_affine_idle() asks the waker's CPU, and the previous one in both branches that do not end before.
template <class D>
void of_wake_affine(const Topology<D>& topology, const Policy& policy, const RunqueueView<D>& view,
                    const Wakeup<D>& wakeup, Collector<D>& collector) {
    collector.test(Look::affine, wakeup.this_cpu);
    collector.test_if(interrupt_nearby(topology, view, wakeup) | !waker_leaves(policy, view, wakeup),
                      Look::affine, wakeup.prev);
}

/// The first rules of select_idle_sibling(), up to the one that answered.
template <class D>
void of_near_cpus(const Topology<D>& topology, const Wakeup<D>& wakeup, const WakeupDecision<D>& decision,
                  Collector<D>& collector) {
    const WakeRule rule = decision.rule.value();
    collector.test(Look::near, decision.target);
    if (rule == WakeRule::target_is_idle) {
        return;
    }
    collector.test_if(prev_is_near(topology, wakeup, decision.target), Look::near, wakeup.prev);
    if (rule == WakeRule::prev_is_idle || rule == WakeRule::beside_bound_kthread) {
        return;
    }
    collector.test_if(recent_is_near(topology, wakeup, decision.target), Look::near, wakeup.recent);
}

/// The siblings of the previous CPU, up to the one that answered.
template <class D>
void of_siblings(const Topology<D>& topology, const Policy& policy, const Wakeup<D>& wakeup,
                 const WakeupDecision<D>& decision, Collector<D>& collector) {
    const bool answered = decision.rule.value() == WakeRule::idle_sibling_of_prev;
    const auto tried = siblings_tried(topology, policy, wakeup, decision.target);
    const auto tested = answered ? until(tried, typename D::Cpu(), decision.answer) : tried;
    tested.bits().for_each([&](std::size_t cpu) { collector.test(Look::siblings, D::cpu(cpu)); });
}

/// The search in one core: all its CPUs, but once a fallback is known no further than the first busy one. `idle` and
/// `candidates` are those of the search.
template <class D>
void of_core(const typename D::CpuSet& core, const typename D::CpuSet& idle,
             const typename D::CpuSet& candidates, const typename D::CpuSet& members, bool& has_fallback,
             Collector<D>& collector) {
    const std::size_t end = core.bits().capacity;
    for (std::size_t cpu = core.bits().next(0); cpu < end; cpu = core.bits().next(cpu + 1)) {
        collector.test(Look::scan, D::cpu(cpu));
        const bool is_idle = idle.bits().contains(cpu);
        if (!is_idle && has_fallback) {
            return;
        }
        has_fallback = has_fallback || (candidates & members).bits().contains(cpu);
        if (!is_idle && has_fallback) {
            return;
        }
    }
}

/// The scan of the LLC: each CPU examined, or the core of each.
template <class D>
void of_scan(const Topology<D>& topology, const Policy& policy, const RunqueueView<D>& view,
             const Wakeup<D>& wakeup, const WakeupDecision<D>& decision, Collector<D>& collector) {
    const ScanOrder<D> order = scan_order(topology, policy, wakeup, decision.target);
    const auto hidden = hidden_as_hot(topology, policy, view);
    const auto candidates = candidates_of(topology, policy, view, wakeup) - hidden;
    const auto members = fallback_members(policy, wakeup, order);
    bool has_fallback = false;
    auto left = decision.scan.examined;
    while (!is_empty(left).is_true()) {
        const auto cpu = order.first_in(left);
        left = left - D::CpuSet::only(cpu);
        if (decision.saw_hint.is_true()) {
            of_core<D>(at(topology.cores.of_cpu, cpu), view.idle - hidden, candidates, members, has_fallback,
                       collector);
        } else {
            collector.test(Look::scan, cpu);
        }
    }
}

}  // namespace tests

/// The idle tests that select_task_rq_fair() makes on the way to this decision, in order. `decision` is its answer
/// to the same question.
///
/// Errors: expects a machine of one capacity. Cost: the number of tests, times a set expression.
/// Source: kernel/sched/fair.c: wake_affine_idle(), select_idle_sibling(), select_idle_smt(), select_idle_core(),
/// __select_idle_cpu(), v5.19 .. v7.1.
template <class D>
std::vector<IdleTest> tests_in_order(const Topology<D>& topology, const Policy& policy,
                                     const LooksOrView<D>& looks, const Wakeup<D>& wakeup,
                                     const WakeupDecision<D>& decision) {
    expects(!topology.capacities_differ, "tests are put in order on machines of one capacity");
    std::vector<IdleTest> result;
    tests::Collector<D> collector(result);
    if (!decision.target.has_number()) {
        return result;
    }
    if (asks_wake_affine(topology, policy, wakeup).is_true()) {
        tests::of_wake_affine(topology, policy, looks.affine, wakeup, collector);
    }
    tests::of_near_cpus(topology, wakeup, decision, collector);
    if (decision.rule.value() <= WakeRule::no_llc_domain) {
        return result;
    }
    if (topology.domains.smt_active &&
        siblings_are_tried(topology, wakeup, decision.target, decision.saw_hint).is_true()) {
        tests::of_siblings(topology, policy, wakeup, decision, collector);
    }
    if (decision.scan.end.value() != ScanEnd::not_reached) {
        tests::of_scan(topology, policy, looks.scan, wakeup, decision, collector);
    }
    return result;
}

}  // namespace schedmc
