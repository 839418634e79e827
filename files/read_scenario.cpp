// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/read_scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "files/printable.hpp"
#include "files/toml_reader.hpp"
#include "model/input_error.hpp"

namespace schedmc {

namespace {

constexpr std::size_t max_scenario_bytes = std::size_t{64} << 10;
constexpr std::uint64_t max_capacity = 1024;

/// In the order of the enumerations.
const std::vector<std::string> hint_names{"idle-core", "fresh"};
const std::vector<std::string> phase_names{"asleep", "queued", "running", "unborn"};
const std::vector<std::string> class_names{"normal", "idle"};

const std::vector<std::string> load_names{"steady", "any"};
const std::vector<std::string> failure_names{"any", "counted"};

const std::vector<std::string> task_keys{"count",      "allowed", "class", "kthread", "util",
                                         "uclamp-min", "start",   "cpu",   "recent",  "full-mask-count"};

using EventSwitch = bool EventKinds::*;

const std::vector<std::pair<std::string, EventSwitch>>& event_switches() {
    static const std::vector<std::pair<std::string, EventSwitch>> table = {
        {"wake-in-task", &EventKinds::wake_in_task},
        {"wake-in-interrupt", &EventKinds::wake_in_interrupt},
        {"sync", &EventKinds::sync},
        {"current-cpu", &EventKinds::current_cpu},
        {"pull", &EventKinds::pull},
        {"block", &EventKinds::block},
        {"preempt", &EventKinds::preempt},
        {"tick", &EventKinds::tick},
        {"exit", &EventKinds::exit},
        {"exec", &EventKinds::exec},
        {"delayed-dequeue", &EventKinds::delayed_dequeue},
        {"cache-hot", &EventKinds::cache_hot},
        {"long-idle", &EventKinds::long_idle},
    };
    return table;
}

std::vector<std::string> event_names() {
    std::vector<std::string> names;
    for (const auto& [name, event_switch] : event_switches()) {
        names.push_back(name);
    }
    return names;
}

/// One of the tasks that a [[task]] describes.
TaskSpec task_of(const TomlTable& table, const Machine& machine) {
    TaskSpec task = plain_scenario(machine, 1).tasks.front();
    if (const std::optional<std::string> allowed = table.text("allowed")) {
        const std::string place = table.place("allowed");
        set_allowed(task, parse_cpu_list(*allowed, place), machine, place);
    }
    task.sched_idle = table.choice("class", class_names).value_or(0) == 1;
    task.bound_kthread = table.flag("kthread").value_or(false);
    task.util = static_cast<std::uint16_t>(table.number("util", 0, max_capacity).value_or(0));
    task.uclamp_min = static_cast<std::uint16_t>(table.number("uclamp-min", 0, max_capacity).value_or(0));
    task.full_mask_count = table.flag("full-mask-count").value_or(false);
    task.phase = static_cast<TaskPhase>(table.choice("start", phase_names).value_or(0));
    task.cpu = static_cast<std::uint16_t>(table.number("cpu", 0, max_cpus - 1).value_or(task.cpu));
    task.recent = static_cast<std::uint16_t>(table.number("recent", 0, max_cpus - 1).value_or(task.recent));
    return task;
}

/// Where a [[task]] stands, and how many tasks there are with it and those before it.
struct TaskRow {
    std::string place;
    std::size_t tasks;
};

std::vector<TaskRow> read_tasks(const TomlTable& root, const Machine& machine, Scenario& scenario) {
    std::vector<TaskRow> rows;
    for (const TomlTable& table : root.tables("task", task_keys)) {
        const std::size_t count = table.number("count", 1, max_tasks).value_or(1);
        if (scenario.tasks.size() + count > max_tasks) {
            throw InputError(table.place("count"), fmt::format("more than {} tasks", max_tasks),
                             fmt::format("a scenario has 1 to {} tasks", max_tasks));
        }
        scenario.tasks.insert(scenario.tasks.end(), count, task_of(table, machine));
        rows.push_back({table.place(), scenario.tasks.size()});
    }
    return rows;
}

Scenario first_tasks(const Scenario& scenario, std::size_t count) {
    Scenario first = scenario;
    first.tasks.resize(count);
    return first;
}

bool is_accepted(const Scenario& scenario, const Machine& machine) {
    try {
        check_scenario(scenario, machine, "");
    } catch (const InputError&) {
        return false;
    }
    return true;
}

// From the table to blame on, the tasks so far are refused: bisection finds it.
void check_rows(const Scenario& scenario, const std::vector<TaskRow>& rows, const Machine& machine) {
    const auto blamed = std::partition_point(rows.begin(), rows.end(), [&](const TaskRow& row) {
        return is_accepted(first_tasks(scenario, row.tasks), machine);
    });
    if (blamed != rows.end()) {
        check_scenario(first_tasks(scenario, blamed->tasks), machine, blamed->place);
    }
}

/// The scenario that the options change.
Scenario base_of(const ScenarioSpec& spec, const Machine& machine, const std::string& prefix) {
    if (spec.tasks.has_value() == spec.file.has_value()) {
        throw InputError(prefix + "--tasks",
                         spec.file ? "it excludes --scenario" : "nothing says which tasks there are",
                         "give either --tasks N or --scenario FILE");
    }
    if (spec.file) {
        return read_scenario(*spec.file, machine, spec.races);
    }
    if (*spec.tasks < 1 || *spec.tasks > max_tasks) {
        throw InputError(prefix + "--tasks", fmt::format("{} tasks", *spec.tasks),
                         fmt::format("a scenario has 1 to {} tasks", max_tasks));
    }
    Scenario scenario = plain_scenario(machine, *spec.tasks);
    scenario.races = scenario.events.delayed_dequeue = spec.races;
    return scenario;
}

void apply_allowed(Scenario& scenario, const std::string& text, const Machine& machine,
                   const std::string& place) {
    const AllowedOption allowed = parse_allowed(text, place);
    if (allowed.task && *allowed.task >= scenario.tasks.size()) {
        throw InputError(place, fmt::format("there is no task t{}", *allowed.task),
                         scenario.tasks.size() == 1
                             ? "the only task is t0"
                             : fmt::format("tasks are t0 to t{}", scenario.tasks.size() - 1));
    }
    for (std::size_t t = 0; t < scenario.tasks.size(); ++t) {
        if (allowed.task.value_or(t) == t) {
            set_allowed(scenario.tasks[t], allowed.cpus, machine, place);
        }
    }
}

}  // namespace

HintStart hint_start_named(const std::string& name, const std::string& place) {
    const auto found = std::find(hint_names.begin(), hint_names.end(), name);
    if (found == hint_names.end()) {
        throw InputError(place, "hints do not start as '" + printable(name) + "'",
                         suggestion(name, hint_names));
    }
    return static_cast<HintStart>(found - hint_names.begin());
}

bool EventKinds::*event_kind_named(const std::string& name, const std::string& place) {
    for (const auto& [known, event_switch] : event_switches()) {
        if (known == name) {
            return event_switch;
        }
    }
    throw InputError(place, "unknown kind of events '" + printable(name) + "'",
                     suggestion(name, event_names()));
}

AllowedOption parse_allowed(const std::string& text, const std::string& place) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) {
        return {std::nullopt, parse_cpu_list(text, place)};
    }
    const std::string digits = equals == 0 ? "" : text.substr(1, equals - 1);
    if (text.front() != 't' || digits.empty() || digits.size() > 4 ||
        digits.find_first_not_of("0123456789") != std::string::npos) {
        throw InputError(place, fmt::format("'{}' is not a task", printable(text.substr(0, equals))),
                         "write 0-3 for all tasks or t1=0-3 for one");
    }
    return {std::stoul(digits), parse_cpu_list(text.substr(equals + 1), place)};
}

