// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/kernel/difference.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/policy/select_idle_cpu.hpp"
#include "model/policy/tests_in_order.hpp"

namespace schedmc::kernel {

namespace {

using Cpu = Word::Cpu;
using CpuSet = Word::CpuSet;

bool differ(const Cpu& a, const Cpu& b) { return (a != b).is_true(); }

// The model gives the CPUs examined as a set and their order as a rule; the kernel gives a list.
bool examined_differ(const Topology<Word>& topology, const Policy& policy, const Wakeup<Word>& wakeup,
                     const KernelDecision& kernel, const WakeupDecision<Word>& model) {
    if (model.scan.examined.bits().count() != kernel.examined.size()) {
        return true;
    }
    if (kernel.examined.empty()) {
        return false;
    }
    CpuSet left = model.scan.examined;
    const ScanOrder<Word> order = scan_order(topology, policy, wakeup, model.target);
    for (const int number : kernel.examined) {
        const Cpu next = order.first_in(left);
        if (differ(next, Cpu(static_cast<std::size_t>(number)))) {
            return true;
        }
        left = left - CpuSet::only(next);
    }
    return false;
}

// Whether the CPUs that are asked for their idleness are others, or in another order. wake_affine() is no part of
// select_idle_sibling().
bool tests_differ(Asked asked, const Topology<Word>& topology, const Policy& policy,
                  const RunqueueView<Word>& view, const Wakeup<Word>& wakeup, const KernelDecision& kernel,
                  const WakeupDecision<Word>& model) {
    std::vector<IdleTest> tests = tests_in_order(topology, policy, view, wakeup, model);
    if (asked == Asked::select_idle_sibling) {
        std::erase_if(tests, [](const IdleTest& test) { return test.look == Look::affine; });
    }
    return !std::equal(tests.begin(), tests.end(), kernel.probes.begin(), kernel.probes.end(),
                       [](const IdleTest& test, int cpu) { return test.cpu == cpu; });
}

std::string told_list(std::span<const int> numbers) {
    return numbers.empty() ? "nothing" : fmt::format("{}", fmt::join(numbers, " "));
}

std::string told_queue(const RunqueueView<Word>& view, const Cpu& cpu) {
    const auto is = [&](const CpuSet& set) { return contains(set, cpu).is_true(); };
    std::string text;
    if (!is(view.online)) {
        return "offline";
    }
    if (is(view.idle)) {
        text = "idle";
    } else if (is(view.empty)) {
        text = "empty, a task on its way in or out";
    } else {
        text = fmt::format("runs {}{}", is(view.single) ? "one task" : "two tasks",
                           is(view.sched_idle) ? ", SCHED_IDLE only" : "");
    }
    return is(view.active) ? text : text + ", inactive";
}

}  // namespace

std::string told(const Cpu& cpu) { return cpu.has_number() ? fmt::format("cpu{}", cpu.number()) : "none"; }

std::string told(const CpuSet& set) {
    return set.bits().empty() ? "none" : "cpus " + cpu_list(CpuMask::from(set.bits()));
}

std::string_view name_of(Asked asked) {
    return asked == Asked::select_idle_sibling   ? "select_idle_sibling"
           : asked == Asked::select_task_rq_fair ? "select_task_rq_fair"
                                                 : "select_task_rq";
}

std::string_view first_difference(Asked asked, const Topology<Word>& topology, const Policy& policy,
                                  const RunqueueView<Word>& view, const Wakeup<Word>& wakeup,
                                  const KernelDecision& kernel, const WakeupDecision<Word>& model) {
    const bool whole = asked == Asked::select_task_rq;
    if (differ(kernel.cpu, whole ? model.cpu : model.answer)) {
        return "the CPU";
    }
    if (differ(kernel.target, model.target)) {
        return "the target";
    }
    if (kernel.sibling.has_number() != (model.rule.value() == WakeRule::idle_sibling_of_prev)) {
        return "whether select_idle_smt() finds a CPU";
    }
    if (kernel.searched_capacity && model.rule.value() != WakeRule::capacity_scan &&
        model.rule.value() != WakeRule::target_though_busy) {
        return "whether select_idle_capacity() is called";
    }
    if (kernel.scanned != (model.scan.end.value() != ScanEnd::not_reached)) {
        return "whether select_idle_cpu() is called";
    }
    if (kernel.scanned && kernel.saw_hint != model.saw_hint.is_true()) {
        return "the hint that the scan reads";
    }
    if (kernel.scanned && differ(kernel.scan_cpu, model.scan.cpu)) {
        return "the CPU that the scan finds";
    }
    if (examined_differ(topology, policy, wakeup, kernel, model)) {
        return "the CPUs examined";
    }
    if (!topology.capacities_differ && tests_differ(asked, topology, policy, view, wakeup, kernel, model)) {
        return "the CPUs asked for their idleness";
    }
    if ((kernel.hinted != model.scan.hinted).is_true()) {
        return "the hints afterwards";
    }
    if (differ(kernel.recent, model.recent)) {
        return "recent_used_cpu afterwards";
    }
    if (!whole) {
        return "";
    }
    if (kernel.answer.has_number() && differ(kernel.answer, model.answer)) {
        return "the class's answer";
    }
    if (kernel.repaired != model.repaired.is_true()) {
        return "whether the answer is replaced";
    }
    return kernel.by_wake_list != model.by_wake_list.is_true() ? "the wake list" : "";
}

std::string told_queues(const Topology<Word>& topology, const RunqueueView<Word>& view) {
    const Machine& machine = topology.machine;
    std::string text = fmt::format("  machine   {}, {} CPUs", machine.name, machine.cpu_count());
    if (!machine.isolated.empty()) {
        text += ", isolated " + cpu_list(machine.isolated);
    }
    text += "\n";
    for (std::size_t cpu = 0; cpu < machine.cpu_count(); ++cpu) {
        const CpuSet siblings = topology.cores.of_cpu[cpu];
        text += fmt::format("  cpu{:<6} {}{}\n", cpu, told_queue(view, Cpu(cpu)),
                            siblings.bits().count() > 1 ? "; core of " + told(siblings) : "");
    }
    for (std::size_t llc = 0; llc < topology.llcs.sets.size(); ++llc) {
        const CpuSet set = topology.llcs.sets[llc];
        text += fmt::format("  llc{:<6} {}: has_idle_cores = {}, nr_idle_scan = {}, SIS_PROP's number {}\n",
                            llc, told(set), !(set & view.hinted).bits().empty(),
                            view.nr_idle_scan[llc].value(), view.prop_budget[llc].value());
    }
    return text;
}

std::string told_decisions(const Topology<Word>& topology, const Wakeup<Word>& wakeup,
                           const KernelDecision& kernel, const WakeupDecision<Word>& model) {
    const auto word = [](const Word::Truth& truth, const char* yes) { return truth.is_true() ? yes : ""; };
    static constexpr const char* pulls[] = {"loads say prev", "loads say the waker's CPU",
                                            "the pair is wide"};
    std::string text = fmt::format(
        "  waker     {} on {}{}{}{}; {}\n", wakeup.in_interrupt.is_true() ? "an interrupt" : "a task",
        told(wakeup.this_cpu), word(wakeup.current_is_bound_kthread, ", current is a bound kernel thread"),
        word(wakeup.sync, ", sync"), word(wakeup.on_current_cpu, ", WF_CURRENT_CPU"),
        pulls[static_cast<std::size_t>(wakeup.pull.value())]);
    text +=
        fmt::format("  wakee     last on {}, recently used {}, allowed {}{}{}\n", told(wakeup.prev),
                    told(wakeup.recent), told(wakeup.allowed), word(wakeup.sched_idle_policy, ", SCHED_IDLE"),
                    word(wakeup.bound_kthread, ", a bound kernel thread"));
    if (topology.capacities_differ) {
        text += fmt::format("            fits {}, misses only its boost on {}\n", told(wakeup.fits),
                            told(wakeup.misses_boost));
    }
    if ((wakeup.cookie_matches != topology.online).is_true()) {
        text += fmt::format("            its cookie is that of {}\n", told(wakeup.cookie_matches));
    }
    text += fmt::format(
        "  kernel    {}; target {}; scan {}; examined {}; hints {}; recent {}{}{}\n            idle asked of "
        "{}\n",
        told(kernel.cpu), told(kernel.target),
        kernel.scanned ? "found " + told(kernel.scan_cpu) : std::string("not reached"),
        told_list(kernel.examined), told(kernel.hinted), told(kernel.recent),
        kernel.repaired ? "; replaced by select_fallback_rq()" : "",
        kernel.by_wake_list ? "; by the wake list" : "", told_list(kernel.probes));
    text += fmt::format("  model     {}; target {}; scan {}; examined {}; hints {}; recent {}{}{}\n",
                        told(model.cpu), told(model.target),
                        model.scan.end.value() != ScanEnd::not_reached ? "found " + told(model.scan.cpu)
                                                                       : std::string("not reached"),
                        told(model.scan.examined), told(model.scan.hinted), told(model.recent),
                        word(model.repaired, "; replaced by select_fallback_rq()"),
                        word(model.by_wake_list, "; by the wake list"));
    return text;
}

}  // namespace schedmc::kernel
