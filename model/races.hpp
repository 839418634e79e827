// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/event.hpp"
#include "model/policy/select_task_rq.hpp"
#include "model/policy/ttwu_queue.hpp"
#include "model/queues.hpp"
#include "model/state.hpp"

/// What lies between a wakeup's selection and its task's place on a queue, and in the middle of a switch, where each
/// critical section of the kernel is a step of its own. A CPU with interrupts off takes no other step meanwhile.
namespace schedmc::races {

/// The CPUs with interrupts off: in try_to_wake_up(), in sched_ttwu_pending(), in the middle of a switch. Empty
/// without races.
///
/// Cost: one pass over the tasks.
template <class D>
typename D::CpuSet interrupts_off(const Model<D>& model, const State<D>& state) {
    if (!model.scenario.races) {
        return model.topology.none;
    }
    auto off = state.switching | cpus_of_phase(model, state, TaskPhase::received);
    if (model.policy.has(Defect::waker_not_serialised)) {
        return off;
    }
    for (const TaskState<D>& task : state.tasks) {
        off = off | select(task.phase == TaskPhase::waking, D::CpuSet::only(task.waker), model.topology.none);
    }
    return off;
}

/// The CPUs that run a pass of load balance for the reason given, or for any. Empty without races.
template <class D>
typename D::CpuSet balancing(const Model<D>& model, const State<D>& state, bool newly_idle_only) {
    auto busy = model.topology.none;
    for (const Pass<D>& pass : state.balance.passes) {
        const auto counts = (pass.stage != PassStage::none) &
                            ((pass.idle == IdleKind::newly_idle) | D::truth(!newly_idle_only));
        busy = busy | select(counts, D::CpuSet::only(pass.runner), model.topology.none);
    }
    return busy;
}

/// The CPUs that take no step of their own: interrupts off, or a pass under way.
template <class D>
typename D::CpuSet held_up(const Model<D>& model, const State<D>& state) {
    return interrupts_off(model, state) | balancing(model, state, false);
}

/// A task or an interrupt on the event's CPU can begin a wakeup. A tick's pass may be interrupted.
template <class D>
typename D::Truth can_wake(const Model<D>& model, const State<D>& state, const Event& event) {
    const auto waker = D::cpu(event.where);
    const auto free =
        !contains(interrupts_off(model, state) | balancing(model, state, event.in_interrupt), waker);
    return free & contains(event.in_interrupt ? state.online : running_cpus(model, state), waker);
}

/// The CPU's queue can be locked: it is not in the middle of a switch, or has given the lock up to balance.
template <class D>
typename D::Truth can_lock(const State<D>& state, const typename D::Cpu& cpu) {
    auto gap = D::truth(false);
    for (const Pass<D>& pass : state.balance.passes) {
        gap = gap | ((pass.stage != PassStage::none) & (pass.idle == IdleKind::newly_idle) & (pass.cpu == cpu));
    }
    return gap | !contains(state.switching, cpu);
}

/// The wake list of its CPU takes the wakee from a waker there, as the queues are now.
///
/// Source: kernel/sched/core.c, ttwu_queue_wakelist(), v5.19 .. v7.1.
template <class D>
typename D::Truth wake_list_takes(const Model<D>& model, const State<D>& state, std::uint16_t task,
                                  const typename D::Cpu& waker, WakeeIs wakee) {
    const RunqueueView<D> view = view_of(model, state);
    Wakeup<D> wakeup;
    wakeup.this_cpu = waker;
    wakeup.allowed = state.tasks[task].allowed;
    wakeup.bound_kthread = D::truth(model.scenario.tasks[task].bound_kthread);
    return ttwu_queue_cond(topology_of(model, state), model.policy, view, wakeup,
                           mask_after_repair(model.policy, view, wakeup), state.tasks[task].cpu, wakee);
}

/// Where the stopper may move a task: the active CPUs of its mask, or any active one if there are none.
template <class D>
typename D::CpuSet where_to_move(const State<D>& state, const TaskState<D>& task) {
    const auto usable = task.allowed & active_cpus(state);
    return select(is_empty(usable), active_cpus(state), usable);
}

/// The task's CPU is one that its mask leaves out, or that is going offline.
template <class D>
typename D::Truth strays(const State<D>& state, const TaskState<D>& task) {
    return !contains(task.allowed - state.leaving, task.cpu);
}

/// Nothing is left on the CPU or on its way there, and no waker is about that chose before the CPU ceased to be active.
/// Source: kernel/sched/core.c, sched_cpu_deactivate(): synchronize_rcu(); balance_hotplug_wait(), v5.19 .. v7.1.
template <class D>
typename D::Truth is_vacated(const State<D>& state, const typename D::Cpu& cpu) {
    auto vacated = contains(state.leaving - state.switching, cpu);
    for (const TaskState<D>& task : state.tasks) {
        vacated = vacated & (task.phase != TaskPhase::waking) & (is_away(task) | (task.cpu != cpu));
    }
    return vacated;
}

/// Whether the state enables one of the events that races and delayed dequeue add.
template <class D>
typename D::Truth enabled(const Model<D>& model, const State<D>& state, const Event& event) {
    const auto in_phase = [&](TaskPhase phase) { return state.tasks[event.task].phase == phase; };
    const auto here = [&](TaskPhase phase) {
        return contains(cpus_of_phase(model, state, phase), D::cpu(event.where));
    };
    switch (event.kind) {
        case EventKind::wake_delayed:
            return in_phase(TaskPhase::delayed) & can_wake(model, state, event) &
                   can_lock(state, state.tasks[event.task].cpu);
        case EventKind::drop_delayed:
            return in_phase(TaskPhase::delayed) &
                   !contains(held_up(model, state), state.tasks[event.task].cpu);
        case EventKind::clear_hint:
            return in_phase(TaskPhase::waking) & !is_empty(state.tasks[event.task].clears_hint);
        case EventKind::enqueue: {
            const TaskState<D>& wakee = state.tasks[event.task];
            return in_phase(TaskPhase::waking) & is_empty(wakee.clears_hint) &
                   (can_lock(state, wakee.cpu) |
                    wake_list_takes(model, state, event.task, wakee.waker, WakeeIs::switched_out));
        }
        case EventKind::wake_on_cpu:
            return in_phase(TaskPhase::descheduling) & can_wake(model, state, event) &
                   wake_list_takes(model, state, event.task, D::cpu(event.where), WakeeIs::on_its_cpu);
        case EventKind::receive:
            return here(TaskPhase::on_wake_list) &
                   !contains(interrupts_off(model, state), D::cpu(event.where));
        case EventKind::activate:
            return here(TaskPhase::received);
        case EventKind::finish_switch:
            return contains(state.switching - state.balance.about_to_idle, D::cpu(event.where));
        case EventKind::migrate: {
            const TaskState<D>& task = state.tasks[event.task];
            const auto to = D::cpu(event.where);
            return (in_phase(TaskPhase::queued) | in_phase(TaskPhase::running)) & strays(state, task) &
                   contains(where_to_move(state, task), to) & can_lock(state, to) &
                   !contains(held_up(model, state), task.cpu);
        }
        case EventKind::cpu_offline:
            return is_vacated(state, D::cpu(event.where));
        default:
            break;
    }
    contract_broken("an event of the races has one of their kinds", __FILE__, __LINE__);
}

/// The selection has chosen: its outcome is kept with the wakee until the waker hands it over.
template <class D>
void begin_handover(const Model<D>& model, const typename D::Cpu& waker, const typename D::CpuSet& hinted,
                    TaskState<D>& wakee) {
    wakee.phase = D::choice(TaskPhase::waking);
    wakee.waker = waker;
    wakee.clears_hint = model.topology.domains.smt_active ? hinted : model.topology.none;
}

/// Source: kernel/sched/fair.c, set_idle_cores(), v5.19 .. v7.1, as select_idle_cpu() calls it behind its scan.
template <class D>
void clear_hint(const Model<D>& model, std::uint16_t task, State<D>& after) {
    after.hinted = after.hinted - after.tasks[task].clears_hint;
    after.tasks[task].clears_hint = model.topology.none;
}

/// Source: kernel/sched/core.c, ttwu_queue(), v5.19 .. v7.1.
template <class D>
void enqueue(const Model<D>& model, const State<D>& before, std::uint16_t task, State<D>& after) {
    const auto listed = wake_list_takes(model, before, task, before.tasks[task].waker, WakeeIs::switched_out);
    after.tasks[task].phase =
        select(listed, D::choice(TaskPhase::on_wake_list), D::choice(TaskPhase::queued));
    after.tasks[task].waker = no_waker(model);
}

/// Moves the tasks on a CPU from one phase to another.
template <class D>
void advance(const typename D::Cpu& cpu, TaskPhase from, TaskPhase to, State<D>& after) {
    for (TaskState<D>& task : after.tasks) {
        const auto moves = (task.phase == from) & (task.cpu == cpu);
        task.phase = select(moves, D::choice(to), task.phase);
    }
}

/// Source: kernel/sched/core.c, sched_ttwu_pending(), v5.19 .. v7.1.
template <class D>
void receive(const Model<D>& model, const typename D::Cpu& cpu, State<D>& after) {
    advance(cpu, TaskPhase::on_wake_list,
            model.policy.rules.pending_cleared_first ? TaskPhase::received : TaskPhase::queued, after);
}

/// Source: kernel/sched/core.c, finish_task_switch(), v5.19 .. v7.1.
template <class D>
void finish_switch(const typename D::Cpu& cpu, State<D>& after) {
    after.switching = after.switching - D::CpuSet::only(cpu);
    advance(cpu, TaskPhase::descheduling, TaskPhase::asleep, after);
}

}  // namespace schedmc::races
