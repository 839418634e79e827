// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/balance/sections.hpp"
#include "model/balance/stopper.hpp"

/// Load balance as steps: a whole pass one step, or with races each of its critical sections.
namespace schedmc::balance {

/// A pass that has not ended after so many critical sections is taken never to end.
inline constexpr std::size_t most_sections = 512;

/// Values of this domain can be asked, so that a pass can be run to its end in one step.
template <class D>
concept Askable = requires(const typename D::Truth& truth) {
    truth.is_true();
};

/// Runs a pass over the domains whose bits are set in `levels`, to its end.
///
/// Errors: expects values that can be asked; over others passes go section by section, as with races.
template <class D>
void run_pass(const Model<D>& model, State<D>& state, Pass<D>& pass, std::size_t cpu, unsigned levels,
              const Surroundings<D>& around, Transition<D>& out) {
    if constexpr (Askable<D>) {
        std::size_t sections = 0;
        attach_pushed_if_any(model, state, pass);
        for (std::size_t level = 0; level < model.topology.domains.of_cpu[cpu].size(); ++level) {
            if ((levels >> level & 1U) == 0 || !may_enter(model, state, pass, cpu, level).is_true()) {
                continue;
            }
            enter_domain(model, state, pass, cpu, level, around, out);
            for (; pass.stage.value() != PassStage::between && sections < most_sections; ++sections) {
                section(model, pass.stage.value(), state, pass, cpu, level, around, out);
            }
        }
        out.endless = sections == most_sections;
        return;
    }
    contract_broken("a whole pass is a step over values that can be asked", __FILE__, __LINE__);
}

/// Some CPU must act before anything else happens, where steps are whole: a stopper, a newly idle CPU, one told to
/// balance. The one that does, lowest first.
template <class D>
typename D::Truth is_next(const Model<D>& model, const State<D>& state, const Event& event) {
    const auto& balance = state.balance;
    const auto stoppers = queued_stoppers(model, state);
    const auto is_here = [&](const typename D::Cpu& cpu) { return cpu == D::cpu(event.where); };
    const auto no_stopper = is_empty(stoppers);
    const auto no_newidle = is_empty(balance.about_to_idle);
    switch (event.kind) {
        case EventKind::active_balance:
            return is_here(first_of(stoppers));
        case EventKind::newidle:
            return no_stopper & is_here(first_of(balance.about_to_idle));
        case EventKind::sweep:
            return no_stopper & no_newidle & is_here(first_of(balance.kicked));
        default:
            return no_stopper & no_newidle & is_empty(balance.kicked);
    }
}

/// The domains that a newly idle CPU may look at in this state: none while no CPU is known to have two tasks, those up
/// to some level, and in kernels that draw any; where CPUs idle long, all.
template <class D>
typename D::Truth may_look_at(const Model<D>& model, const State<D>& state, std::size_t cpu,
                              unsigned levels) {
    if (model.scenario.events.long_idle) {
        const bool is_all = levels + 1 == 1U << model.topology.domains.of_cpu[cpu].size();
        return (state.balance.overloaded & D::truth(is_all)) |
               ((!state.balance.overloaded) & D::truth(levels == 0));
    }
    const bool is_prefix = (levels & (levels + 1)) == 0;
    return D::truth(levels == 0) |
           (state.balance.overloaded & D::truth(is_prefix || model.policy.rules.newidle_draws));
}

/// Whether the state enables an event of balancing that is a whole step.
template <class D>
typename D::Truth enabled(const Model<D>& model, const State<D>& state, const Event& event) {
    const auto here = D::cpu(event.where);
    switch (event.kind) {
        case EventKind::balance:
            return may_tick(model, state, here);
        case EventKind::newidle:
            return contains(state.balance.about_to_idle, here) &
                   may_look_at(model, state, event.where, event.levels);
        case EventKind::active_balance:
            return (at(state.balance.push_cpu, here) == D::cpu(event.next)) & (here != D::cpu(event.next)) &
                   !contains(races::held_up(model, state), here);
        case EventKind::stop_tick:
            return contains(
                (view_of(model, state).idle & active_cpus(state) & model.balanced) - state.balance.tickless,
                here);
        case EventKind::sweep:
            return contains(state.balance.kicked, here);
        default:
            break;
    }
    contract_broken("an event of balancing has one of their kinds", __FILE__, __LINE__);
}

/// A CPU told to balance does it for the idle CPUs without a tick, unless it has become busy.
///
/// Source: nohz_idle_balance(), _nohz_idle_balance(), v5.19 .. v7.1.
template <class D>
void sweep(const Model<D>& model, const Event& event, Transition<D>& out) {
    State<D>& after = out.after;
    const auto me = D::cpu(event.where);
    after.balance.kicked = after.balance.kicked - D::CpuSet::only(me);
    if (model.policy.has(Defect::kick_cleared_first)) {
        return;
    }
    if constexpr (Askable<D>) {
        const std::size_t cpus = model.topology.machine.cpu_count();
        const auto masked = after.balance.tickless;
        for (std::size_t distance = 1; distance <= cpus; ++distance) {
            const std::size_t cpu = (event.where + distance) % cpus;
            const RunqueueView<D> view = view_of(model, after);
            if (!contains(view.idle, me).is_true()) {
                return;
            }
            if (contains(masked & view.idle, D::cpu(cpu)).is_true()) {
                const Surroundings<D> around = surroundings_of(model, event);
                Pass<D> pass = begin_domains(model, after, event.where, cpu, around, out);
                run_pass(model, after, pass, cpu, event.levels, around, out);
            }
        }
    }
}

/// The state after an event of balancing that is a whole step.
template <class D>
void step(const Model<D>& model, const State<D>& before, const Event& event, Transition<D>& out) {
    const Surroundings<D> around = surroundings_of(model, event);
    State<D>& after = out.after;
    switch (event.kind) {
        case EventKind::balance: {
            tick(model, event.where, after);
            Pass<D> pass = begin_domains(model, after, event.where, event.where, around, out);
            run_pass(model, after, pass, event.where, event.levels, around, out);
            break;
        }
        case EventKind::newidle: {
            Pass<D> pass = begin_newidle(model, before, event.where);
            run_pass(model, after, pass, event.where, event.levels, around, out);
            end_pass(model, pass, out);
            break;
        }
        case EventKind::active_balance:
            active_load_balance_cpu_stop(model, event.where, event.next, around, out);
            break;
        case EventKind::stop_tick:
            after.balance.tickless = before.balance.tickless | D::CpuSet::only(D::cpu(event.where));
            break;
        case EventKind::sweep:
            sweep(model, event, out);
            break;
        default:
            contract_broken("an event of balancing has one of their kinds", __FILE__, __LINE__);
    }
}

}  // namespace schedmc::balance
