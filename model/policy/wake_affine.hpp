// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/wakeup.hpp"

namespace schedmc {

/// The CPU near which a wakee should be placed by idleness alone, or none for no opinion.
///
/// Cost: a few set expressions. Errors: none.
/// Source: kernel/sched/fair.c, wake_affine_idle(), v5.19 .. v7.1.
template <class D>
typename D::Cpu wake_affine_idle(const Topology<D>& topology, const RunqueueView<D>& view,
                                 const Wakeup<D>& wakeup) {
    using Cpu = typename D::Cpu;
    const Cpu this_cpu = wakeup.this_cpu;
    const Cpu prev = wakeup.prev;
    const auto prev_idle = contains(view.idle, prev);
    // An idle waker means an interrupt, which says nothing about where the wakee's data is hot.
    const auto interrupt_nearby = contains(view.idle, this_cpu) & shares_cache(topology, this_cpu, prev);
    const auto waker_leaves = wakeup.sync & contains(view.single, this_cpu);
    return select(interrupt_nearby, select(prev_idle, prev, this_cpu),
                  select(waker_leaves, this_cpu, select(prev_idle, prev, Cpu())));
}

/// The CPU near which the wakee is placed, the waker's or its previous one.
///
/// Cost: as wake_affine_idle(). Errors: none.
/// Source: kernel/sched/fair.c, wake_affine(), v5.19 .. v7.1; the versions differ in statistics only.
/// Departs: the comparison of loads is the environment's choice; docs/fidelity.md#wake_affine_weight.
template <class D>
typename D::Cpu wake_affine(const Topology<D>& topology, const RunqueueView<D>& view,
                            const Wakeup<D>& wakeup) {
    const auto by_load = select(wakeup.pull == Pull::to_waker, wakeup.this_cpu, wakeup.prev);
    return or_else(wake_affine_idle(topology, view, wakeup), by_load);
}

}  // namespace schedmc
