// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/balance/list_order.hpp"
#include "model/balance/surroundings.hpp"

/// Tasks leave one queue and enter another.
namespace schedmc::balance {

/// A task is small enough for what is left to be moved; more failures make larger ones small enough.
///
/// Source: kernel/sched/fair.c, detach_tasks(): shr_bound(), v5.19 .. v7.1.
template <class D>
typename D::Truth fits_imbalance(const Model<D>& model, const typename D::Number& amount,
                                 const typename D::Number& failed, const typename D::Number& imbalance,
                                 bool shifts) {
    auto counted = amount;
    const std::size_t most = model.most_failures;
    for (std::size_t times = 1; shifts && times <= most; ++times) {
        counted = select(failed == D::number(times), scaled(amount, 1, std::size_t{1} << times), counted);
    }
    return counted <= imbalance;
}

/// What one look at a task of the source's list comes to.
template <class D>
struct Detachment {
    typename D::Truth taken;
    /// What is left to be moved after it.
    typename D::Number imbalance;
};

/// The amount test of detach_tasks(), and what the task takes off the amount.
template <class D>
Detachment<D> weigh(const Model<D>& model, const Pass<D>& pass, const BalanceEnv<D>& env,
                    const Listed<D>& task) {
    const auto is = [&](MigrationType type) { return pass.migration == type; };
    const auto load = select(task.load == D::number(0), D::number(1), task.load);
    const bool util_shifts = model.policy.rules.util_tolerates_failures;
    const auto small = select(
        is(MigrationType::load), fits_imbalance(model, load, env.nr_balance_failed, pass.imbalance, true),
        select(is(MigrationType::util),
               fits_imbalance(model, task.util, env.nr_balance_failed, pass.imbalance, util_shifts),
               select(is(MigrationType::misfit), !contains(task.fits, pass.src), D::truth(true))));
    const auto left =
        select(is(MigrationType::load), monus(pass.imbalance, load),
               select(is(MigrationType::util), monus(pass.imbalance, task.util),
                      select(is(MigrationType::misfit), D::number(0), monus(pass.imbalance, D::number(1)))));
    return {small, left};
}

/// Takes tasks off the source's list, from its end, until enough are taken; those refused go to its head.
///
/// Cost: tasks squared. Source: kernel/sched/fair.c, detach_tasks(), v5.19 .. v7.1, for a preemptible kernel: newly
/// idle CPUs take one task. Departs: the break after 32 tasks is not reached; docs/fidelity.md#detach_tasks.
template <class D>
BalanceTake<D> detach_tasks(const Model<D>& model, State<D>& state, Pass<D>& pass, std::size_t cpu,
                            std::size_t level, const Surroundings<D>& around) {
    const State<D> before = state;
    const SchedDomain& domain = domain_at(model, cpu, level);
    const BalanceEnv<D> env = env_of(model, state, pass, cpu, level, around);
    const auto group = D::cpus(domain.groups[0].balance_mask) - env.excluded;
    const auto nr_running = count_on(model, before, pass.src);
    const auto emptied =
        (nr_running <= D::number(1)) & !(pass.pushed & D::truth(model.policy.has(Defect::push_forgets_skip)));
    Pinned<D> pinned{pass.all_pinned & !emptied, pass.some_pinned,
                     select(pass.new_dst == pass.dst, typename D::Cpu(), pass.new_dst)};
    auto going = (!emptied) & (D::number(0) < pass.imbalance);
    auto left = nr_running;
    auto order = D::number(0);
    BalanceTake<D> take{D::number(level), pass.idle,           pass.cpu,   pass.src,
                        pass.dst,         D::tasks(Bits<1>()), nr_running, running_on(before, pass.src)};
    list_order::Keys<D> keys = list_order::present_keys(before);
    const auto last_stays = D::truth(!model.policy.has(Defect::pull_empties_source));
    for (std::size_t rank = 0; rank < state.tasks.size(); ++rank) {
        going = going & !((env.idle != IdleKind::not_idle) & (left <= D::number(1)) & last_stays) &
                (D::number(rank) < pass.examined_max);
        const Listed<D> task = listed_task(model, before, pass.src, rank, nr_running, around);
        Pinned<D> learnt = pinned;
        const auto can =
            can_migrate_task(model.policy, domain, env, task.candidate, pass.migration, group, false, learnt);
        const Detachment<D> weighed = weigh(model, pass, env, task);
        const auto examined = going & task.exists;
        pinned.all = select(examined, learnt.all, pinned.all);
        pinned.some = select(examined, learnt.some, pinned.some);
        pinned.new_dst = select(examined, learnt.new_dst, pinned.new_dst);
        const auto taken = examined & can & weighed.taken;
        take_off(taken, task.task, pass.dst, pass.runner, order, state);
        take.taken = take.taken | select(taken, D::TaskSet::only(task.task), D::tasks(Bits<1>()));
        pass.imbalance = select(taken, weighed.imbalance, pass.imbalance);
        order = select(taken, order + D::number(1), order);
        left = select(taken, monus(left, D::number(1)), left);
        for (std::size_t t = 0; t < keys.size(); ++t) {
            const auto refused = examined & (!taken) & (task.task == D::task(t));
            keys[t] = select(refused, D::number(state.tasks.size() + rank), keys[t]);
        }
        const auto enough = (env.idle == IdleKind::newly_idle) | (pass.imbalance == D::number(0));
        going = going & task.exists & !(taken & enough);
    }
    list_order::rank_by(model, keys, state);
    pass.all_pinned = pinned.all;
    pass.some_pinned = pinned.some;
    pass.new_dst = or_else(pinned.new_dst, pass.dst);
    return take;
}

/// Puts the tasks that the runner took off on the queue of the CPU they come to: the last one taken first, each at the
/// head of the list.
///
/// Source: kernel/sched/fair.c, attach_tasks(), attach_one_task(), v5.19 .. v7.1.
template <class D>
void attach_tasks(const Model<D>& model, State<D>& state, const typename D::Cpu& runner,
                  const typename D::Cpu& to) {
    const State<D> before = state;
    const std::size_t tasks = state.tasks.size();
    list_order::Keys<D> keys = list_order::present_keys(state);
    for (std::size_t t = 0; t < tasks; ++t) {
        TaskState<D>& task = state.tasks[t];
        const auto arrives = (task.phase == TaskPhase::migrating) & (task.cpu == to) & (task.waker == runner);
        keys[t] = select(arrives, D::number(tasks) + monus(D::number(tasks), task.rank), keys[t]);
        task.phase = select(arrives, D::choice(TaskPhase::queued), task.phase);
        task.waker = select(arrives, no_waker(model), task.waker);
    }
    list_order::rank_by(model, keys, state);
    list_order::note_overload(model, before, state);
}

}  // namespace schedmc::balance
