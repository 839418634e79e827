// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/machine/machine.hpp"
#include "model/scenario.hpp"

namespace schedmc {

/// How often an affinity may change at most.
inline constexpr std::uint32_t max_affinity_changes = 1000;

/// How often a CPU may go off or on at most.
inline constexpr std::uint32_t max_hotplug_events = 1000;

/// The scenario of a file on a machine; docs/scenario-file.md describes the format. `races`: with races, whether or
/// not the file says so.
///
/// Errors: InputError at "path:line:column", at "path" when it cannot be read or has more than 64 KiB.
Scenario read_scenario(const std::string& path, const Machine& machine, bool races = false);

/// Who runs in a check and what may happen, as a user says it: by options or by the keys of a suite. Everything
/// after the first two changes the scenario that they give.
struct ScenarioSpec {
    /// --tasks: that many tasks as plain_scenario() has them.
    std::optional<std::size_t> tasks;
    /// --scenario: the path of a file. Either this or tasks.
    std::optional<std::string> file;
    /// --allowed, repeatable, the last one last: "0-3" for all tasks or "t1=0-3" for one. The mask comes with a start
    /// on its first usable CPU.
    std::vector<std::string> allowed;
    /// --hints: "idle-core" or "fresh".
    std::optional<std::string> hints;
    /// --affinity-changes
    std::optional<std::uint32_t> affinity_changes;
    /// --races
    bool races = false;
    /// --balance, --nohz
    bool balance = false;
    bool nohz = false;
    /// --hotplug
    std::optional<std::uint32_t> hotplug_events;
    /// --forks: so many of the tasks, the last ones, start unborn.
    std::optional<std::size_t> forks;
    /// --without, repeatable: kinds of events to switch off.
    std::vector<std::string> without;
};

/// The scenario that is meant, on a machine; checked by check_scenario().
///
/// `place` is the check's in a suite ("suite.toml:4:1"), and empty on the command line.
/// Errors: InputError at the option, behind `place` if there is one; in the file at the file's own places.
Scenario scenario_of(const ScenarioSpec& spec, const Machine& machine, const std::string& place = "");

/// What --allowed says.
struct AllowedOption {
    /// The task meant, or all.
    std::optional<std::size_t> task;
    CpuMask cpus;
};

/// Reads "0-3" or "t1=0-3". Errors: InputError at `place`.
AllowedOption parse_allowed(const std::string& text, const std::string& place);

/// How the hints of that name start: "idle-core" or "fresh". Errors: InputError at `place`.
HintStart hint_start_named(const std::string& name, const std::string& place);

/// The switch of the kind of events of that name, such as "wake-in-task". Errors: InputError at `place`.
bool EventKinds::*event_kind_named(const std::string& name, const std::string& place);

}  // namespace schedmc
