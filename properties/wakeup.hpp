// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "properties/scene.hpp"

/// What must hold of a wakeup's choice of a CPU.
namespace schedmc {

/// The headline property of a wakeup.
struct IdleCoreNotIgnored {
    static constexpr PropertyInfo info = {
        .id = "wakeup.idle-core-not-ignored",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "when the scan of the LLC is reached while has_idle_cores is true there and some wholly idle "
            "core has a CPU in the LLC that the wakee may use, the CPU chosen lies on a wholly idle core",
        .why =
            "the wakee would queue behind a busy CPU, or share a core, until the next balance, beside a core "
            "that does nothing",
        .source = "select_idle_cpu(); thread \"sched/fair: Ignore SIS_UTIL when has idle core\"",
        .vacuous = "no wakeup reaches the scan with the hint true and such a core",
        .expected =
            "fails from v6.1 on, where nr_idle_scan = 0 ends the scan; holds with "
            "sis-ignore-util-if-idle-core, unless sis-cache passes over the core; holds in v5.19 unless the "
            "waker's CPU is isolated",
        .defect = "idle-core-scan-stops-early"};

    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        const auto reachable_core = !is_empty(scene::idle_cores(s) & scene::searched(s));
        return {scene::scan_reached(s) & s.decision.saw_hint & reachable_core,
                contains(scene::idle_cores(s), s.decision.cpu)};
    }
    template <class D>
    static std::string however(const DecisionScene<D>& s) {
        const auto core = touched(s.topology.cores, scene::idle_cores(s) & scene::searched(s));
        const auto first = at(s.topology.cores.of_cpu, first_of(core));
        return "core " + members_text(first) + " is wholly idle, with " +
               cpus_text(first & s.wakeup.allowed) + " in the wakee's mask, yet it is queued on " +
               cpu_text(s.decision.cpu);
    }
};

struct CpuUsable {
    static constexpr PropertyInfo info = {
        .id = "wakeup.cpu-usable",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "the CPU on which a wakee is queued is in its mask and active (for a bound kernel thread: "
            "online)",
        .why = "a task on a CPU that its mask forbids breaks the promise of sched_setaffinity()",
        .source = "select_task_rq(), is_cpu_allowed(), select_fallback_rq()",
        .vacuous = "never, once a task wakes",
        .expected = "holds",
        .defect = "no-fallback"};

    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        return {D::truth(true), contains(usable_cpus(s.view, s.wakeup), s.decision.cpu)};
    }
    template <class D>
    static std::string however(const DecisionScene<D>& s) {
        return cpu_text(s.decision.cpu) + " is not usable for the wakee, which may run on " +
               cpus_text(s.wakeup.allowed);
    }
};

/// The three classes of answers, judged before select_task_rq() repairs them.
struct AnswerAllowed {
    template <class D>
    static Claim<D> judge_where(const DecisionScene<D>& s, const typename D::Truth& route) {
        return {route, contains(s.wakeup.allowed, s.decision.answer)};
    }
    template <class D>
    static std::string however(const DecisionScene<D>& s) {
        return "the class answers " + cpu_text(s.decision.answer) + ", and the wakee may run on " +
               cpus_text(s.wakeup.allowed) + " only; select_fallback_rq() then takes " +
               cpu_text(s.decision.cpu);
    }
};

struct AnswerAllowedPrev : AnswerAllowed {
    static constexpr PropertyInfo info = {
        .id = "wakeup.answer-allowed.prev",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "where the class answers with the previous CPU or the target, that CPU is in the wakee's mask",
        .why = "the answer is replaced by the first usable CPU, which may be busy beside an idle one",
        .source = "select_idle_sibling(), select_fallback_rq(); reported on the list in March 2024 (Ze Gao)",
        .vacuous = "no wakeup is answered so",
        .expected = "fails everywhere after an affinity change; holds without one",
        .defect = "waker-not-tested"};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        return judge_where(s, scene::by_prev_or_target(s));
    }
};

struct AnswerAllowedRecent : AnswerAllowed {
    static constexpr PropertyInfo info = {
        .id = "wakeup.answer-allowed.recent",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement = "where the class answers with the recently used CPU, that CPU is in the wakee's mask",
        .why =
            "the affinity test read the field that had just been overwritten; a good recent CPU is lost as "
            "well",
        .source = "select_idle_sibling(); commits 89aafd67f28c and ae2ad293d6be",
        .vacuous = "no wakeup is answered with the recently used CPU",
        .expected = "fails up to v6.4 after an affinity change, holds from v6.6 and in v6.1-stable",
        .defect = "recent-not-tested"};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        return judge_where(s, scene::by_recent(s));
    }
};

