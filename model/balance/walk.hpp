// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/balance/load_balance.hpp"
#include "model/balance/smt_push.hpp"

/// A pass over the domains of a CPU, from the bottom to the top.
namespace schedmc::balance {

/// A pass that a CPU runs for itself, or for an idle one, at its beginning.
template <class D>
Pass<D> new_pass(const Model<D>& model, std::size_t runner, std::size_t cpu,
                 const typename D::template Choice<IdleKind>& idle) {
    Pass<D> pass = no_pass(model);
    pass.stage = D::choice(PassStage::between);
    pass.runner = D::cpu(runner);
    pass.cpu = pass.dst = pass.src = pass.new_dst = D::cpu(cpu);
    pass.idle = idle;
    return pass;
}

/// The pass over a CPU's domains at a tick begins, with what it pushes to a sibling.
///
/// Source: rebalance_domains(), v5.19 .. v6.8; sched_balance_domains(), v6.12 .. v7.1.
template <class D>
Pass<D> begin_domains(const Model<D>& model, State<D>& state, std::size_t runner, std::size_t cpu,
                      const Surroundings<D>& around, Transition<D>& out) {
    const auto idles = contains(view_of(model, state).idle, D::cpu(cpu));
    const auto idle = select(idles, D::choice(IdleKind::idle), D::choice(IdleKind::not_idle));
    Pass<D> pass = new_pass(model, runner, cpu, idle);
    begin_with_push(model, state, pass, cpu, around, out);
    return pass;
}

/// The pass of a CPU that is about to idle begins. It looks nowhere where a wakeup is on its way, or no CPU is known to
/// have two tasks.
///
/// Source: newidle_balance(), v5.19 .. v6.8; sched_balance_newidle(), v6.12 .. v7.1.
template <class D>
Pass<D> begin_newidle(const Model<D>& model, const State<D>& state, std::size_t cpu) {
    Pass<D> pass = new_pass(model, cpu, cpu, D::choice(IdleKind::newly_idle));
    const auto pending = model.scenario.races
                             ? contains(cpus_of_phase(model, state, TaskPhase::on_wake_list), D::cpu(cpu))
                             : D::truth(false);
    pass.stopped = pending | (!state.balance.overloaded) | !contains(active_cpus(state), D::cpu(cpu));
    pass.pushed = contains(state.balance.pushers, D::cpu(cpu));
    return pass;
}

/// A newly idle CPU looks at the domain: its flag, and the limit to its LLC.
template <class D>
bool newidle_looks_at(const Model<D>& model, std::size_t cpu, std::size_t level) {
    const std::vector<SchedDomain>& domains = model.topology.domains.of_cpu[cpu];
    if ((domains[level].flags & sd_flag::balance_newidle) == 0) {
        return false;
    }
    if (!model.policy.rules.newidle_llc || model.policy.has(Defect::newidle_leaves_llc)) {
        return true;
    }
    const bool has_llc = model.topology.domains.llc(cpu) != nullptr;
    const bool searches = !has_llc && model.policy.rules.newidle_no_llc == NewidleNoLlc::search;
    return searches || (domains[level].flags & sd_flag::share_llc) != 0;
}

/// The pass may look at this domain next: all below it are behind it, and nothing has stopped it.
template <class D>
typename D::Truth may_enter(const Model<D>& model, const State<D>& state, const Pass<D>& pass,
                            std::size_t cpu, std::size_t level) {
    auto may = (pass.stage == PassStage::between) & (pass.level <= D::number(level)) & !pass.stopped;
    const auto newly = pass.idle == IdleKind::newly_idle;
    may = may & ((!newly) | (D::truth(newidle_looks_at(model, cpu, level)) & !pass.pulled));
    const bool leaves_llc = (domain_at(model, cpu, level).flags & sd_flag::share_llc) == 0;
    may = may & (newly | D::truth(!leaves_llc || !model.policy.has(Defect::ticks_stay_in_llc)));
    if (model.policy.rules.newidle_asks_queue) {
        const auto quiet = contains(view_of(model, state).empty, D::cpu(cpu)) &
                           !contains(cpus_of_phase(model, state, TaskPhase::on_wake_list), D::cpu(cpu));
        may = may & ((!newly) | (pass.level == D::number(0)) | quiet);
    }
    return may;
}

/// What a planted defect makes of a look at the SMT domain after a push: the sibling is a source, whatever it holds.
template <class D>
void take_back(const Model<D>& model, const State<D>& state, Pass<D>& pass, std::size_t level) {
    auto sibling = typename D::Cpu();
    for (const TaskState<D>& task : state.tasks) {
        const auto pushed =
            (task.pushed_from == pass.cpu) & (task.cpu != pass.cpu) & is_on_queue(model, task);
        sibling = select(pushed, task.cpu, sibling);
    }
    const auto found = pass.pushed & exists(sibling);
    pass.src = select(found, sibling, pass.src);
    pass.level = select(found, D::number(level), pass.level);
    pass.imbalance = select(found, D::number(1), pass.imbalance);
    pass.examined_max = select(found, D::number(1), pass.examined_max);
    pass.migration = select(found, D::choice(MigrationType::task), pass.migration);
    pass.stage = select(found, D::choice(PassStage::detach), pass.stage);
}

/// Looks at a domain, unless a push or another pass has it left out.
template <class D>
void enter_domain(const Model<D>& model, State<D>& state, Pass<D>& pass, std::size_t cpu, std::size_t level,
                  const Surroundings<D>& around, Transition<D>& out) {
    const SchedDomain& domain = domain_at(model, cpu, level);
    const auto removed = model.policy.rules.smt_push_stats == SmtPushStats::removed
                             ? env_of(model, state, pass, cpu, level, around).excluded
                             : model.topology.none;
    pass.cpus = (D::cpus(domain.span) & active_cpus(state)) - removed;
    pass.dst = pass.src = pass.new_dst = D::cpu(cpu);
    pass.all_pinned = pass.some_pinned = pass.moved = D::truth(false);
    const auto skips = skips_domain(model, domain, pass);
    // Older kernels try the lock before they ask whether this CPU balances the domain, and leave it untouched if they
    // do not get it.
    const bool outside = !model.policy.rules.serialised_after_leader;
    const auto tries = D::truth(outside) & takes_lock(model, domain, pass) & !skips;
    const auto loses = tries & is_locked_out(state, domain, pass);
    pass.serialises = pass.serialises | (tries & !loses);
    look(model, state, pass, cpu, level, (!skips) & !loses, around, out);
    if (model.policy.rules.smt_push_skipped == SmtPushSkipped::balanced) {
        found_balanced(model, skips, cpu, level, state, pass);
    } else {
        leave_domain(model, skips, level, state, pass);
    }
    leave_domain(model, loses, level, state, pass);
    if (model.policy.has(Defect::push_forgets_skip) && (domain.flags & sd_flag::share_cpucapacity) != 0) {
        take_back(model, state, pass, level);
    }
}

/// The pass is over: a newly idle CPU idles unless tasks have come meanwhile.
template <class D>
typename D::Truth goes_idle_after(const Model<D>& model, const State<D>& state, const Pass<D>& pass) {
    const auto empty = contains(view_of(model, state).empty, pass.cpu);
    return (pass.idle == IdleKind::newly_idle) &
           (empty | D::truth(model.policy.has(Defect::newidle_recheck_missing)));
}

}  // namespace schedmc::balance
