// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/scan_order.hpp"
#include "model/policy/sis_cache.hpp"
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
    /// An idle core whose CPU is passed over as hot stays, and is looked at again at its other CPUs.
    typename D::CpuSet examined;
    /// CPUs of wholly idle cores that were passed over as hot; where hot CPUs do not count as idle, those of the
    /// cores looked at.
    typename D::CpuSet passed_over_as_hot;
};

/// The CPUs that may become the fallback. Source: kernel/sched/fair.c, select_idle_core(), v5.19 .. v7.1.
template <class D>
typename D::CpuSet fallback_members(const Policy& policy, const Wakeup<D>& wakeup,
                                    const ScanOrder<D>& order) {
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
/// `checks` limits how many CPUs of idle cores SIS_CACHE passes over.
///
/// Cost: two set expressions a thread of a core. Errors: none.
/// Source: kernel/sched/fair.c, select_idle_core(), v5.19 .. v7.1; the SIS_CACHE patches.
template <class D>
CoreSearch<D> search_idle_core(const Topology<D>& topology, const Policy& policy, const RunqueueView<D>& view,
                               const Wakeup<D>& wakeup, const ScanOrder<D>& order,
                               const typename D::Number& checks) {
    using CpuSet = typename D::CpuSet;
    const CpuSet hidden = hidden_as_hot(topology, policy, view);
    const CpuSet fallbacks =
        (candidates_of(topology, policy, view, wakeup) - hidden) & fallback_members(policy, wakeup, order);

    CpuSet idle_cores = whole(topology.cores, view.idle - hidden);
    if (policy.has(Defect::idle_core_scan_stops_early)) {
        idle_cores = idle_cores & at(topology.cores.of_cpu, order.first_in(order.all()));
    }
    const CpuSet passed_over =
        passed_over_as_hot(topology, policy, view, order, order.all() & idle_cores, checks);
    CoreSearch<D> search;
    search.core = order.first_in(idle_cores - passed_over);
    const auto first_with_fallback = order.first_in(touched(topology.cores, fallbacks));
    search.fallback = first_of(at(topology.cores.of_cpu, first_with_fallback) & fallbacks);
    search.examined = order.first_of_each(topology.cores, search.core);
    if (policy.rules.sis_cache != SisCache::none) {
        const CpuSet passed_on_the_way = passed_over & order.up_to(search.core);
        search.examined = search.examined | passed_on_the_way | CpuSet::only(search.core);
        const CpuSet hidden_here = candidates_of(topology, policy, view, wakeup) & hidden & order.all();
        search.passed_over_as_hot =
            passed_on_the_way | (hidden_here & touched(topology.cores, search.examined));
    }
    return search;
}

}  // namespace schedmc
