// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>

#include "model/all_events.hpp"
#include "model/state.hpp"

/// Rounds of ticks: what happens while the environment rests. Nothing is woken, blocks, forks or changes; every CPU
/// ticks once a round with all of its domains due, and what a tick brings about is handled before the next.
namespace schedmc::rounds {

/// The bits of all domains of a CPU. Cost: none.
template <class D>
std::uint32_t all_levels(const Model<D>& model, std::size_t cpu) {
    return (1U << model.topology.domains.of_cpu[cpu].size()) - 1;
}

/// The event is a CPU's turn in a round: a tick with every domain due, or an idle CPU that stops its tick.
/// Errors: expects an event of the model.
template <class D>
bool is_tick(const Model<D>& model, const Event& event) {
    return (event.kind == EventKind::balance && event.levels == all_levels(model, event.where)) ||
           event.kind == EventKind::stop_tick;
}

/// The event is one that is handled before the next tick: a CPU runs what is queued, a stopper pushes, a newly idle
/// CPU balances over any domains, one that was told to balances over all. Errors: expects an event of the model.
template <class D>
bool is_follow_up(const Model<D>& model, const Event& event) {
    return event.kind == EventKind::run || event.kind == EventKind::active_balance ||
           event.kind == EventKind::newidle ||
           (event.kind == EventKind::sweep && event.levels == all_levels(model, event.where));
}

/// Makes what nothing but selections for wakeups read, hints, budgets and recent CPUs, as it is in `first`. Cost: none.
template <class D>
void forget(const State<D>& first, State<D>& state) {
    state.hinted = first.hinted;
    state.nr_idle_scan = first.nr_idle_scan;
    state.prop_budget = first.prop_budget;
    for (std::size_t t = 0; t < state.tasks.size(); ++t) {
        state.tasks[t].recent = first.tasks[t].recent;
    }
}

/// The state once the environment rests: nothing is left of what it may change, and what nothing but wakeups, forks and
/// execs read is as in the scenario's first state, so that states which differ in that alone are one.
///
/// first: the scenario's first state. Cost: none.
template <class D>
void rest(const State<D>& first, State<D>& state) {
    forget(first, state);
    for (std::size_t t = 0; t < state.tasks.size(); ++t) {
        TaskState<D>& task = state.tasks[t];
        task.cpu = select(is_away(task), first.tasks[t].cpu, task.cpu);
    }
    state.affinity_changes_left = D::number(0);
    state.hotplug_events_left = D::number(0);
    state.cache_hot_timeout = first.cache_hot_timeout;
    state.unstamped = first.unstamped;
}

}  // namespace schedmc::rounds
