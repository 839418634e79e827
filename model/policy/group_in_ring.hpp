// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/balance.hpp"

namespace schedmc {

/// What `of` makes of the group at a place of the domain's ring. The state decides on the place, the machine on the
/// groups, so that what `of` computes with is fixed: a value-initialised result where no group has that place.
///
/// Cost: one comparison a group, and `of` once where the place is known.
template <class D, class Of>
auto of_group(const SchedDomain& domain, const typename D::Number& place, Of&& of) {
    using Result = decltype(of(domain.groups[0]));
    Result result{};
    for (std::size_t i = 0; i < domain.groups.size(); ++i) {
        result = select(
            place == D::number(i), [&] { return of(domain.groups[i]); }, [&] { return result; });
    }
    return result;
}

/// CPUs that are cores of their own, or SMT siblings, in a group: sg->cores. Source: kernel/sched/topology.c,
/// init_sched_groups_capacity(), from v6.6.
inline std::size_t group_cores(const Machine& machine, const CpuMask& span) {
    std::size_t cores = 0;
    std::size_t last = machine.cpu_count();
    CpuMask seen;
    span.for_each([&](std::size_t cpu) {
        last = machine.places[cpu].core;
        cores += seen.contains(last) ? 0 : 1;
        seen.insert(last);
    });
    return cores;
}

/// The tasks of a CPU that may be moved: all, or all but delayed ones. Source: cfs_rq->h_nr_running, h_nr_queued,
/// h_nr_runnable.
template <class D>
typename D::Number tasks_to_move(const Policy& policy, const LoadView<D>& view, std::size_t cpu) {
    if (policy.rules.balance_counts_delayed || view.nr_delayed.empty()) {
        return view.nr_running[cpu];
    }
    return monus(view.nr_running[cpu], view.nr_delayed[cpu]);
}

/// The CPUs whose capacity is clearly greater than this one. Source: kernel/sched/fair.c, capacity_greater(),
/// v5.19 .. v7.1.
template <class D>
typename D::CpuSet cpus_clearly_above(const Topology<D>& topology, std::size_t capacity) {
    auto above = topology.none;
    for (const auto& [theirs, members] : topology.by_capacity) {
        above = std::size_t{theirs} * 1024 > capacity * 1078 ? above | members : above;
    }
    return above;
}

/// The CPUs whose capacity is clearly less. Source: as cpus_clearly_above().
template <class D>
typename D::CpuSet cpus_clearly_below(const Topology<D>& topology, std::size_t capacity) {
    auto below = topology.none;
    for (const auto& [theirs, members] : topology.by_capacity) {
        below = capacity * 1024 > std::size_t{theirs} * 1078 ? below | members : below;
    }
    return below;
}

}  // namespace schedmc
