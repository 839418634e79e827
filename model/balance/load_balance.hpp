// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/balance/detach_tasks.hpp"
#include "model/policy/find_busiest_group.hpp"
#include "model/policy/find_busiest_queue.hpp"
#include "model/policy/need_active_balance.hpp"
#include "model/policy/should_we_balance.hpp"

/// One domain of a pass, as a sequence of critical sections.
///
/// Source: kernel/sched/fair.c, load_balance(), v5.19 .. v6.8; sched_balance_rq(), v6.12 .. v7.1.
namespace schedmc::balance {

/// The mark of the local group one level up, which the passes of this level set and clear; null at the top.
template <class D>
typename D::Truth* parents_mark(const Model<D>& model, State<D>& state, std::size_t cpu, std::size_t level) {
    const std::vector<SchedDomain>& domains = model.topology.domains.of_cpu[cpu];
    return level + 1 < domains.size() ? &state.balance.imbalanced[domains[level + 1].groups[0].record]
                                      : nullptr;
}

/// The pass leaves the domain.
template <class D>
void leave_domain(const Model<D>& model, const typename D::Truth& when, std::size_t level,
                  const State<D>& state, Pass<D>& pass) {
    pass.stage = select(when, D::choice(PassStage::between), pass.stage);
    pass.level = select(when, D::number(level + 1), pass.level);
    pass.pulled = pass.pulled | (when & pass.moved);
    pass.serialises = pass.serialises & ((!when) | D::truth(model.policy.has(Defect::lock_kept)));
    // What was moved may have gone elsewhere, so the CPU is asked anew whether it idles.
    const auto asks = when & pass.moved & (pass.idle != IdleKind::newly_idle);
    const auto idles = contains(view_of(model, state).idle, pass.cpu);
    pass.idle =
        select(asks, select(idles, D::choice(IdleKind::idle), D::choice(IdleKind::not_idle)), pass.idle);
    pass.moved = pass.moved & !when;
}

/// The domain was found balanced, or not this CPU's to balance.
template <class D>
void found_balanced(const Model<D>& model, const typename D::Truth& when, std::size_t cpu, std::size_t level,
                    State<D>& state, Pass<D>& pass) {
    if (typename D::Truth* mark = parents_mark(model, state, cpu, level)) {
        const auto keeps =
            pass.all_pinned & D::truth(!model.policy.has(Defect::imbalance_mark_always_cleared));
        *mark = *mark & ((!when) | keeps);
    }
    set_nr_balance_failed(state, cpu, level, when, D::number(0));
    pass.moved = pass.moved & !when;
    leave_domain(model, when, level, state, pass);
}

/// Whether another pass holds the lock that serialises passes over this domain.
template <class D>
typename D::Truth is_locked_out(const State<D>& state, const SchedDomain& domain, const Pass<D>& pass) {
    auto held = D::truth(false);
    for (const Pass<D>& other : state.balance.passes) {
        held = held | (other.serialises & (other.runner != pass.runner));
    }
    return held & D::truth((domain.flags & sd_flag::serialize) != 0);
}

/// The pass holds on to a lock only where passes over nodes are serialised, which it may have to wait for in vain.
template <class D>
typename D::Truth takes_lock(const Model<D>& model, const SchedDomain& domain, const Pass<D>& pass) {
    const bool serialises = (domain.flags & sd_flag::serialize) != 0;
    const auto by_tick = pass.idle != IdleKind::newly_idle;
    return D::truth(serialises) & (by_tick | D::truth(model.policy.rules.serialised_after_leader));
}

/// Writes what the look at the top domain says of the whole: whether some CPU has two tasks.
///
/// Source: update_sd_lb_stats(): set_rd_overload(), v5.19 .. v7.1.
template <class D>
void update_overload(const Model<D>& model, const typename D::Truth& when, std::size_t cpu, std::size_t level,
                     const BusiestGroup<D>& group, State<D>& state) {
    const bool is_top = level + 1 == model.topology.domains.of_cpu[cpu].size();
    if (is_top || model.policy.has(Defect::overload_cleared_below)) {
        state.balance.overloaded = select(when, group.overloaded, state.balance.overloaded);
    }
}

/// Looks for a source in the domain: from the statistics, read without a lock, to the busiest queue.
template <class D>
void look(const Model<D>& model, State<D>& state, Pass<D>& pass, std::size_t cpu, std::size_t level,
          const typename D::Truth& when, const Surroundings<D>& around, Transition<D>& out) {
    const SchedDomain& domain = domain_at(model, cpu, level);
    const LoadView<D> view = balance_view(model, state, around);
    const BalanceEnv<D> env = env_of(model, state, pass, cpu, level, around);
    const auto leads = should_we_balance(model.topology, model.policy, view, env);
    const auto takes = takes_lock(model, domain, pass) & !pass.serialises;
    const auto inside = D::truth(model.policy.rules.serialised_after_leader);
    const auto locked_out = leads & inside & takes & is_locked_out(state, domain, pass);
    pass.stopped = pass.stopped | (when & !leads);
    const auto may = when & leads & !locked_out;
    pass.serialises = pass.serialises | (may & inside & takes);
    const BusiestGroup<D> group = find_busiest_group(model.topology, model.policy, view, env);
    const auto src = find_busiest_queue(model.topology, model.policy, view, env, group);
    const auto found = may & !is_empty(group.busiest) & exists(src);
    update_overload(model, may, cpu, level, group, state);
    out.looks.push_back({env, leads, may, group, select(found, src, typename D::Cpu())});
    found_balanced(model, when & !found, cpu, level, state, pass);
    const auto nr_running = at(view.nr_running, src);
    pass.src = select(found, src, pass.src);
    pass.migration = select(found, group.migration, pass.migration);
    pass.imbalance = select(found, group.imbalance, pass.imbalance);
    pass.examined_max = select(found, nr_running, pass.examined_max);
    pass.all_pinned = pass.all_pinned | found;
    const auto several = D::number(1) < nr_running;
    pass.stage = select(found, select(several, D::choice(PassStage::detach), D::choice(PassStage::settle)),
                        pass.stage);
}

/// What follows once tasks were examined, taken or not: another destination, another source, or the end.
template <class D>
void after_detach(const Model<D>& model, const typename D::Truth& when, std::size_t cpu, std::size_t level,
                  State<D>& state, Pass<D>& pass) {
    const SchedDomain& domain = domain_at(model, cpu, level);
    const auto left = D::number(0) < pass.imbalance;
    const auto redirects = when & (pass.new_dst != pass.dst) & left;
    const bool keeps = model.policy.has(Defect::redirect_keeps_destination);
    pass.cpus =
        pass.cpus - select(redirects & D::truth(!keeps), D::CpuSet::only(pass.dst), model.topology.none);
    pass.dst = select(redirects, pass.new_dst, pass.dst);
    pass.stage = select(redirects, D::choice(PassStage::detach), pass.stage);
    const auto rest = when & !redirects;
    if (typename D::Truth* mark = parents_mark(model, state, cpu, level)) {
        *mark = *mark | (rest & pass.some_pinned & left);
    }
    const auto all_pinned = rest & pass.all_pinned;
    pass.cpus = pass.cpus - select(all_pinned, D::CpuSet::only(pass.src), model.topology.none);
    const auto others = !is_subset(pass.cpus, D::cpus(domain.groups[0].balance_mask));
    pass.stage = select(all_pinned & others, D::choice(PassStage::look_again), pass.stage);
    const auto gives_up = all_pinned & !others;
    set_nr_balance_failed(state, cpu, level, gives_up, D::number(0));
    pass.moved = pass.moved & !gives_up;
    leave_domain(model, gives_up, level, state, pass);
    pass.stage = select(rest & !pass.all_pinned, D::choice(PassStage::settle), pass.stage);
}

/// Takes tasks off the source's queue.
template <class D>
void detach(const Model<D>& model, State<D>& state, Pass<D>& pass, std::size_t cpu, std::size_t level,
            const Surroundings<D>& around, Transition<D>& out) {
    const BalanceTake<D> take = detach_tasks(model, state, pass, cpu, level, around);
    const auto some = take.taken != D::tasks(Bits<1>());
    out.takes.push_back(take);
    pass.moved = pass.moved | some;
    pass.stage = select(some, D::choice(PassStage::attach), pass.stage);
    after_detach(model, !some, cpu, level, state, pass);
}

/// Puts them on the destination's.
template <class D>
void attach(const Model<D>& model, State<D>& state, Pass<D>& pass, std::size_t cpu, std::size_t level) {
    attach_tasks(model, state, pass.runner, pass.dst);
    after_detach(model, D::truth(true), cpu, level, state, pass);
}

/// Counts a failure, and queues the source's stopper where that is what is left.
template <class D>
void settle(const Model<D>& model, State<D>& state, Pass<D>& pass, std::size_t cpu, std::size_t level,
            const Surroundings<D>& around) {
    const auto failed = !pass.moved;
    const auto counts =
        failed & (pass.idle != IdleKind::newly_idle) &
        ((pass.migration != MigrationType::misfit) | D::truth(model.policy.rules.misfit_counts_failures));
    const auto most = D::number(nr_balance_failed_max(domain_at(model, cpu, level)));
    const auto before = nr_balance_failed(model, state, cpu, level, around);
    set_nr_balance_failed(state, cpu, level, counts & (before < most), before + D::number(1));
    const LoadView<D> view = balance_view(model, state, around);
    const BalanceEnv<D> env = env_of(model, state, pass, cpu, level, around);
    const auto wants =
        failed & need_active_balance(model.topology, model.policy, view, env, pass.migration, pass.src);
    auto may = D::truth(false);
    for (const TaskState<D>& task : state.tasks) {
        may = may | ((task.phase == TaskPhase::running) & (task.cpu == pass.src) &
                     contains(task.allowed, pass.cpu));
    }
    const auto none_queued = at(state.balance.push_cpu, pass.src) == pass.src;
    const auto push_to = select(wants & may & none_queued, pass.cpu, at(state.balance.push_cpu, pass.src));
    update(state.balance.push_cpu, pass.src, push_to);
    set_nr_balance_failed(state, cpu, level, pass.moved, D::number(0));
    leave_domain(model, D::truth(true), level, state, pass);
}

}  // namespace schedmc::balance
