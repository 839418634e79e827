// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/scenario.hpp"

#include <algorithm>

#include "model/input_error.hpp"

namespace schedmc {

Scenario plain_scenario(const Machine& machine, std::size_t tasks) {
    const auto first = static_cast<std::uint16_t>(machine.housekeeping().next(0));
    TaskSpec plain;
    plain.allowed = machine.housekeeping();
    plain.cpu = first;
    plain.recent = first;
    Scenario scenario;
    scenario.tasks.assign(tasks, plain);
    return scenario;
}

void set_allowed(TaskSpec& task, const CpuMask& allowed, const Machine& machine, const std::string& place) {
    if (!allowed.is_subset_of(machine.present)) {
        const std::size_t cpu = (allowed - machine.present).next(0);
        throw InputError(place, "cpu " + std::to_string(cpu) + " does not exist",
                         "this machine has cpus " + cpu_list(machine.present));
    }
    const CpuMask usable = allowed & machine.online;
    if (usable.empty()) {
        throw InputError(
            place, "the mask " + (allowed.empty() ? "is empty" : cpu_list(allowed) + " has no online CPU"),
            "allow one of " + cpu_list(machine.online));
    }
    task.allowed = allowed;
    task.cpu = static_cast<std::uint16_t>(usable.next(0));
    task.recent = task.cpu;
}

namespace {

// What lies between the steps of a wakeup has been thought through for tasks that are there.
void refuse_races_elsewhere(const Scenario& scenario, const std::string& place) {
    const bool splits = scenario.races || scenario.events.delayed_dequeue;
    const char* const what = scenario.races ? "races" : "delayed dequeue";
    const bool whole_hotplug = scenario.hotplug_events != 0 && !scenario.races;
    const char* const with = whole_hotplug              ? "CPU hotplug without races"
                             : places_by_load(scenario) ? "forks or execs"
                             : !scenario.cpuidle        ? "cpuidle = false"
                                                        : nullptr;
    if (splits && with != nullptr) {
        throw InputError(place, std::string(what) + " and " + with + " do not go together",
                         "leave one of them out");
    }
}

// Domains that come and go would take the records of passes with them.
void refuse_balance_elsewhere(const Scenario& scenario, const std::string& place) {
    if (scenario.balance && scenario.hotplug_events != 0) {
        throw InputError(place, "load balance and CPU hotplug do not go together", "leave one of them out");
    }
    if (scenario.races && scenario.nohz) {
        throw InputError(place, "CPUs without a tick and races do not go together", "leave one of them out");
    }
    if (scenario.races && scenario.events.long_idle) {
        throw InputError(place, "long-idle and races do not go together", "leave one of them out");
    }
    const char* const what = scenario.nohz                            ? "CPUs without a tick"
                             : scenario.failures == Failures::counted ? "counted failures"
                             : scenario.passes != most_passes         ? "numbers of passes"
                                                                      : nullptr;
    if (!scenario.balance && what != nullptr) {
        throw InputError(place, std::string(what) + " mean nothing without load balance",
                         "say --balance, or balance = true");
    }
}

}  // namespace

void check_scenario(const Scenario& scenario, const Machine& machine, const std::string& place) {
    refuse_races_elsewhere(scenario, place);
    refuse_balance_elsewhere(scenario, place);
    if (scenario.tasks.empty() || scenario.tasks.size() > max_tasks) {
        throw InputError(place, std::to_string(scenario.tasks.size()) + " tasks",
                         "a scenario has 1 to " + std::to_string(max_tasks) + " tasks");
    }
    if (hotplug_online_sets(machine, scenario.hotplug_events).size() > max_hotplug_sets) {
        throw InputError(place,
                         "CPU hotplug of " + std::to_string(scenario.hotplug_events) +
                             " events leads to more than " + std::to_string(max_hotplug_sets) +
                             " sets of online CPUs",
                         "allow fewer, or take a smaller machine");
    }
    CpuMask taken;
    for (std::size_t t = 0; t < scenario.tasks.size(); ++t) {
        const TaskSpec& task = scenario.tasks[t];
        const std::string where = place + ": t" + std::to_string(t);
        TaskSpec probe;
        set_allowed(probe, task.allowed, machine, where);
        for (const std::size_t cpu : {std::size_t{task.cpu}, std::size_t{task.recent}}) {
            if (!machine.online.contains(cpu)) {
                throw InputError(where, "cpu " + std::to_string(cpu) + " is not an online CPU",
                                 "online are " + cpu_list(machine.online));
            }
        }
        if (task.bound_kthread && task.allowed.count() != 1) {
            throw InputError(where, "a bound kernel thread has the mask " + cpu_list(task.allowed),
                             "bind it to one CPU");
        }
        if (task.bound_kthread && task.phase == TaskPhase::unborn) {
            throw InputError(where, "a bound kernel thread starts unborn", "the kernel makes it, not a fork");
        }
        if (task.util > 1024 || task.uclamp_min > 1024) {
            throw InputError(where, "a utilisation above 1024", "util and uclamp-min are 0 to 1024");
        }
        if (task.phase > TaskPhase::unborn) {
            throw InputError(where, "it starts in the middle of a step", "begin asleep, queued or running");
        }
        const bool is_queued = task.phase == TaskPhase::queued || task.phase == TaskPhase::running;
        if (is_queued && !task.allowed.contains(task.cpu)) {
            throw InputError(where,
                             "it starts on cpu " + std::to_string(task.cpu) + ", which its mask leaves out");
        }
        if (task.phase == TaskPhase::running) {
            if (taken.contains(task.cpu)) {
                throw InputError(where, "two tasks run on cpu " + std::to_string(task.cpu));
            }
            taken.insert(task.cpu);
        }
    }
}

std::vector<CpuMask> hotplug_online_sets(const Machine& machine, std::uint32_t events) {
    std::vector<CpuMask> sets;
    if (events == 0) {
        return sets;
    }
    sets.push_back(machine.online);
    std::size_t level = 0;
    for (std::uint32_t step = 0; step < events; ++step) {
        const std::size_t end = sets.size();
        for (; level < end; ++level) {
            machine.present.for_each([&](std::size_t cpu) {
                CpuMask other = sets[level];
                other = other.contains(cpu) ? other - CpuMask::single(cpu) : other | CpuMask::single(cpu);
                if (sets.size() <= max_hotplug_sets && !(other - machine.isolated).empty() &&
                    std::find(sets.begin(), sets.end(), other) == sets.end()) {
                    sets.push_back(other);
                }
            });
        }
        if (sets.size() == end || sets.size() > max_hotplug_sets) {
            break;
        }
    }
    return sets;
}

std::vector<CpuMask> affinity_choices(const Machine& machine) {
    std::vector<CpuMask> choices;
    const CpuMask whole = machine.online;
    const auto add = [&](const CpuMask& mask) {
        if (!mask.empty() && std::find(choices.begin(), choices.end(), mask) == choices.end()) {
            choices.push_back(mask);
        }
    };
    if (whole.count() <= 4) {
        for (std::size_t pattern = 1; pattern < std::size_t{1} << whole.count(); ++pattern) {
            CpuMask mask;
            std::size_t position = 0;
            whole.for_each([&](std::size_t cpu) {
                if ((pattern >> position++ & 1) != 0) {
                    mask.insert(cpu);
                }
            });
            add(mask);
        }
        return choices;
    }
    std::vector<CpuMask> parts;
    whole.for_each([&](std::size_t cpu) { parts.push_back(CpuMask::single(cpu)); });
    for (std::uint16_t Place::*index : {&Place::core, &Place::llc, &Place::node}) {
        for (const CpuMask& block : blocks_of(machine, index)) {
            parts.push_back(block & whole);
        }
    }
    for (const CpuMask& part : parts) {
        add(part);
    }
    add(whole);
    for (const CpuMask& part : parts) {
        add(whole - part);
    }
    return choices;
}

namespace {

std::string departure_of(const TaskSpec& task) {
    std::string text = task.bound_kthread ? " (a kernel thread bound to " : " (mask ";
    text += cpu_list(task.allowed);
    text += task.sched_idle ? ", SCHED_IDLE" : "";
    if (task.util != 0 || task.uclamp_min != 0) {
        text += ", util " + std::to_string(task.util) + ", uclamp min " + std::to_string(task.uclamp_min);
    }
    text += task.full_mask_count ? ", nr_cpus_allowed = NR_CPUS" : "";
    if (task.phase == TaskPhase::unborn) {
        text += ", unborn";
    } else if (task.phase != TaskPhase::asleep) {
        text += task.phase == TaskPhase::running ? ", running on cpu" : ", queued on cpu";
        text += std::to_string(task.cpu);
    }
    return text + ")";
}

}  // namespace

bool has_forks(const Scenario& scenario) {
    return std::any_of(scenario.tasks.begin(), scenario.tasks.end(),
                       [](const TaskSpec& task) { return task.phase == TaskPhase::unborn; });
}

bool places_by_load(const Scenario& scenario) { return has_forks(scenario) || scenario.events.exec; }

std::string scenario_line(const Scenario& scenario, const Machine& machine) {
    std::string line =
        std::to_string(scenario.tasks.size()) + (scenario.tasks.size() == 1 ? " task" : " tasks");
    const Scenario plain = plain_scenario(machine, scenario.tasks.size());
    for (std::size_t t = 0; t < scenario.tasks.size();) {
        std::size_t end = t + 1;
        while (end < scenario.tasks.size() && scenario.tasks[end] == scenario.tasks[t]) {
            ++end;
        }
        if (scenario.tasks[t] != plain.tasks[t]) {
            line += ", t" + std::to_string(t) + (end > t + 1 ? "-t" + std::to_string(end - 1) : "") +
                    departure_of(scenario.tasks[t]);
        }
        t = end;
    }
    line += scenario.hints == HintStart::fresh ? ", fresh hints" : "";
    if (scenario.affinity_changes != 0) {
        line += ", up to " + std::to_string(scenario.affinity_changes) +
                (scenario.affinity_changes == 1 ? " affinity change" : " affinity changes");
    }
    if (scenario.hotplug_events != 0) {
        line += ", CPUs going off and on up to " + std::to_string(scenario.hotplug_events) +
                (scenario.hotplug_events == 1 ? " time" : " times");
    }
    line += scenario.balance ? ", with load balance" : "";
    line += scenario.failures == Failures::counted ? ", failures counted" : "";
    line += scenario.nohz ? ", nohz" : "";
    line += scenario.passes == 1 && scenario.races ? ", one pass at a time" : "";
    line += scenario.races ? ", with races" : "";
    const EventKinds& events = scenario.events;
    const std::pair<bool, const char*> off[] = {
        {events.wake_in_task, "wakeups by tasks"},
        {events.wake_in_interrupt, "wakeups in interrupts"},
        {events.sync, "sync wakeups"},
        {events.pull, "pulls by load"},
        {events.block, "blocking"},
        {events.preempt, "preemption"},
        {events.tick, "ticks"},
        {events.exit, "exits"},
        {!scenario.races || events.delayed_dequeue, "delayed dequeue"},
    };
    for (const auto& [on, name] : off) {
        line += on ? "" : std::string(", no ") + name;
    }
    line += events.delayed_dequeue && !scenario.races ? ", with delayed dequeue" : "";
    line += events.current_cpu ? ", with WF_CURRENT_CPU wakeups" : "";
    line += events.exec ? ", with execs" : "";
    line += events.cache_hot ? ", with cache-hot tasks" : "";
    line += events.long_idle ? ", CPUs idle long" : "";
    line += scenario.loads == Loads::any ? ", any loads" : "";
    return line + (scenario.cpuidle ? "" : ", no cpuidle");
}

}  // namespace schedmc
