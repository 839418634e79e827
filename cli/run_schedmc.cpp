// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <sstream>
#include <system_error>

#include <fmt/core.h>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "cli/man_page.hpp"
#include "cli/terminal.hpp"
#include "cli/version.hpp"
#include "model/expects.hpp"
#include "model/input_error.hpp"

namespace schedmc {

void add_machine_options(CLI::App& command, MachineOptions& options) {
    command
        .add_option_function<std::string>(
            "--numbering",
            [&options](const std::string& word) {
                options.numbering = word == "adjacent"      ? Numbering::adjacent
                                    : word == "interleaved" ? Numbering::interleaved
                                                            : Numbering::as_given;
            },
            "Number SMT siblings one after the other, or all first threads before all second ones:\n"
            "adjacent, interleaved")
        ->check(one_of({"as-given", "adjacent", "interleaved"}))
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

/// A line on stderr; if that cannot be written there is nobody left to tell. What came from outside is kept from
/// steering the terminal, and short.
void say(const std::string& text) {
    constexpr std::size_t longest = 1000;
    std::string line = "schedmc: " + text.substr(0, longest) + (text.size() > longest ? " ..." : "");
    std::replace_if(
        line.begin(), line.end(), [](char c) { return (c >= 0 && c < ' ') || c == 0x7F; }, '?');
    std::fputs((line + "\n").c_str(), stderr);
}

int usage_error(const CLI::App& app, const CLI::ParseError& error) {
    std::string command = "schedmc";
    for (const CLI::App* used : app.get_subcommands()) {
        command += " " + used->get_name();
    }
    std::string text = error.what();
    text.erase(text.find_last_not_of('\n') + 1);
    say(fmt::format("{}; {} --help shows what is allowed", text, command));
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
    add_conform_command(app, arguments, exit_code);
    add_list_command(app, exit_code);
    add_machine_command(app, exit_code);
    refuse_empty_values(app);
    app.footer(
        "Exit codes: 0 as expected, 1 a property is violated, an expectation not met or a decision not\n"
        "explained, 2 undecided, 64 usage or bad input, 70 a fault of schedmc, or output that could not be\n"
        "written.");
    refuse_unknown_command(app, arguments);
    // For the build, which installs the page; people have --help.
    if (arguments == std::vector<std::string>{"--man"}) {
        fmt::print("{}", man_page(app));
        return exit_as_expected;
    }
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    try {
        app.parse(reversed);
    } catch (const CLI::CallForHelp&) {
        const auto used = app.get_subcommands();
        fmt::print("{}", used.empty() ? app.help() : used.front()->help("schedmc"));
    } catch (const CLI::CallForVersion&) {
        fmt::print("schedmc {}\n", version);
    } catch (const CLI::ExtrasError&) {
        refuse_unknown_argument(app, app.remaining(true));
    } catch (const CLI::ParseError& error) {
        return usage_error(app, error);
    }
    return exit_code;
}

}  // namespace

int run_schedmc(const std::vector<std::string>& arguments) {
    try {
        prepare_streams();
        set_crash_context(command_line(arguments).c_str());
        const int exit_code = parse_and_run(arguments);
        // What stays in the buffer could fail after the exit code is settled.
        if (std::fflush(stdout) != 0) {
            throw std::system_error(errno, std::generic_category(), "standard output");
        }
        return exit_code;
    } catch (const InputError& error) {
        say(error.what());
        return exit_bad_input;
    } catch (const std::system_error& error) {
        say(fmt::format("{}: the output is incomplete", error.what()));
        return exit_our_fault;
    } catch (const std::exception& error) {
        say(fmt::format("a fault of ours: {}", error.what()));
        return exit_our_fault;
    }
}

}  // namespace schedmc
