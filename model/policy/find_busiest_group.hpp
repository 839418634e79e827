// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/calculate_imbalance.hpp"
#include "model/policy/first_reason.hpp"
#include "model/policy/update_sd_lb_stats.hpp"

namespace schedmc {

/// Why the domain is balanced or is not, once both groups are known.
///
/// Source: kernel/sched/fair.c, find_busiest_group(), v5.19 .. v6.8; sched_balance_find_src_group(), v6.12 .. v7.1.
template <class D>
typename D::template Choice<BusiestRule> balanced_or_not(const Topology<D>& topology, const Policy& policy,
                                                         const BalanceEnv<D>& env,
                                                         const BusiestGroup<D>& found) {
    const SchedDomain& domain = domain_of(topology, env);
    const GroupStats<D>& local = found.local_stats;
    const GroupStats<D>& busiest = found.candidate_stats;
    FirstReason<D, BusiestRule> reason;
    reason.try_next(is_empty(found.candidate), BusiestRule::no_busiest);
    reason.try_next(busiest.type == GroupType::misfit_task, BusiestRule::misfit);
    reason.try_next(busiest.type == GroupType::imbalanced, BusiestRule::imbalanced);
    reason.try_next(severity<D>(busiest.type) < severity<D>(local.type), BusiestRule::local_type_higher);

    const auto both_overloaded = local.type == GroupType::overloaded;
    reason.try_next(both_overloaded & (busiest.avg_load <= local.avg_load),
                    BusiestRule::local_load_not_lower);
    reason.try_next(both_overloaded & (found.avg_load <= local.avg_load),
                    BusiestRule::local_load_above_average);
    reason.try_next(both_overloaded & (scaled(busiest.avg_load, 100, 1) <=
                                       scaled(local.avg_load, domain.imbalance_pct, 1)),
                    BusiestRule::load_within_percentage);

    const auto more_tasks = D::number(1) < sibling_imbalance(topology, policy, env, found);
    reason.try_next(found.prefer_sibling & (local.type == GroupType::has_spare) & more_tasks,
                    BusiestRule::prefer_sibling);

    const auto not_overloaded = busiest.type != GroupType::overloaded;
    reason.try_next(not_overloaded & !balances_idle(env), BusiestRule::cpu_not_idle);
    const auto in_smt_group = [&](const typename D::Number& place) {
        return of_group<D>(domain, place,
                           [](const SchedGroup& group) { return D::truth(is_smt_group(group)); });
    };
    reason.try_next((busiest.type == GroupType::smt_balance) &
                        (in_smt_group(found.local_place) != in_smt_group(found.candidate_place)),
                    BusiestRule::smt_helped);
    const auto several_cpus = of_group<D>(domain, found.candidate_place, [](const SchedGroup& group) {
        return D::truth(group.span.count() > 1);
    });
    reason.try_next(not_overloaded & several_cpus & (local.idle_cpus <= busiest.idle_cpus + D::number(1)),
                    BusiestRule::idle_not_more);
    reason.try_next(not_overloaded & (busiest.h_nr_running == D::number(1)), BusiestRule::single_task);
    reason.try_next(D::truth(true), BusiestRule::busiest_busier);
    return reason.rule();
}

/// The rule finds an imbalance.
template <class D>
typename D::Truth finds_imbalance(const typename D::template Choice<BusiestRule>& rule) {
    return (rule == BusiestRule::misfit) | (rule == BusiestRule::imbalanced) |
           (rule == BusiestRule::prefer_sibling) | (rule == BusiestRule::smt_helped) |
           (rule == BusiestRule::busiest_busier);
}

/// The group of the domain from which something is to be moved to env.dst, how much, and what was compared.
///
/// Cost: one step a CPU of each group, one comparison for each pair of groups. Errors: expects that the CPU has the
/// domain.
/// Source: kernel/sched/fair.c, find_busiest_group(), v5.19 .. v6.8; sched_balance_find_src_group(), v6.12 .. v7.1.
/// Departs: energy-aware scheduling, asymmetric packing and capacity taken by interrupts and real-time tasks are left
/// out; docs/fidelity.md#find_busiest_group.
template <class D>
BusiestGroup<D> find_busiest_group(const Topology<D>& topology, const Policy& policy, const LoadView<D>& view,
                                   const BalanceEnv<D>& env) {
    BusiestGroup<D> found = update_sd_lb_stats(topology, policy, view, env);
    found.rule = balanced_or_not(topology, policy, env, found);
    const Imbalance<D> imbalance = calculate_imbalance(topology, policy, env, found);
    const auto finds = finds_imbalance<D>(found.rule);
    found.migration_set = finds & imbalance.type_set;
    found.migration = imbalance.type;
    found.imbalance = select(finds, imbalance.amount, D::number(0));
    found.busiest = select(D::number(0) < found.imbalance, found.candidate, topology.none);
    return found;
}

}  // namespace schedmc
