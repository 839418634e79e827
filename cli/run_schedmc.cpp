// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>
#include <exception>
#include <sstream>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "cli/terminal.hpp"
#include "cli/version.hpp"
#include "model/expects.hpp"
#include "model/input_error.hpp"

namespace schedmc {

void add_machine_options(CLI::App& command, MachineOptions& options) {
    const std::map<std::string, Numbering> numberings = {{"as-given", Numbering::as_given},
                                                         {"adjacent", Numbering::adjacent},
                                                         {"interleaved", Numbering::interleaved}};
    command
        .add_option("--numbering", options.numbering,
                    "Number SMT siblings one after the other, or all first threads before all second ones:\n"
                    "adjacent, interleaved")
        ->transform(CLI::Transformer(numberings, CLI::ignore_case).description(""))
        ->check(
            CLI::IsMember({Numbering::as_given, Numbering::adjacent, Numbering::interleaved}).description(""))
        ->option_text("ORDER");
    command.add_option("--offline", options.offline, "CPUs that are offline, such as 4-7,12")
        ->option_text("CPUS");
    command.add_option("--isolate", options.isolate, "CPUs kept out of the scheduling domains (isolcpus)")
        ->option_text("CPUS");
    command
        .add_option("--distances", options.distances,
                    "A file with the matrix of NUMA distances, or what numactl -H prints")
        ->option_text("FILE");
    command.add_option("--capacity", options.capacities, "Capacities, such as 4-7=512; may be repeated")
        ->option_text("CPUS=N");
}

namespace {

int usage_error(const CLI::App& app, const CLI::ParseError& error) {
    std::string command = "schedmc";
    for (const CLI::App* used : app.get_subcommands()) {
        command += " " + used->get_name();
    }
    fmt::print(stderr, "schedmc: {}\n  {} --help shows what is allowed\n", error.what(), command);
    return exit_bad_input;
}

void refuse_unknown_command(const CLI::App& app, const std::vector<std::string>& arguments) {
    if (arguments.empty() || arguments.front().substr(0, 1) == "-") {
        return;
    }
    std::vector<std::string> commands;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        if (command->get_name() == arguments.front()) {
            return;
        }
        commands.push_back(command->get_name());
    }
    throw InputError(arguments.front().substr(0, 60), "is no command of schedmc",
                     suggestion(arguments.front(), commands) + "; schedmc --help shows them");
}

int parse_and_run(const std::vector<std::string>& arguments) {
    CLI::App app{
        "Check the placement policy of the Linux scheduler: where a task goes when it wakes.\n"
        "A policy is explored on a machine with a few tasks; what breaks a property is shown with the\n"
        "shortest way to it.",
        "schedmc"};
    int exit_code = exit_as_expected;
    app.set_version_flag("--version", std::string("schedmc ") + version);
    app.require_subcommand(1);
    add_check_command(app, arguments, exit_code);
    add_replay_command(app, exit_code);
    add_list_command(app, exit_code);
    add_machine_command(app, exit_code);
    app.footer(
        "Exit codes: 0 as expected, 1 a property is violated or an expectation not met, 2 undecided,\n"
        "64 usage or bad input, 70 a fault of schedmc.");
    refuse_unknown_command(app, arguments);
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    try {
        app.parse(reversed);
    } catch (const CLI::CallForHelp&) {
        const auto used = app.get_subcommands();
        fmt::print("{}", used.empty() ? app.help() : used.front()->help("schedmc"));
    } catch (const CLI::CallForVersion&) {
        fmt::print("schedmc {}\n", version);
    } catch (const CLI::ParseError& error) {
        return usage_error(app, error);
    }
    return exit_code;
}

}  // namespace

int run_schedmc(const std::vector<std::string>& arguments) {
    try {
        set_crash_context(command_line(arguments).c_str());
        return parse_and_run(arguments);
    } catch (const InputError& error) {
        fmt::print(stderr, "schedmc: {}\n", error.what());
        return exit_bad_input;
    } catch (const std::exception& error) {
        fmt::print(stderr, "schedmc: a fault of ours: {}\n", error.what());
        return exit_our_fault;
    }
}

}  // namespace schedmc