Scenario read_scenario(const std::string& path, const Machine& machine, bool races) {
    const TomlTable root =
        read_toml(path, max_scenario_bytes,
                  {"task", "hints", "affinity-changes", "hotplug", "cpuidle", "loads", "races", "balance", "nohz",
                   "failures", "passes", "events"});
    Scenario scenario;
    const std::vector<TaskRow> rows = read_tasks(root, machine, scenario);
    if (const auto hints = root.choice("hints", hint_names)) {
        scenario.hints = static_cast<HintStart>(*hints);
    }
    scenario.affinity_changes =
        static_cast<std::uint32_t>(root.number("affinity-changes", 0, max_affinity_changes).value_or(0));
    scenario.races = root.flag("races").value_or(false) || races;
    scenario.events.delayed_dequeue = scenario.races;
    scenario.hotplug_events =
        static_cast<std::uint32_t>(root.number("hotplug", 0, max_hotplug_events).value_or(0));
    scenario.balance = root.flag("balance").value_or(false);
    scenario.nohz = root.flag("nohz").value_or(false);
    scenario.passes = static_cast<std::uint32_t>(root.number("passes", 1, most_passes).value_or(most_passes));
    if (const auto failures = root.choice("failures", failure_names)) {
        scenario.failures = static_cast<Failures>(*failures);
    }
    scenario.cpuidle = root.flag("cpuidle").value_or(true);
    if (const auto loads = root.choice("loads", load_names)) {
        scenario.loads = static_cast<Loads>(*loads);
    }
    if (const std::optional<TomlTable> events = root.table("events", event_names())) {
        for (const auto& [name, event_switch] : event_switches()) {
            scenario.events.*event_switch = events->flag(name).value_or(scenario.events.*event_switch);
        }
    }
    if (rows.empty()) {
        throw InputError(root.place(), "the scenario has no task", "write a [[task]] for each kind of tasks");
    }
    check_rows(scenario, rows, machine);
    return scenario;
}

