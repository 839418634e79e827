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

/// Tasks with which passes may find others cache-hot.
inline Placed cache_hot(Placed made) {
    made.scenario.events.cache_hot = true;
    return made;
}

}  // namespace schedmc
