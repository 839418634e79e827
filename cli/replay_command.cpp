// SPDX-License-Identifier: GPL-2.0-or-later
#include <memory>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "cli/terminal.hpp"
#include "counterexamples/explain.hpp"
#include "counterexamples/replay.hpp"
#include "counterexamples/trace_file.hpp"

namespace schedmc {

CLI::App* add_replay_command(CLI::App& app, int& exit_code) {
    auto file = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("replay", "Replay a trace step by step, up to what it shows");
    command->add_option("trace", *file, "A trace that check --save wrote")->required();
    command->callback([file, &exit_code] {
        const Trace trace = read_trace(*file);
        const Replay replayed = replay(trace, *file);
        fmt::print("{}", explain(replayed, trace,
                                 {.whole = true,
                                  .colour = wants_colour(),
                                  .replay_command = command_line({"replay", *file})}));
        exit_code = replayed.finding == Finding::not_shown ? exit_violated : exit_as_expected;
    });
    return command;
}

}  // namespace schedmc
