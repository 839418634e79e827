// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/wakeup.hpp"

namespace schedmc {

/// The waker is an interrupt on an idle CPU that shares prev's cache, which says nothing about where the wakee's data
/// is hot. Source: kernel/sched/fair.c, wake_affine_idle().
template <class D>
typename D::Truth interrupt_nearby(const Topology<D>& topology, const RunqueueView<D>& view,
                                   const Wakeup<D>& wakeup) {
    return contains(view.idle, wakeup.this_cpu) & shares_cache(topology, wakeup.this_cpu, wakeup.prev);
}

/// The waker says that it is about to sleep, and leaves nothing behind; whether that is read off a count in which
/// delayed sleepers are tasks, the rules say. Source: kernel/sched/fair.c, wake_affine_idle().
template <class D>
typename D::Truth waker_leaves(const Policy& policy, const RunqueueView<D>& view, const Wakeup<D>& wakeup) {
    auto alone = view.single;
    if (policy.rules.sync_ignores_delayed && !policy.has(Defect::sync_counts_delayed)) {
        alone = (view.single - view.single_by_delayed) | (view.single_by_delayed - view.single);
    }
    return wakeup.sync & contains(alone, wakeup.this_cpu);
}

/// The CPU near which a wakee should be placed by idleness alone, or none for no opinion.
///
/// Cost: a few set expressions. Errors: none.
/// Source: kernel/sched/fair.c, wake_affine_idle(), v5.19 .. v7.1.
template <class D>
typename D::Cpu wake_affine_idle(const Topology<D>& topology, const Policy& policy,
                                 const RunqueueView<D>& view, const Wakeup<D>& wakeup) {
    using Cpu = typename D::Cpu;
    const Cpu this_cpu = wakeup.this_cpu;
    const Cpu prev = wakeup.prev;
    const auto prev_idle = contains(view.idle, prev);
    const auto asked_of_prev = prev_idle & D::truth(!policy.has(Defect::idle_prev_not_asked));
    return select(interrupt_nearby(topology, view, wakeup), select(prev_idle, prev, this_cpu),
                  select(waker_leaves(policy, view, wakeup), this_cpu, select(asked_of_prev, prev, Cpu())));
}

/// The CPU near which the wakee is placed, the waker's or its previous one.
///
/// Cost: as wake_affine_idle(). Errors: none.
/// Source: kernel/sched/fair.c, wake_affine(), v5.19 .. v7.1; the versions differ in statistics only.
/// Departs: the comparison of loads is the environment's choice; docs/fidelity.md#wake_affine_weight.
template <class D>
typename D::Cpu wake_affine(const Topology<D>& topology, const Policy& policy, const RunqueueView<D>& view,
                            const Wakeup<D>& wakeup) {
    const auto by_load = select(wakeup.pull == Pull::to_waker, wakeup.this_cpu, wakeup.prev);
    return or_else(wake_affine_idle(topology, policy, view, wakeup), by_load);
}

}  // namespace schedmc
