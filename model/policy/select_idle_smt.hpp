// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/wakeup.hpp"

namespace schedmc {

/// The siblings of the previous CPU that are tried, in order of CPU numbers.
///
/// Source: kernel/sched/fair.c, select_idle_smt(), v5.19 .. v7.1.
template <class D>
typename D::CpuSet siblings_tried(const Topology<D>& topology, const Policy& policy, const Wakeup<D>& wakeup,
                                  const typename D::Cpu& target) {
    using CpuSet = typename D::CpuSet;
    CpuSet siblings = at(topology.cores.of_cpu, wakeup.prev) & wakeup.allowed;
    if (!policy.rules.smt_scan_tries_prev) {
        siblings = siblings - CpuSet::only(wakeup.prev);
    }
    if (policy.rules.smt_scan_stays_in_llc && !policy.has(Defect::smt_scan_leaves_llc)) {
        siblings = siblings & at(topology.llcs.of_cpu, target);
    }
    return siblings;
}

/// An idle sibling of the previous CPU, in order of CPU numbers, or none.
///
/// Cost: a few set expressions. Errors: none.
/// Source: kernel/sched/fair.c, select_idle_smt(), v5.19 .. v7.1.
template <class D>
typename D::Cpu select_idle_smt(const Topology<D>& topology, const Policy& policy,
                                const RunqueueView<D>& view, const Wakeup<D>& wakeup,
                                const typename D::Cpu& target) {
    return first_of(siblings_tried(topology, policy, wakeup, target) &
                    candidates_of(topology, policy, view, wakeup));
}

}  // namespace schedmc
