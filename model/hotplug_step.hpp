// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/event.hpp"
#include "model/policy/select_task_rq.hpp"
#include "model/state.hpp"
#include "model/transition.hpp"

/// Steps that take a CPU offline or bring it online.
namespace schedmc::steps {

/// A CPU may go offline while another stays that is not isolated, and once the kernel threads bound to it are parked.
template <class D>
typename D::Truth may_go_down(const Model<D>& model, const State<D>& state, const typename D::Cpu& cpu) {
    const auto others = active_cpus(state) - D::CpuSet::only(cpu) - D::cpus(model.topology.machine.isolated);
    auto free = D::truth(true);
    for (std::size_t t = 0; t < state.tasks.size(); ++t) {
        if (model.scenario.tasks[t].bound_kthread) {
            free = free & (is_away(state.tasks[t]) | (state.tasks[t].cpu != cpu));
        }
    }
    return contains(active_cpus(state), cpu) & !is_empty(others) & free &
           (D::number(0) < state.hotplug_events_left);
}

/// New scheduling domains come with new records of their LLCs: no hint, no scan budget.
/// Source: cpuset_cpu_inactive(), cpuset_cpu_active(), partition_sched_domains(), v5.19 .. v7.1.
template <class D>
void rebuild_domains(const Model<D>& model, State<D>& after) {
    after.hinted = model.topology.none;
    for (auto& budget : after.nr_idle_scan) {
        budget = D::number(0);
    }
}

/// A CPU goes offline: what is queued there moves to where select_fallback_rq() sends it, one task after the other.
/// With races it ceases to be active, no more.
/// Source: sched_cpu_deactivate(), balance_push(), __balance_push_cpu_stop(), v5.19 .. v7.1.
template <class D>
void cpu_down(const Model<D>& model, const State<D>& before, const Event& event, Transition<D>& out) {
    const auto cpu = D::cpu(event.where);
    State<D>& after = out.after;
    after.hotplug_events_left = monus(after.hotplug_events_left, D::number(1));
    if (model.scenario.races) {
        after.leaving = before.leaving | D::CpuSet::only(cpu);
        return;
    }
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

/// A CPU that ceased to be active is gone. Source: sched_cpu_deactivate(): cpuset_cpu_inactive(), v5.19 .. v7.1.
template <class D>
void cpu_offline(const Model<D>& model, const Event& event, State<D>& after) {
    const auto gone = D::CpuSet::only(D::cpu(event.where));
    after.online = after.online - gone;
    after.leaving = after.leaving - gone;
    rebuild_domains(model, after);
}

template <class D>
void cpu_up(const Model<D>& model, const Event& event, State<D>& after) {
    after.hotplug_events_left = monus(after.hotplug_events_left, D::number(1));
    after.online = after.online | D::CpuSet::only(D::cpu(event.where));
    rebuild_domains(model, after);
}

}  // namespace schedmc::steps
