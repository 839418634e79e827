// SPDX-License-Identifier: GPL-2.0-or-later
#include <memory>

#include <fmt/core.h>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "cli/run_check.hpp"
#include "cli/terminal.hpp"
#include "counterexamples/trace_file.hpp"
#include "files/read_suite.hpp"
#include "model/input_error.hpp"

namespace schedmc {

namespace {

struct CheckArguments {
    std::string suite;
    CheckSpec spec;
    std::string policy;
    std::string policies;
    std::vector<std::string> properties;
    std::string memory;
    std::string save;
    std::string format = "text";
    std::string defect;
};

void add_scenario_options(CLI::App& command, ScenarioSpec& spec) {
    command
        .add_option("--tasks", spec.tasks,
                    "That many tasks, asleep at the start; nr_idle_scan is 0 until a tick sets it")
        ->check(whole_number(1))
        ->option_text("N");
    command.add_option("--scenario", spec.file, "A scenario file instead of --tasks")->option_text("FILE");
    command
        .add_option("--allowed", spec.allowed,
                    "Where tasks may run: 0-3 for all, t1=0-3 for one; may be repeated.\n"
                    "Without it: every online CPU that is not isolated")
        ->option_text("[TASK=]CPUS");
    command
        .add_option("--hints", spec.hints,
                    "has_idle_cores at the start: idle-core (true where there is one) or fresh (false)")
        ->option_text("START");
    command
        .add_option("--affinity-changes", spec.affinity_changes,
                    "How often the environment may change a task's affinity (0)")
        ->check(whole_number(0))
        ->option_text("K");
    command.add_flag(
        "--races", spec.races,
        "Selection, enqueue, wake lists and switches are steps of their own, so that others may\n"
        "come between them; dequeues are delayed where the kernel does so");
    command.add_flag("--balance", spec.balance,
                     "CPUs balance load: at their ticks, by stoppers, and before they idle");
    command.add_flag("--nohz", spec.nohz,
                     "Idle CPUs may stop their ticks, and others balance for them; with --balance");
    command.add_option("--hotplug", spec.hotplug_events, "How often a CPU may go offline or come online (0)")
        ->check(whole_number(0))
        ->option_text("K");
    command
        .add_option("--forks", spec.forks,
                    "So many of the tasks, the last ones, are made by forks of the others (0)")
        ->check(whole_number(0))
        ->option_text("N");
    command
        .add_option("--without", spec.without,
                    "Kinds of events to switch off: wake-in-task, wake-in-interrupt, sync, pull,\n"
                    "block, preempt, tick, exit, delayed-dequeue; may be repeated")
        ->option_text("KIND");
}

void add_options(CLI::App& command, CheckArguments& a) {
    command.add_option("suite", a.suite, "A suite file: checks with the verdicts expected of them")
        ->option_text("[SUITE]");
    command.add_option("--machine", a.spec.machine, machine_help)->option_text("MACHINE");
    add_machine_options(command, a.spec.machine_options);
    command
        .add_option(
            "--policy", a.policy,
            "A revision, with features switched on (+) or off (-): v6.1+sis-ignore-util-if-idle-core,\n"
            "v6.12-sis-util")
        ->option_text("POLICY");
    command.add_option("--policies", a.policies, "Several, separated by commas, or `all` revisions: a table")
        ->option_text("LIST");
    add_scenario_options(command, a.spec.scenario);
    command
        .add_option("--property", a.properties,
                    "An id, a family such as wakeup.no-stacking, or a glob; may be repeated.\n"
                    "Without it: all but the situations to reach (reach.*)")
        ->option_text("ID");
}

void add_limits_and_outputs(CLI::App& command, CheckArguments& a) {
    command.add_option("--states", a.spec.states, "End after that many states (undecided)")
        ->check(whole_number(1))
        ->option_text("N");
    command.add_option("--depth", a.spec.depth, "Look that many events deep at most")
        ->check(whole_number(1))
        ->option_text("N");
    command.add_option("--memory", a.memory, "Memory for states, such as 512M (4G)")->option_text("SIZE");
    command.add_option("--save", a.save, "Write the trace of the first violated property to a file")
        ->option_text("FILE");
    command
        .add_option(
            "--format", a.format,
            "text (without the option) or json; of a suite markdown, a table of\nproperties by policies")
        ->check(one_of({"text", "json", "markdown"}))
        ->option_text("FORMAT");
    command.add_option("--defect", a.defect)->group("");
}

std::vector<Policy> policies_of(const CheckArguments& a) {
    if (a.policy.empty() == a.policies.empty()) {
        throw InputError("--policy",
                         a.policy.empty() ? "no policy is given" : "given together with --policies",
                         "name one with --policy, or several with --policies");
    }
    if (a.policy == "all") {
        throw InputError("--policy", "'all' is every revision, not one", "say --policies all");
    }
    std::vector<Policy> policies = a.policies.empty()
                                       ? std::vector<Policy>{parse_policy(a.policy, "--policy")}
                                       : parse_policies(a.policies, "--policies");
    for (Policy& policy : policies) {
        policy.defect = a.defect.empty() ? Defect::none : parse_defect(a.defect, "--defect");
    }
    return policies;
}

void complete(CheckArguments& a) {
    if (a.spec.machine.empty()) {
        throw InputError("--machine", "no machine is given",
                         "name a preset, a file, or \"pack:1 l3:1 core:2 pu:2\"");
    }
    if (!a.spec.scenario.tasks.has_value() && !a.spec.scenario.file.has_value()) {
        throw InputError("--tasks", "no tasks are given", "say --tasks 3, or name a --scenario");
    }
    a.spec.policies = policies_of(a);
    // Situations to reach are asked for by name: not reaching one is no news where nobody expected it.
    std::vector<std::string> asked = {"wakeup.*", "hint.*"};
    if (a.spec.scenario.races) {
        asked.emplace_back("race.*");
    }
    if (a.spec.scenario.balance || a.spec.scenario.nohz) {
        asked.emplace_back("balance.*");
    }
    for (const std::string& pattern : a.properties.empty() ? asked : a.properties) {
        add_properties(a.spec.properties, pattern, "--property");
    }
    if (a.properties.empty() && a.spec.scenario.races) {
        // Rounds are of whole steps, and are left out unless asked for by name.
        std::erase_if(a.spec.properties, [](const PropertyInfo* info) { return info->kind == Kind::within; });
    }
    if (!a.memory.empty()) {
        a.spec.memory_bytes = parse_bytes(a.memory, "--memory");
    }
}

/// The trace to save: of the first verdict that violates, else of the first that has one.
const Verdict* verdict_to_save(const CheckOutcome& outcome) {
    const Verdict* found = nullptr;
    for (const auto& row : outcome.verdicts) {
        for (const Verdict& verdict : row) {
            const bool better = found == nullptr || (found->answer != Answer::violated);
            if (verdict.trace.has_value() && better &&
                (found == nullptr || verdict.answer == Answer::violated)) {
                found = &verdict;
            }
        }
    }
    return found;
}

std::string text_report(const CheckOutcome& outcome, const Verdict* saved, const std::string& file) {
    std::string text = header_line(outcome) + "\n";
    if (outcome.policies.size() == 1 && outcome.properties.size() <= 4) {
        for (const Verdict& verdict : outcome.verdicts.front()) {
            text += verdict_text(outcome, verdict, &verdict == saved ? file : "", wants_colour()) + "\n";
        }
    } else {
        text += verdict_table(outcome) + "\n";
    }
    return text;
}

int run(CheckArguments& a, const std::vector<std::string>& arguments) {
    watch_for_interrupt();
    if (!a.suite.empty()) {
        const bool as_markdown = a.format == "markdown";
        if (arguments.size() != (as_markdown ? 4U : 2U)) {
            throw InputError(a.suite, "a suite takes no other options than --format markdown",
                             "the file says everything");
        }
        const Suite suite = read_suite(a.suite);
        return as_markdown ? run_suite_as_markdown(suite, command_line(arguments)) : run_suite(suite);
    }
    if (a.format == "markdown") {
        throw InputError("--format", "markdown is the form of a suite's table",
                         "name a suite, or say text or json");
    }
    complete(a);
    if (!a.save.empty()) {
        static_cast<void>(writable_path(a.save));
    }
    const CheckOutcome outcome = run_check(a.spec);
    const Verdict* saved = a.save.empty() ? nullptr : verdict_to_save(outcome);
    if (saved != nullptr) {
        write_file(a.save, to_json(*saved->trace));
    }
    if (a.format == "json") {
        fmt::print("{}", verdicts_json(outcome, command_line(arguments)));
        return exit_code_of(outcome);
    }
    fmt::print("{}", text_report(outcome, saved, a.save));
    if (!a.save.empty()) {
        fmt::print("{}\n", saved != nullptr ? fmt::format("Saved: {} to {}", saved->property->id, a.save)
                                            : "Nothing saved: there is no trace");
    }
    fmt::print("Repeat:  {}\n", command_line(arguments));
    return exit_code_of(outcome);
}

}  // namespace

CLI::App* add_check_command(CLI::App& app, const std::vector<std::string>& arguments, int& exit_code) {
    auto a = std::make_shared<CheckArguments>();
    CLI::App* command = app.add_subcommand(
        "check", "Explore every state of a machine with a few tasks, and judge properties on the way");
    add_options(*command, *a);
    add_limits_and_outputs(*command, *a);
    command->callback([a, arguments, &exit_code] { exit_code = run(*a, arguments); });
    return command;
}

}  // namespace schedmc
