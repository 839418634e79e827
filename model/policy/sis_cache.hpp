// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/scan_order.hpp"
#include "model/policy/wakeup.hpp"

/// What the SIS_CACHE patches change in a scan: an idle CPU that is reserved for a short sleeper, a hot one, is left to
/// it. A CPU stays idle while it is hot; select_idle_cpu() alone asks.
namespace schedmc {

/// CPUs that a scan does not count as idle at all: the first posting's tests fail on hot CPUs, in the search for an
/// idle core as in the scan for a CPU.
///
/// Source: "SIS_CACHE", RFC of 2023-09-11: __select_idle_cpu(), select_idle_core().
template <class D>
typename D::CpuSet hidden_as_hot(const Topology<D>& topology, const Policy& policy,
                                 const RunqueueView<D>& view) {
    return policy.rules.sis_cache == SisCache::rfc ? view.hot : topology.none;
}

/// How many idle CPUs the scan asks whether they are hot; the machine's CPU count where nothing limits it.
///
/// Version 2 asks half of what SIS_UTIL lets a scan look at, and none where SIS_UTIL's number is not looked at.
/// Source: "SIS_CACHE" v2, 2023-11-21: nr_hot in select_idle_cpu().
template <class D>
typename D::Number hot_checks(const Topology<D>& topology, const Policy& policy, const RunqueueView<D>& view,
                              const typename D::Cpu& target, bool util_is_spared) {
    if (policy.rules.sis_cache != SisCache::v2) {
        return D::number(topology.machine.cpu_count());
    }
    const auto overrun = D::number(policy.has(Defect::hot_checks_overrun) ? 1 : 0);
    if (!policy.rules.sis_util || util_is_spared) {
        return overrun;
    }
    return scaled(at_block(topology.llcs, view.nr_idle_scan, target) + D::number(1), 1, 2) + overrun;
}

/// Of the idle CPUs that a scan could take, `hits`, those that it passes over as hot on its way. The scan of the
/// target's cluster, which precedes that of the LLC, asks no CPU.
///
/// Cost: a few set expressions; with a limit, a walk over the CPUs asked.
/// Source: "SIS_CACHE" v1 (2023-09-26) and v2 (2023-11-21): cache_hot_cpu() in select_idle_cpu().
template <class D>
typename D::CpuSet passed_over_as_hot(const Topology<D>& topology, const Policy& policy,
                                      const RunqueueView<D>& view, const ScanOrder<D>& order,
                                      const typename D::CpuSet& hits, const typename D::Number& checks) {
    if (policy.rules.sis_cache != SisCache::v1 && policy.rules.sis_cache != SisCache::v2) {
        return topology.none;
    }
    return order.restricted_to(hits & order.beyond_cluster()).first(checks) & view.hot;
}

/// What a scan for a CPU takes after all when it has visited every CPU and passed over these: none in the first
/// posting, the first in version 1. Version 2 means to do the same, but the result still holds a hot CPU if that was
/// the last CPU visited.
///
/// Cost: a walk over the CPUs visited in version 2.
/// Source: "SIS_CACHE" v1 and v2: the end of select_idle_cpu().
template <class D>
typename D::Cpu hot_last_resort(const Policy& policy, const ScanOrder<D>& order,
                                const typename D::CpuSet& passed_over) {
    if (policy.rules.sis_cache == SisCache::rfc || policy.has(Defect::hot_cpu_forgotten)) {
        return typename D::Cpu();
    }
    const auto first = order.first_in(passed_over);
    if (policy.has(Defect::last_hot_cpu_taken)) {
        return order.last_in(passed_over);
    }
    if (policy.rules.sis_cache != SisCache::v2) {
        return first;
    }
    const auto last_visited = order.last_in(order.all());
    return select(contains(passed_over, last_visited), last_visited, first);
}

/// The reservation that a CPU holds after a task has left it idle by going to sleep, as ranks: `held` before, `wanted`
/// the end that the sleeper's average gives, 0 for none. Nothing else writes a reservation.
///
/// Source: "SIS_CACHE": dequeue_task_fair(), rq->cache_hot_timeout; the first posting overwrites, later ones take the
/// greater.
template <class D, class Number = typename D::Number>
Number reservation_after(const Policy& policy, const Number& held, const Number& wanted) {
    const bool overwrites =
        policy.rules.sis_cache == SisCache::rfc || policy.has(Defect::reservation_overwritten);
    return select(wanted == D::number(0), held, overwrites ? wanted : select(held < wanted, wanted, held));
}

}  // namespace schedmc
