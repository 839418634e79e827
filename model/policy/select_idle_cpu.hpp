// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/scan_order.hpp"
#include "model/policy/select_idle_core.hpp"
#include "model/policy/sis_cache.hpp"
#include "model/policy/wakeup.hpp"

namespace schedmc {

/// One of two scans, whole.
template <class D>
Scan<D> select_fields(const typename D::Truth& condition, const Scan<D>& a, const Scan<D>& b) {
    return {select(condition, a.end, b.end),
            select(condition, a.cpu, b.cpu),
            select(condition, a.candidates, b.candidates),
            select(condition, a.examined, b.examined),
            select(condition, a.hinted, b.hinted),
            select(condition, a.passed_over_as_hot, b.passed_over_as_hot)};
}

/// The CPUs that the scan may visit.
///
/// Source: kernel/sched/fair.c, select_idle_cpu(), v5.19 .. v7.1.
template <class D>
typename D::CpuSet scan_candidates(const Topology<D>& topology, const Policy& policy, const Wakeup<D>& wakeup,
                                   const typename D::Cpu& target) {
    const typename D::CpuSet llc = at(topology.llcs.of_cpu, target);
    if (policy.has(Defect::scan_ignores_affinity)) {
        return llc;
    }
    return policy.has(Defect::scan_leaves_llc) ? wakeup.allowed : llc & wakeup.allowed;
}

/// The order in which they are visited. Source: kernel/sched/fair.c, select_idle_cpu(), v5.19 .. v7.1.
template <class D>
ScanOrder<D> scan_order(const Topology<D>& topology, const Policy& policy, const Wakeup<D>& wakeup,
                        const typename D::Cpu& target) {
    const auto cluster = policy.rules.cluster_aware ? at(topology.clusters.of_cpu, target) : topology.none;
    return ScanOrder<D>(scan_candidates(topology, policy, wakeup, target), cluster, target);
}

/// How many CPUs a scan without the hint may look at; the machine's CPU count where nothing limits it.
///
/// Source: kernel/sched/fair.c, select_idle_cpu(): nr of SIS_PROP (v5.19, v6.1) and SIS_UTIL (from v6.1), less one
/// for the test that ends the scan. With both on, SIS_UTIL's number stands.
/// Departs: SIS_PROP's cost accounting is a free number; docs/fidelity.md#select_idle_cpu.
template <class D>
typename D::Number scan_budget(const Topology<D>& topology, const Policy& policy, const RunqueueView<D>& view,
                               const Wakeup<D>& wakeup, const typename D::Cpu& target) {
    if (policy.rules.sis_util) {
        return at_block(topology.llcs, view.nr_idle_scan, target);
    }
    if (policy.rules.sis_prop) {
        return monus(at_block(topology.llcs, view.prop_budget, wakeup.this_cpu), D::number(1));
    }
    return D::number(policy.has(Defect::unlimited_scan_looks_at_one) ? 1 : topology.machine.cpu_count());
}

/// The scan that follows the hint: a wholly idle core, or the fallback; finding no core clears the hint.
///
/// Source: kernel/sched/fair.c, select_idle_cpu() with has_idle_core, set_idle_cores().
template <class D>
Scan<D> scan_for_core(const Topology<D>& topology, const Policy& policy, const RunqueueView<D>& view,
                      const Wakeup<D>& wakeup, const typename D::Cpu& target, const ScanOrder<D>& order) {
    const auto checks = hot_checks(topology, policy, view, target, policy.rules.sis_ignore_util_if_idle_core);
    const CoreSearch<D> search = search_idle_core(topology, policy, view, wakeup, order, checks);
    const auto found = exists(search.core);
    auto clears = !found;
    if (policy.rules.empty_scan_keeps_hint) {
        clears = clears & !is_empty(order.all());
    }
    const auto scanned = policy.has(Defect::clears_wakers_hint) ? wakeup.this_cpu : target;
    const auto failed =
        select(exists(search.fallback), D::choice(ScanEnd::found_fallback), D::choice(ScanEnd::nothing_idle));
    return {select(found, D::choice(ScanEnd::found_idle_core), failed),
            or_else(search.core, search.fallback),
            order.all(),
            search.examined,
            select(clears, view.hinted - at(topology.llcs.of_cpu, scanned), view.hinted),
            search.passed_over_as_hot};
}

/// How a scan without the hint and without a first choice ends: with a hot CPU that it passed over, with nothing, or
/// before it has visited every CPU; then it forgets what it passed over.
template <class D>
Scan<D> scan_without_first_choice(const Policy& policy, const RunqueueView<D>& view,
                                  const ScanOrder<D>& order, const typename D::CpuSet& within,
                                  const typename D::CpuSet& passed_over) {
    using Cpu = typename D::Cpu;
    const auto complete = within == order.all();
    Cpu taken;
    auto end = select(complete, D::choice(ScanEnd::nothing_idle), D::choice(ScanEnd::budget_used_up));
    if (policy.rules.sis_cache != SisCache::none) {
        taken = select(complete, hot_last_resort(policy, order, passed_over), Cpu());
        const auto which = select(taken == order.first_in(passed_over), D::choice(ScanEnd::found_first_hot),
                                  D::choice(ScanEnd::found_last_hot));
        end = select(exists(taken), which, end);
    }
    return {end, taken, order.all(), within, view.hinted, passed_over};
}

/// The scan without the hint: the first candidate within the budget. Only here is the core's cookie asked.
///
/// Source: kernel/sched/fair.c, select_idle_cpu() without has_idle_core, __select_idle_cpu(); the SIS_CACHE patches.
template <class D>
Scan<D> scan_for_cpu(const Topology<D>& topology, const Policy& policy, const RunqueueView<D>& view,
                     const Wakeup<D>& wakeup, const typename D::Cpu& target, const ScanOrder<D>& order) {
    using CpuSet = typename D::CpuSet;
    CpuSet candidates = candidates_of(topology, policy, view, wakeup) & wakeup.cookie_matches;
    if (policy.has(Defect::scan_wants_idle_core)) {
        candidates = whole(topology.cores, candidates);
    }
    auto budget = scan_budget(topology, policy, view, wakeup, target);
    if (policy.has(Defect::scan_overruns_budget)) {
        budget = budget + D::number(1);
    }
    const CpuSet within = order.first(budget);
    const CpuSet hidden = candidates & hidden_as_hot(topology, policy, view);
    const CpuSet hits = within & (candidates - hidden);
    const CpuSet passed_over = passed_over_as_hot(topology, policy, view, order, hits,
                                                  hot_checks(topology, policy, view, target, false)) |
                               (within & hidden);
    const auto found = order.first_in(hits - passed_over);
    const Scan<D> taken{D::choice(ScanEnd::found_idle_cpu), found,       order.all(),
                        within & order.up_to(found),        view.hinted, passed_over & order.up_to(found)};
    return select(
        exists(found), [&] { return taken; },
        [&] { return scan_without_first_choice(policy, view, order, within, passed_over); });
}

/// The scan of target's LLC, with what it examined and the hints it left.
///
/// Two guards come before it: versions that account scan costs want the waker inside an LLC domain, and SIS_UTIL
/// refuses an overloaded LLC, whatever the hint says, unless the patch that spares idle cores is applied.
///
/// Cost: a few set expressions, and a walk over the CPUs examined. Errors: none.
/// Source: kernel/sched/fair.c, select_idle_cpu(), v5.19 .. v7.1; thread "Ignore SIS_UTIL when has idle core".
template <class D>
Scan<D> select_idle_cpu(const Topology<D>& topology, const Policy& policy, const RunqueueView<D>& view,
                        const Wakeup<D>& wakeup, const typename D::Cpu& target,
                        const typename D::Truth& has_hint) {
    const Rules& rules = policy.rules;
    const ScanOrder<D> order = scan_order(topology, policy, wakeup, target);

    const auto waker_lacks_llc = is_empty(at(topology.llcs.of_cpu, wakeup.this_cpu));
    const auto asked_of_waker =
        D::truth(rules.waker_llc == WakerLlc::always_asked || policy.has(Defect::waker_llc_asked)) |
        (D::truth(rules.waker_llc == WakerLlc::asked_if_sis_prop_limits && rules.sis_prop) & !has_hint);
    const auto spared = D::truth(rules.sis_ignore_util_if_idle_core) & has_hint;
    const auto overloaded = D::truth(rules.sis_util) & !spared &
                            (at_block(topology.llcs, view.nr_idle_scan, target) == D::number(0));
    const auto refused = overloaded | D::truth(policy.has(Defect::refuses_every_scan));

    const auto none = [&](ScanEnd end) {
        return Scan<D>{D::choice(end), typename D::Cpu(), order.all(),
                       topology.none,  view.hinted,       topology.none};
    };
    return select(
        asked_of_waker & waker_lacks_llc, [&] { return none(ScanEnd::waker_has_no_llc); },
        [&] {
            return select(
                refused, [&] { return none(ScanEnd::refused_by_sis_util); },
                [&] {
                    return select(
                        has_hint,
                        [&] { return scan_for_core(topology, policy, view, wakeup, target, order); },
                        [&] { return scan_for_cpu(topology, policy, view, wakeup, target, order); });
                });
        });
}

}  // namespace schedmc
