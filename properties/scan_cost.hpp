// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "properties/scene.hpp"

/// What a scan costs: how many CPUs it examines.
namespace schedmc {

struct ScanCost {
    static constexpr PropertyInfo info = {
        .id = "wakeup.scan-cost",
        .kind = Kind::bounded,
        .scope = Scope::decision,
        .statement = "the number of CPUs that one selection examines in its scan of the LLC",
        .why = "every CPU examined is a cache line of another CPU read on the wakeup path",
        .source = "select_idle_cpu()",
        .vacuous = "no wakeup reaches the scan",
        .expected = "at most nr_idle_scan without the hint and the cores of the LLC with it",
        .defect = ""};
    template <class D>
    static Quantity<D> measure(const DecisionScene<D>& s) {
        return {scene::scan_reached(s), count(s.decision.scan.examined)};
    }
    template <class D>
    static std::string however(const DecisionScene<D>& s) {
        return "the scan examines " + cpus_text(s.decision.scan.examined);
    }
};

struct ScanCostWithinBudget {
    static constexpr PropertyInfo info = {
        .id = "wakeup.scan-cost.within-budget",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "without the hint a scan examines at most nr_idle_scan CPUs (SIS_PROP: one less than its "
            "number); with it none if nr_idle_scan is 0, else at most the LLC's weight; with the patch that "
            "spares idle cores, at most the weight whatever nr_idle_scan is",
        .why = "the bound is what a budget promises",
        .source = "select_idle_cpu(); thread \"sched/fair: Ignore SIS_UTIL when has idle core\"",
        .vacuous = "no wakeup reaches the scan",
        .expected = "holds",
        .defect = "scan-overruns-budget"};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        const Rules& rules = s.policy.rules;
        const auto weight = count(at(s.topology.llcs.of_cpu, s.decision.target));
        const auto nr = at_block(s.topology.llcs, s.view.nr_idle_scan, s.decision.target);
        const auto prop = at_block(s.topology.llcs, s.view.prop_budget, s.wakeup.this_cpu);
        const auto hintless = rules.sis_util ? nr : rules.sis_prop ? monus(prop, D::number(1)) : weight;
        const auto refused =
            D::truth(rules.sis_util && !rules.sis_ignore_util_if_idle_core) & (nr == D::number(0));
        const auto hinted = select(refused, D::number(0), weight);
        return {scene::scan_reached(s),
                count(s.decision.scan.examined) <= select(s.decision.saw_hint, hinted, hintless)};
    }
    template <class D>
    static std::string however(const DecisionScene<D>& s) {
        return "the scan examines " + cpus_text(s.decision.scan.examined) + ", more than its budget";
    }
};

}  // namespace schedmc
