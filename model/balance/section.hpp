// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/balance/nohz.hpp"
#include "model/balance/walk.hpp"
#include "model/idle_step.hpp"
#include "model/races.hpp"

/// A pass's critical sections, whether they are steps of their own or parts of one.
namespace schedmc::balance {

/// What the environment says in an event of balancing.
template <class D>
Surroundings<D> surroundings_of(const Model<D>& model, const Event& event) {
    return {event.hot, event.exhausted, contrary_cpus(model, event)};
}

/// One critical section within a domain. Errors: expects a stage within one.
template <class D>
void section(const Model<D>& model, PassStage stage, State<D>& state, Pass<D>& pass, std::size_t cpu,
             std::size_t level, const Surroundings<D>& around, Transition<D>& out) {
    switch (stage) {
        case PassStage::look_again:
            return look(model, state, pass, cpu, level, D::truth(true), around, out);
        case PassStage::detach:
            return detach(model, state, pass, cpu, level, around, out);
        case PassStage::attach:
            return attach(model, state, pass, cpu, level);
        case PassStage::settle:
            return settle(model, state, pass, cpu, level, around);
        default:
            break;
    }
    contract_broken("a critical section of a domain has one of their stages", __FILE__, __LINE__);
}

/// A tick on the CPU may begin a pass: it is active, has domains, and ticks.
template <class D>
typename D::Truth may_tick(const Model<D>& model, const State<D>& state, const typename D::Cpu& cpu) {
    const auto stopped = state.balance.tickless & view_of(model, state).idle;
    return contains((active_cpus(state) & model.balanced) - stopped - races::held_up(model, state) -
                        state.balance.about_to_idle,
                    cpu);
}

/// The pass is over. The idle class takes a CPU that was about to idle, unless tasks have come.
template <class D>
void end_pass(const Model<D>& model, const Pass<D>& pass, Transition<D>& out) {
    const auto idles = goes_idle_after(model, out.after, pass);
    out.idles = out.idles | idles;
    const auto newly = pass.idle == IdleKind::newly_idle;
    out.after.balance.about_to_idle =
        out.after.balance.about_to_idle - select(newly, D::CpuSet::only(pass.cpu), model.topology.none);
    steps::enter_idle(model, pass.cpu, idles, out);
}

}  // namespace schedmc::balance
