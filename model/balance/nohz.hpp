// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/balance/surroundings.hpp"

/// Idle CPUs without a tick, and who balances for them.
namespace schedmc::balance {

/// A task that its CPU does not fit waits there. Source: check_misfit_status(), v5.19 .. v7.1.
template <class D>
typename D::Truth has_misfit(const Model<D>& model, const State<D>& state, std::size_t cpu) {
    auto misfit = D::truth(false);
    for (std::size_t t = 0; t < state.tasks.size(); ++t) {
        const auto fits = fitness_of(model, model.scenario.tasks[t]).fits;
        const auto runs = (state.tasks[t].phase == TaskPhase::running) & (state.tasks[t].cpu == D::cpu(cpu));
        misfit =
            misfit | (runs & !contains(fits, D::cpu(cpu)) & (D::number(1) < count(state.tasks[t].allowed)));
    }
    return misfit;
}

/// A busy CPU's tick finds reason to have the idle ones balanced for.
///
/// Source: kernel/sched/fair.c, nohz_balancer_kick(), v5.19 .. v7.1.
/// Departs: capacity lost to interrupts, core priorities, and kicks for the averages alone are left out;
/// docs/fidelity.md#nohz_balancer_kick.
template <class D>
typename D::Truth nohz_balancer_kick(const Model<D>& model, const State<D>& state, std::size_t cpu) {
    const auto crowded = (D::number(2) <= count_on(model, state, D::cpu(cpu))) &
                         D::truth(!model.policy.has(Defect::kick_forgets_crowd));
    if (model.topology.domains.asym_cpucapacity(cpu) != nullptr) {
        return crowded | has_misfit(model, state, cpu);
    }
    const auto ticking = model.topology.llcs.of_cpu[cpu] - state.balance.tickless;
    return crowded | (D::number(1) < count(ticking));
}

/// What a CPU's tick does beside its own pass: a busy CPU leaves those without a tick, and may tell one of these to
/// balance for all.
///
/// Source: trigger_load_balance(), nohz_balance_exit_idle(), kick_ilb(), find_new_ilb(), v5.19 .. v7.1. The first
/// idle CPU is told; it is due whenever there is reason.
template <class D>
void tick(const Model<D>& model, std::size_t cpu, State<D>& state) {
    if (!model.scenario.nohz) {
        return;
    }
    const auto me = D::CpuSet::only(D::cpu(cpu));
    const auto idle = view_of(model, state).idle;
    const auto busy = is_empty(idle & me);
    const auto leaves = busy & D::truth(!model.policy.has(Defect::tickless_mark_kept));
    state.balance.tickless = state.balance.tickless - select(leaves, me, model.topology.none);
    const auto told = first_of(state.balance.tickless & idle);
    const auto kicks = busy & exists(told) & nohz_balancer_kick(model, state, cpu);
    state.balance.kicked = state.balance.kicked | select(kicks, D::CpuSet::only(told), model.topology.none);
}

/// The idle CPUs that a CPU told to balance is to do it for, the next one: from the CPU after it, itself the last.
///
/// Source: _nohz_idle_balance(), v5.19 .. v7.1.
template <class D>
typename D::Cpu next_swept(const Model<D>& model, const State<D>& state, const Pass<D>& pass) {
    return first_after(pass.rest & view_of(model, state).idle,
                       select(pass.cpu == pass.runner, pass.runner, pass.cpu));
}

}  // namespace schedmc::balance
