// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/policy/wakeup.hpp"
#include "model/state.hpp"

namespace schedmc {

/// The steps that the environment or the kernel takes.
enum class EventKind : std::uint8_t {
    /// A sleeper is woken from a CPU: select_task_rq() and the enqueue, one step.
    wake,
    /// A CPU in its idle task picks one of the tasks queued there.
    run,
    /// The running task sleeps; the CPU picks the next or goes idle, one step.
    block,
    /// A queued task takes the CPU from the running one, which stays queued.
    preempt,
    /// An idle CPU schedules and stays idle.
    idle_repick,
    /// A periodic balance sets one LLC's scan budget to what utilisation may make of it.
    tick,
    /// A task's affinity changes; it moves if it may no longer stay. With races a running task, and one on its way to
    /// a queue, stay where they are until migrate.
    set_affinity,
    /// A CPU goes offline: its tasks move, and the domains are built anew; with races it only ceases to be active.
    cpu_down,
    /// A CPU comes online: the scheduling domains are built anew.
    cpu_up,
    /// A running task makes an unborn one: select_task_rq() for forks and the enqueue, one step.
    fork,
    /// A running task that a fork made ends; the CPU picks the next or goes idle, one step.
    exit,
    /// A running task execs and may be moved, one step.
    exec,
    /// Every reservation of a CPU comes nearer to its end; one that was near has ended.
    pass_time,
    /// A sleeper that delayed dequeue left on its queue is woken: it counts as queued again, without a selection.
    wake_delayed,
    /// The scheduler picks such a sleeper and drops it from the queue.
    drop_delayed,
    /// With races, where wake is the selection alone. The waker clears the hint that its failed search is to clear.
    clear_hint,
    /// The waker hands the wakee over: to its CPU's wake list, or to the queue under its lock.
    enqueue,
    /// A task is woken that is still on the CPU that switches away from it: that CPU's wake list takes it.
    wake_on_cpu,
    /// A CPU takes what is on its wake list, and queues it unless its kernel clears ttwu_pending first.
    receive,
    /// Such a kernel's CPU queues what it has taken.
    activate,
    /// A CPU finishes its switch: the task it left is off the CPU, the next one is current.
    finish_switch,
    /// The stopper moves a task from a CPU that its mask no longer allows, or that is going offline.
    migrate,
    /// A CPU that ceased to be active, and on which nothing is left, is taken out of the scheduling domains.
    cpu_offline,
};

/// The name of a kind, as traces spell it.
constexpr std::string_view name_of(EventKind kind) {
    switch (kind) {
        case EventKind::wake:
            return "wake";
        case EventKind::run:
            return "run";
        case EventKind::block:
            return "block";
        case EventKind::preempt:
            return "preempt";
        case EventKind::idle_repick:
            return "idle_repick";
        case EventKind::tick:
            return "tick";
        case EventKind::set_affinity:
            return "set_affinity";
        case EventKind::cpu_down:
            return "cpu_down";
        case EventKind::cpu_up:
            return "cpu_up";
        case EventKind::fork:
            return "fork";
        case EventKind::exit:
            return "exit";
        case EventKind::exec:
            return "exec";
        case EventKind::pass_time:
            return "pass_time";
        case EventKind::wake_delayed:
            return "wake_delayed";
        case EventKind::drop_delayed:
            return "drop_delayed";
        case EventKind::clear_hint:
            return "clear_hint";
        case EventKind::enqueue:
            return "enqueue";
        case EventKind::wake_on_cpu:
            return "wake_on_cpu";
        case EventKind::receive:
            return "receive";
        case EventKind::activate:
            return "activate";
        case EventKind::finish_switch:
            return "finish_switch";
        case EventKind::migrate:
            return "migrate";
        case EventKind::cpu_offline:
            return "cpu_offline";
    }
    contract_broken("an event has one of the known kinds", __FILE__, __LINE__);
}

/// No task, CPU or LLC.
inline constexpr std::uint16_t nobody = 0xFFFF;

/// One step with its arguments: numbers of tasks, CPUs and LLCs. What a kind does not use is `nobody` or zero.
struct Event {
    EventKind kind = EventKind::wake;
    /// The task woken, run, blocked, preempting, changed, moved or dropped; of a fork the child.
    std::uint16_t task = nobody;
    /// Wakeups: the waker's CPU. set_affinity, migrate: where the task goes. tick: the LLC. fork: the parent's CPU.
    /// Events of a CPU: it.
    std::uint16_t where = nobody;
    /// block, exit: the task picked next.
    std::uint16_t next = nobody;
    /// fork, exec: of the idle CPUs that the task may use, the one that went idle last.
    std::uint16_t freshest = nobody;
    /// Wakeups: from an interrupt on that CPU instead of its current task. wake: WF_SYNC; WF_CURRENT_CPU; what loads
    /// say.
    bool in_interrupt = false;
    bool sync = false;
    bool on_current_cpu = false;
    Pull pull = Pull::to_prev;
    /// block: delayed dequeue leaves the task on its queue.
    bool delayed = false;
    /// tick: nr_idle_scan or SIS_PROP's budget. set_affinity: the mask's number. fork, exec: one more than the number
    /// of the mask on whose CPUs averages say the opposite of queues; zero for none. block: how far ahead the sleeper's
    /// average would have its CPU reserved, 0 for no reservation.
    std::uint32_t value = 0;
    friend bool operator==(const Event&, const Event&) = default;
};

/// Every event that some state may enable, in the order in which enabled events are explored: simple ones first,
/// so that the first shortest trace is also the plainest.
///
/// Cost: tasks x CPUs x ways to wake.
template <class D>
std::vector<Event> all_events(const Model<D>& model);

namespace events {

template <class D>
void add_wakeups(const Model<D>& model, std::vector<Event>& list) {
    const EventKinds& kinds = model.scenario.events;
    for (std::uint16_t task = 0; task < model.scenario.tasks.size(); ++task) {
        model.topology.machine.online.for_each([&](std::size_t cpu) {
            for (const bool in_interrupt : {false, true}) {
                if (!(in_interrupt ? kinds.wake_in_interrupt : kinds.wake_in_task)) {
                    continue;
                }
                Event wake{.kind = EventKind::wake,
                           .task = task,
                           .where = static_cast<std::uint16_t>(cpu),
                           .in_interrupt = in_interrupt};
                for (const bool sync : {false, true}) {
                    for (const Pull pull : {Pull::to_prev, Pull::to_waker, Pull::wide}) {
                        if ((sync && !kinds.sync) || (pull != Pull::to_prev && !kinds.pull)) {
                            continue;
                        }
                        wake.sync = sync;
                        wake.pull = pull;
                        list.push_back(wake);
                    }
                }
                if (kinds.current_cpu && model.policy.rules.current_cpu_wakeups) {
                    wake.sync = false;
                    wake.pull = Pull::to_prev;
                    wake.on_current_cpu = true;
                    list.push_back(wake);
                }
            }
        });
    }
}

template <class D>
void add_queue_events(const Model<D>& model, std::vector<Event>& list) {
    const auto tasks = static_cast<std::uint16_t>(model.scenario.tasks.size());
    for (std::uint16_t task = 0; task < tasks; ++task) {
        list.push_back({.kind = EventKind::run, .task = task});
    }
    for (std::uint16_t task = 0; task < tasks && model.scenario.events.block; ++task) {
        list.push_back({.kind = EventKind::block, .task = task});
        for (std::uint32_t far = 1; reserves_cpus(model) && far <= cache_hot_timeout_max; ++far) {
            list.push_back({.kind = EventKind::block, .task = task, .value = far});
        }
        for (std::uint16_t next = 0; next < tasks; ++next) {
            if (next != task) {
                list.push_back({.kind = EventKind::block, .task = task, .next = next});
            }
            if (next != task && delays_dequeue(model)) {
                list.push_back({.kind = EventKind::block, .task = task, .next = next, .delayed = true});
            }
        }
    }
    for (std::uint16_t task = 0; task < tasks && model.scenario.events.preempt; ++task) {
        list.push_back({.kind = EventKind::preempt, .task = task});
    }
}

/// What happens to a wakeup after its selection, and to CPUs and tasks between two critical sections.
template <class D>
void add_races(const Model<D>& model, std::vector<Event>& list) {
    const CpuMask& online = model.topology.machine.online;
    for (const EventKind kind : {EventKind::enqueue, EventKind::clear_hint}) {
        if (kind == EventKind::clear_hint && !model.topology.domains.smt_active) {
            continue;
        }
        for (std::uint16_t task = 0; task < model.scenario.tasks.size(); ++task) {
            list.push_back({.kind = kind, .task = task});
        }
    }
    for (const EventKind kind :
         {EventKind::receive, EventKind::activate, EventKind::finish_switch, EventKind::cpu_offline}) {
        if ((kind == EventKind::activate && !model.policy.rules.pending_cleared_first) ||
            (kind == EventKind::cpu_offline && model.scenario.hotplug_events == 0)) {
            continue;
        }
        online.for_each([&, kind](std::size_t cpu) {
            list.push_back({.kind = kind, .where = static_cast<std::uint16_t>(cpu)});
        });
    }
    for (std::uint16_t task = 0; task < model.scenario.tasks.size(); ++task) {
        const bool may_stray = model.scenario.affinity_changes != 0 || model.scenario.hotplug_events != 0;
        if (may_stray && !model.scenario.tasks[task].bound_kthread) {
            online.for_each([&](std::size_t cpu) {
                list.push_back(
                    {.kind = EventKind::migrate, .task = task, .where = static_cast<std::uint16_t>(cpu)});
            });
        }
    }
}

/// Wakeups that choose no CPU: one for each CPU where the waker may be.
template <class D>
void add_wakeups_in_place(const Model<D>& model, EventKind kind, std::vector<Event>& list) {
    const EventKinds& kinds = model.scenario.events;
    for (std::uint16_t task = 0; task < model.scenario.tasks.size(); ++task) {
        model.topology.machine.online.for_each([&](std::size_t cpu) {
            for (const bool in_interrupt : {false, true}) {
                if (in_interrupt ? kinds.wake_in_interrupt : kinds.wake_in_task) {
                    list.push_back({.kind = kind,
                                    .task = task,
                                    .where = static_cast<std::uint16_t>(cpu),
                                    .in_interrupt = in_interrupt});
                }
            }
        });
    }
}

template <class D>
void add_delayed_dequeues(const Model<D>& model, std::vector<Event>& list) {
    add_wakeups_in_place(model, EventKind::wake_delayed, list);
    for (std::uint16_t task = 0; task < model.scenario.tasks.size(); ++task) {
        list.push_back({.kind = EventKind::drop_delayed, .task = task});
    }
}

/// An idle CPU that schedules and stays idle changes something: a hint, or its stamp.
template <class D>
bool idle_repick_matters(const Model<D>& model) {
    return model.policy.rules.idle_repick_raises_hint &&
           (model.topology.domains.smt_active || !model.scenario.cpuidle);
}

template <class D>
void add_kernel_events(const Model<D>& model, std::vector<Event>& list) {
    const Rules& rules = model.policy.rules;
    if (idle_repick_matters(model)) {
        model.topology.machine.online.for_each([&](std::size_t cpu) {
            list.push_back({.kind = EventKind::idle_repick, .where = static_cast<std::uint16_t>(cpu)});
        });
    }
    for (std::uint16_t llc = 0; llc < model.topology.llcs.sets.size() && model.scenario.events.tick; ++llc) {
        for (std::uint32_t nr = 0; rules.sis_util && nr <= nr_idle_scan_max(model, llc); ++nr) {
            list.push_back({.kind = EventKind::tick, .where = llc, .value = nr});
        }
        for (std::uint32_t nr = 4; rules.sis_prop && !rules.sis_util && nr <= prop_budget_max(model, llc);
             ++nr) {
            list.push_back({.kind = EventKind::tick, .where = llc, .value = nr});
        }
    }
}

template <class D>
void add_time(const Model<D>& model, std::vector<Event>& list) {
    if (reserves_cpus(model)) {
        list.push_back({.kind = EventKind::pass_time});
    }
}

template <class D>
void add_affinity_changes(const Model<D>& model, std::vector<Event>& list) {
    for (std::uint16_t task = 0; task < model.scenario.tasks.size(); ++task) {
        if (model.scenario.tasks[task].bound_kthread) {
            continue;
        }
        for (std::uint32_t mask = 0; mask < model.masks.size(); ++mask) {
            Event change{.kind = EventKind::set_affinity, .task = task, .value = mask};
            list.push_back(change);
            (model.masks[mask] & model.topology.machine.online).for_each([&](std::size_t cpu) {
                change.where = static_cast<std::uint16_t>(cpu);
                list.push_back(change);
            });
        }
    }
}

/// The placement by averages of one task from one CPU, with all that the environment may say of stamps and averages.
template <class D>
void add_placements(const Model<D>& model, Event placement, std::vector<Event>& list) {
    const bool any_loads = model.scenario.loads == Loads::any;
    for (std::uint32_t contrary = 0; contrary <= (any_loads ? model.masks.size() : 0); ++contrary) {
        placement.value = contrary;
        placement.freshest = nobody;
        list.push_back(placement);
        model.topology.machine.online.for_each([&](std::size_t cpu) {
            placement.freshest = static_cast<std::uint16_t>(cpu);
            list.push_back(placement);
        });
    }
}

template <class D>
void add_forks_and_execs(const Model<D>& model, std::vector<Event>& list) {
    const auto tasks = static_cast<std::uint16_t>(model.scenario.tasks.size());
    for (std::uint16_t task = 0; task < tasks; ++task) {
        const TaskSpec& spec = model.scenario.tasks[task];
        if (spec.phase == TaskPhase::unborn) {
            model.topology.machine.online.for_each([&](std::size_t cpu) {
                add_placements(
                    model, {.kind = EventKind::fork, .task = task, .where = static_cast<std::uint16_t>(cpu)},
                    list);
            });
        }
        for (std::uint16_t next = 0; next < tasks && spec.phase == TaskPhase::unborn; ++next) {
            if (model.scenario.events.exit) {
                const std::uint16_t picked = next == task ? nobody : next;
                list.push_back({.kind = EventKind::exit, .task = task, .next = picked});
            }
        }
        if (model.scenario.events.exec && !spec.bound_kthread) {
            add_placements(model, {.kind = EventKind::exec, .task = task}, list);
        }
    }
}

template <class D>
void add_hotplug(const Model<D>& model, std::vector<Event>& list) {
    for (const EventKind kind : {EventKind::cpu_down, EventKind::cpu_up}) {
        model.topology.machine.present.for_each([&](std::size_t cpu) {
            list.push_back({.kind = kind, .where = static_cast<std::uint16_t>(cpu)});
        });
    }
}

}  // namespace events

template <class D>
std::vector<Event> all_events(const Model<D>& model) {
    std::vector<Event> list;
    events::add_wakeups(model, list);
    events::add_queue_events(model, list);
    if (model.scenario.races) {
        events::add_races(model, list);
        events::add_wakeups_in_place(model, EventKind::wake_on_cpu, list);
    }
    if (delays_dequeue(model)) {
        events::add_delayed_dequeues(model, list);
    }
    events::add_kernel_events(model, list);
    events::add_time(model, list);
    if (model.scenario.affinity_changes != 0) {
        events::add_affinity_changes(model, list);
    }
    if (model.scenario.hotplug_events != 0) {
        events::add_hotplug(model, list);
    }
    if (places_by_load(model.scenario)) {
        events::add_forks_and_execs(model, list);
    }
    return list;
}

}  // namespace schedmc
