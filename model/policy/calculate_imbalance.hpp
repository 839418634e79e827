// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/find_idlest_group.hpp"
#include "model/policy/update_sg_lb_stats.hpp"

namespace schedmc {

/// By how many tasks a group is ahead of the local one, for the sake of siblings. From v6.6 only an idle CPU asks, and
/// groups of different numbers of cores are compared by tasks a core.
///
/// Cost: a few sums. Source: kernel/sched/fair.c, calculate_imbalance(), v5.19 .. v6.4; sibling_imbalance(),
/// v6.6 .. v7.1.
template <class D>
typename D::Number sibling_imbalance(const Policy& policy, const BalanceEnv<D>& env,
                                     const DomainGroup<D>& local, std::size_t local_cores,
                                     const DomainGroup<D>& group, std::size_t cores) {
    const auto difference = monus(group.nr_running, local.nr_running);
    if (!policy.rules.sibling_imbalance) {
        return difference;
    }
    auto ahead = difference;
    if (cores != local_cores) {
        const auto product =
            monus(scaled(group.nr_running, local_cores, 1), scaled(local.nr_running, cores, 1));
        ahead = scaled(scaled(product, 2, 1) + D::number(local_cores + cores), 1, local_cores + cores);
        const auto alone = (local.nr_running == D::number(0)) & (D::number(1) < group.nr_running);
        ahead = select((ahead <= D::number(1)) & alone, D::number(2), ahead);
    }
    const auto asks = (env.idle != IdleKind::not_idle) & (group.nr_running != D::number(0));
    return select(asks, ahead, D::number(0));
}

/// The difference in idle CPUs, as the kernel's 32 unsigned bits have it before they are compared with zero as a wider
/// signed number: more idle CPUs in the other group make a number of two billion.
///
/// Source: kernel/sched/fair.c, calculate_imbalance(): max_t(long, 0, ..), v5.19 .. v7.1.
template <class D>
typename D::Number idle_difference(const Policy& policy, const GroupStats<D>& local,
                                   const GroupStats<D>& busiest) {
    const auto below = monus(busiest.idle_cpus, local.idle_cpus);
    const bool is_signed = policy.rules.signed_idle_cpus && !policy.has(Defect::idle_cpus_wrap);
    const auto wrapped = monus(D::number(UINT32_MAX), monus(below, D::number(1)));
    return select(below == D::number(0), monus(local.idle_cpus, busiest.idle_cpus),
                  is_signed ? D::number(0) : wrapped);
}

/// What spreads tasks while the local group has spare capacity: a number of tasks, of which half is moved.
template <class D>
typename D::Number tasks_to_spread(const Policy& policy, const SchedDomain& domain,
                                   const BusiestGroup<D>& groups, const typename D::Truth& prefers_siblings) {
    const DomainGroup<D>& local = groups.local_stats;
    const DomainGroup<D>& busiest = groups.candidate_stats;
    const auto by_tasks = prefers_siblings | (busiest.weight == D::number(1));
    const auto whole = select(by_tasks, busiest.ahead, idle_difference(policy, local, busiest));
    const bool whole_moves = policy.has(Defect::halving_forgotten);
    const auto halved = [&](const typename D::Number& number) {
        const auto half = scaled(number, 1, 2);
        return whole_moves ? number : policy.has(Defect::halves_rounded_up) ? monus(number, half) : half;
    };
    const bool numa = (domain.flags & sd_flag::numa) != 0;
    const auto tolerated = [&](const typename D::Number& imbalance) {
        const auto within = tolerates_numa_imbalance<D>(imbalance, local.nr_running + D::number(1),
                                                        D::number(domain.imb_numa_nr));
        return numa ? select(within, D::number(0), imbalance) : imbalance;
    };
    return policy.rules.numa_allowance_after_halving ? tolerated(halved(whole)) : halved(tolerated(whole));
}

/// The load that makes both groups average, counted in the units of the domain.
template <class D>
typename D::Number load_to_move(const Topology<D>& topology, const SchedDomain& domain,
                                const BusiestGroup<D>& groups) {
    // Capacities are the machine's, so that products with them are those with constants.
    const auto weighed = [&](const typename D::Number& average, const typename D::Number& capacity) {
        auto product = D::number(0);
        std::size_t last = 0;
        for (const SchedGroup& group : domain.groups) {
            const std::size_t each = group_capacity(topology.machine, group.span);
            if (each != last) {
                product = select(capacity == D::number(each), scaled(average, each, 1024), product);
                last = each;
            }
        }
        return product;
    };
    const DomainGroup<D>& local = groups.local_stats;
    const DomainGroup<D>& busiest = groups.candidate_stats;
    const auto above = weighed(monus(busiest.avg_load, groups.avg_load), busiest.capacity);
    const auto below = weighed(monus(groups.avg_load, local.avg_load), local.capacity);
    // Where the local group is above the average, or the busiest below it (idle CPUs keep some load for a while), that
    // difference wraps, and the other one is the less.
    const auto local_wraps = groups.avg_load < local.avg_load;
    const auto busiest_wraps = busiest.avg_load < groups.avg_load;
    return select(local_wraps | ((!busiest_wraps) & (above < below)), above, below);
}

/// How much is to be moved from the busiest group to the local one, and in which unit; nothing, and the domain is
/// balanced after all.
///
/// Cost: a walk over the groups. Errors: none.
/// Source: kernel/sched/fair.c, calculate_imbalance(), v5.19 .. v7.1.
template <class D>
void calculate_imbalance(const Topology<D>& topology, const Policy& policy, const BalanceEnv<D>& env,
                         const typename D::Truth& prefers_siblings, BusiestGroup<D>& groups) {
    const SchedDomain& domain = domain_of(topology, env);
    DomainGroup<D>& local = groups.local_stats;
    const DomainGroup<D>& busiest = groups.candidate_stats;
    const auto zero = D::number(0);
    const auto one = D::number(1);
    const auto is = [&](GroupType type) { return busiest.type == type; };
    const auto task = D::choice(MigrationType::task);

    const auto spare = local.type == GroupType::has_spare;
    const bool shares_llc = (domain.flags & sd_flag::share_llc) != 0;
    const auto room = monus(local.capacity, local.util);
    const auto fills = spare & D::truth(!shares_llc) &
                       (severity<D>(D::choice(GroupType::fully_busy)) < severity<D>(busiest.type));
    const auto idle = env.idle != IdleKind::not_idle;
    const auto by_util = (room != zero) | !idle;
    const auto spread = tasks_to_spread(policy, domain, groups, prefers_siblings);

    const auto average = scaled(local.load, 1024, group_capacity(topology.machine, domain.groups[0].span));
    local.avg_load = select((!spare) & (local.type != GroupType::overloaded), average, local.avg_load);
    const bool asks_average = policy.rules.average_asked && !policy.has(Defect::average_not_asked);
    const auto full = local.type != GroupType::overloaded;
    const auto enough = full & ((busiest.avg_load <= local.avg_load) |
                                (D::truth(asks_average) & (groups.avg_load <= local.avg_load)));
    const auto load = select(enough, zero, load_to_move(topology, domain, groups));

    const auto single = is(GroupType::smt_balance) | is(GroupType::imbalanced) | is(GroupType::misfit_task);
    groups.imbalance =
        select(single, one, select(fills, select(by_util, room, one), select(spare, spread, load)));
    groups.migration = select(is(GroupType::misfit_task), D::choice(MigrationType::misfit),
                              select(single, task,
                                     select(fills, select(by_util, D::choice(MigrationType::util), task),
                                            select(spare, task, D::choice(MigrationType::load)))));
}

}  // namespace schedmc
