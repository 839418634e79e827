// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/group_in_ring.hpp"

namespace schedmc {

/// How many tasks more the busiest group has than the local one, for a CPU that idles: in proportion to their cores,
/// rounded, where these differ in number. Up to v6.4 the plain difference, for any CPU.
///
/// Cost: one comparison for each pair of groups. Errors: none.
/// Source: kernel/sched/fair.c, sibling_imbalance(), v6.6 .. v7.1; calculate_imbalance(), find_busiest_group(),
/// v5.19 .. v6.4.
template <class D>
typename D::Number sibling_imbalance(const Topology<D>& topology, const Policy& policy,
                                     const BalanceEnv<D>& env, const BusiestGroup<D>& found) {
    using Number = typename D::Number;
    const Number theirs = found.candidate_stats.nr_running;
    const Number ours = found.local_stats.nr_running;
    if (!policy.rules.tasks_per_core) {
        return monus(theirs, ours);
    }
    const SchedDomain& domain = domain_of(topology, env);
    const auto for_cores = [&](std::size_t local, std::size_t busiest) {
        if (local == busiest) {
            return monus(theirs, ours);
        }
        const Number difference = monus(scaled(theirs, local, 1), scaled(ours, busiest, 1));
        const Number rounded = D::number(1) + scaled(difference, 2, local + busiest);
        const auto into_empty =
            (rounded <= D::number(1)) & (ours == D::number(0)) & (D::number(1) < theirs);
        return select(into_empty, D::number(2), rounded);
    };
    const Number imbalance = of_group<D>(domain, found.local_place, [&](const SchedGroup& local) {
        const std::size_t local_cores = group_cores(topology.machine, local.span);
        return of_group<D>(domain, found.candidate_place, [&](const SchedGroup& busiest) {
            return for_cores(local_cores, group_cores(topology.machine, busiest.span));
        });
    });
    const auto asked = balances_idle(env) & (D::number(0) < theirs);
    return select(asked, imbalance, D::number(0));
}

}  // namespace schedmc
