// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/adjust_numa_imbalance.hpp"
#include "model/policy/sibling_imbalance.hpp"

namespace schedmc {

/// What is to be moved: how much, and in what it is counted.
template <class D>
struct Imbalance {
    /// The type was set; it is not where an average ended the calculation.
    typename D::Truth type_set;
    typename D::template Choice<MigrationType> type;
    typename D::Number amount;
};

/// One of two imbalances.
template <class D>
Imbalance<D> select_fields(const typename D::Truth& condition, const Imbalance<D>& a, const Imbalance<D>& b) {
    return {select(condition, a.type_set, b.type_set), select(condition, a.type, b.type),
            select(condition, a.amount, b.amount)};
}

/// Idle CPUs of the local group less those of the busiest. The kernel subtracts 32-bit numbers without a sign before it
/// asks for the greater of zero and the difference, so that below zero the difference is nearly 2^32.
///
/// Source: kernel/sched/fair.c, calculate_imbalance(): max_t(long, 0, local->idle_cpus - busiest->idle_cpus),
/// v5.19 .. v7.1.
template <class D>
typename D::Number idle_difference(const Policy& policy, const BusiestGroup<D>& found) {
    const auto ours = found.local_stats.idle_cpus;
    const auto theirs = found.candidate_stats.idle_cpus;
    if (!policy.rules.idle_difference_wraps && !policy.has(Defect::idle_cpus_overflow)) {
        return monus(ours, theirs);
    }
    // 2^32 itself is no number of the domain.
    const auto wrapped = monus(D::number(UINT32_MAX), monus(monus(theirs, ours), D::number(1)));
    return select(ours < theirs, wrapped, monus(ours, theirs));
}

/// Tasks to even out the groups: half of what the busiest has more, but none where nodes differ by a pair only.
///
/// Source: kernel/sched/fair.c, calculate_imbalance(): a local group with spare capacity, v5.19 .. v7.1.
template <class D>
typename D::Number tasks_to_even_out(const Topology<D>& topology, const Policy& policy,
                                     const BalanceEnv<D>& env, const BusiestGroup<D>& found) {
    using Number = typename D::Number;
    const SchedDomain& domain = domain_of(topology, env);
    const auto halved = [&](const Number& number) {
        if (policy.has(Defect::imbalance_not_halved)) {
            return number;
        }
        const auto half = scaled(number, 1, 2);
        const auto odd = monus(number, half) != half;
        const auto up = D::truth(policy.has(Defect::imbalance_rounded_up)) & odd;
        return half + select(up, D::number(1), D::number(0));
    };
    const auto tolerated_gone = [&](const Number& number) {
        if ((domain.flags & sd_flag::numa) == 0) {
            return number;
        }
        const auto tolerated = numa_imbalance_tolerated<D>(
            number, found.local_stats.nr_running + D::number(1), D::number(domain.imb_numa_nr));
        return select(tolerated, D::number(0), number);
    };
    const auto single = of_group<D>(domain, found.candidate_place, [](const SchedGroup& group) {
        return D::truth(group.span.count() == 1);
    });
    const Number difference =
        select(single | found.prefer_sibling, sibling_imbalance(topology, policy, env, found),
               idle_difference(policy, found));
    return policy.rules.numa_imbalance_halved_last ? halved(tolerated_gone(difference))
                                                   : tolerated_gone(halved(difference));
}

/// Load that brings a busy local group and the busiest one to the domain's average: the lesser of what one lacks and
/// what the other has in excess.
///
/// A term below zero is nearly 2^64 in the kernel; the other is the lesser then. Both cannot be.
///
/// Source: kernel/sched/fair.c, calculate_imbalance(): a local group without spare capacity, v5.19 .. v7.1.
template <class D>
Imbalance<D> load_to_average(const Topology<D>& topology, const Policy& policy, const BalanceEnv<D>& env,
                             const BusiestGroup<D>& found) {
    const SchedDomain& domain = domain_of(topology, env);
    const auto times_capacity = [&](const typename D::Number& place, const typename D::Number& load,
                                    bool per_unit) {
        return of_group<D>(domain, place, [&](const SchedGroup& group) {
            const std::size_t capacity = group_capacity(topology.machine, group.span);
            return per_unit ? scaled(load, 1024, capacity) : scaled(load, capacity, 1024);
        });
    };
    const auto average = found.avg_load;
    const auto theirs = found.candidate_stats.avg_load;
    const auto ours = times_capacity(found.local_place, found.local_stats.load, true);
    // Two overloaded groups were compared before they came here.
    const auto below_overloaded = found.local_stats.type != GroupType::overloaded;
    const bool asks_average =
        policy.rules.imbalance_asks_average && !policy.has(Defect::average_not_asked);
    const auto balanced =
        below_overloaded & ((theirs <= ours) | (D::truth(asks_average) & (average <= ours)));
    const auto excess = times_capacity(found.candidate_place, monus(theirs, average), false);
    const auto lack = times_capacity(found.local_place, monus(average, ours), false);
    const auto lesser = select(theirs < average, lack,
                               select(average < ours, excess, select(excess < lack, excess, lack)));
    return {!balanced, D::choice(MigrationType::load), select(balanced, D::number(0), lesser)};
}

/// What a pass is to move from the busiest group that was found unbalanced.
///
/// Cost: one comparison for each pair of groups. Errors: none.
/// Source: kernel/sched/fair.c, calculate_imbalance(), v5.19 .. v7.1.
/// Departs: asymmetric packing and capacity taken by interrupts and real-time tasks are left out;
/// docs/fidelity.md#calculate_imbalance.
template <class D>
Imbalance<D> calculate_imbalance(const Topology<D>& topology, const Policy& policy, const BalanceEnv<D>& env,
                                 const BusiestGroup<D>& found) {
    const SchedDomain& domain = domain_of(topology, env);
    const GroupStats<D>& local = found.local_stats;
    const auto type = found.candidate_stats.type;
    const auto yes = D::truth(true);
    const auto one = D::number(1);
    const auto zero = D::number(0);
    const auto task = D::choice(MigrationType::task);
    Imbalance<D> into_spare{yes, task, tasks_to_even_out(topology, policy, env, found)};
    if ((domain.flags & sd_flag::share_llc) == 0) {
        const auto capacity = of_group<D>(domain, found.local_place, [&](const SchedGroup& group) {
            return D::number(group_capacity(topology.machine, group.span));
        });
        const auto room = monus(capacity, local.util);
        const auto one_anyway = balances_idle(env) & (room == zero);
        const Imbalance<D> to_fill{yes, select(one_anyway, task, D::choice(MigrationType::util)),
                                   select(one_anyway, one, room)};
        const auto crowded = D::number(static_cast<std::size_t>(GroupType::fully_busy)) < severity<D>(type);
        into_spare = select_fields(crowded, to_fill, into_spare);
    }
    Imbalance<D> result = select_fields(local.type == GroupType::has_spare, into_spare,
                                        load_to_average(topology, policy, env, found));
    const auto one_task = (type == GroupType::smt_balance) | (type == GroupType::imbalanced);
    result = select_fields(one_task, Imbalance<D>{yes, task, one}, result);
    return select_fields(type == GroupType::misfit_task,
                         Imbalance<D>{yes, D::choice(MigrationType::misfit), one}, result);
}

}  // namespace schedmc
