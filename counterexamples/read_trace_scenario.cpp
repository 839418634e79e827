// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/format.h>

#include "counterexamples/read_trace_parts.hpp"
#include "counterexamples/trace_words.hpp"
#include "counterexamples/words_of_node.hpp"
#include "model/input_error.hpp"

namespace schedmc {

namespace {

constexpr std::uint64_t affinity_changes_most = 1'000'000;
constexpr std::uint64_t hotplug_events_most = 1'000;

CpuMask read_mask(const JsonNode& node, const Machine& machine) {
    TaskSpec probe;
    set_allowed(probe, node.cpus(), machine, node.place());
    return probe.allowed;
}

std::uint16_t read_online_cpu(const JsonNode& node, const Machine& machine) {
    const std::uint16_t cpu = node.numbered("cpu", "a CPU");
    if (!machine.present.contains(cpu)) {
        node.fail(fmt::format("cpu {} does not exist", cpu),
                  "this machine has cpus " + cpu_list(machine.present));
    }
    if (!machine.online.contains(cpu)) {
        node.fail(fmt::format("cpu {} is offline", cpu), "online are " + cpu_list(machine.online));
    }
    return cpu;
}

TaskSpec read_task(const JsonNode& node, const Machine& machine) {
    node.expect_keys({"allowed", "phase", "cpu", "recent", "sched_idle", "bound_kthread", "util",
                      "uclamp_min", "full_mask_count"});
    const auto flag = [&](const char* key) { return node.find(key) && node.at(key).flag(); };
    const auto share = [&](const char* key) {
        return node.find(key) ? static_cast<std::uint16_t>(node.at(key).number(0, 1024)) : std::uint16_t{0};
    };
    TaskSpec task;
    task.allowed = read_mask(node.at("allowed"), machine);
    task.phase = read_word<TaskPhase>(node.at("phase"));
    task.cpu = read_online_cpu(node.at("cpu"), machine);
    task.recent = read_online_cpu(node.at("recent"), machine);
    task.sched_idle = flag("sched_idle");
    task.bound_kthread = flag("bound_kthread");
    task.util = share("util");
    task.uclamp_min = share("uclamp_min");
    task.full_mask_count = flag("full_mask_count");
    return task;
}

EventKinds read_events_off(const JsonNode& node) {
    EventKinds events;
    events.current_cpu = true;
    std::vector<std::string> known;
    for (const auto& entry : trace_words::event_switches) {
        known.emplace_back(entry.word);
    }
    const std::size_t count = node.size(known.size());
    for (std::size_t i = 0; i < count; ++i) {
        const JsonNode member = node.member(i);
        bool found = false;
        for (const auto& [kind, word] : trace_words::event_switches) {
            if (word != member.text()) {
                continue;
            }
            found = true;
            if (!(events.*kind)) {
                member.fail(fmt::format("'{}' is there twice", word));
            }
            events.*kind = false;
        }
        if (!found) {
            member.fail(fmt::format("unknown kind '{}'", harmless(member.text())),
                        suggestion(member.text(), known));
        }
    }
    return events;
}

}  // namespace

Scenario read_scenario_part(const JsonNode& node, const Machine& machine) {
    node.expect_keys({"tasks", "hints", "affinity_changes", "hotplug_events", "exec", "cpuidle", "loads",
                      "events_off", "races", "delayed_dequeue", "balance", "nohz", "failures", "passes",
                      "cache_hot", "long_idle"});
    const auto flag = [&](const char* key) { return node.find(key) && node.at(key).flag(); };
    Scenario scenario;
    const JsonNode tasks = node.at("tasks");
    const std::size_t count = tasks.size(max_tasks);
    for (std::size_t t = 0; t < count; ++t) {
        scenario.tasks.push_back(read_task(tasks.member(t), machine));
    }
    scenario.hints = read_word<HintStart>(node.at("hints"));
    scenario.affinity_changes =
        static_cast<std::uint32_t>(node.at("affinity_changes").number(0, affinity_changes_most));
    if (node.find("hotplug_events")) {
        scenario.hotplug_events =
            static_cast<std::uint32_t>(node.at("hotplug_events").number(0, hotplug_events_most));
    }
    scenario.events = read_events_off(node.at("events_off"));
    scenario.races = flag("races");
    scenario.events.delayed_dequeue = flag("delayed_dequeue");
    scenario.balance = flag("balance");
    scenario.nohz = flag("nohz");
    scenario.events.cache_hot = flag("cache_hot");
    scenario.events.long_idle = flag("long_idle");
    if (node.find("passes")) {
        scenario.passes = static_cast<std::uint32_t>(node.at("passes").number(1, most_passes));
    }
    if (node.find("failures")) {
        scenario.failures = read_word<Failures>(node.at("failures"));
    }
    scenario.events.exec = flag("exec");
    scenario.cpuidle = !node.find("cpuidle") || node.at("cpuidle").flag();
    if (node.find("loads")) {
        scenario.loads = read_word<Loads>(node.at("loads"));
    }
    check_scenario(scenario, machine, node.place());
    return scenario;
}

}  // namespace schedmc
