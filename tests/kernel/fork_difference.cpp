// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/kernel/fork_difference.hpp"

#include <fmt/format.h>

#include "tests/kernel/difference.hpp"
#include "tests/kernel/set_machine.hpp"

namespace schedmc::kernel {

namespace {

using Cpu = Word::Cpu;
using CpuSet = Word::CpuSet;

bool differ(const Cpu& a, int b) { return (a != cpu_of(b)).is_true(); }
bool differ(const CpuSet& a, std::uint64_t b) { return word_of(a) != b; }

std::string_view difference(const GroupStats<Word>& model, const kernel_group_stats& kernel) {
    return model.load.value() != kernel.load                     ? "a group's load"
           : model.util.value() != kernel.util                   ? "a group's utilisation"
           : model.runnable.value() != kernel.runnable           ? "a group's time runnable"
           : model.nr_running.value() != kernel.nr_running       ? "a group's running tasks"
           : model.idle_cpus.value() != kernel.idle_cpus         ? "a group's idle CPUs"
           : static_cast<int>(model.type.value()) != kernel.type ? "a group's type"
           : model.avg_load.value() != kernel.avg_load           ? "a group's average load"
           : model.max_capacity.value() != kernel.max_capacity   ? "a group's greatest capacity"
                                                                 : "";
}

// adjust_numa_imbalance() was asked before the reason was found.
bool asks_allowance(const LevelStep<Word>& level) {
    const GroupRule rule = level.groups.rule.value();
    return level.numa.is_true() &&
           (rule == GroupRule::numa_allowance || rule == GroupRule::local_idle_not_fewer ||
            rule == GroupRule::other_has_more_idle);
}

std::string_view difference(const LevelStep<Word>& model, const kernel_pass& kernel) {
    const GroupComparison<Word>& groups = model.groups;
    if (differ(model.near, kernel.near) || differ(model.span, kernel.span)) {
        return "the domains on the way";
    }
    if (differ(groups.local, kernel.local.span)) {
        return "whether the local group may be used";
    }
    if (differ(groups.idlest, kernel.idlest.span)) {
        return "the idlest group";
    }
    if (kernel.local.span != 0) {
        const std::string_view what = difference(groups.local_stats, kernel.local);
        if (!what.empty()) {
            return what;
        }
    }
    if (kernel.idlest.span != 0) {
        const std::string_view what = difference(groups.idlest_stats, kernel.idlest);
        if (!what.empty()) {
            return what;
        }
    }
    if (asks_allowance(model) != (kernel.numa_limit >= 0)) {
        return "whether the NUMA allowance is asked";
    }
    if (kernel.numa_limit >= 0 && static_cast<int>(groups.numa_limit.value()) != kernel.numa_limit) {
        return "the limit of the NUMA allowance";
    }
    if (differ(groups.chosen, kernel.chosen)) {
        return "the group";
    }
    const bool searched = model.picked.rule.value() != GroupCpuRule::not_reached;
    if (searched != (kernel.picked != kernel_no_cpu) ||
        (searched && differ(model.picked.cpu, kernel.picked))) {
        return "the CPU found in the group";
    }
    return "";
}

std::string told(const GroupStats<Word>& stats) {
    return fmt::format(
        "type {}, {} running, {} idle, load {}, util {}, runnable {}, avg_load {}, capacity {}",
        static_cast<int>(stats.type.value()), stats.nr_running.value(), stats.idle_cpus.value(),
        stats.load.value(), stats.util.value(), stats.runnable.value(), stats.avg_load.value(),
        stats.max_capacity.value());
}

std::string told(const kernel_group_stats& stats) {
    return fmt::format(
        "type {}, {} running, {} idle, load {}, util {}, runnable {}, avg_load {}, capacity {}", stats.type,
        stats.nr_running, stats.idle_cpus, stats.load, stats.util, stats.runnable, stats.avg_load,
        stats.max_capacity);
}

std::string told(const LevelStep<Word>& level) {
    const GroupComparison<Word>& groups = level.groups;
    return fmt::format(
        "from {} in {}: rule {}, chosen {}, limit {}, found {}\n    local   {}: {}\n    idlest  {}: {}\n",
        kernel::told(level.near), kernel::told(level.span), static_cast<int>(groups.rule.value()),
        kernel::told(groups.chosen), groups.numa_limit.value(), kernel::told(level.picked.cpu),
        kernel::told(groups.local), told(groups.local_stats), kernel::told(groups.idlest),
        told(groups.idlest_stats));
}

std::string told(const kernel_pass& pass) {
    const auto set = [](std::uint64_t word) { return kernel::told(set_of(word)); };
    return fmt::format(
        "from cpu{} in {}: chosen {}, limit {}, found {}\n    local   {}: {}\n    idlest  {}: {}\n",
        pass.near, set(pass.span), set(pass.chosen), pass.numa_limit, kernel::told(cpu_of(pass.picked)),
        set(pass.local.span), told(pass.local), set(pass.idlest.span), told(pass.idlest));
}

}  // namespace

std::string told_queue(const LoadView<Word>& view, std::size_t cpu) {
    const auto word = [&](const CpuSet& set, const char* yes) {
        return contains(set, Cpu(cpu)).is_true() ? yes : "";
    };
    std::string text = fmt::format(
        "{} queued{}{}{}{}; load {}, util {}, runnable {}; stamp {}", view.nr_running[cpu].value(),
        word(view.idle, ", idle"), word(view.runs_idle, ", current is the idle task"),
        word(view.pending, ", a wakeup pending"), word(view.sched_idle, ", all SCHED_IDLE"),
        view.load[cpu].value(), view.util[cpu].value(), view.runnable[cpu].value(),
        view.idle_stamp[cpu].value());
    if (contains(view.has_idle_state, Cpu(cpu)).is_true()) {
        text += fmt::format(", idle state left in {}", view.exit_latency[cpu].value());
    }
    return text;
}

std::string_view first_difference(const ForkExec<Word>& question, const kernel_fork_decision& kernel,
                                  const ForkExecDecision<Word>& model) {
    const std::size_t passes = static_cast<std::size_t>(kernel.pass_count);
    std::size_t visited = 0;
    for (const LevelStep<Word>& level : model.levels) {
        if (level.visited.is_true()) {
            const std::string_view what =
                visited < passes ? difference(level, kernel.passes[visited]) : "how far the way goes";
            if (!what.empty()) {
                return what;
            }
            ++visited;
        }
    }
    if (visited != passes) {
        return "how far the way goes";
    }
    const ForkExecRule rule = model.rule.value();
    const bool slow = rule == ForkExecRule::slow_path || rule == ForkExecRule::domain_not_allowed;
    if (slow != kernel.slow_path) {
        return "whether the slow path is taken";
    }
    if ((rule == ForkExecRule::only_cpu_allowed) != (kernel.answer == kernel_no_cpu)) {
        return "whether the class is asked";
    }
    if (kernel.answer != kernel_no_cpu && differ(model.answer, kernel.answer)) {
        return "the class's answer";
    }
    const bool repaired = question.exec ? kernel.answer != kernel.cpu : kernel.repaired;
    if (repaired != model.repaired.is_true()) {
        return "whether the answer is replaced";
    }
    return differ(model.cpu, kernel.cpu) ? "the CPU" : "";
}

std::string told_fork(const Topology<Word>& topology, const LoadView<Word>& view,
                      const ForkExec<Word>& question, const kernel_fork_decision& kernel,
                      const ForkExecDecision<Word>& model) {
    const Machine& machine = topology.machine;
    std::string text = fmt::format("  machine   {}, {} CPUs\n", machine.name, machine.cpu_count());
    for (std::size_t cpu = 0; cpu < machine.cpu_count(); ++cpu) {
        text += fmt::format("  cpu{:<6} {}\n", cpu, told_queue(view, cpu));
    }
    text += fmt::format(
        "  question  {} on {}, previous CPU {}; allowed {}{}{}; preferred node {}; fits {}; cookie of {}; "
        "own load {}, "
        "util {}, runnable {}\n",
        question.exec ? "exec" : "fork", told(question.this_cpu), told(question.prev), told(question.allowed),
        question.full_mask_count.is_true() ? " (nr_cpus_allowed never set)" : "",
        question.bound_kthread.is_true() ? ", a bound kernel thread" : "", told(question.preferred_node),
        told(question.fits), told(question.cookie_matches), question.own_load.value(),
        question.own_util.value(), question.own_runnable.value());
    text += fmt::format("  kernel    {}; the class says {}{}\n", told(cpu_of(kernel.cpu)),
                        told(cpu_of(kernel.answer)), kernel.repaired ? "; replaced" : "");
    for (int pass = 0; pass < kernel.pass_count; ++pass) {
        text += "  - " + told(kernel.passes[pass]);
    }
    text += fmt::format("  model     {}; the class says {}{}\n", told(model.cpu), told(model.answer),
                        model.repaired.is_true() ? "; replaced" : "");
    for (const LevelStep<Word>& level : model.levels) {
        text += level.visited.is_true() ? "  - " + told(level) : "";
    }
    return text;
}

}  // namespace schedmc::kernel
