// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <algorithm>
#include <string>

#include "model/scenario.hpp"

namespace schedmc {

/// CPU 0 runs one task and queues another, CPU 1 is busy if it is to be; one more task, of that mask, was last on
/// CPU 0.
inline Scenario burst_of_wakeups(const Machine& machine, bool busy, const std::string& allowed) {
    Scenario scenario = plain_scenario(machine, busy ? 4 : 3);
    EventKinds& events = scenario.events;
    events.block = events.preempt = events.tick = events.sync = events.pull = false;
    scenario.tasks[0].phase = TaskPhase::running;
    scenario.tasks[1].phase = TaskPhase::queued;
    if (busy) {
        scenario.tasks[2].phase = TaskPhase::running;
        scenario.tasks[2].cpu = scenario.tasks[2].recent = 1;
    }
    set_allowed(scenario.tasks.back(), parse_cpu_list(allowed, "test"), machine, "test");
    return scenario;
}

/// A core with a task on each thread, and one that three tasks on its first thread make look the busier; a fork.
inline Scenario fork_beside_crowded_core(const Machine& machine) {
    Scenario scenario = plain_scenario(machine, 6);
    EventKinds& events = scenario.events;
    events.block = events.preempt = events.exit = events.tick = false;
    events.wake_in_task = events.wake_in_interrupt = false;
    for (std::uint16_t task = 0; task < 5; ++task) {
        scenario.tasks[task].phase = task < 3 ? TaskPhase::running : TaskPhase::queued;
        scenario.tasks[task].cpu = scenario.tasks[task].recent = std::min<std::uint16_t>(task, 2);
    }
    scenario.tasks[5].phase = TaskPhase::unborn;
    return scenario;
}

}  // namespace schedmc