struct AnswerAllowedRest : AnswerAllowed {
    static constexpr PropertyInfo info = {
        .id = "wakeup.answer-allowed.rest",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "where another rule answers (a sibling of the previous CPU, the scan), the CPU is in the wakee's "
            "mask",
        .why = "every scan intersects with the mask, or its result is thrown away",
        .source = "select_idle_smt(), select_idle_core(), select_idle_cpu(), select_idle_capacity()",
        .vacuous = "no scan answers",
        .expected = "holds",
        .defect = "scan-ignores-affinity"};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        return judge_where(s, !(scene::by_prev_or_target(s) | scene::by_recent(s)));
    }
};

/// The answers of the searches stay inside sd_llc(target).
struct StaysInDomain {
    template <class D>
    static Claim<D> judge_where(const DecisionScene<D>& s, const typename D::Truth& route) {
        return {route, contains(at(s.topology.llcs.of_cpu, s.decision.target), s.decision.answer)};
    }
    template <class D>
    static std::string however(const DecisionScene<D>& s) {
        return cpu_text(s.decision.answer) + " lies outside the LLC domain of the target " +
               cpu_text(s.decision.target) + ", which spans " +
               cpus_text(at(s.topology.llcs.of_cpu, s.decision.target));
    }
};

struct StaysInDomainSmt : StaysInDomain {
    static constexpr PropertyInfo info = {
        .id = "wakeup.stays-in-domain.select-idle-smt",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "a sibling of the previous CPU that select_idle_smt() answers lies in the span of sd_llc(target)",
        .why = "an isolated sibling would get tasks that isolation was to keep away",
        .source = "select_idle_smt(); commits df3cb4ea1fb6, 3e6efe87cd5c, 8aeaffef8c6e",
        .vacuous = "no sibling is answered; without isolated CPUs it cannot fail",
        .expected = "holds in v5.19, fails from v6.1 to v6.8, holds from v6.12 and in v6.1-stable",
        .defect = "smt-scan-leaves-llc"};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        return judge_where(s, scene::by_rule(s, WakeRule::idle_sibling_of_prev));
    }
};

struct StaysInDomainFallback : StaysInDomain {
    static constexpr PropertyInfo info = {
        .id = "wakeup.stays-in-domain.core-fallback",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "the fallback CPU of a failed search for an idle core lies in the span of sd_llc(target)",
        .why = "an isolated sibling would get tasks that isolation was to keep away",
        .source = "select_idle_core(); commits 9fe1f127b913, 23d04d8c6b8e",
        .vacuous = "no fallback is answered; without isolated CPUs it cannot fail",
        .expected = "fails up to v6.8, holds from v6.12 and in v6.1-stable",
        .defect = "core-fallback-leaves-scan"};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        return judge_where(s, scene::by_rule(s, WakeRule::fallback_of_core_scan));
    }
};

struct StaysInDomainScan : StaysInDomain {
    static constexpr PropertyInfo info = {
        .id = "wakeup.stays-in-domain.scan",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement = "the idle core or idle CPU that the scan answers lies in the span of sd_llc(target)",
        .why = "the scan promises cache-warm placement and nothing outside the domain",
        .source = "select_idle_cpu()",
        .vacuous = "no scan answers",
        .expected = "holds",
        .defect = "scan-leaves-llc"};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        return judge_where(s, scene::by_rule(s, WakeRule::idle_core, WakeRule::idle_cpu));
    }
};

struct SchedIdleSeeksIdle {
    static constexpr PropertyInfo info = {
        .id = "wakeup.sched-idle-seeks-idle",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "a queue of SCHED_IDLE tasks is not taken for idle by a SCHED_IDLE wakee while an idle CPU that "
            "it may use is in LLC(target)",
        .why = "the wakee shares a CPU with its like although a CPU of its own was there",
        .source = "choose_sched_idle_rq(); commit fd54d81c2c0e",
        .vacuous = "no SCHED_IDLE task wakes",
        .expected = "fails up to v6.19, holds in v7.1 and with sched-idle-wakee-seeks-idle",
        .defect = "sched-idle-target-taken"};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        const auto taken_for_idle = !scene::by_rule(
            s, WakeRule::only_cpu_allowed, WakeRule::current_cpu_asked, WakeRule::beside_bound_kthread,
            WakeRule::no_llc_domain, WakeRule::target_though_busy);
        const auto idle_there = !is_empty(scene::searched(s) & s.view.idle);
        return {s.wakeup.sched_idle_policy & taken_for_idle & idle_there,
                !contains(s.view.sched_idle, s.decision.answer)};
    }
    template <class D>
    static std::string however(const DecisionScene<D>& s) {
        return cpu_text(s.decision.answer) + " runs SCHED_IDLE tasks, and " +
               cpus_text(scene::searched(s) & s.view.idle) + " in the same LLC would have been idle";
    }
};

}  // namespace schedmc
