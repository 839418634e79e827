// SPDX-License-Identifier: GPL-2.0-or-later
#include <memory>

#include <fmt/core.h>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/conform_report.hpp"
#include "cli/exit_codes.hpp"
#include "cli/terminal.hpp"
#include "files/printable.hpp"
#include "files/read_machine.hpp"
#include "files/recorded_placements.hpp"
#include "files/recording.hpp"
#include "model/input_error.hpp"
#include "solver/progress.hpp"

namespace schedmc {

namespace {

struct ConformArguments {
    std::string recording;
    std::string machine;
    MachineOptions machine_options;
    std::string policy;
    std::string format = "text";
    std::string defect;
};

void add_options(CLI::App& command, ConformArguments& a) {
    command
        .add_option("recording", a.recording,
                    "Text of ftrace, trace-cmd report or perf script, plain or compressed by gzip")
        ->required();
    command
        .add_option(
            "--machine", a.machine,
            std::string(machine_help) + ".\nWithout it: the one that the recording's header describes")
        ->option_text("MACHINE");
    add_machine_options(command, a.machine_options);
    command
        .add_option("--policy", a.policy,
                    "A revision with features, such as v6.12-stable.\n"
                    "Without it: the revision of the kernel that the recording's header names")
        ->option_text("POLICY");
    command.add_option("--format", a.format, "text or json")
        ->check(one_of({"text", "json"}))
        ->option_text("FORMAT");
    command.add_option("--defect", a.defect)->group("");
}

Machine machine_of(const ConformArguments& a, const Recording& recording) {
    if (!a.machine.empty()) {
        return read_machine(a.machine, a.machine_options);
    }
    auto machine = recording.header().machine();
    if (!machine.has_value()) {
        throw InputError("--machine", "no machine is given, and the recording describes none",
                         "name a preset, a file, or \"pack:1 l3:1 core:2 pu:2\"");
    }
    apply_options(*machine, a.machine_options);
    check_machine(*machine, "--machine");
    return *machine;
}

// The revision of the recording's kernel.
std::string revision_of(const Recording& recording) {
    const std::string& kernel = recording.header().kernel();
    const auto revision = revision_of_kernel(kernel);
    if (revision.has_value()) {
        return *revision;
    }
    std::vector<std::string> known;
    for (const Revision& row : revisions()) {
        known.emplace_back(row.name);
    }
    throw InputError("--policy",
                     kernel.empty()
                         ? "no policy is given, and the recording names no kernel"
                         : "no policy is given, and no revision was read in kernel " + printable(kernel),
                     suggestion("v" + kernel.substr(0, kernel.find('.', kernel.find('.') + 1)), known));
}

// A kernel whose switches are not its version's defaults is no case for its version's policy.
void expect_switch(const Recording& recording, const Policy& policy, const char* feature, const char* name,
                   bool on) {
    const auto told = recording.header().feature(feature);
    if (told.has_value() && *told != on) {
        throw InputError(
            "--policy",
            fmt::format("no policy is given, and the kernel ran with {} {}", feature, *told ? "on" : "off"),
            fmt::format("say --policy {}{}{}", policy.name, *told ? '+' : '-', name));
    }
}

Policy policy_of(const ConformArguments& a, const Recording& recording) {
    Policy policy = parse_policy(a.policy.empty() ? revision_of(recording) : a.policy, "--policy");
    if (a.policy.empty()) {
        expect_switch(recording, policy, "SIS_UTIL", "sis-util", policy.rules.sis_util);
        expect_switch(recording, policy, "SIS_PROP", "sis-prop", policy.rules.sis_prop);
    }
    policy.defect = a.defect.empty() ? Defect::none : parse_defect(a.defect, "--defect");
    return policy;
}

// Reads all of the recording and compares what it decides.
ConformOutcome compare(Recording& recording, const Machine& machine, const Policy& policy,
                       const std::string& place) {
    constexpr std::uint64_t lines_a_report = 4096;
    ConformOutcome outcome{.file = place,
                           .kernel = printable(recording.header().kernel()),
                           .machine = machine,
                           .policy = policy.name,
                           .domains_told = recording.header().domains().size(),
                           .domain_differences = domain_differences(machine, recording.header().domains()),
                           .tally = {},
                           .left_out = {},
                           .placements = PlacementTally(machine)};
    const Conformance model(machine, policy, "--machine");
    RecordedDecisions decisions(recording.header(), machine, place);
    RecordedPlacements placements(machine, place);
    ProgressLine progress(stderr);
    while (const auto item = recording.next()) {
        if (item->line % lines_a_report == 0) {
            progress.count(item->line, "lines");
        }
        if (item->lost_on.has_value()) {
            decisions.lost(*item->lost_on);
            ++outcome.lost;
            continue;
        }
        ++outcome.events;
        if (const auto decision = decisions.take(*item->event, item->line)) {
            outcome.tally.add(model, *decision);
        }
        if (const auto placement = placements.take(*item->event, item->line)) {
            outcome.placements.add(*placement);
        }
    }
    progress.done();
    decisions.end();
    outcome.left_out = decisions.left_out();
    outcome.lines = recording.lines();
    outcome.skipped = recording.skipped();
    outcome.first_skipped = recording.first_skipped();
    return outcome;
}

int run(const ConformArguments& a, const std::vector<std::string>& arguments) {
    Recording recording(a.recording);
    const Machine machine = machine_of(a, recording);
    const Policy policy = policy_of(a, recording);
    const ConformOutcome outcome = compare(recording, machine, policy, printable(a.recording, 200));
    if (a.format == "json") {
        fmt::print("{}", conform_json(outcome, command_line(arguments)));
    } else {
        fmt::print("{}Repeat:  {}\n", conform_text(outcome), command_line(arguments));
    }
    return conforms(outcome) ? exit_as_expected : exit_violated;
}

}  // namespace

CLI::App* add_conform_command(CLI::App& app, const std::vector<std::string>& arguments, int& exit_code) {
    auto a = std::make_shared<ConformArguments>();
    CLI::App* command = app.add_subcommand(
        "conform", "Hold the decisions that a running kernel recorded against the model's");
    add_options(*command, *a);
    command->callback([a, arguments, &exit_code] { exit_code = run(*a, arguments); });
    return command;
}

}  // namespace schedmc
