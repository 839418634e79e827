// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/machine/machine.hpp"

namespace schedmc {

/// The most tasks a scenario may have.
inline constexpr std::size_t max_tasks = 4096;

/// What a task is doing. The first four are all that there is while a step is a whole wakeup or a whole switch.
/// Source: p->__state, p->on_rq, p->on_cpu, p->se.sched_delayed, rq->curr, wake_entry.
enum class TaskPhase : std::uint8_t {
    asleep,
    queued,
    running,
    /// Not there: a fork makes it, its exit unmakes it.
    unborn,
    /// A CPU has been chosen for it, and its waker has yet to hand it over (with races).
    waking,
    /// On the wake list of its CPU, which has yet to receive it (with races).
    on_wake_list,
    /// Taken off that list and not queued yet, where ttwu_pending is cleared first (with races).
    received,
    /// Dequeued for sleep, while its CPU has not yet finished switching away from it (with races).
    descheduling,
    /// Asleep, and left on its queue until the scheduler picks it (with delayed dequeue).
    delayed,
    /// Taken off one queue by a pass, and not yet on the other; its CPU is the one that it comes to.
    migrating
};

/// How many phases there are, also with races, delayed dequeue and load balance.
inline constexpr std::size_t all_phases = 10;

/// How the hints stand at the start.
enum class HintStart : std::uint8_t {
    /// True in every LLC that has a wholly idle core.
    where_idle_core,
    /// All false, as after a build of the scheduling domains.
    fresh
};

/// What the averages of load, utilisation and time runnable say when a fork or an exec asks.
enum class Loads : std::uint8_t {
    /// What the queues hold, as if it had always been so.
    steady,
    /// Besides, the opposite on some set of CPUs: averages are history.
    any
};

/// What is known of the passes that failed in a domain of a CPU (nr_balance_failed).
enum class Failures : std::uint8_t {
    /// Nothing: each pass finds none, or as many as matter.
    any,
    /// They are counted in the state, up to where more change nothing.
    counted
};

/// A task of a scenario.
struct TaskSpec {
    /// Where it may run at the start.
    CpuMask allowed;
    /// Its policy is SCHED_IDLE.
    bool sched_idle = false;
    /// It is a kernel thread bound to its only CPU.
    bool bound_kthread = false;
    /// Its utilisation and the boost it asks for (uclamp min), both of 1024; read where capacities differ.
    std::uint16_t util = 0;
    std::uint16_t uclamp_min = 0;
    /// Its nr_cpus_allowed is NR_CPUS, which no mask has set; read by forks and execs.
    bool full_mask_count = false;
    /// What it does at the start, and the CPU it is on or last was.
    TaskPhase phase = TaskPhase::asleep;
    std::uint16_t cpu = 0;
    std::uint16_t recent = 0;
    friend bool operator==(const TaskSpec&, const TaskSpec&) = default;
};

/// The kinds of events that a scenario may switch off.
struct EventKinds {
    bool wake_in_task = true;
    bool wake_in_interrupt = true;
    bool sync = true;
    /// WF_CURRENT_CPU wakeups: asked for by few callers, so off unless a scenario wants them.
    bool current_cpu = false;
    bool pull = true;
    bool block = true;
    bool preempt = true;
    bool tick = true;
    /// A task made by a fork exits.
    bool exit = true;
    /// A running task execs and is placed anew; off unless a scenario wants it.
    bool exec = false;
    /// A task that sleeps may stay on its queue, where the kernel has that: with races unless a scenario says no,
    /// and else where it says so.
    bool delayed_dequeue = false;
    /// A pass may find that tasks ran a moment ago and are cache-hot; off unless a scenario wants it.
    bool cache_hot = false;
    /// A newly idle CPU expects to idle for long enough to look at all of its domains, and draws leave none out; off
    /// unless a scenario wants it, so that any may be left out.
    bool long_idle = false;
    friend bool operator==(const EventKinds&, const EventKinds&) = default;
};

/// How many passes of load balance may be under way at once, at the most.
inline constexpr std::uint32_t most_passes = 2;

/// The tasks and what the environment may do, with bounds.
struct Scenario {
    std::vector<TaskSpec> tasks;
    HintStart hints = HintStart::where_idle_core;
    /// How often the environment may change a task's affinity.
    std::uint32_t affinity_changes = 0;
    /// How often a CPU may go offline or come online.
    std::uint32_t hotplug_events = 0;
    /// CPUs that are idle are in an idle state, all alike; else in none, as without cpuidle.
    bool cpuidle = true;
    Loads loads = Loads::steady;
    /// Each critical section of the kernel is a step of its own: selection, enqueue, wake lists, switches.
    bool races = false;
    /// CPUs balance load: at their ticks, and before they idle.
    bool balance = false;
    /// Idle CPUs stop their ticks, and others balance for them. Only where CPUs balance.
    bool nohz = false;
    /// How many passes may be under way at once, 1 to most_passes: with races, when others come between their sections.
    std::uint32_t passes = most_passes;
    Failures failures = Failures::any;
    EventKinds events;
    friend bool operator==(const Scenario&, const Scenario&) = default;
};

/// N tasks asleep, allowed on every online CPU that is not isolated, last and recently on the first of these.
Scenario plain_scenario(const Machine& machine, std::size_t tasks);

/// Gives the task a mask, and a start on its first usable CPU.
///
/// Errors: InputError at `place` when the mask holds an absent CPU or no online one.
void set_allowed(TaskSpec& task, const CpuMask& allowed, const Machine& machine, const std::string& place);

/// Throws unless every task can run: masks of present CPUs with an online one, bound kernel threads with one CPU,
/// starts on online CPUs, at most one running task a CPU, at most max_tasks tasks, at most max_hotplug_sets sets of
/// online CPUs.
///
/// Errors: InputError at `place`, naming the task.
void check_scenario(const Scenario& scenario, const Machine& machine, const std::string& place);

/// The masks that an affinity change may give: every set of CPUs on machines of up to four, else each CPU, core,
/// LLC, node, the whole, and the whole without each of these. In a fixed order, without repetition; each holds an
/// online CPU.
std::vector<CpuMask> affinity_choices(const Machine& machine);

/// The most sets of online CPUs that hotplug may lead to, since each has scheduling domains of its own.
inline constexpr std::size_t max_hotplug_sets = 1024;

/// The sets of online CPUs that up to `events` steps of hotplug reach, the machine's own first; one step takes one
/// present CPU off or on, and one CPU that is not isolated stays online. Empty for no steps.
///
/// Cost: one entry a set; it stops one past max_hotplug_sets.
std::vector<CpuMask> hotplug_online_sets(const Machine& machine, std::uint32_t events);

/// Some task starts unborn, so that there are forks.
bool has_forks(const Scenario& scenario);

/// Some fork or exec may be, so that a placement by averages is.
bool places_by_load(const Scenario& scenario);

/// A line for reports: "3 tasks", with what departs from the plain scenario.
std::string scenario_line(const Scenario& scenario, const Machine& machine);

}  // namespace schedmc
