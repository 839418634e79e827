// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>

#include "model/policy/wakeup.hpp"

namespace schedmc {

/// Where a wakee is when its waker asks whether the wake list takes it: switched out, or still on its CPU, which is
/// busy switching away from it (WF_ON_CPU; p->on_cpu).
enum class WakeeIs : std::uint8_t { switched_out, on_its_cpu };

/// True when the waker leaves the wakee on `cpu`'s wake list instead of taking that queue's lock itself. `allowed`
/// is the wakee's mask now, after a repair of the selection may have widened it. A wakee that is still on its CPU is
/// asked about that CPU before any selection, and gets none if it is taken.
///
/// Where selection and enqueue are one step both ways of queueing end alike; the decision tells which one it is.
///
/// Cost: a few membership tests. Errors: none.
/// Source: kernel/sched/core.c, ttwu_queue_cond(), v5.19 .. v7.1.
template <class D>
typename D::Truth ttwu_queue_cond(const Topology<D>& topology, const Policy& policy,
                                  const RunqueueView<D>& view, const Wakeup<D>& wakeup,
                                  const typename D::CpuSet& allowed, const typename D::Cpu& cpu,
                                  WakeeIs wakee = WakeeIs::switched_out) {
    auto accepted = contains(view.active, cpu);
    if (policy.rules.wake_list_asks_affinity && !policy.has(Defect::on_cpu_affinity_not_tested)) {
        accepted = accepted & contains(allowed, cpu);
    }
    const auto far = !shares_cache(topology, wakeup.this_cpu, cpu);
    const auto elsewhere = cpu != wakeup.this_cpu;
    auto near = D::truth(false);
    if (wakee == WakeeIs::on_its_cpu && policy.has(Defect::on_cpu_queue_not_tested)) {
        near = elsewhere;
    } else if (policy.rules.wake_list == WakeListRule::empty_queue) {
        near = elsewhere & contains(view.empty, cpu);
    } else if (wakee == WakeeIs::on_its_cpu) {
        near = contains(view.empty | view.single, cpu);
    }
    return accepted & (far | near);
}

}  // namespace schedmc
