// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/balance/section.hpp"
#include "model/balance/walk.hpp"
#include "model/event.hpp"
#include "model/idle_step.hpp"
#include "model/races.hpp"

/// With races: passes whose critical sections are steps, so that others come between them. The runner of a pass takes
/// no other step until its end, except that a tick's pass may be interrupted by wakeups.
namespace schedmc::balance {

/// The number of a section's domain. Errors: expects that the event has one.
inline std::size_t level_of(const Event& event) {
    std::size_t level = 0;
    while ((event.levels >> level & 1U) == 0) {
        ++level;
    }
    return level;
}

/// The stage that a section's event is a step of. Errors: expects such a kind.
constexpr PassStage stage_of(EventKind kind) {
    switch (kind) {
        case EventKind::push_attach:
            return PassStage::push_attach;
        case EventKind::look:
        case EventKind::end_pass:
            return PassStage::between;
        case EventKind::look_again:
            return PassStage::look_again;
        case EventKind::detach:
            return PassStage::detach;
        case EventKind::attach:
            return PassStage::attach;
        case EventKind::settle:
            return PassStage::settle;
        default:
            break;
    }
    contract_broken("a section has a stage", __FILE__, __LINE__);
}

/// The slot is the first one free.
template <class D>
typename D::Truth is_first_free(const State<D>& state, std::size_t slot) {
    auto free = state.balance.passes[slot].stage == PassStage::none;
    for (std::size_t lower = 0; lower < slot; ++lower) {
        free = free & (state.balance.passes[lower].stage != PassStage::none);
    }
    return free;
}

/// Where kernels do not draw, a newly idle CPU leaves out no domain that it may look at.
template <class D>
typename D::Truth is_next_domain(const Model<D>& model, const Pass<D>& pass, std::size_t cpu,
                                 std::size_t level) {
    auto next = D::truth(true);
    for (std::size_t below = 0; below < level; ++below) {
        if (newidle_looks_at(model, cpu, below) && !model.policy.rules.newidle_draws) {
            next = next & ((pass.idle != IdleKind::newly_idle) | (D::number(below) < pass.level));
        }
    }
    return next;
}

/// Whether the state enables a section.
template <class D>
typename D::Truth section_enabled(const Model<D>& model, const State<D>& state, const Event& event) {
    const auto here = D::cpu(event.where);
    const Pass<D>& pass = state.balance.passes[event.next];
    switch (event.kind) {
        case EventKind::begin_balance:
            return is_first_free(state, event.next) & may_tick(model, state, here);
        case EventKind::begin_newidle:
            return is_first_free(state, event.next) &
                   contains(state.balance.about_to_idle - races::balancing(model, state, false) -
                                queued_stoppers(model, state),
                            here);
        default:
            break;
    }
    auto may = (pass.stage == stage_of(event.kind)) & (pass.runner == here);
    if (event.kind == EventKind::look) {
        const std::size_t level = level_of(event);
        return may & may_enter(model, state, pass, event.where, level) &
               is_next_domain(model, pass, event.where, level);
    }
    if (event.kind != EventKind::push_attach && event.kind != EventKind::end_pass) {
        may = may & (pass.level == D::number(level_of(event)));
    }
    return may;
}

/// What a pass holds on to at its stage; the rest is as at its beginning, so that passes which go on alike are one.
template <class D>
Pass<D> what_matters(const Model<D>& model, const Pass<D>& pass, std::size_t levels) {
    Pass<D> kept = pass;
    const auto is = [&](PassStage stage) { return pass.stage == stage; };
    const auto between = is(PassStage::between);
    const auto settles = is(PassStage::settle);
    const auto looks_again = is(PassStage::look_again);
    const auto sourceless = between | looks_again | is(PassStage::push_attach);
    const auto done = between | settles;
    kept.cpus = select(between, model.topology.none, pass.cpus);
    kept.dst = select(between, pass.cpu, pass.dst);
    kept.src = select(sourceless, pass.cpu, pass.src);
    kept.migration = select(sourceless, D::choice(MigrationType::load), pass.migration);
    kept.imbalance = select(sourceless | settles, D::number(0), pass.imbalance);
    kept.examined_max = select(sourceless | settles, D::number(0), pass.examined_max);
    kept.all_pinned = pass.all_pinned & !done;
    kept.some_pinned = pass.some_pinned & !done;
    kept.new_dst = select(done, pass.cpu, pass.new_dst);
    // Nothing follows a pass that was stopped, or is behind its last domain.
    kept.stopped = pass.stopped | (between & (D::number(levels) <= pass.level));
    const auto ends = between & kept.stopped;
    const auto by_tick = pass.idle != IdleKind::newly_idle;
    kept.idle = select(ends & by_tick, D::choice(IdleKind::not_idle), pass.idle);
    kept.level = select(ends, D::number(0), pass.level);
    kept.pulled = pass.pulled & !ends;
    kept.pushed = pass.pushed & !ends;
    return kept;
}

/// The state after a section.
template <class D>
void take_section(const Model<D>& model, const State<D>& before, const Event& event, Transition<D>& out) {
    const Surroundings<D> around = surroundings_of(model, event);
    State<D>& after = out.after;
    Pass<D> pass = before.balance.passes[event.next];
    switch (event.kind) {
        case EventKind::begin_balance:
            tick(model, event.where, after);
            pass = begin_domains(model, after, event.where, event.where, around, out);
            break;
        case EventKind::begin_newidle:
            pass = begin_newidle(model, before, event.where);
            break;
        case EventKind::push_attach:
            attach_pushed(model, after, pass);
            break;
        case EventKind::look:
            enter_domain(model, after, pass, event.where, level_of(event), around, out);
            break;
        case EventKind::end_pass:
            end_pass(model, pass, out);
            pass = no_pass(model);
            break;
        default:
            section(model, stage_of(event.kind), after, pass, event.where, level_of(event), around, out);
            break;
    }
    after.balance.passes[event.next] =
        what_matters(model, pass, model.topology.domains.of_cpu[event.where].size());
}

}  // namespace schedmc::balance
