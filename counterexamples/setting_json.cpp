// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/setting_json.hpp"

#include <nlohmann/json.hpp>

#include "counterexamples/trace_words.hpp"

namespace schedmc {

using nlohmann::ordered_json;
using trace_words::word_of;

namespace {

ordered_json task_json(const TaskSpec& task) {
    ordered_json json = {{"allowed", cpu_list(task.allowed)},
                         {"phase", word_of(task.phase)},
                         {"cpu", "cpu" + std::to_string(task.cpu)},
                         {"recent", "cpu" + std::to_string(task.recent)}};
    const TaskSpec plain;
    if (task.sched_idle != plain.sched_idle) {
        json["sched_idle"] = task.sched_idle;
    }
    if (task.bound_kthread != plain.bound_kthread) {
        json["bound_kthread"] = task.bound_kthread;
    }
    if (task.util != plain.util) {
        json["util"] = task.util;
    }
    if (task.uclamp_min != plain.uclamp_min) {
        json["uclamp_min"] = task.uclamp_min;
    }
    if (task.full_mask_count != plain.full_mask_count) {
        json["full_mask_count"] = task.full_mask_count;
    }
    return json;
}

}  // namespace

ordered_json machine_json(const Machine& machine) {
    ordered_json cpus = ordered_json::array();
    machine.present.for_each([&](std::size_t cpu) {
        const Place& place = machine.places[cpu];
        cpus.push_back({{"cpu", cpu},
                        {"core", place.core},
                        {"cluster", place.cluster},
                        {"llc", place.llc},
                        {"package", place.package},
                        {"node", place.node},
                        {"capacity", machine.capacity[cpu]}});
    });
    return {{"name", machine.name},
            {"cpus", cpus},
            {"online", cpu_list(machine.online)},
            {"isolated", cpu_list(machine.isolated)},
            {"distances", machine.distance}};
}

ordered_json scenario_json(const Scenario& scenario) {
    ordered_json tasks = ordered_json::array();
    for (const TaskSpec& task : scenario.tasks) {
        tasks.push_back(task_json(task));
    }
    ordered_json off = ordered_json::array();
    for (const auto& [kind, word] : trace_words::event_switches) {
        if (!(scenario.events.*kind)) {
            off.push_back(word);
        }
    }
    ordered_json json = {{"tasks", tasks},
                         {"hints", word_of(scenario.hints)},
                         {"affinity_changes", scenario.affinity_changes}};
    if (scenario.hotplug_events != 0) {
        json["hotplug_events"] = scenario.hotplug_events;
    }
    if (scenario.events.exec) {
        json["exec"] = true;
    }
    if (!scenario.cpuidle) {
        json["cpuidle"] = false;
    }
    if (scenario.loads != Loads::steady) {
        json["loads"] = word_of(scenario.loads);
    }
    json["events_off"] = off;
    if (scenario.races) {
        json["races"] = true;
    }
    if (scenario.events.delayed_dequeue) {
        json["delayed_dequeue"] = true;
    }
    if (scenario.balance) {
        json["balance"] = true;
    }
    if (scenario.nohz) {
        json["nohz"] = true;
    }
    if (scenario.passes != most_passes) {
        json["passes"] = scenario.passes;
    }
    if (scenario.failures != Failures::any) {
        json["failures"] = word_of(scenario.failures);
    }
    if (scenario.events.cache_hot) {
        json["cache_hot"] = true;
    }
    if (scenario.events.long_idle) {
        json["long_idle"] = true;
    }
    return json;
}

}  // namespace schedmc
