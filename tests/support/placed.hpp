// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <vector>

#include "model/machine/machine.hpp"
#include "model/scenario.hpp"
#include "tests/support/machines.hpp"

namespace schedmc {

/// A machine and tasks that are where they are.
struct Placed {
    Machine machine;
    Scenario scenario;
};

/// Tasks that are awake on their CPUs, as words have them: "0" is queued on CPU 0, "0*" runs there, "0:1-2" may use
/// CPUs 1 and 2 alone. CPUs balance load; tasks may sleep, and nobody wakes them again.
inline Placed placed(const Machine& machine, const std::vector<std::string>& words) {
    Placed made{machine, plain_scenario(machine, words.size())};
    Scenario& scenario = made.scenario;
    scenario.balance = true;
    scenario.events.wake_in_task = scenario.events.wake_in_interrupt = scenario.events.tick = false;
    scenario.events.preempt = false;
    for (std::size_t t = 0; t < words.size(); ++t) {
        const std::string& word = words[t];
        TaskSpec& task = scenario.tasks[t];
        const std::size_t colon = word.find(':');
        if (colon != std::string::npos) {
            set_allowed(task, parse_cpu_list(word.substr(colon + 1), "test"), machine, "test");
        }
        task.phase = word.find('*') != std::string::npos ? TaskPhase::running : TaskPhase::queued;
        task.cpu = task.recent = static_cast<std::uint16_t>(std::stoul(word));
    }
    check_scenario(scenario, machine, "test");
    return made;
}

/// One LLC of two clusters of different capacities: tasks there prefer no siblings.
inline Machine big_cluster_and_little_cluster() {
    Machine machine = two_clusters_of_two();
    machine.name = "a big cluster and a little one";
    machine.capacity[2] = machine.capacity[3] = 512;
    return machine;
}

/// Four nodes of one CPU in a ring: each has a domain of its neighbours, and one of all whose groups overlap.
inline Machine ring_of_four() {
    Machine machine = simple_machine(4, 1, 1);
    machine.name = "a ring of four";
    machine.distance.assign(4, std::vector<std::uint16_t>(4, 20));
    for (std::size_t node = 0; node < 4; ++node) {
        machine.places[node].node = machine.places[node].package = static_cast<std::uint16_t>(node);
        machine.distance[node][node] = 10;
        machine.distance[node][(node + 2) % 4] = 30;
    }
    return machine;
}

/// Four nodes of one CPU, as far from each other as in the report that commit 585b6d2723dc answers.
inline Machine two_far_pairs() {
    Machine machine = ring_of_four();
    machine.name = "two far pairs";
    machine.distance = {{10, 12, 20, 22}, {12, 10, 22, 24}, {20, 22, 10, 12}, {22, 24, 12, 10}};
    return machine;
}

/// Two nodes of one CPU.
inline Machine two_nodes() {
    Machine machine = simple_machine(2, 1, 1);
    machine.name = "two nodes";
    machine.places[1].node = machine.places[1].package = 1;
    machine.distance = {{10, 20}, {20, 10}};
    return machine;
}

/// A core of two threads beside one of a single one.
inline Machine core_beside_single_thread() {
    Machine machine = simple_machine(1, 2, 2);
    machine.name = "a core and a single thread";
    machine.online = machine.online - CpuMask::single(3);
    return machine;
}

/// Idle CPUs may stop their ticks.
inline Placed with_nohz(Placed made) {
    made.scenario.nohz = true;
    return made;
}

/// Passes go section by section, and interrupts wake tasks in between.
inline Placed with_sections(Placed made) {
    made.scenario.races = true;
    made.scenario.events.wake_in_interrupt = true;
    made.scenario.events.sync = made.scenario.events.pull = made.scenario.events.delayed_dequeue = false;
    return made;
}

/// Tasks with which passes may find others cache-hot.
inline Placed cache_hot(Placed made) {
    made.scenario.events.cache_hot = true;
    return made;
}

}  // namespace schedmc