Scenario scenario_of(const ScenarioSpec& spec, const Machine& machine, const std::string& place) {
    const std::string prefix = place.empty() ? "" : place + ": ";
    Scenario scenario = base_of(spec, machine, prefix);
    for (const std::string& allowed : spec.allowed) {
        apply_allowed(scenario, allowed, machine, prefix + "--allowed");
    }
    if (spec.hints) {
        scenario.hints = hint_start_named(*spec.hints, prefix + "--hints");
    }
    if (spec.affinity_changes && *spec.affinity_changes > max_affinity_changes) {
        throw InputError(prefix + "--affinity-changes", fmt::format("{} changes", *spec.affinity_changes),
                         fmt::format("0 to {} are possible", max_affinity_changes));
    }
    scenario.affinity_changes = spec.affinity_changes.value_or(scenario.affinity_changes);
    if (spec.hotplug_events && *spec.hotplug_events > max_hotplug_events) {
        throw InputError(prefix + "--hotplug", fmt::format("{} events", *spec.hotplug_events),
                         fmt::format("0 to {} are possible", max_hotplug_events));
    }
    if (spec.hotplug_events) {
        scenario.hotplug_events = *spec.hotplug_events;
        check_scenario(scenario, machine, prefix + "--hotplug");
    }
    if (spec.forks) {
        if (*spec.forks >= scenario.tasks.size()) {
            throw InputError(prefix + "--forks",
                             fmt::format("{} of {} tasks", *spec.forks, scenario.tasks.size()),
                             "some task is there at the start, to fork the others");
        }
        for (std::size_t t = scenario.tasks.size() - *spec.forks; t < scenario.tasks.size(); ++t) {
            scenario.tasks[t].phase = TaskPhase::unborn;
        }
        check_scenario(scenario, machine, prefix + "--forks");
    }
    scenario.balance = scenario.balance || spec.balance || spec.nohz;
    scenario.nohz = scenario.nohz || spec.nohz;
    for (const std::string& name : spec.without) {
        scenario.events.*event_kind_named(name, prefix + "--without") = false;
    }
    // Files and --tasks give a scenario that is right; a mask can still make it wrong.
    check_scenario(scenario, machine, prefix + "--allowed");
    return scenario;
}

}  // namespace schedmc
