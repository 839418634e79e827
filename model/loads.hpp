// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/event.hpp"
#include "model/fitness.hpp"
#include "model/policy/fork_exec.hpp"
#include "model/queues.hpp"

namespace schedmc {

/// The load of a task that never stops: its weight. Source: sched_prio_to_weight[], WEIGHT_IDLEPRIO.
constexpr std::size_t steady_load(const TaskSpec& task) { return task.sched_idle ? 3 : 1024; }

/// The CPUs whose averages say the opposite of their queues when a fork or an exec asks.
template <class D>
typename D::CpuSet contrary_cpus(const Model<D>& model, const Event& event) {
    return event.value == 0 ? model.topology.none : D::cpus(model.masks[event.value - 1]);
}

/// The idle CPUs whose stamps a fork or an exec of this task may compare: one of them is the freshest.
///
/// Cost: one pass over the tasks.
template <class D>
typename D::CpuSet stamped_candidates(const Model<D>& model, const State<D>& state, std::size_t task) {
    auto busy = model.topology.none;
    for (const TaskState<D>& each : state.tasks) {
        busy = busy | select(is_away(each), model.topology.none, D::CpuSet::only(each.cpu));
    }
    return (state.online & state.tasks[task].allowed) - busy - state.unstamped;
}

/// The averages that follow from the queues: load and runnable time grow with every task, utilisation ends at the
/// capacity. CPUs that say the opposite read zero where busy, and as with one task where idle.
///
/// Cost: CPUs x tasks.
template <class D>
void set_averages(const Model<D>& model, const State<D>& state, const typename D::CpuSet& contrary,
                  LoadView<D>& view) {
    using Number = typename D::Number;
    const Number zero = D::number(0);
    model.topology.machine.present.for_each([&](std::size_t cpu) {
        const auto here = D::cpu(cpu);
        Number nr = zero;
        Number awake = zero;
        Number load = zero;
        for (std::size_t t = 0; t < state.tasks.size(); ++t) {
            const auto on_it = (state.tasks[t].cpu == here) & is_on_queue(model, state.tasks[t]);
            nr = nr + select(on_it, D::number(1), zero);
            const auto counts = on_it & (state.tasks[t].phase != TaskPhase::delayed);
            awake = awake + select(counts, D::number(1), zero);
            load = load + select(on_it, D::number(steady_load(model.scenario.tasks[t])), zero);
        }
        const Number capacity = D::number(model.topology.machine.capacity[cpu]);
        const auto idle = nr == zero;
        const auto opposite = contains(contrary, here);
        const auto says_busy = (idle & opposite) | ((!opposite) & !idle);
        view.nr_running[cpu] = nr;
        view.awake[cpu] = awake;
        view.load[cpu] = select(says_busy, select(idle, D::number(1024), load), zero);
        view.util[cpu] = select(says_busy, capacity, zero);
        view.runnable[cpu] = select(says_busy, select(idle, D::number(1024), scaled(nr, 1024, 1)), zero);
    });
}

/// The loads of running tasks that their CPU does not fit and that may go elsewhere, where capacities differ.
///
/// Source: update_misfit_status(), v5.19 .. v7.1.
template <class D>
void set_misfits(const Model<D>& model, const State<D>& state, LoadView<D>& view) {
    for (std::size_t t = 0; model.topology.capacities_differ && t < state.tasks.size(); ++t) {
        const TaskSpec& spec = model.scenario.tasks[t];
        const auto unfit = model.topology.present - fitness_of(model, spec).fits;
        const TaskState<D>& task = state.tasks[t];
        const auto misfit = (task.phase == TaskPhase::running) & contains(unfit, task.cpu) &
                            (D::number(1) < count(task.allowed));
        const auto load = select(misfit, D::number(steady_load(spec)), at(view.misfit_load, task.cpu));
        update(view.misfit_load, task.cpu, load);
    }
}

/// The stamps: the freshest CPU has the greatest, the others fall off in order of their numbers from there, wrapping.
/// CPUs without a stamp, and all but it where none is freshest, have 0 or what order gives them.
///
/// Cost: one step a CPU.
template <class D>
void set_stamps(const Model<D>& model, const State<D>& state, const Event& event, LoadView<D>& view) {
    const std::size_t cpus = model.topology.machine.cpu_count();
    const std::size_t first = event.freshest == nobody ? 0 : event.freshest;
    for (std::size_t distance = 0; distance < cpus; ++distance) {
        const std::size_t cpu = (first + distance) % cpus;
        view.idle_stamp[cpu] =
            select(contains(state.unstamped, D::cpu(cpu)), D::number(0), D::number(cpus - distance));
        view.exit_latency[cpu] = D::number(1);
    }
}

/// The queues of this state with their averages, where `contrary` CPUs say the opposite; no stamps.
///
/// Cost: CPUs x tasks.
template <class D>
LoadView<D> queues_and_averages(const Model<D>& model, const State<D>& state,
                                const typename D::CpuSet& contrary) {
    const RunqueueView<D> queues = view_of(model, state);
    LoadView<D> view;
    view.idle = queues.idle;
    view.sched_idle = queues.sched_idle;
    view.runs_idle = model.topology.present - running_cpus(model, state) - state.balance.about_to_idle;
    view.pending =
        model.scenario.races ? cpus_of_phase(model, state, TaskPhase::on_wake_list) : model.topology.none;
    view.imbalanced = state.balance.imbalanced;
    view.active = queues.active;
    view.online = queues.online;
    view.has_idle_state = model.scenario.cpuidle ? queues.idle : model.topology.none;
    const std::size_t cpus = model.topology.machine.cpu_count();
    for (auto* numbers : {&view.nr_running, &view.awake, &view.misfit_load, &view.load, &view.util,
                          &view.runnable, &view.exit_latency, &view.idle_stamp}) {
        numbers->resize(cpus, D::number(0));
    }
    set_averages(model, state, contrary, view);
    set_misfits(model, state, view);
    return view;
}

/// What a fork or an exec sees in this state: the queues, and averages and stamps as the event says.
///
/// Cost: CPUs x tasks.
template <class D>
LoadView<D> loads_of(const Model<D>& model, const State<D>& state, const Event& event) {
    LoadView<D> view = queues_and_averages(model, state, contrary_cpus(model, event));
    set_stamps(model, state, event, view);
    return view;
}

}  // namespace schedmc
