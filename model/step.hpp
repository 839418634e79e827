// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/event.hpp"
#include "model/fork_step.hpp"
#include "model/policy/select_task_rq.hpp"
#include "model/policy/sis_cache.hpp"
#include "model/policy/update_idle_core.hpp"
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

/// A CPU may go offline while another stays that is not isolated, and once the kernel threads bound to it are parked.
template <class D>
typename D::Truth may_go_down(const Model<D>& model, const State<D>& state, const typename D::Cpu& cpu) {
    const auto others = state.online - D::CpuSet::only(cpu) - D::cpus(model.topology.machine.isolated);
    auto free = D::truth(true);
    for (std::size_t t = 0; t < state.tasks.size(); ++t) {
        if (model.scenario.tasks[t].bound_kthread) {
            free = free & (is_away(state.tasks[t]) | (state.tasks[t].cpu != cpu));
        }
    }
    return contains(state.online, cpu) & !is_empty(others) & free &
           (D::number(0) < state.hotplug_events_left);
}

}  // namespace steps

/// Whether the state enables the event.
///
/// Errors: expects that the event's numbers belong to the model. Cost: one pass over the tasks.
template <class D>
typename D::Truth enabled(const Model<D>& model, const State<D>& state, const Event& event) {
    using Truth = typename D::Truth;
    const auto runs = [&](std::uint16_t task) { return state.tasks[task].phase == TaskPhase::running; };
    const auto queued = [&](std::uint16_t task) { return state.tasks[task].phase == TaskPhase::queued; };
    const auto somebody_runs_at = [&](const typename D::Cpu& cpu) {
        return contains(running_cpus(model, state), cpu);
    };
    switch (event.kind) {
        case EventKind::wake: {
            const TaskState<D>& wakee = state.tasks[event.task];
            Truth sleeps = wakee.phase == TaskPhase::asleep;
            if (model.scenario.tasks[event.task].bound_kthread) {
                // It is parked while its CPU is offline.
                sleeps = sleeps & !is_empty(wakee.allowed & state.online);
            }
            const auto waker = D::cpu(event.where);
            return sleeps & (event.in_interrupt ? contains(state.online, waker) : somebody_runs_at(waker));
        }
        case EventKind::run:
            return queued(event.task) & !somebody_runs_at(state.tasks[event.task].cpu);
        case EventKind::block:
        case EventKind::exit: {
            if (event.next != nobody) {
                return runs(event.task) & queued(event.next) &
                       (state.tasks[event.next].cpu == state.tasks[event.task].cpu);
            }
            const auto only_itself = D::TaskSet::only(D::task(event.task));
            return runs(event.task) & (queue_of(model, state, state.tasks[event.task].cpu) == only_itself);
        }
        case EventKind::preempt:
            return queued(event.task) & somebody_runs_at(state.tasks[event.task].cpu);
        case EventKind::idle_repick:
            return contains(view_of(model, state).idle & state.online, D::cpu(event.where));
        case EventKind::tick: {
            const auto& budget = model.policy.rules.sis_util ? state.nr_idle_scan : state.prop_budget;
            return budget[event.where] != D::number(event.value);
        }
        case EventKind::set_affinity: {
            const TaskState<D>& task = state.tasks[event.task];
            const auto mask = D::cpus(model.masks[event.value]);
            const Truth stays = is_away(task) | contains(mask, task.cpu);
            const Truth can_go = event.where == nobody ? !is_empty(mask & state.online)
                                                       : contains(state.online, D::cpu(event.where));
            return (D::truth(event.where == nobody) == stays) & (task.allowed != mask) & can_go &
                   (task.phase != TaskPhase::unborn) & (D::number(0) < state.affinity_changes_left);
        }
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
    }
    contract_broken("an event has one of the known kinds", __FILE__, __LINE__);
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
    wakee.phase = D::choice(TaskPhase::queued);
    wakee.cpu = out.decision.cpu;
    wakee.recent = out.decision.recent;
    out.after.hinted = widened_hints(model, before, out.decision.scan.hinted);
    if (!model.scenario.cpuidle) {
        out.after.unstamped = before.unstamped | D::CpuSet::only(wakee.cpu);
    }
}

/// Runs the idle class's hook on `cpu` where it has become idle. Its own queue counts for nothing in the hook, but
/// a CPU with a queued task picks that instead of its idle task.
template <class D>
void enter_idle(const Model<D>& model, const typename D::Cpu& cpu, Transition<D>& out) {
    const RunqueueView<D> view = view_of(model, out.after);
    const auto raised = update_idle_core(topology_of(model, out.after), model.policy, view, cpu);
    const auto idle = contains(view.empty, cpu);
    out.after.hinted = select(idle, widened_hints(model, out.after, raised), out.after.hinted);
    out.after.unstamped = out.after.unstamped - select(idle, D::CpuSet::only(cpu), model.topology.none);
}

