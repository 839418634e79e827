// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/wakeup.hpp"

namespace schedmc {

/// On a machine of unequal capacities: the first idle CPU that fits the wakee, counting from target and wrapping;
/// else, among idle ones, the first of the greatest capacity; none when nothing is idle.
///
/// Versions that tell a missed boost from a missed fit look at CPUs that miss only the boost first.
///
/// Cost: three set expressions a distinct capacity. Errors: none.
/// Source: kernel/sched/fair.c, select_idle_capacity(), v5.19 .. v7.1.
/// Departs: the capacity left over by other classes and by heat is the machine's; docs/fidelity.md.
template <class D>
typename D::Cpu select_idle_capacity(const Topology<D>& topology, const Policy& policy,
                                     const RunqueueView<D>& view, const Wakeup<D>& wakeup,
                                     const typename D::Cpu& target) {
    using Cpu = typename D::Cpu;
    using CpuSet = typename D::CpuSet;
    const CpuSet idle =
        at(topology.asym_span, target) & wakeup.allowed & candidates_of(topology, policy, view, wakeup);
    const bool target_last = policy.rules.capacity_scan_tries_target_last;
    const auto first_from_target = [&](const CpuSet& set) {
        return select(contains(set, target) & D::truth(!target_last), target, first_after(set, target));
    };
    const auto first_of_greatest = [&](const CpuSet& set) {
        Cpu best;
        for (const auto& [capacity, members] : topology.by_capacity) {
            best = or_else(best, first_from_target(set & members));
        }
        return best;
    };
    Cpu chosen = first_from_target(idle & wakeup.fits);
    if (policy.rules.capacity_scan_prefers_boost_miss) {
        chosen = or_else(chosen, first_of_greatest(idle & wakeup.misses_boost));
    }
    return or_else(chosen, first_of_greatest(idle));
}

}  // namespace schedmc
