// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/kernel/balance_difference.hpp"

#include <fmt/format.h>

#include "model/policy/find_busiest_group.hpp"
#include "tests/kernel/difference.hpp"
#include "tests/kernel/fork_difference.hpp"
#include "tests/kernel/set_machine.hpp"

namespace schedmc::kernel {

namespace {

std::string told_figures(const kernel_domain_group& group) {
    return fmt::format(
        "type {}, {} running, {} of the class, {} idle of {}, load {}, util {}, runnable {}, avg_load {}, "
        "capacity {}, misfit {}",
        group.type, group.nr_running, group.h_nr_running, group.idle_cpus, group.weight, group.load, group.util,
        group.runnable, group.avg_load, group.capacity, group.misfit_load);
}

// The same figures of the model's group.
kernel_domain_group figures_of(const DomainGroup<Word>& group) {
    const auto count = [](const Word::Number& number) { return static_cast<unsigned>(number.value()); };
    return {.span = 0,
            .load = group.load.value(),
            .util = group.util.value(),
            .runnable = group.runnable.value(),
            .avg_load = group.avg_load.value(),
            .misfit_load = group.misfit_load.value(),
            .capacity = group.capacity.value(),
            .nr_running = count(group.nr_running),
            .h_nr_running = count(group.awake),
            .idle_cpus = count(group.idle_cpus),
            .weight = count(group.weight),
            .type = static_cast<int>(group.type.value())};
}

// Misfit tasks are looked for in other groups than the local one, and averages kept of overloaded ones.
std::string_view difference(const DomainGroup<Word>& stats, const kernel_domain_group& kernel, bool is_local) {
    const kernel_domain_group model = figures_of(stats);
    const bool overloaded = kernel.type == kernel_overloaded;
    const bool misfit = !is_local && kernel.type == kernel_misfit_task;
    return model.load != kernel.load                                ? "a group's load"
           : model.util != kernel.util                              ? "a group's utilisation"
           : model.runnable != kernel.runnable                      ? "a group's time runnable"
           : model.nr_running != kernel.nr_running                  ? "a group's running tasks"
           : model.h_nr_running != kernel.h_nr_running              ? "a group's tasks of the class"
           : model.idle_cpus != kernel.idle_cpus                    ? "a group's idle CPUs"
           : model.weight != kernel.weight                          ? "a group's weight"
           : model.capacity != kernel.capacity                      ? "a group's capacity"
           : model.type != kernel.type                              ? "a group's type"
           : overloaded && model.avg_load != kernel.avg_load        ? "a group's average load"
           : misfit && model.misfit_load != kernel.misfit_load      ? "a group's misfit load"
                                                                    : "";
}

}  // namespace

std::string_view first_difference(const kernel_balance_decision& kernel, const ModelBalance& model) {
    const BusiestGroup<Word>& group = model.group;
    if (model.leads.is_true() != kernel.leads) {
        return "who balances the domain";
    }
    if (word_of(group.local) != kernel.local.span) {
        return "the local group";
    }
    if (const std::string_view what = difference(group.local_stats, kernel.local, true); !what.empty()) {
        return what;
    }
    if (word_of(group.candidate) != kernel.busiest.span) {
        return "the busiest other group";
    }
    if (kernel.busiest.span != 0) {
        const std::string_view what = difference(group.candidate_stats, kernel.busiest, false);
        if (!what.empty()) {
            return what;
        }
    }
    if (is_unbalanced<Word>(group.rule).is_true() != kernel.calculated) {
        return "whether the domain is balanced";
    }
    if (kernel.calculated) {
        if (static_cast<int>(group.migration.value()) != kernel.migration) {
            return "in what the imbalance is counted";
        }
        if (static_cast<long>(group.imbalance.value()) != kernel.imbalance) {
            return "the imbalance";
        }
        if (group.avg_load.value() != kernel.avg_load) {
            return "the domain's average load";
        }
    }
    if (word_of(group.busiest) != kernel.chosen) {
        return "the group";
    }
    if (model.top != kernel.top) {
        return "whether the look is one at the whole machine";
    }
    if (kernel.top && group.overloaded.is_true() != kernel.overloaded) {
        return "whether the machine is overloaded";
    }
    if ((model.queue != cpu_of(kernel.queue)).is_true()) {
        return "the queue";
    }
    return model.active.is_true() != kernel.active ? "whether the running task is pushed" : "";
}

std::string told_loads(const Topology<Word>& topology, const LoadView<Word>& view) {
    const Machine& machine = topology.machine;
    std::string text = fmt::format("  machine   {}, {} CPUs\n", machine.name, machine.cpu_count());
    for (std::size_t cpu = 0; cpu < machine.cpu_count(); ++cpu) {
        text += fmt::format("  cpu{:<6} {}\n", cpu, told_queue(view, cpu));
    }
    for (std::size_t record = 0; record < view.imbalanced.size(); ++record) {
        text += view.imbalanced[record].is_true() ? fmt::format("  marked    record {}\n", record) : "";
    }
    return text;
}

std::string told_env(const Topology<Word>& topology, const BalanceEnv<Word>& env) {
    static constexpr const char* kinds[] = {"not idle", "idle", "newly idle"};
    const SchedDomain& domain = topology.domains.of_cpu[env.cpu][env.level];
    std::string text = fmt::format(
        "  question  cpu{}, {}, balances {} for {}; looks at {}; failed {} times; groups", env.cpu,
        kinds[static_cast<std::size_t>(env.idle.value())], domain.name, told(env.dst), told(env.cpus),
        env.nr_balance_failed.value());
    for (const SchedGroup& group : domain.groups) {
        text += fmt::format(" {} (record {})", told(Word::cpus(group.span)), group.record);
    }
    return text + "\n";
}

std::string told_balance(const kernel_balance_decision& kernel, const ModelBalance& model) {
    const auto set = [](std::uint64_t word) { return told(set_of(word)); };
    const BusiestGroup<Word>& group = model.group;
    return fmt::format(
        "  kernel    leads {}; {} {} of kind {}; average {}; group {}, queue {}, push {}, overloaded {}\n"
        "    local   {}: {}\n    busiest {}: {}\n"
        "  model     leads {}; rule {}, {} of kind {}; average {}; group {}, queue {}, push {}, overloaded {}\n"
        "    local   {}: {}\n    busiest {}: {}\n",
        kernel.leads, kernel.calculated ? "moves" : "balanced", kernel.imbalance, kernel.migration,
        kernel.avg_load, set(kernel.chosen), told(cpu_of(kernel.queue)), kernel.active, kernel.overloaded,
        set(kernel.local.span), told_figures(kernel.local), set(kernel.busiest.span),
        told_figures(kernel.busiest), model.leads.is_true(), static_cast<int>(group.rule.value()),
        group.imbalance.value(), static_cast<int>(group.migration.value()), group.avg_load.value(),
        told(group.busiest), told(model.queue), model.active.is_true(), group.overloaded.is_true(),
        told(group.local), told_figures(figures_of(group.local_stats)), told(group.candidate),
        told_figures(figures_of(group.candidate_stats)));
}

}  // namespace schedmc::kernel
