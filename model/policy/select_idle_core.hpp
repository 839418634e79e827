// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/scan_order.hpp"
#include "model/policy/wakeup.hpp"

namespace schedmc {

/// The search for a wholly idle core, made of the calls of select_idle_core() that one scan makes.
template <class D>
struct CoreSearch {
    /// A CPU of a wholly idle core, or none.
    typename D::Cpu core;
    /// What is taken if there is none: the first candidate CPU of the first core that has one.
    typename D::Cpu fallback;
    /// The CPUs at which a core was looked at; one a core, since a rejected core leaves the scan with all its CPUs.
    typename D::CpuSet examined;
};

/// The CPUs that may become the fallback. Source: kernel/sched/fair.c, select_idle_core(), v5.19 .. v7.1.
template <class D>
typename D::CpuSet fallback_members(const Policy& policy, const Wakeup<D>& wakeup, const ScanOrder<D>& order) {
    const bool stays =
        policy.rules.core_fallback_stays_in_scan && !policy.has(Defect::core_fallback_leaves_scan);
    return stays ? order.all() : wakeup.allowed;
}

/// Looks at the cores of the scanned CPUs in scan order.
///
/// A core counts as idle only if all its online CPUs are, those outside the scan included. In each core the fallback
/// is its lowest candidate CPU that passes the membership test: what the kernel's loop over siblings with its two
/// early ends comes to.
///
/// Cost: two set expressions a thread of a core. Errors: none.
/// Source: kernel/sched/fair.c, select_idle_core(), v5.19 .. v7.1.
template <class D>
CoreSearch<D> search_idle_core(const Topology<D>& topology, const Policy& policy, const RunqueueView<D>& view,
                               const Wakeup<D>& wakeup, const ScanOrder<D>& order) {
    using CpuSet = typename D::CpuSet;
    const CpuSet fallbacks =
        candidates_of(topology, policy, view, wakeup) & fallback_members(policy, wakeup, order);

    CpuSet idle_cores = whole(topology.cores, view.idle);
    if (policy.has(Defect::idle_core_scan_stops_early)) {
        idle_cores = idle_cores & at(topology.cores.of_cpu, order.first_in(order.all()));
    }
    CoreSearch<D> search;
    search.core = order.first_in(idle_cores);
    const auto first_with_fallback = order.first_in(touched(topology.cores, fallbacks));
    search.fallback = first_of(at(topology.cores.of_cpu, first_with_fallback) & fallbacks);
    search.examined = order.first_of_each(topology.cores, search.core);
    return search;
}

}  // namespace schedmc
