// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/wakeup.hpp"

namespace schedmc {

/// True when the waker leaves the wakee on `cpu`'s wake list instead of taking that queue's lock itself. `allowed`
/// is the wakee's mask now, after a repair of the selection may have widened it.
///
/// Without split selection and enqueue both ways end alike; the decision tells which one it is.
///
/// Cost: a few membership tests. Errors: none.
/// Source: kernel/sched/core.c, ttwu_queue_cond(), v5.19 .. v7.1, for a wakee that has been switched out.
template <class D>
typename D::Truth ttwu_queue_cond(const Topology<D>& topology, const Policy& policy,
                                  const RunqueueView<D>& view, const Wakeup<D>& wakeup,
                                  const typename D::CpuSet& allowed, const typename D::Cpu& cpu) {
    auto accepted = contains(view.active, cpu);
    if (policy.rules.wake_list_asks_affinity) {
        accepted = accepted & contains(allowed, cpu);
    }
    const auto far = !shares_cache(topology, wakeup.this_cpu, cpu);
    auto near = D::truth(false);
    if (policy.rules.wake_list == WakeListRule::empty_queue) {
        near = (cpu != wakeup.this_cpu) & contains(view.empty, cpu);
    }
    return accepted & (far | near);
}

}  // namespace schedmc
