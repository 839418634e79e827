// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/balance/balance_events.hpp"
#include "model/event.hpp"

/// The events of a model.
namespace schedmc {

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
    if (model.scenario.balance) {
        balance::add_events(model, list);
    }
    return list;
}

}  // namespace schedmc
