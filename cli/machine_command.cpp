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

namespace schedmc {

namespace {

struct MachineArguments {
    std::string source;
    MachineOptions options;
    std::size_t cpu = 0;
};

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
    command->callback([arguments, cpu, &exit_code] {
        const Machine machine = read_machine(arguments->source, arguments->options);
        const auto shown = cpu->count() > 0 ? std::optional<std::size_t>(arguments->cpu) : std::nullopt;
        fmt::print("{}", machine_picture(machine, build_sched_domains(machine), terminal_columns(), shown));
        exit_code = exit_as_expected;
    });
    return command;
}

}  // namespace schedmc
