// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "files/machine_options.hpp"

/// The commands of the program. Each adds itself to the argument parser and leaves its exit code when it is run;
/// InputError passes through to main().
namespace schedmc {

/// What a machine argument may be, for help texts.
inline constexpr const char* machine_help =
    "A preset (schedmc list machines), a file, an hwloc synthetic string such as\n"
    "\"pack:2 l3:2 core:2 pu:2\", or `this`. A file holds hwloc XML (lstopo FILE.xml), the text of lscpu -p\n"
    "or lscpu -e, or a dump of sysfs: grep -r . /sys/devices/system/cpu /sys/devices/system/node";

/// --numbering, --offline, --isolate, --distances, --capacity.
void add_machine_options(CLI::App& command, MachineOptions& options);

CLI::App* add_check_command(CLI::App& app, const std::vector<std::string>& arguments, int& exit_code);
CLI::App* add_replay_command(CLI::App& app, int& exit_code);
CLI::App* add_conform_command(CLI::App& app, const std::vector<std::string>& arguments, int& exit_code);
CLI::App* add_list_command(CLI::App& app, int& exit_code);
CLI::App* add_machine_command(CLI::App& app, int& exit_code);

/// Runs the program. `arguments` are those behind the program's name.
///
/// Output goes to stdout, trouble and progress to stderr. Returns the exit code of exit_codes.hpp; throws nothing.
int run_schedmc(const std::vector<std::string>& arguments);

}  // namespace schedmc
