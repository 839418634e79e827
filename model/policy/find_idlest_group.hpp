// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/first_reason.hpp"
#include "model/policy/fork_exec_fields.hpp"
#include "model/policy/sched_group_cookie_match.hpp"
#include "model/policy/update_pick_idlest.hpp"
#include "model/policy/update_sg_wakeup_stats.hpp"

namespace schedmc {

/// The local group and the idlest other group of a domain that the task may use, with their figures.
///
/// Source: kernel/sched/fair.c, find_idlest_group(): the loop over the groups, v5.19 .. v6.8;
/// sched_balance_find_dst_group(), v6.12 .. v7.1.
template <class D>
GroupComparison<D> groups_compared(const Topology<D>& topology, const Policy& policy, const LoadView<D>& view,
                                   const ForkExec<D>& question, const SchedDomain& domain,
                                   std::size_t this_cpu) {
    const auto zero = D::number(0);
    const GroupStats<D> nothing{zero, zero, zero, zero, zero, D::choice(GroupType::has_spare), zero, zero};
    GroupComparison<D> found{D::choice(GroupRule::none),
                             topology.none,
                             topology.none,
                             nothing,
                             nothing,
                             zero,
                             topology.none,
                             topology.none};
    for (const SchedGroup& group : domain.groups) {
        const auto span = D::cpus(group.span);
        const auto has_allowed = !is_empty(span & question.allowed);
        const auto matches =
            sched_group_cookie_match(topology, policy, view, question, span, D::cpu(this_cpu));
        const auto usable = has_allowed & matches;
        const auto stats = update_sg_wakeup_stats(topology, policy, view, question, domain, group);
        if (group.span.contains(this_cpu)) {
            found.local = select(usable, span, found.local);
            found.local_stats = select_fields(usable, stats, found.local_stats);
        } else {
            const auto idler =
                usable & (is_empty(found.idlest) | update_pick_idlest(found.idlest_stats, stats));
            found.idlest = select(idler, span, found.idlest);
            found.idlest_stats = select_fields(idler, stats, found.idlest_stats);
        }
        found.cookie_refused = found.cookie_refused | select(has_allowed & !matches, span, topology.none);
    }
    return found;
}

/// How many tasks may run in the local group before one leaves its node: imb_numa_nr, but no more than the CPUs there
/// that the task may use, where the rules look at its mask.
///
/// Source: kernel/sched/fair.c, find_idlest_group(), from v6.1; commit f5b2eeb49991 and what was proposed for it.
template <class D>
typename D::Number numa_limit(const Topology<D>& topology, const Policy& policy, const ForkExec<D>& question,
                              const SchedDomain& domain, const typename D::CpuSet& local) {
    const auto limit = D::number(domain.imb_numa_nr);
    const auto usable = count(local & question.allowed);
    const auto clamped = select(usable < limit, usable, limit);
    const NumaAffinity rule = policy.has(Defect::numa_limit_ignores_mask)
                                  ? NumaAffinity::none
                                  : policy.rules.numa_imbalance_affinity;
    switch (rule) {
        case NumaAffinity::none:
            return limit;
        case NumaAffinity::merged: {
            const bool inverted = policy.has(Defect::numa_mask_test_inverted);
            return select(question.full_mask_count, inverted ? clamped : limit, inverted ? limit : clamped);
        }
        case NumaAffinity::online_cpus: {
            // NR_CPUS, the count of a task that never got a mask, is not the number of CPUs online either.
            const auto as_many =
                (count(question.allowed) == count(topology.online)) & !question.full_mask_count;
            return select(as_many, limit, clamped);
        }
        case NumaAffinity::always:
            return clamped;
    }
    contract_broken("the NUMA limit follows one of the known rules", __FILE__, __LINE__);
}

/// NUMA balancing tolerates an imbalance while few tasks run: one of a communicating pair.
///
/// Source: kernel/sched/fair.c, adjust_numa_imbalance(), v5.19 .. v7.1.
template <class D>
typename D::Truth tolerates_numa_imbalance(const typename D::Number& imbalance, const typename D::Number& running,
                                           const typename D::Number& imb_numa_nr) {
    return (running <= imb_numa_nr) & (imbalance <= D::number(2));
}

/// The gap in idle CPUs is one that NUMA balancing tolerates while the local group runs no more tasks than `limit`,
/// the new one included.
///
/// Source: kernel/sched/fair.c, allow_numa_imbalance(), v5.19; adjust_numa_imbalance(), v6.1 .. v7.1.
template <class D>
typename D::Truth within_numa_allowance(const Policy& policy, const GroupComparison<D>& groups) {
    const auto running = groups.local_stats.nr_running + D::number(1);
    if (policy.rules.numa_allowance_ignores_gap) {
        return running <= groups.numa_limit;
    }
    const auto local = groups.local_stats.idle_cpus;
    const auto other = groups.idlest_stats.idle_cpus;
    const auto gap = monus(local, other) + monus(other, local);
    return tolerates_numa_imbalance<D>(gap, running, groups.numa_limit);
}

/// The reason for staying or leaving, once both groups are known. A group that compares busier than the percentage of
/// the domain tolerates loses the task.
///
/// Source: kernel/sched/fair.c, find_idlest_group(): after the loop, v5.19 .. v7.1.
template <class D>
typename D::template Choice<GroupRule> stay_or_leave(const Policy& policy, const ForkExec<D>& question,
                                                     const SchedDomain& domain, std::size_t this_cpu,
                                                     const GroupComparison<D>& groups) {
    const GroupStats<D>& local = groups.local_stats;
    const GroupStats<D>& idlest = groups.idlest_stats;
    const bool numa = (domain.flags & sd_flag::numa) != 0;
    FirstReason<D, GroupRule> reason;
    reason.try_next(is_empty(groups.idlest), GroupRule::no_other_group);
    reason.try_next(is_empty(groups.local), GroupRule::local_group_unusable);
    const bool reversed = policy.has(Defect::group_types_reversed);
    const auto here = severity<D>(reversed ? idlest.type : local.type);
    const auto there = severity<D>(reversed ? local.type : idlest.type);
    reason.try_next(here < there, GroupRule::local_type_lower);
    reason.try_next(there < here, GroupRule::local_type_higher);

    const auto busy = (local.type == GroupType::fully_busy) | (local.type == GroupType::overloaded);
    const auto imbalance = D::number(1024 * (domain.imbalance_pct - 100) / 100);
    if (numa) {
        reason.try_next(busy & (local.avg_load <= idlest.avg_load + imbalance),
                        GroupRule::numa_load_allowance);
    }
    reason.try_next(busy & (local.avg_load + imbalance <= idlest.avg_load), GroupRule::load_allowance);
    reason.try_next(busy & (local.avg_load <= scaled(idlest.avg_load, domain.imbalance_pct, 100)),
                    GroupRule::load_within_percentage);
    reason.try_next(busy, GroupRule::other_load_lower);

    const auto misfit = local.type == GroupType::misfit_task;
    reason.try_next(misfit & (idlest.max_capacity <= local.max_capacity), GroupRule::local_capacity_suffices);
    reason.try_next(misfit, GroupRule::other_capacity_greater);
    reason.try_next(local.type == GroupType::imbalanced, GroupRule::both_imbalanced);

    if (numa) {
        reason.try_next(contains(question.preferred_node, D::cpu(this_cpu)), GroupRule::on_preferred_node);
        reason.try_next(contains(question.preferred_node, first_of(groups.idlest)),
                        GroupRule::other_node_preferred);
        reason.try_next(within_numa_allowance(policy, groups), GroupRule::numa_allowance);
    }
    reason.try_next(idlest.idle_cpus <= local.idle_cpus, GroupRule::local_idle_not_fewer);
    reason.try_next(D::truth(true), GroupRule::other_has_more_idle);
    return reason.rule();
}

/// The rule sends the task to the other group.
template <class D>
typename D::Truth leaves(const typename D::template Choice<GroupRule>& rule) {
    return (rule == GroupRule::local_group_unusable) | (rule == GroupRule::local_type_higher) |
           (rule == GroupRule::other_load_lower) | (rule == GroupRule::other_capacity_greater) |
           (rule == GroupRule::other_node_preferred) | (rule == GroupRule::other_has_more_idle);
}

/// The group of this_cpu's domain in which the task is to be placed, with what was compared; none to stay in the group
/// of this_cpu.
///
/// Cost: one step a CPU of each group. Errors: none.
/// Source: kernel/sched/fair.c, find_idlest_group(), v5.19 .. v6.8; sched_balance_find_dst_group(), v6.12 .. v7.1.
template <class D>
GroupComparison<D> find_idlest_group(const Topology<D>& topology, const Policy& policy,
                                     const LoadView<D>& view, const ForkExec<D>& question,
                                     const SchedDomain& domain, std::size_t this_cpu) {
    GroupComparison<D> groups = groups_compared(topology, policy, view, question, domain, this_cpu);
    if ((domain.flags & sd_flag::numa) != 0) {
        groups.numa_limit = numa_limit(topology, policy, question, domain, groups.local);
    }
    groups.rule = stay_or_leave(policy, question, domain, this_cpu, groups);
    groups.chosen = select(leaves<D>(groups.rule), groups.idlest, topology.none);
    return groups;
}

}  // namespace schedmc
