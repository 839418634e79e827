// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "properties/scene.hpp"

/// No wakee queues behind a busy CPU while an idle one is in reach: one property a route by which it happens, so
/// that each keeps its own shortest trace.
namespace schedmc {

struct NoStacking {
    /// The ways in which a wakee is queued that need not end on an idle CPU.
    template <class D>
    static typename D::Truth ended(const DecisionScene<D>& s, ScanEnd end) {
        return scene::by_rule(s, WakeRule::target_though_busy) & (s.decision.scan.end == end) &
               !s.decision.repaired;
    }
    template <class D>
    static typename D::Truth beside_kthread(const DecisionScene<D>& s) {
        return scene::by_rule(s, WakeRule::beside_bound_kthread) & !s.decision.repaired;
    }

    template <class D>
    static Claim<D> judge_where(const DecisionScene<D>& s, const typename D::Truth& route) {
        const auto idle_there = !is_empty(scene::searched(s) & s.view.idle);
        return {route & idle_there, contains(scene::candidates(s), s.decision.cpu)};
    }
    template <class D>
    static std::string however(const DecisionScene<D>& s) {
        return cpu_text(s.decision.cpu) + " is busy, and " + cpus_text(scene::searched(s) & s.view.idle) +
               " in the LLC of " + cpu_text(s.decision.target) + " would have been idle and allowed";
    }
};

struct NoStackingSisUtil : NoStacking {
    static constexpr PropertyInfo info = {
        .id = "wakeup.no-stacking.sis-util",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "a wakee whose scan SIS_UTIL refused is not queued on a busy CPU while an idle CPU that it may "
            "use is in LLC(target)",
        .why =
            "utilisation is history: an LLC that has just emptied still refuses scans until the next balance",
        .source = "select_idle_cpu(), update_idle_cpu_scan(); commit 70fb5ccf2ebb",
        .vacuous = "no scan is refused",
        .expected = "fails with SIS_UTIL (from v6.1)",
        .defect = "refuses-every-scan"};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        return judge_where(s, ended(s, ScanEnd::refused_by_sis_util));
    }
};

struct NoStackingBudget : NoStacking {
    static constexpr PropertyInfo info = {
        .id = "wakeup.no-stacking.scan-budget",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "a wakee whose scan used up its budget is not queued on a busy CPU while an idle CPU that it may "
            "use is in LLC(target)",
        .why = "the price of a bounded scan: what it misses, and when",
        .source = "select_idle_cpu(): nr of SIS_PROP and SIS_UTIL",
        .vacuous = "no scan uses up its budget",
        .expected = "fails wherever a budget exists; holds without SIS_UTIL and SIS_PROP",
        .defect = "unlimited-scan-looks-at-one"};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        return judge_where(s, ended(s, ScanEnd::budget_used_up));
    }
};

struct NoStackingWakerIsolated : NoStacking {
    static constexpr PropertyInfo info = {
        .id = "wakeup.no-stacking.waker-isolated",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "a wakee whose scan was refused because the waker's CPU has no LLC domain is not queued on a "
            "busy CPU while an idle CPU that it may use is in LLC(target)",
        .why = "scan costs were accounted in the waker's domain, and without one there was no scan",
        .source = "select_idle_cpu(): this_sd in v5.19, and with SIS_PROP in v6.1",
        .vacuous = "no wakeup comes from an isolated CPU, or the rules do not ask for the waker's domain",
        .expected = "fails in v5.19 and with sis-prop; vacuous from v6.1",
        .defect = "waker-llc-asked"};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        return judge_where(s, ended(s, ScanEnd::waker_has_no_llc));
    }
};

struct NoStackingKthread : NoStacking {
    static constexpr PropertyInfo info = {
        .id = "wakeup.no-stacking.bound-kthread",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "a wakee woken by a kernel thread bound to its previous CPU is not queued there, behind it, "
            "while an idle CPU that it may use is in LLC(target)",
        .why = "the rule bets that the kernel thread sleeps at once",
        .source = "select_idle_sibling(): is_per_cpu_kthread(current); commits 52262ee567ad, 8b4e74ccb582",
        .vacuous = "no bound kernel thread wakes a task that ran on its CPU",
        .expected = "fails where bound kernel threads wake tasks, by intent; holds in interrupts",
        .defect = "kthread-rule-in-interrupt"};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        return judge_where(s, beside_kthread(s));
    }
};

struct NoStackingFallback : NoStacking {
    static constexpr PropertyInfo info = {
        .id = "wakeup.no-stacking.fallback",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "a wakee whose answer select_fallback_rq() replaced is not queued on a busy CPU while an idle "
            "CPU that it may use is in LLC(target)",
        .why = "the replacement is the first usable CPU by number, busy or not",
        .source = "select_task_rq(), select_fallback_rq(); reported on the list in March 2024 (Ze Gao)",
        .vacuous = "no answer is replaced",
        .expected = "fails everywhere after an affinity change",
        .defect = "waker-not-tested"};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        return judge_where(s, s.decision.repaired);
    }
};

struct NoStackingRest : NoStacking {
    static constexpr PropertyInfo info = {
        .id = "wakeup.no-stacking.rest",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "a wakee that no limit, exception or repair stood against is not queued on a busy CPU while an "
            "idle CPU that it may use is in LLC(target)",
        .why = "outside the known allowances the fast path is to find an idle CPU if there is one",
        .source = "select_idle_sibling()",
        .vacuous = "no wakeup finds an idle CPU in the LLC",
        .expected = "holds on machines of equal capacities; fails with sis-cache=rfc",
        .defect = "scan-wants-idle-core"};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        const auto allowance = ended(s, ScanEnd::refused_by_sis_util) | ended(s, ScanEnd::budget_used_up) |
                               ended(s, ScanEnd::waker_has_no_llc) | beside_kthread(s) | s.decision.repaired |
                               scene::by_rule(s, WakeRule::current_cpu_asked);
        return judge_where(s, !allowance);
    }
};

}  // namespace schedmc
