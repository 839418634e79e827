// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

#include "model/machine/machine.hpp"
#include "model/scenario.hpp"
#include "tests/support/machines.hpp"

/// Small machines and tasks in which planted defects show.
namespace schedmc {

inline Scenario tasks_on(const Machine& machine, std::size_t tasks, const std::string& allowed = "") {
    Scenario scenario = plain_scenario(machine, tasks);
    for (TaskSpec& task : scenario.tasks) {
        if (!allowed.empty()) {
            set_allowed(task, parse_cpu_list(allowed, "test"), machine, "test");
        }
    }
    return scenario;
}

inline Scenario fresh(Scenario scenario) {
    scenario.hints = HintStart::fresh;
    return scenario;
}

inline Scenario changing(Scenario scenario, std::uint32_t changes) {
    scenario.affinity_changes = changes;
    return scenario;
}

inline Machine isolate(Machine machine, const std::string& cpus) {
    machine.isolated = parse_cpu_list(cpus, "test");
    return machine;
}

/// Two nodes of two LLCs of one CPU: the smallest whose allowance between nodes is two tasks.
inline Machine two_nodes_of_two_llcs() {
    Machine machine = simple_machine(4, 1, 1);
    for (const std::size_t cpu : {2U, 3U}) {
        machine.places[cpu].node = machine.places[cpu].package = 1;
    }
    machine.distance = {{10, 20}, {20, 10}};
    return machine;
}

inline Scenario bound_kthread_and_interrupts(const Machine& machine) {
    Scenario scenario = tasks_on(machine, 3);
    set_allowed(scenario.tasks[0], CpuMask::single(0), machine, "test");
    scenario.tasks[0].bound_kthread = true;
    scenario.events.wake_in_task = false;
    return scenario;
}

inline Scenario sched_idle_tasks(const Machine& machine) {
    Scenario scenario = tasks_on(machine, 2);
    for (TaskSpec& task : scenario.tasks) {
        task.sched_idle = true;
    }
    return scenario;
}

/// A running task and one it forks, which may run on the same CPUs.
inline Scenario forking(const Machine& machine, std::size_t tasks, std::size_t forks,
                        const std::string& allowed) {
    Scenario scenario = tasks_on(machine, tasks, allowed);
    scenario.events.sync = scenario.events.pull = scenario.events.tick = false;
    for (std::size_t t = tasks - forks; t < tasks; ++t) {
        scenario.tasks[t].phase = TaskPhase::unborn;
    }
    return scenario;
}

/// The same beside a task bound to one CPU.
inline Scenario forking_beside(const Machine& machine, const std::string& allowed, const std::string& bound) {
    Scenario scenario = forking(machine, 3, 1, allowed);
    set_allowed(scenario.tasks[0], parse_cpu_list(bound, "test"), machine, "test");
    return scenario;
}

/// Every CPU is busy at the start, and stamps are all that is known of idle ones.
inline Scenario forking_without_cpuidle(const Machine& machine) {
    Scenario scenario = forking(machine, 5, 1, "");
    scenario.cpuidle = false;
    scenario.events.wake_in_task = scenario.events.wake_in_interrupt = scenario.events.preempt = false;
    for (std::uint16_t t = 0; t < 4; ++t) {
        scenario.tasks[t].phase = TaskPhase::running;
        scenario.tasks[t].cpu = scenario.tasks[t].recent = t;
    }
    return scenario;
}

inline Scenario one_pinned_of_four(const Machine& machine) {
    Scenario scenario = fresh(tasks_on(machine, 4));
    scenario.events.sync = false;
    scenario.events.pull = false;
    scenario.events.preempt = false;
    set_allowed(scenario.tasks[3], CpuMask::single(2), machine, "test");
    return scenario;
}

inline Scenario one_pinned_each(const Machine& machine) {
    Scenario scenario = tasks_on(machine, machine.cpu_count() + 1);
    scenario.events.sync = false;
    scenario.events.pull = false;
    scenario.events.preempt = false;
    scenario.events.wake_in_task = false;
    for (std::size_t cpu = 0; cpu < machine.cpu_count(); ++cpu) {
        set_allowed(scenario.tasks[cpu], CpuMask::single(cpu), machine, "test");
    }
    return scenario;
}

inline Scenario sleeper_on_the_only_idle_core(const Machine& machine) {
    Scenario scenario = tasks_on(machine, 3);
    scenario.events.sync = false;
    scenario.events.pull = false;
    scenario.events.preempt = false;
    set_allowed(scenario.tasks[1], CpuMask::single(2), machine, "test");
    set_allowed(scenario.tasks[2], parse_cpu_list("0,2", "test"), machine, "test");
    return scenario;
}

// One task at work, which wakes two others that slept on these CPUs.
inline Scenario one_waker(const Machine& machine, std::uint16_t cpu, std::uint16_t other_cpu) {
    Scenario scenario = tasks_on(machine, 3);
    scenario.tasks[0].phase = TaskPhase::running;
    scenario.tasks[1].cpu = cpu;
    scenario.tasks[2].cpu = other_cpu;
    EventKinds& events = scenario.events;
    events.wake_in_interrupt = events.block = events.tick = events.sync = events.pull = false;
    scenario.races = true;
    return scenario;
}

inline Scenario with_races(Scenario scenario) {
    scenario.races = true;
    scenario.events.sync = scenario.events.pull = scenario.events.preempt = false;
    return scenario;
}

// A task that may sleep in its queue beside another, and one more.
inline Scenario with_delayed_dequeue(const Machine& machine) {
    Scenario scenario = tasks_on(machine, 3);
    scenario.events.delayed_dequeue = true;
    return scenario;
}

}  // namespace schedmc
