// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include "model/domain/concrete.hpp"
#include "model/machine/topology.hpp"
#include "model/policy/tests_in_order.hpp"
#include "tests/model/policy/loop_reading.hpp"

/// The loop reading's questions and answers in the policy's terms, and whether two answers are one.
namespace schedmc::loops {

/// A machine as both readings see it.
template <class D>
struct BothReadings {
    Topology<D> topology;
    LoopMachine loops;

    explicit BothReadings(const Machine& machine) : topology(machine), loops(machine) {}
};

/// The set of the flagged CPUs.
template <class D>
typename D::CpuSet set_of(const Flags& flags) {
    auto members = typename D::CpuSet().bits();
    for (std::size_t cpu = 0; cpu < flags.size(); ++cpu) {
        if (flags[cpu] != 0) {
            members.insert(cpu);
        }
    }
    return typename D::CpuSet(members);
}

/// The runqueues as the policy reads them.
template <class D>
RunqueueView<D> view_of(const BothReadings<D>& both, const LoopRunqueues& rq) {
    Flags empty(rq.nr_running.size());
    Flags single(rq.nr_running.size());
    for (std::size_t cpu = 0; cpu < rq.nr_running.size(); ++cpu) {
        empty[cpu] = rq.online[cpu] != 0 && rq.nr_running[cpu] == 0 ? 1 : 0;
        single[cpu] = rq.nr_running[cpu] == 1 ? 1 : 0;
    }
    RunqueueView<D> view{.idle = set_of<D>(rq.idle),
                         .sched_idle = set_of<D>(rq.sched_idle),
                         .empty = set_of<D>(empty),
                         .single = set_of<D>(single),
                         .hot = set_of<D>(rq.hot),
                         .active = set_of<D>(rq.active),
                         .online = set_of<D>(rq.online),
                         .hinted = both.topology.none,
                         .nr_idle_scan = {},
                         .prop_budget = {}};
    const std::size_t llcs = both.topology.llcs.sets.size();
    view.nr_idle_scan.resize(llcs);
    view.prop_budget.resize(llcs);
    for (std::size_t llc = 0; llc < llcs; ++llc) {
        const std::size_t first = both.topology.llcs.sets[llc].bits().next(0);
        view.nr_idle_scan[llc] = D::number(static_cast<std::size_t>(rq.nr_idle_scan[first]));
        view.prop_budget[llc] = D::number(static_cast<std::size_t>(rq.prop_budget[first]));
        if (rq.has_idle_cores[first] != 0) {
            view.hinted = view.hinted | both.topology.llcs.sets[llc];
        }
    }
    return view;
}

/// The wakeup as the policy reads it.
template <class D>
Wakeup<D> wakeup_of(const LoopWakeup& wakeup) {
    return {.this_cpu = D::cpu(at(wakeup.this_cpu)),
            .in_interrupt = D::truth(wakeup.in_interrupt),
            .sync = D::truth(wakeup.sync),
            .on_current_cpu = D::truth(wakeup.on_current_cpu),
            .pull = D::choice(wakeup.pull),
            .current_is_bound_kthread = D::truth(wakeup.current_is_bound_kthread),
            .prev = D::cpu(at(wakeup.prev)),
            .recent = D::cpu(at(wakeup.recent)),
            .allowed = set_of<D>(wakeup.allowed),
            .sched_idle_policy = D::truth(wakeup.sched_idle_policy),
            .bound_kthread = D::truth(wakeup.bound_kthread),
            .fits = set_of<D>(wakeup.fits),
            .misses_boost = set_of<D>(wakeup.misses_boost),
            .cookie_matches = set_of<D>(wakeup.cookie_matches)};
}

/// The name of the first field in which the decisions differ, or nullptr. The hint is compared where the kernel
/// reads it, the scan where there is one.
///
/// Cost: a pass over the CPUs examined.
template <class D>
const char* first_difference(const BothReadings<D>& both, const RunqueueView<D>& view,
                             const Wakeup<D>& wakeup, const LoopDecision& loop,
                             const WakeupDecision<D>& set) {
    const auto is = [](const typename D::Cpu& cpu, int number) {
        return number == nobody ? !cpu.has_number() : cpu.has_number() && cpu.number() == at(number);
    };
    if (!is(set.cpu, loop.cpu)) {
        return "cpu";
    }
    if (!is(set.answer, loop.answer)) {
        return "answer";
    }
    if (set.rule.value() != loop.rule) {
        return "rule";
    }
    if (!is(set.target, loop.target)) {
        return "target";
    }
    if (!is(set.recent, loop.recent)) {
        return "recent";
    }
    if (set.repaired.is_true() != loop.repaired) {
        return "repaired";
    }
    if (set.by_wake_list.is_true() != loop.by_wake_list) {
        return "by_wake_list";
    }
    if (loop.read_hint && set.saw_hint.is_true() != loop.saw_hint) {
        return "saw_hint";
    }
    if (set.scan.end.value() != loop.scan.end) {
        return "scan.end";
    }
    if (!is(set.scan.cpu, loop.scan.cpu)) {
        return "scan.cpu";
    }
    auto examined = both.topology.none.bits();
    for (const int cpu : loop.scan.examined_in_order) {
        examined.insert(at(cpu));
    }
    if (!(set.scan.examined.bits() == examined) || examined.count() != loop.scan.examined_in_order.size()) {
        return "scan.examined";
    }
    auto passed_over = both.topology.none.bits();
    for (const int cpu : loop.scan.passed_over) {
        passed_over.insert(at(cpu));
    }
    if (!(set.scan.passed_over_as_hot.bits() == passed_over)) {
        return "scan.passed_over_as_hot";
    }
    auto hinted = view.hinted;
    if (loop.scan.hint_cleared_of != nobody) {
        hinted = hinted - both.topology.llcs.of_cpu[at(loop.scan.hint_cleared_of)];
    }
    if ((set.scan.hinted != hinted).is_true()) {
        return "scan.hinted";
    }
    if (loop.scan.end != ScanEnd::not_reached) {
        const auto candidates = set_of<D>(both.loops.llc_span[at(loop.target)]) & wakeup.allowed;
        if ((set.scan.candidates != candidates).is_true()) {
            return "scan.candidates";
        }
    }
    return nullptr;
}

/// True when both readings ask the same CPUs whether they are idle, in the same order. On machines of unequal
/// capacities the policy's order is not known.
template <class D>
bool same_tests(const BothReadings<D>& both, const Policy& policy, const RunqueueView<D>& view,
                const Wakeup<D>& wakeup, const LoopDecision& loop, const WakeupDecision<D>& set) {
    if (both.topology.capacities_differ) {
        return true;
    }
    const std::vector<IdleTest> tests = tests_in_order(both.topology, policy, view, wakeup, set);
    return std::equal(tests.begin(), tests.end(), loop.tested.begin(), loop.tested.end(),
                      [](const IdleTest& test, int cpu) { return test.cpu == at(cpu); });
}

/// Both decisions with the question, for the person who reads the failure.
std::string describe(const Machine& machine, const std::string& policy, const LoopRunqueues& runqueues,
                     const LoopWakeup& wakeup, const LoopDecision& decision);

/// "" when the policy decides as the loops do, else the question and where the answers part.
template <class D>
std::string disagreement(const BothReadings<D>& both, const Policy& policy, const LoopRunqueues& rq,
                         const RunqueueView<D>& view, const LoopWakeup& asked) {
    const LoopDecision loop = loop_select_task_rq(both.loops, policy.rules, rq, asked);
    const Wakeup<D> wakeup = wakeup_of<D>(asked);
    const WakeupDecision<D> set = select_task_rq(both.topology, policy, view, wakeup);
    const char* field = first_difference(both, view, wakeup, loop, set);
    if (field == nullptr && !same_tests(both, policy, view, wakeup, loop, set)) {
        field = "the order of tests";
    }
    if (field == nullptr) {
        return "";
    }
    return std::string(field) + " differs; the policy puts it on " +
           (set.cpu.has_number() ? std::to_string(set.cpu.number()) : "none") + " by rule " +
           std::to_string(static_cast<int>(set.rule.value())) + ", scan end " +
           std::to_string(static_cast<int>(set.scan.end.value())) + " examining " +
           cpu_list(CpuMask::from(set.scan.examined.bits())) + "\n" +
           describe(both.topology.machine, policy.name, rq, asked, loop);
}

}  // namespace schedmc::loops
