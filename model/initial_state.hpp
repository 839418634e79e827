// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/balance/list_order.hpp"
#include "model/state.hpp"

/// What a scenario starts from.
namespace schedmc {

/// The pass that is none.
template <class D>
Pass<D> no_pass(const Model<D>& model) {
    const auto any = no_waker(model);
    const auto no = D::truth(false);
    const auto& none = model.topology.none;
    return {.stage = D::choice(PassStage::none),
            .runner = any,
            .cpu = any,
            .idle = D::choice(IdleKind::not_idle),
            .level = D::number(0),
            .cpus = none,
            .dst = any,
            .src = any,
            .migration = D::choice(MigrationType::load),
            .imbalance = D::number(0),
            .examined_max = D::number(0),
            .all_pinned = no,
            .some_pinned = no,
            .new_dst = any,
            .moved = no,
            .pulled = no,
            .stopped = no,
            .pushed = no,
            .serialises = no,
            .rest = none};
}

/// A task as its scenario has it at the start.
template <class D>
TaskState<D> first_state(const TaskSpec& spec) {
    return {D::choice(spec.phase), D::cpu(spec.cpu), D::cpu(spec.recent), D::cpus(spec.allowed)};
}

/// Nothing marked, nothing under way.
template <class D>
BalanceState<D> initial_balance(const Model<D>& model) {
    BalanceState<D> balance;
    balance.about_to_idle = balance.tickless = balance.kicked = balance.pushers = model.topology.none;
    balance.overloaded = D::truth(false);
    if (!model.scenario.balance) {
        return balance;
    }
    const std::size_t cpus = model.topology.machine.cpu_count();
    balance.imbalanced.resize(model.topology.domains.group_records, D::truth(false));
    balance.push_cpu.resize(cpus, no_waker(model));
    for (std::size_t cpu = 0; cpu < cpus; ++cpu) {
        balance.push_cpu[cpu] = D::cpu(cpu);
    }
    if (model.scenario.failures == Failures::counted) {
        balance.nr_balance_failed.resize(model.levels);
        for (auto& failed : balance.nr_balance_failed) {
            failed.resize(cpus, D::number(0));
        }
    }
    balance.passes.resize(model.scenario.races ? model.scenario.passes : 0, no_pass(model));
    return balance;
}

/// The scenario's first state.
template <class D>
State<D> initial_state(const Model<D>& model) {
    State<D> state;
    const std::size_t llcs = model.topology.llcs.sets.size();
    state.tasks.resize(model.scenario.tasks.size());
    for (std::size_t t = 0; t < model.scenario.tasks.size(); ++t) {
        state.tasks[t] = first_state<D>(model.scenario.tasks[t]);
        state.tasks[t].waker = no_waker(model);
        state.tasks[t].pushed_from = state.tasks[t].cpu;
        state.tasks[t].rank = D::number(0);
    }
    state.nr_idle_scan.resize(llcs, D::number(0));
    state.prop_budget.resize(llcs, D::number(4));
    if (reserves_cpus(model)) {
        state.cache_hot_timeout.resize(model.topology.machine.cpu_count(), D::number(0));
    }
    state.affinity_changes_left = D::number(model.scenario.affinity_changes);
    state.switching = model.topology.none;
    state.online = D::cpus(model.online_at_start);
    state.leaving = model.topology.none;
    state.hotplug_events_left = D::number(model.scenario.hotplug_events);
    state.balance = initial_balance(model);
    if (model.scenario.balance) {
        const auto crowded = list_order::crowded_cpus(model, state) & model.balanced;
        state.balance.overloaded = !is_empty(crowded);
        list_order::rank_by(model, list_order::present_keys(state), state);
    }
    state.unstamped = model.scenario.cpuidle ? model.topology.none : model.topology.present;
    state.hinted = model.topology.none;
    if (model.scenario.hints == HintStart::where_idle_core && model.topology.domains.smt_active) {
        const Topology<D>& topology = topology_of(model, state);
        const auto idle_cores = whole(topology.cores, view_of(model, state).idle);
        state.hinted = widened_hints(model, state, touched(topology.llcs, idle_cores));
    }
    return state;
}

}  // namespace schedmc
