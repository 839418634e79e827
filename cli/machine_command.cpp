// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <memory>

#include <fmt/core.h>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "cli/terminal.hpp"
#include "files/machine_picture.hpp"
#include "files/read_machine.hpp"
#include "files/write_hwloc.hpp"

namespace schedmc {

namespace {

struct MachineArguments {
    std::string source;
    MachineOptions options;
    std::size_t cpu = 0;
    std::string format;
};

/// Prints the machine in another tool's format; what that cannot carry is said on stderr.
void print_as_hwloc(const Machine& machine) {
    const WrittenMachine written = write_hwloc(machine);
    for (const std::string& lost : written.lost) {
        fmt::print(stderr, "schedmc: warning: the XML does not carry {}\n", lost);
    }
    fmt::print("{}", written.xml);
}

}  // namespace

CLI::App* add_machine_command(CLI::App& app, int& exit_code) {
    auto arguments = std::make_shared<MachineArguments>();
    CLI::App* command =
        app.add_subcommand("machine", "Show a machine: what its CPUs share, and its scheduling domains");
    command->add_option("machine", arguments->source, machine_help)->required();
    add_machine_options(*command, arguments->options);
    CLI::Option* cpu =
        command->add_option("--cpu", arguments->cpu, "The CPU whose domains are shown (the first online)")
            ->check(whole_number(0));
    command
        ->add_option(
            "--to", arguments->format,
            "Write the machine to standard output instead, in the format hwloc (XML, as lstopo writes it)")
        ->check(one_of({"hwloc"}))
        ->excludes(cpu)
        ->option_text("FORMAT");
    command->callback([arguments, cpu, &exit_code] {
        const Machine machine = read_machine(arguments->source, arguments->options);
        exit_code = exit_as_expected;
        if (!arguments->format.empty()) {
            print_as_hwloc(machine);
            return;
        }
        const auto shown = cpu->count() > 0 ? std::optional<std::size_t>(arguments->cpu) : std::nullopt;
        fmt::print("{}", machine_picture(machine, build_sched_domains(machine), terminal_columns(), shown));
    });
    return command;
}

}  // namespace schedmc
