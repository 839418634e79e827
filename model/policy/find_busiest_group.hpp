// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/calculate_imbalance.hpp"
#include "model/policy/first_reason.hpp"
#include "model/policy/update_sd_pick_busiest.hpp"

namespace schedmc {

/// The figures of the domain's groups: the local one's and the busiest other's.
///
/// Source: kernel/sched/fair.c, update_sd_lb_stats(), v5.19 .. v7.1.
template <class D>
BusiestGroup<D> update_sd_lb_stats(const Topology<D>& topology, const Policy& policy, const LoadView<D>& view,
                                   const BalanceEnv<D>& env) {
    const SchedDomain& domain = domain_of(topology, env);
    BusiestGroup<D> found{};
    found.local = D::cpus(domain.groups[0].span);
    found.candidate = found.busiest = topology.none;
    found.local_stats = update_sg_lb_stats(topology, policy, view, env, domain.groups[0], true);
    found.candidate_stats = found.local_stats;
    found.candidate_stats.type = D::choice(GroupType::has_spare);
    found.overloaded = found.local_stats.crowded | (D::number(0) < found.local_stats.misfit_load);
    const std::size_t local_cores = core_count(topology, domain.groups[0].span);
    auto load = found.local_stats.load;
    std::size_t capacity = group_capacity(topology.machine, domain.groups[0].span);
    for (std::size_t place = 1; place < domain.groups.size(); ++place) {
        const SchedGroup& group = domain.groups[place];
        DomainGroup<D> figures = update_sg_lb_stats(topology, policy, view, env, group, false);
        figures.ahead = sibling_imbalance(policy, env, found.local_stats, local_cores, figures,
                                          core_count(topology, group.span));
        const auto busier = update_sd_pick_busiest(topology, policy, view, env, found.local_stats,
                                                   found.candidate_stats, figures, is_empty(found.candidate));
        found.candidate = select(busier, D::cpus(group.span), found.candidate);
        found.candidate_stats = select_fields(busier, figures, found.candidate_stats);
        found.overloaded = found.overloaded | figures.crowded | (D::number(0) < figures.misfit_load);
        load = load + figures.load;
        capacity += group_capacity(topology.machine, group.span);
    }
    found.avg_load = scaled(load, 1024, capacity);
    return found;
}

/// Whether tasks of a full group are to be spread over siblings: said by the busiest group, up to v6.4 by the domain
/// below.
template <class D>
typename D::Truth prefers_siblings(const Topology<D>& topology, const Policy& policy,
                                   const BalanceEnv<D>& env, const BusiestGroup<D>& groups) {
    if (policy.rules.prefers_siblings_of_busiest) {
        return groups.candidate_stats.prefers_siblings;
    }
    const bool child = env.level != 0 &&
                       (topology.domains.of_cpu[env.cpu][env.level - 1].flags & sd_flag::prefer_sibling) != 0;
    return D::truth(child);
}

/// The reason for leaving the domain as it is, or for moving something.
template <class D>
typename D::template Choice<BusiestRule> balanced_or_not(const Policy& policy, const SchedDomain& domain,
                                                         const BalanceEnv<D>& env,
                                                         const BusiestGroup<D>& groups,
                                                         const typename D::Truth& siblings) {
    const DomainGroup<D>& local = groups.local_stats;
    const DomainGroup<D>& busiest = groups.candidate_stats;
    const auto idle = env.idle != IdleKind::not_idle;
    FirstReason<D, BusiestRule> reason;
    reason.try_next(is_empty(groups.candidate), BusiestRule::no_busiest);
    reason.try_next(busiest.type == GroupType::misfit_task, BusiestRule::misfit);
    reason.try_next(busiest.type == GroupType::imbalanced, BusiestRule::imbalanced);
    reason.try_next(severity<D>(busiest.type) < severity<D>(local.type), BusiestRule::local_type_higher);
    const auto overloaded = local.type == GroupType::overloaded;
    reason.try_next(overloaded & (busiest.avg_load <= local.avg_load), BusiestRule::local_load_not_lower);
    reason.try_next(overloaded & (groups.avg_load <= local.avg_load), BusiestRule::local_load_above_average);
    reason.try_next(
        overloaded & (scaled(busiest.avg_load, 100, 1) <= scaled(local.avg_load, domain.imbalance_pct, 1)),
        BusiestRule::load_within_percentage);
    reason.try_next(siblings & (local.type == GroupType::has_spare) & (D::number(1) < busiest.ahead),
                    BusiestRule::prefer_sibling);
    const auto others = busiest.type != GroupType::overloaded;
    reason.try_next(others & !idle, BusiestRule::cpu_not_idle);
    const auto other_kind = local.is_core != busiest.is_core;
    reason.try_next(
        (busiest.type == GroupType::smt_balance) & other_kind & D::truth(policy.rules.smt_balance),
        BusiestRule::smt_helped);
    reason.try_next(
        others & (D::number(1) < busiest.weight) & (local.idle_cpus <= busiest.idle_cpus + D::number(1)),
        BusiestRule::idle_not_more);
    reason.try_next(others & (busiest.awake == D::number(1)), BusiestRule::single_task);
    reason.try_next(D::truth(true), BusiestRule::busiest_busier);
    return reason.rule();
}

/// The rule has something moved.
template <class D>
typename D::Truth is_unbalanced(const typename D::template Choice<BusiestRule>& rule) {
    return (rule == BusiestRule::misfit) | (rule == BusiestRule::imbalanced) |
           (rule == BusiestRule::prefer_sibling) | (rule == BusiestRule::smt_helped) |
           (rule == BusiestRule::busiest_busier);
}

/// The group of the domain to take tasks from, with how much, or none; and what was compared.
///
/// Cost: one step a CPU of each group. Errors: none.
/// Source: kernel/sched/fair.c, find_busiest_group(), v5.19 .. v6.8; sched_balance_find_src_group(), v6.12 .. v7.1.
/// Departs: energy-aware scheduling is left out; docs/fidelity.md#find_busiest_group.
template <class D>
BusiestGroup<D> find_busiest_group(const Topology<D>& topology, const Policy& policy, const LoadView<D>& view,
                                   const BalanceEnv<D>& env) {
    BusiestGroup<D> groups = update_sd_lb_stats(topology, policy, view, env);
    const auto siblings = prefers_siblings(topology, policy, env, groups);
    groups.rule = balanced_or_not(policy, domain_of(topology, env), env, groups, siblings);
    calculate_imbalance(topology, policy, env, siblings, groups);
    const auto moves = is_unbalanced<D>(groups.rule) & (groups.imbalance != D::number(0));
    groups.busiest = select(moves, groups.candidate, topology.none);
    return groups;
}

}  // namespace schedmc
