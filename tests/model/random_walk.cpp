// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/model/random_walk.hpp"

#include <algorithm>

namespace schedmc {

namespace {

std::size_t draw_from(loops::Draws& draws, const CpuMask& cpus) {
    std::size_t cpu = cpus.next(0);
    for (std::size_t left = draws.below(cpus.count()); left > 0; --left) {
        cpu = cpus.next(cpu + 1);
    }
    return cpu;
}

std::string numbers(const Bounded<concrete::Number, 64>& values) {
    std::string text;
    for (const concrete::Number value : values) {
        text += " " + std::to_string(value.value());
    }
    return text;
}

}  // namespace

Scenario draw_scenario(loops::Draws& draws, const Machine& machine) {
    Scenario scenario = plain_scenario(machine, 1 + draws.below(5));
    CpuMask taken;
    for (TaskSpec& task : scenario.tasks) {
        task.sched_idle = draws.once_in(4);
        if (draws.once_in(3)) {
            CpuMask mask = CpuMask::single(draw_from(draws, machine.online));
            while (draws.once_in(2)) {
                mask.insert(draw_from(draws, machine.present));
            }
            set_allowed(task, mask, machine, "a drawn task");
            task.bound_kthread = mask.count() == 1 && draws.once_in(2);
        }
        task.util = static_cast<std::uint16_t>(draws.below(1025));
        task.uclamp_min = static_cast<std::uint16_t>(draws.below(1025));
        task.cpu = static_cast<std::uint16_t>(draw_from(draws, task.allowed & machine.online));
        task.recent = static_cast<std::uint16_t>(draw_from(draws, machine.online));
        task.phase = static_cast<TaskPhase>(draws.below(3));
        if (task.phase == TaskPhase::running && taken.contains(task.cpu)) {
            task.phase = TaskPhase::queued;
        }
        if (task.phase == TaskPhase::running) {
            taken.insert(task.cpu);
        }
    }
    scenario.hints = draws.once_in(2) ? HintStart::fresh : HintStart::where_idle_core;
    scenario.affinity_changes = static_cast<std::uint32_t>(draws.below(4));
    scenario.hotplug_events = draws.once_in(3) && machine.cpu_count() <= 12 ? 2 : 0;
    scenario.events.current_cpu = draws.once_in(4);
    // One task at least is there at the start.
    for (std::size_t t = 1; t < scenario.tasks.size(); ++t) {
        TaskSpec& task = scenario.tasks[t];
        if (task.phase == TaskPhase::asleep && !task.bound_kthread && draws.once_in(3)) {
            task.phase = TaskPhase::unborn;
        }
    }
    scenario.events.exec = draws.once_in(3);
    scenario.cpuidle = !draws.once_in(3);
    scenario.loads = draws.once_in(4) && machine.cpu_count() <= 8 ? Loads::any : Loads::steady;
    if (draws.once_in(2)) {
        // Races go without forks, delayed dequeue without races also without hotplug.
        for (TaskSpec& task : scenario.tasks) {
            task.phase = task.phase == TaskPhase::unborn ? TaskPhase::asleep : task.phase;
        }
        scenario.events.exec = false;
        scenario.cpuidle = true;
        scenario.races = draws.once_in(2);
        scenario.events.delayed_dequeue = draws.once_in(2);
        scenario.hotplug_events = scenario.races ? scenario.hotplug_events : 0;
    }
    if (scenario.hotplug_events == 0 && draws.once_in(2)) {
        scenario.balance = true;
        scenario.nohz = !scenario.races && draws.once_in(2);
        scenario.passes = scenario.races && draws.once_in(3) ? 1 : most_passes;
        scenario.failures = draws.once_in(2) ? Failures::counted : Failures::any;
        scenario.events.cache_hot = draws.once_in(3);
        scenario.events.long_idle = !scenario.races && draws.once_in(3);
    }
    check_scenario(scenario, machine, "a drawn scenario");
    return scenario;
}

Policy draw_named_policy(loops::Draws& draws) {
    static const std::vector<std::string> names = {"v5.19",
                                                   "v6.1",
                                                   "v6.12",
                                                   "v6.1+sis-prop-sis-util",
                                                   "v6.1-sis-util",
                                                   "v6.1+sis-ignore-util-if-idle-core",
                                                   "v6.6+sis-cache=rfc",
                                                   "v6.12+sis-cache=v1",
                                                   "v6.6+sis-cache=v2",
                                                   "v6.12",
                                                   "v5.19",
                                                   "v6.12+smt-buddy-assist",
                                                   "v6.19+smt-push+smt-push-memory=sticky",
                                                   "v6.6+smt-push+smt-push-target=shorter+smt-push-count=half",
                                                   "v6.12+sched-idle-wakee-seeks-idle"};
    return parse_policy(names[draws.below(names.size())], "a drawn policy");
}

std::string text_of(const State<Word>& state) {
    std::string text;
    for (const TaskState<Word>& task : state.tasks) {
        text += "[" + std::to_string(static_cast<int>(task.phase.value())) + " on " +
                std::to_string(task.cpu.number()) + " recent " + std::to_string(task.recent.number()) +
                " allowed " + cpu_list(CpuMask::from(task.allowed.bits())) + " waker " +
                std::to_string(task.waker.number()) + " clears " +
                cpu_list(CpuMask::from(task.clears_hint.bits())) + "] ";
    }
    return text + "online " + cpu_list(CpuMask::from(state.online.bits())) + " steps of hotplug " +
           std::to_string(state.hotplug_events_left.value()) + " hinted " +
           cpu_list(CpuMask::from(state.hinted.bits())) + " nr" + numbers(state.nr_idle_scan) + " budget" +
           numbers(state.prop_budget) + " changes " + std::to_string(state.affinity_changes_left.value()) +
           " unstamped " + cpu_list(CpuMask::from(state.unstamped.bits())) + " leaving " +
           cpu_list(CpuMask::from(state.leaving.bits())) + " switching " +
           cpu_list(CpuMask::from(state.switching.bits())) + " reserved" + numbers(state.cache_hot_timeout);
}

std::string text_of(const Event& event) {
    const auto number = [](const char* name, std::uint16_t value) {
        return value == nobody ? std::string() : std::string(" ") + name + " " + std::to_string(value);
    };
    return std::string(name_of(event.kind)) + number("task", event.task) + number("where", event.where) +
           number("next", event.next) + (event.in_interrupt ? " in interrupt" : "") +
           (event.sync ? " sync" : "") + (event.on_current_cpu ? " on current cpu" : "") +
           (event.delayed ? " delayed" : "") + " pull " + std::to_string(static_cast<int>(event.pull)) +
           " value " + std::to_string(event.value);
}

Walk::Walk(std::uint64_t seed, std::size_t cpus_max)
    : draws(seed), machine(loops::draw_machine(draws, cpus_max)),
      model(machine, draw_named_policy(draws), draw_scenario(draws, machine)), events(all_events(model)),
      state(initial_state(model)) {}

std::vector<Event> Walk::enabled_events() const {
    std::vector<Event> now;
    std::copy_if(events.begin(), events.end(), std::back_inserter(now),
                 [&](const Event& event) { return enabled(model, state, event).is_true(); });
    return now;
}

bool Walk::advance(Event& event, Transition<Word>& transition) {
    std::vector<Event> now = enabled_events();
    std::vector<EventKind> kinds;
    for (const Event& each : now) {
        if (kinds.empty() || kinds.back() != each.kind) {
            kinds.push_back(each.kind);
        }
    }
    if (now.empty()) {
        return false;
    }
    const EventKind kind = kinds[draws.below(kinds.size())];
    now.erase(std::remove_if(now.begin(), now.end(), [&](const Event& each) { return each.kind != kind; }),
              now.end());
    event = now[draws.below(now.size())];
    step(model, state, event, transition);
    state = transition.after;
    return true;
}

}  // namespace schedmc
