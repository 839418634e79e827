// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "properties/scene.hpp"

/// What must hold of has_idle_cores. The hint is read here as a statement about CPUs, not about what one task may
/// use; the list has disputed which it is (October 2021).
namespace schedmc {

struct NoFalseNegative {
    static constexpr PropertyInfo info = {
        .id = "hint.no-false-negative",
        .kind = Kind::always,
        .scope = Scope::state,
        .statement = "where SMT is active, an LLC with a CPU of a wholly idle core has has_idle_cores true",
        .why =
            "while the hint is false nobody looks for the idle core, and nothing raises the hint but another "
            "CPU going idle",
        .source = "set_idle_cores(), __update_idle_core(), select_idle_cpu(), build_sched_domains()",
        .vacuous = "SMT is not active, or no core is ever wholly idle",
        .expected =
            "fails after a scan of a part of the LLC (a task of few CPUs), on fresh domains, and where the "
            "isolated sibling of a core idles last; holds otherwise",
        .defect = "idle-hook-missing"};
    template <class D>
    static Claim<D> judge(const StateScene<D>& s) {
        if (!s.topology.domains.smt_active) {
            return {D::truth(false), D::truth(true)};
        }
        const auto should = touched(s.topology.llcs, whole(s.topology.cores, s.view.idle));
        return {!is_empty(should), is_subset(should, s.view.hinted)};
    }
    template <class D>
    static std::string however(const StateScene<D>& s) {
        const auto should = touched(s.topology.llcs, whole(s.topology.cores, s.view.idle));
        const auto missed = first_of(should - s.view.hinted);
        const auto llc = at(s.topology.llcs.of_cpu, missed);
        const auto core = at(s.topology.cores.of_cpu, first_of(whole(s.topology.cores, s.view.idle) & llc));
        return "core " + members_text(core) + " is wholly idle while has_idle_cores of the LLC {" +
               cpu_list(CpuMask::from(llc.bits())) + "} is false";
    }
};

struct ClearedWhereScanned {
    static constexpr PropertyInfo info = {
        .id = "hint.cleared-where-scanned",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement = "a selection clears has_idle_cores of LLC(target) and of no other, and raises none",
        .why = "a hint cleared in the wrong LLC hides its idle cores and leaves the scanned one's hint wrong",
        .source = "set_idle_cores(); commit 02dbb7246c5b",
        .vacuous = "no selection changes a hint",
        .expected = "holds",
        .defect = "clears-wakers-hint"};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        const auto& after = s.decision.scan.hinted;
        const auto llc = at(s.topology.llcs.of_cpu, s.decision.target);
        return {s.view.hinted != after,
                is_subset(s.view.hinted - after, llc) & is_subset(after, s.view.hinted)};
    }
    template <class D>
    static std::string however(const DecisionScene<D>& s) {
        return "the scan looked at the LLC of " + cpu_text(s.decision.target) +
               " and cleared has_idle_cores of " + cpus_text(s.view.hinted - s.decision.scan.hinted);
    }
};

}  // namespace schedmc
