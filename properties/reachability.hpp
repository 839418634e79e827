// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "properties/scene.hpp"

/// Situations that must occur for other verdicts to mean anything, and a `sometimes` sibling for each property.
namespace schedmc {

struct ReachIdleCoreWithHint {
    static constexpr PropertyInfo info = {
        .id = "reach.idle-core-hint-true",
        .kind = Kind::sometimes,
        .scope = Scope::state,
        .statement = "an LLC has a wholly idle core and has_idle_cores true",
        .why = "guards verdicts about the search for idle cores",
        .source = "set_idle_cores()",
        .vacuous = "",
        .expected = "reached on machines with SMT",
        .defect = ""};
    template <class D>
    static Claim<D> judge(const StateScene<D>& s) {
        const auto idle = touched(s.topology.llcs, whole(s.topology.cores, s.view.idle));
        return {D::truth(true), !is_empty(idle & s.view.hinted)};
    }
};

struct ReachIdleCoreWithoutHint {
    static constexpr PropertyInfo info = {
        .id = "reach.idle-core-hint-false",
        .kind = Kind::sometimes,
        .scope = Scope::state,
        .statement = "an LLC has a wholly idle core and has_idle_cores false",
        .why = "guards verdicts about scans without the hint",
        .source = "set_idle_cores()",
        .vacuous = "",
        .expected = "reached where hint.no-false-negative fails",
        .defect = ""};
    template <class D>
    static Claim<D> judge(const StateScene<D>& s) {
        const auto idle = touched(s.topology.llcs, whole(s.topology.cores, s.view.idle));
        return {D::truth(true), !is_empty(idle - s.view.hinted)};
    }
};

struct ReachHintWithoutIdleCore {
    static constexpr PropertyInfo info = {
        .id = "reach.hint-true-no-idle-core",
        .kind = Kind::sometimes,
        .scope = Scope::state,
        .statement = "an LLC has has_idle_cores true and no wholly idle core",
        .why = "guards verdicts about scans that fail and clear the hint",
        .source = "set_idle_cores()",
        .vacuous = "",
        .expected = "reached on machines with SMT and as many tasks as cores",
        .defect = ""};
    template <class D>
    static Claim<D> judge(const StateScene<D>& s) {
        const auto idle = touched(s.topology.llcs, whole(s.topology.cores, s.view.idle));
        return {D::truth(true), !is_empty(s.view.hinted - idle)};
    }
};

struct ReachRefusedWithHint {
    static constexpr PropertyInfo info = {
        .id = "reach.scan-refused-hint-true",
        .kind = Kind::sometimes,
        .scope = Scope::decision,
        .statement = "SIS_UTIL refuses a scan (nr_idle_scan = 0) while has_idle_cores is true",
        .why = "the situation that the thread \"Ignore SIS_UTIL when has idle core\" is about",
        .source = "select_idle_cpu()",
        .vacuous = "",
        .expected = "reached from v6.1 on, not with sis-ignore-util-if-idle-core",
        .defect = ""};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        return {D::truth(true), (s.decision.scan.end == ScanEnd::refused_by_sis_util) & s.decision.saw_hint};
    }
};

struct ReachHotCpuPassedOver {
    static constexpr PropertyInfo info = {
        .id = "reach.hot-cpu-passed-over",
        .kind = Kind::sometimes,
        .scope = Scope::decision,
        .statement = "a scan leaves an idle CPU alone because it is hot",
        .why = "guards verdicts about SIS_CACHE",
        .source = "threads \"sched/fair: Introduce SIS_CACHE\": cache_hot_cpu()",
        .vacuous = "",
        .expected = "reached with sis-cache; in v2 with SIS_UTIL only",
        .defect = ""};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        return {D::truth(true), !is_empty(s.decision.scan.passed_over_as_hot)};
    }
};

struct ReachEveryIdleCpuHot {
    static constexpr PropertyInfo info = {
        .id = "reach.every-idle-cpu-hot",
        .kind = Kind::sometimes,
        .scope = Scope::decision,
        .statement = "a scan is reached when the LLC has idle CPUs for the wakee, and all of them are hot",
        .why = "the situation in which a reservation must give way",
        .source = "threads \"sched/fair: Introduce SIS_CACHE\": select_idle_cpu()",
        .vacuous = "",
        .expected = "reached with sis-cache",
        .defect = ""};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        const auto idle = scene::searched(s) & scene::candidates(s);
        return {D::truth(true), scene::scan_reached(s) & !is_empty(idle) & is_subset(idle, s.view.hot)};
    }
};

struct ReachReservedInUse {
    static constexpr PropertyInfo info = {
        .id = "reach.reserved-cpu-in-use",
        .kind = Kind::sometimes,
        .scope = Scope::state,
        .statement = "a CPU with a task is still reserved",
        .why = "nothing takes a reservation back, neither its owner's return nor another task's arrival",
        .source = "threads \"sched/fair: Introduce SIS_CACHE\": rq->cache_hot_timeout",
        .vacuous = "",
        .expected = "reached with sis-cache",
        .defect = ""};
    template <class D>
    static Claim<D> judge(const StateScene<D>& s) {
        return {D::truth(true), !is_empty(s.view.hot - s.view.empty)};
    }
};

}  // namespace schedmc