/// The CPU of a task that has left it runs what it picks, or its idle task.
template <class D>
void pick_next(const Model<D>& model, const State<D>& before, const Event& event, Transition<D>& out) {
    if (event.next != nobody) {
        out.after.tasks[event.next].phase = D::choice(TaskPhase::running);
        return;
    }
    const auto cpu = before.tasks[event.task].cpu;
    if (reserves_cpus(model)) {
        const auto held = at(before.cache_hot_timeout, cpu);
        update(out.after.cache_hot_timeout, cpu,
               reservation_after<D>(model.policy, held, D::number(event.value)));
    }
    enter_idle(model, cpu, out);
}

template <class D>
void pass_time(Transition<D>& out) {
    for (std::size_t cpu = 0; cpu < out.after.cache_hot_timeout.size(); ++cpu) {
        out.after.cache_hot_timeout[cpu] = monus(out.after.cache_hot_timeout[cpu], D::number(1));
    }
}

template <class D>
void block(const Model<D>& model, const State<D>& before, const Event& event, Transition<D>& out) {
    out.after.tasks[event.task].phase = D::choice(TaskPhase::asleep);
    pick_next(model, before, event, out);
}

/// The task is unborn again, as at the start.
template <class D>
void exit(const Model<D>& model, const State<D>& before, const Event& event, Transition<D>& out) {
    out.after.tasks[event.task] = first_state<D>(model.scenario.tasks[event.task]);
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

template <class D>
void set_affinity(const Model<D>& model, const State<D>& before, const Event& event, Transition<D>& out) {
    TaskState<D>& task = out.after.tasks[event.task];
    task.allowed = D::cpus(model.masks[event.value]);
    out.after.affinity_changes_left = monus(before.affinity_changes_left, D::number(1));
    if (event.where != nobody) {
        task.phase = D::choice(TaskPhase::queued);
        task.cpu = D::cpu(event.where);
        // A running task leaves its CPU to what is queued there, or to the idle task.
        const auto ran = before.tasks[event.task].phase == TaskPhase::running;
        Transition<D> left = out;
        enter_idle(model, before.tasks[event.task].cpu, left);
        out.after.hinted = select(ran, left.after.hinted, out.after.hinted);
        out.after.unstamped = select(ran, left.after.unstamped, out.after.unstamped);
    }
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
    enter_idle(model, before.tasks[event.task].cpu, moved);
    task.cpu = select(moves, moved.after.tasks[event.task].cpu, task.cpu);
    task.phase = select(moves, moved.after.tasks[event.task].phase, task.phase);
    out.after.hinted = select(moves, moved.after.hinted, out.after.hinted);
    out.after.unstamped = select(moves, moved.after.unstamped, out.after.unstamped);
}

/// New scheduling domains come with new records of their LLCs: no hint, no scan budget.
/// Source: cpuset_cpu_inactive(), cpuset_cpu_active(), partition_sched_domains(), v5.19 .. v7.1.
template <class D>
void rebuild_domains(const Model<D>& model, State<D>& after) {
    after.hinted = model.topology.none;
    for (auto& budget : after.nr_idle_scan) {
        budget = D::number(0);
    }
    after.hotplug_events_left = monus(after.hotplug_events_left, D::number(1));
}

/// A CPU goes offline: what is queued there moves to where select_fallback_rq() sends it, one task after the other.
/// Source: sched_cpu_deactivate(), balance_push(), __balance_push_cpu_stop(), v5.19 .. v7.1.
template <class D>
void cpu_down(const Model<D>& model, const State<D>& before, const Event& event, Transition<D>& out) {
    const auto cpu = D::cpu(event.where);
    State<D>& after = out.after;
    after.online = before.online - D::CpuSet::only(cpu);
    rebuild_domains(model, after);
    const RunqueueView<D> view = view_of(model, after);
    for (std::size_t t = 0; t < after.tasks.size(); ++t) {
        TaskState<D>& task = after.tasks[t];
        const auto moves = (task.cpu == cpu) & !is_away(task);
        Wakeup<D> moved;
        moved.allowed = task.allowed;
        moved.bound_kthread = D::truth(model.scenario.tasks[t].bound_kthread);
        const auto to = select_fallback_rq(topology_of(model, after), view, moved, cpu);
        task.allowed = select(moves, widened_mask(model, after, task.allowed), task.allowed);
        task.phase = select(moves, D::choice(TaskPhase::queued), task.phase);
        task.cpu = select(moves, to, task.cpu);
    }
}

template <class D>
void cpu_up(const Model<D>& model, const Event& event, State<D>& after) {
    after.online = after.online | D::CpuSet::only(D::cpu(event.where));
    rebuild_domains(model, after);
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
    out.wakes = false;
    out.places = false;
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
            return steps::enter_idle(model, D::cpu(event.where), out);
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
    }
}

}  // namespace schedmc
