// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/all_events.hpp"
#include "model/balance/balance_step.hpp"
#include "model/event.hpp"
#include "model/fork_step.hpp"
#include "model/hotplug_step.hpp"
#include "model/idle_step.hpp"
#include "model/initial_state.hpp"
#include "model/policy/select_task_rq.hpp"
#include "model/policy/sis_cache.hpp"
#include "model/policy/update_idle_core.hpp"
#include "model/races.hpp"
#include "model/state.hpp"
#include "model/transition.hpp"

/// What happens: which events a state enables, and the state after one. Decisions are the policy's; here are the
/// queues and hooks around them.
namespace schedmc {

/// The question that a wake event puts to the policy.
template <class D>
Wakeup<D> wakeup_of(const Model<D>& model, const State<D>& state, const Event& event) {
    const TaskState<D>& wakee = state.tasks[event.task];
    const TaskSpec& spec = model.scenario.tasks[event.task];
    Wakeup<D> wakeup;
    wakeup.this_cpu = D::cpu(event.where);
    wakeup.in_interrupt = D::truth(event.in_interrupt);
    wakeup.sync = D::truth(event.sync);
    wakeup.on_current_cpu = D::truth(event.on_current_cpu);
    wakeup.pull = D::choice(event.pull);
    wakeup.current_is_bound_kthread = D::truth(false);
    for (std::size_t t = 0; t < state.tasks.size(); ++t) {
        if (model.scenario.tasks[t].bound_kthread) {
            wakeup.current_is_bound_kthread =
                wakeup.current_is_bound_kthread |
                ((state.tasks[t].phase == TaskPhase::running) & (state.tasks[t].cpu == wakeup.this_cpu));
        }
    }
    wakeup.prev = wakee.cpu;
    wakeup.recent = wakee.recent;
    wakeup.allowed = wakee.allowed;
    wakeup.sched_idle_policy = D::truth(spec.sched_idle);
    wakeup.bound_kthread = D::truth(spec.bound_kthread);
    const Fitness<D> fitness = fitness_of(model, spec);
    wakeup.fits = fitness.fits;
    wakeup.misses_boost = fitness.misses_boost;
    wakeup.cookie_matches = state.online;
    return wakeup;
}

namespace steps {

/// The task is asleep and can be woken: a bound kernel thread is parked while its CPU is offline.
template <class D>
typename D::Truth sleeps(const Model<D>& model, const State<D>& state, std::uint16_t task) {
    const TaskState<D>& wakee = state.tasks[task];
    const auto asleep = wakee.phase == TaskPhase::asleep;
    return model.scenario.tasks[task].bound_kthread ? asleep & !is_empty(wakee.allowed & state.online)
                                                    : asleep;
}

/// A queued task moves with its change of mask. A running one does so too, but with races it waits for the stopper, as
/// does one on its way to a queue; and none changes while it is being woken, or its CPU in the middle of a switch.
template <class D>
typename D::Truth can_set_affinity(const Model<D>& model, const State<D>& state, const Event& event) {
    const TaskState<D>& task = state.tasks[event.task];
    const auto mask = D::cpus(model.masks[event.value]);
    auto moves = is_on_queue(model, task) & !contains(mask, task.cpu);
    auto may = (task.allowed != mask) & (task.phase != TaskPhase::unborn) &
               (D::number(0) < state.affinity_changes_left);
    if (model.scenario.races) {
        moves = moves & (task.phase != TaskPhase::running);
        may = may & (task.phase != TaskPhase::waking) & races::can_lock(state, task.cpu);
    }
    if (event.where == nobody) {
        return may & (!moves) & !is_empty(mask & active_cpus(state));
    }
    return may & moves & contains(active_cpus(state), D::cpu(event.where)) &
           races::can_lock(state, D::cpu(event.where));
}

}  // namespace steps

namespace steps {

/// may_be() of the kinds that races, delayed dequeue and load balance add.
template <class D>
typename D::Truth may_be_between(const Model<D>& model, const State<D>& state, const Event& event) {
    if (is_section(event.kind)) {
        return balance::section_enabled(model, state, event);
    }
    return is_of_balance(event.kind) ? balance::enabled(model, state, event)
                                     : races::enabled(model, state, event);
}

/// Whether the state enables the event, if no CPU has something to do first.
template <class D>
typename D::Truth may_be(const Model<D>& model, const State<D>& state, const Event& event) {
    using Truth = typename D::Truth;
    const auto runs = [&](std::uint16_t task) { return state.tasks[task].phase == TaskPhase::running; };
    // With races a stray is left to the stopper, which comes before any other pick.
    const auto queued = [&](std::uint16_t task) {
        const Truth waits = state.tasks[task].phase == TaskPhase::queued;
        return model.scenario.races ? waits & !races::strays(state, state.tasks[task]) : waits;
    };
    const auto somebody_runs_at = [&](const typename D::Cpu& cpu) {
        return contains(running_cpus(model, state), cpu);
    };
    const auto schedules = [&](const typename D::Cpu& cpu) {
        return !contains(races::held_up(model, state), cpu);
    };
    const auto picks = [&](const typename D::Cpu& cpu) {
        return schedules(cpu) & !contains(queued_stoppers(model, state), cpu);
    };
    switch (event.kind) {
        case EventKind::wake:
            return steps::sleeps(model, state, event.task) & races::can_wake(model, state, event);
        case EventKind::run:
            return queued(event.task) & !somebody_runs_at(state.tasks[event.task].cpu) &
                   picks(state.tasks[event.task].cpu);
        case EventKind::block:
        case EventKind::exit: {
            const Truth may = runs(event.task) & schedules(state.tasks[event.task].cpu);
            if (event.next != nobody) {
                return may & queued(event.next) &
                       (state.tasks[event.next].cpu == state.tasks[event.task].cpu);
            }
            const auto only_itself = D::TaskSet::only(D::task(event.task));
            return may & (queue_of(model, state, state.tasks[event.task].cpu) == only_itself);
        }
        case EventKind::preempt:
            return queued(event.task) & somebody_runs_at(state.tasks[event.task].cpu) &
                   picks(state.tasks[event.task].cpu);
        case EventKind::idle_repick:
            return contains(view_of(model, state).idle & state.online, D::cpu(event.where)) &
                   picks(D::cpu(event.where));
        case EventKind::tick: {
            const auto& budget = model.policy.rules.sis_util ? state.nr_idle_scan : state.prop_budget;
            return budget[event.where] != D::number(event.value);
        }
        case EventKind::set_affinity:
            return steps::can_set_affinity(model, state, event);
        case EventKind::cpu_down:
            return steps::may_go_down(model, state, D::cpu(event.where));
        case EventKind::fork:
            return (state.tasks[event.task].phase == TaskPhase::unborn) &
                   steps::has_parent(model, state, event) & steps::names_a_freshest(model, state, event);
        case EventKind::exec:
            return runs(event.task) & steps::names_a_freshest(model, state, event);
        case EventKind::cpu_up:
            return (!contains(state.online, D::cpu(event.where))) &
                   (D::number(0) < state.hotplug_events_left);
        case EventKind::pass_time:
            return !is_empty(view_of(model, state).hot);
        default:
            return may_be_between(model, state, event);
    }
}

}  // namespace steps

/// Whether the state enables the event.
///
/// Errors: expects that the event's numbers belong to the model. Cost: one pass over the tasks.
template <class D>
typename D::Truth enabled(const Model<D>& model, const State<D>& state, const Event& event) {
    const auto may = steps::may_be(model, state, event);
    return model.scenario.balance && !model.scenario.races ? may & balance::is_next(model, state, event)
                                                           : may;
}

namespace steps {

template <class D>
void wake(const Model<D>& model, const State<D>& before, const Event& event, Transition<D>& out) {
    out.wakes = true;
    out.view = view_of(model, before);
    out.wakeup = wakeup_of(model, before, event);
    out.decision = select_task_rq(topology_of(model, before), model.policy, out.view, out.wakeup);
    TaskState<D>& wakee = out.after.tasks[event.task];
    wakee.allowed = widened_mask(model, before, wakee.allowed);
    wakee.cpu = out.decision.cpu;
    wakee.recent = out.decision.recent;
    const auto hinted = widened_hints(model, before, out.decision.scan.hinted);
    if (model.scenario.races) {
        races::begin_handover(model, D::cpu(event.where), before.hinted - hinted, wakee);
        return;
    }
    wakee.phase = D::choice(TaskPhase::queued);
    out.after.hinted = hinted;
    if (!model.scenario.cpuidle) {
        out.after.unstamped = before.unstamped | D::CpuSet::only(wakee.cpu);
    }
}

/// The CPU of a task that has left it runs what it picks, or its idle task.
template <class D>
void pick_next(const Model<D>& model, const State<D>& before, const Event& event, Transition<D>& out) {
    const auto cpu = before.tasks[event.task].cpu;
    if (event.next == nobody) {
        if (reserves_cpus(model)) {
            const auto held = at(before.cache_hot_timeout, cpu);
            update(out.after.cache_hot_timeout, cpu,
                   reservation_after<D>(model.policy, held, D::number(event.value)));
        }
        return leave_cpu(model, cpu, D::truth(true), out);
    }
    out.after.tasks[event.next].phase = D::choice(TaskPhase::running);
    if (model.scenario.races) {
        out.after.switching = out.after.switching | D::CpuSet::only(cpu);
    }
}

template <class D>
void pass_time(Transition<D>& out) {
    for (std::size_t cpu = 0; cpu < out.after.cache_hot_timeout.size(); ++cpu) {
        out.after.cache_hot_timeout[cpu] = monus(out.after.cache_hot_timeout[cpu], D::number(1));
    }
}

template <class D>
void block(const Model<D>& model, const State<D>& before, const Event& event, Transition<D>& out) {
    const TaskPhase asleep = event.delayed          ? TaskPhase::delayed
                             : model.scenario.races ? TaskPhase::descheduling
                                                    : TaskPhase::asleep;
    out.after.tasks[event.task].phase = D::choice(asleep);
    pick_next(model, before, event, out);
}

/// The task is unborn again, as at the start.
template <class D>
void exit(const Model<D>& model, const State<D>& before, const Event& event, Transition<D>& out) {
    TaskState<D>& ended = out.after.tasks[event.task];
    ended = first_state<D>(model.scenario.tasks[event.task]);
    ended.waker = no_waker(model);
    pick_next(model, before, event, out);
}

template <class D>
void preempt(const Model<D>&, const State<D>& before, const Event& event, Transition<D>& out) {
    const auto cpu = before.tasks[event.task].cpu;
    for (std::size_t t = 0; t < before.tasks.size(); ++t) {
        const auto yields = (before.tasks[t].phase == TaskPhase::running) & (before.tasks[t].cpu == cpu);
        out.after.tasks[t].phase = select(yields, D::choice(TaskPhase::queued), before.tasks[t].phase);
    }
    out.after.tasks[event.task].phase = D::choice(TaskPhase::running);
}

/// The event's task goes to another queue, a delayed sleeper as what it is. A running task leaves its CPU to what is
/// queued there, or to the idle task.
template <class D>
void move_task(const Model<D>& model, const State<D>& before, const Event& event, Transition<D>& out) {
    TaskState<D>& task = out.after.tasks[event.task];
    const auto phase = before.tasks[event.task].phase;
    task.phase = select(phase == TaskPhase::delayed, phase, D::choice(TaskPhase::queued));
    task.cpu = D::cpu(event.where);
    leave_cpu(model, before.tasks[event.task].cpu, phase == TaskPhase::running, out);
}

template <class D>
void set_affinity(const Model<D>& model, const State<D>& before, const Event& event, Transition<D>& out) {
    TaskState<D>& task = out.after.tasks[event.task];
    task.allowed = D::cpus(model.masks[event.value]);
    out.after.affinity_changes_left = monus(before.affinity_changes_left, D::number(1));
    if (event.where != nobody) {
        move_task(model, before, event, out);
    }
}

/// The stopper's move; the mask of a task that may run nowhere is widened.
template <class D>
void migrate(const Model<D>& model, const State<D>& before, const Event& event, Transition<D>& out) {
    TaskState<D>& task = out.after.tasks[event.task];
    task.allowed = widened_mask(model, before, task.allowed);
    move_task(model, before, event, out);
}

/// Source: sched_exec(), migration_cpu_stop(), v5.19 .. v7.1.
template <class D>
void exec(const Model<D>& model, const State<D>& before, const Event& event, Transition<D>& out) {
    place(model, before, event, out);
    TaskState<D>& task = out.after.tasks[event.task];
    const auto moves = out.placement.cpu != task.cpu;
    Transition<D> moved = out;
    moved.after.tasks[event.task].cpu = out.placement.cpu;
    moved.after.tasks[event.task].phase = D::choice(TaskPhase::queued);
    run_out(model, before.tasks[event.task].cpu, D::truth(true), moved);
    task.cpu = select(moves, moved.after.tasks[event.task].cpu, task.cpu);
    task.phase = select(moves, moved.after.tasks[event.task].phase, task.phase);
    out.after.hinted = select(moves, moved.after.hinted, out.after.hinted);
    out.after.unstamped = select(moves, moved.after.unstamped, out.after.unstamped);
    out.after.balance.about_to_idle =
        select(moves, moved.after.balance.about_to_idle, out.after.balance.about_to_idle);
}

/// Takes the step; `out.after` is the state before it.
template <class D>
void take(const Model<D>& model, const State<D>& before, const Event& event, Transition<D>& out) {
    switch (event.kind) {
        case EventKind::wake:
            return steps::wake(model, before, event, out);
        case EventKind::run:
            out.after.tasks[event.task].phase = D::choice(TaskPhase::running);
            return;
        case EventKind::block:
            return steps::block(model, before, event, out);
        case EventKind::preempt:
            return steps::preempt(model, before, event, out);
        case EventKind::idle_repick:
            return steps::enter_idle(model, D::cpu(event.where), D::truth(true), out);
        case EventKind::tick:
            (model.policy.rules.sis_util ? out.after.nr_idle_scan : out.after.prop_budget)[event.where] =
                D::number(event.value);
            return;
        case EventKind::set_affinity:
            return steps::set_affinity(model, before, event, out);
        case EventKind::cpu_down:
            return steps::cpu_down(model, before, event, out);
        case EventKind::cpu_up:
            return steps::cpu_up(model, event, out.after);
        case EventKind::fork:
            return steps::fork(model, before, event, out);
        case EventKind::exit:
            return steps::exit(model, before, event, out);
        case EventKind::exec:
            return steps::exec(model, before, event, out);
        case EventKind::pass_time:
            return steps::pass_time(out);
        case EventKind::wake_delayed:
            out.after.tasks[event.task].phase = D::choice(TaskPhase::queued);
            return;
        case EventKind::drop_delayed:
            out.after.tasks[event.task].phase = D::choice(TaskPhase::asleep);
            return;
        case EventKind::clear_hint:
            return races::clear_hint(model, event.task, out.after);
        case EventKind::enqueue:
            return races::enqueue(model, before, event.task, out.after);
        case EventKind::wake_on_cpu:
            out.after.tasks[event.task].phase = D::choice(TaskPhase::on_wake_list);
            return;
        case EventKind::receive:
            return races::receive(model, D::cpu(event.where), out.after);
        case EventKind::activate:
            return races::advance(D::cpu(event.where), TaskPhase::received, TaskPhase::queued, out.after);
        case EventKind::finish_switch:
            return races::finish_switch(D::cpu(event.where), out.after);
        case EventKind::migrate:
            return steps::migrate(model, before, event, out);
        case EventKind::cpu_offline:
            return steps::cpu_offline(model, event, out.after);
        case EventKind::balance:
        case EventKind::newidle:
        case EventKind::active_balance:
        case EventKind::stop_tick:
        case EventKind::sweep:
            return balance::step(model, before, event, out);
        default:
            return balance::take_section(model, before, event, out);
    }
}

}  // namespace steps

/// The state after an enabled event, and what the step did. `out` is overwritten.
///
/// Cost: the decision's for a wakeup, else one pass over the tasks.
/// Source: try_to_wake_up(), __schedule(), __set_cpus_allowed_ptr(), update_idle_cpu_scan(),
/// sched_cpu_activate(), sched_cpu_deactivate(), and dequeue_task_fair() as the SIS_CACHE patches have it; the grain is
/// one critical section a step.
template <class D>
void step(const Model<D>& model, const State<D>& before, const Event& event, Transition<D>& out) {
    out.after = before;
    out.wakes = out.places = out.endless = false;
    out.idles = D::truth(false);
    out.looks.clear();
    out.takes.clear();
    out.pushes.clear();
    out.stops.clear();
    steps::take(model, before, event, out);
    if (model.scenario.balance) {
        if (!is_of_balance(event.kind)) {
            list_order::after_step(model, before, out.after);
            list_order::note_overload(model, before, out.after);
        }
        balance::forget_pushes(model, before, out);
    }
}

}  // namespace schedmc
