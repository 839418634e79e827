// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "properties/scene.hpp"

/// What the SIS_CACHE patches promise: a short sleeper finds its CPU again, and nobody pays for it with a busy CPU or a
/// lost hint.
namespace schedmc {

/// No wakee queues behind a busy CPU because its scan left a reserved one alone.
struct HotBeforeBusy {
    template <class D>
    static Claim<D> judge_where(const DecisionScene<D>& s, const typename D::Truth& route) {
        return {route & !is_empty(s.decision.scan.passed_over_as_hot),
                contains(scene::candidates(s), s.decision.answer)};
    }
    template <class D>
    static std::string however(const DecisionScene<D>& s) {
        return "the class answers " + cpu_text(s.decision.answer) + ", which is busy, and " +
               cpus_text(s.decision.scan.passed_over_as_hot) +
               ", idle and allowed, was met and left alone as hot";
    }
};

struct HotBeforeBusyBudget : HotBeforeBusy {
    static constexpr PropertyInfo info = {
        .id = "sis-cache.hot-before-busy.scan-budget",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "a scan that passed over a hot idle CPU and then used up its budget does not leave the wakee on "
            "a busy CPU",
        .why = "the hot CPU that was kept in mind as last resort is forgotten when the budget ends the scan",
        .source = "threads \"sched/fair: Introduce SIS_CACHE\", RFC, v1 and v2: select_idle_cpu()",
        .vacuous = "no scan has a budget, or none passes over a hot CPU",
        .expected = "fails in the RFC, v1 and v2 with SIS_UTIL or SIS_PROP; vacuous without",
        .defect = "unlimited-scan-looks-at-one"};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        return judge_where(s, s.decision.scan.end == ScanEnd::budget_used_up);
    }
};

struct HotBeforeBusyRest : HotBeforeBusy {
    static constexpr PropertyInfo info = {
        .id = "sis-cache.hot-before-busy.rest",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "a scan that passed over a hot idle CPU and did not use up its budget does not leave the wakee "
            "on a busy CPU",
        .why = "a reservation is worth a longer scan, not a wait behind another task",
        .source = "threads \"sched/fair: Introduce SIS_CACHE\", RFC, v1 and v2: select_idle_cpu()",
        .vacuous = "no scan passes over a hot CPU",
        .expected = "fails in the RFC, where hot CPUs are never taken; holds in v1 and v2",
        .defect = "hot-cpu-forgotten"};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        return judge_where(s, s.decision.scan.end != ScanEnd::budget_used_up);
    }
};

struct KeepsHint {
    static constexpr PropertyInfo info = {
        .id = "sis-cache.keeps-hint",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "a search for an idle core leaves has_idle_cores true while a wholly idle core has a CPU among "
            "those scanned",
        .why =
            "hot cores are passed over, the search ends as if there were none, and the hint stays false for "
            "everybody until a CPU of an idle core goes idle again",
        .source =
            "threads \"sched/fair: Introduce SIS_CACHE\", RFC, v1 and v2: set_idle_cores() in "
            "select_idle_cpu()",
        .vacuous = "no search for an idle core meets one",
        .expected = "fails in the RFC, v1 and v2; holds without SIS_CACHE, and in v2 without SIS_UTIL",
        .defect = "hot-checks-overrun"};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        const auto searched = scene::scan_reached(s) & s.decision.saw_hint &
                              (s.decision.scan.end != ScanEnd::refused_by_sis_util) &
                              (s.decision.scan.end != ScanEnd::waker_has_no_llc);
        return {searched & !is_empty(scene::idle_cores(s) & s.decision.scan.candidates),
                contains(s.decision.scan.hinted, s.decision.target)};
    }
    template <class D>
    static std::string however(const DecisionScene<D>& s) {
        const auto core =
            at(s.topology.cores.of_cpu, first_of(scene::idle_cores(s) & s.decision.scan.candidates));
        return "the search clears has_idle_cores of the LLC of " + cpu_text(s.decision.target) +
               ", and core " + members_text(core) + ", which it scanned, is wholly idle" +
               (is_empty(core & s.view.hot).is_true() ? "" : ", though hot");
    }
};

struct ReservationMonotone {
    static constexpr PropertyInfo info = {
        .id = "sis-cache.reservation-monotone",
        .kind = Kind::always,
        .scope = Scope::step,
        .statement =
            "a CPU's reservation ends no earlier than it was to end before, whatever happens but time",
        .why = "a short nap after a longer one would give away the caches of the task that sleeps longer",
        .source = "threads \"sched/fair: Introduce SIS_CACHE\": cache_hot_timeout in dequeue_task_fair()",
        .vacuous = "nothing is reserved",
        .expected = "fails in the RFC, where the last sleeper wins; holds in v1 and v2",
        .defect = "reservation-overwritten"};
    template <class D>
    static typename D::CpuSet moved_back(const StepScene<D>& s) {
        auto moved = s.model.topology.none;
        for (std::size_t cpu = 0; cpu < s.before.cache_hot_timeout.size(); ++cpu) {
            const auto earlier = s.transition.after.cache_hot_timeout[cpu] < s.before.cache_hot_timeout[cpu];
            moved = moved | select(earlier, D::CpuSet::only(D::cpu(cpu)), s.model.topology.none);
        }
        return moved;
    }
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        const auto something_reserved = !is_empty(view_of(s.model, s.before).hot);
        return {D::truth(s.event.kind != EventKind::pass_time) & something_reserved, is_empty(moved_back(s))};
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        const auto cpu = first_of(moved_back(s));
        return "the reservation of " + cpu_text(cpu) + " was to end " +
               std::to_string(at(s.before.cache_hot_timeout, cpu).value()) +
               " steps of time ahead, and now ends " +
               std::to_string(at(s.transition.after.cache_hot_timeout, cpu).value()) + " ahead";
    }
};

/// Where every idle CPU that a scan without the hint meets is hot, and its budget does not end it, it takes the first.
struct FirstHot {
    template <class D>
    static typename D::CpuSet met(const DecisionScene<D>& s) {
        return s.decision.scan.examined & scene::candidates(s) & s.wakeup.cookie_matches;
    }
    template <class D>
    static typename D::Cpu first_met(const DecisionScene<D>& s) {
        return scan_order(s.topology, s.policy, s.wakeup, s.decision.target).first_in(met(s));
    }
    template <class D>
    static Claim<D> judge_where(const DecisionScene<D>& s, const typename D::Truth& route) {
        const auto scanned = scene::scan_reached(s) & !s.decision.saw_hint;
        const auto only_hot = is_subset(met(s), s.view.hot);
        return {route & scanned & only_hot & !is_empty(met(s)), s.decision.scan.cpu == first_met(s)};
    }
    template <class D>
    static std::string however(const DecisionScene<D>& s) {
        return "every idle CPU that the scan met is hot: " + cpus_text(met(s)) + "; the first was " +
               cpu_text(first_met(s)) + ", and it took " + cpu_text(s.decision.scan.cpu);
    }
};

struct FirstHotLastResort : FirstHot {
    static constexpr PropertyInfo info = {
        .id = "sis-cache.first-hot.last-resort",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "a scan without the hint that has visited every CPU, met hot idle CPUs only and passed over all "
            "of them takes the first of them",
        .why =
            "that is what the patches say they do; a later one was found by a longer scan and is reserved as "
            "well",
        .source = "threads \"sched/fair: Introduce SIS_CACHE\", RFC, v1 and v2: the end of select_idle_cpu()",
        .vacuous = "no scan ends so",
        .expected =
            "fails in the RFC, which takes none; holds in v1; fails in v2, which takes the CPU visited last "
            "if that is hot: it is the target, which is busy, so that it takes a wakee that may not run on "
            "the target",
        .defect = "last-hot-cpu-taken"};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        return judge_where(s, (s.decision.scan.end != ScanEnd::budget_used_up) &
                                  (s.decision.scan.end != ScanEnd::found_idle_cpu));
    }
};

struct FirstHotPastLimit : FirstHot {
    static constexpr PropertyInfo info = {
        .id = "sis-cache.first-hot.past-the-limit",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "where a scan without the hint takes a hot CPU on its way, without asking whether it is hot, and "
            "has met hot idle CPUs only, it takes the first of them",
        .why = "it would have been cheaper not to pass over the first ones",
        .source = "thread \"sched/fair: Introduce SIS_CACHE\", v2: nr_hot in select_idle_cpu()",
        .vacuous = "every idle CPU is asked, as in the RFC and, on machines without clusters, in v1",
        .expected =
            "fails in v2 with SIS_UTIL, where a later CPU is taken once nr_hot are asked; holds without",
        .defect = "hot-checks-overrun"};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        return judge_where(s, s.decision.scan.end == ScanEnd::found_idle_cpu);
    }
};

/// A short sleeper is one whose previous CPU is still reserved, whoever's sleep that was.
struct OwnerReturns {
    /// The previous CPU, with the target, is in another cluster than the target on a machine that has clusters.
    template <class D>
    static typename D::Truth in_other_cluster(const DecisionScene<D>& s) {
        return D::truth(s.topology.domains.cluster_active) &
               !shares_resources(s.topology, s.wakeup.prev, s.decision.target);
    }
    template <class D>
    static Claim<D> judge_where(const DecisionScene<D>& s, const typename D::Truth& where) {
        const auto target = s.decision.target;
        const auto prev = s.wakeup.prev;
        const auto fitting = s.topology.capacities_differ ? s.wakeup.fits : s.topology.online;
        const auto free = scene::candidates(s) & fitting;
        const auto may_return = contains(free & s.view.hot & s.wakeup.allowed, prev) & exists(target) &
                                shares_cache(s.topology, prev, target);
        return {where & may_return & ((target == prev) | !contains(free, target)), s.decision.answer == prev};
    }
    template <class D>
    static std::string however(const DecisionScene<D>& s) {
        return "the previous CPU, " + cpu_text(s.wakeup.prev) +
               ", is idle, allowed, still reserved, and shares the cache of the target " +
               cpu_text(s.decision.target) + ", yet the class answers " + cpu_text(s.decision.answer);
    }
};

struct OwnerReturnsNear : OwnerReturns {
    static constexpr PropertyInfo info = {
        .id = "sis-cache.owner-returns.near",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "a short sleeper whose previous CPU is idle, allowed and shares the target's cache, and its "
            "cluster where there are clusters, goes back to it when the target is that CPU or busy",
        .why = "the reservation is made for this, and nobody tells the owner from others but this rule",
        .source = "select_idle_sibling(); threads \"sched/fair: Introduce SIS_CACHE\"",
        .vacuous = "no wakee's previous CPU is reserved and idle",
        .expected = "holds",
        .defect = "hot-prev-passed-over"};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        return OwnerReturns::judge_where(s, !OwnerReturns::in_other_cluster(s));
    }
};

struct OwnerReturnsOtherCluster : OwnerReturns {
    static constexpr PropertyInfo info = {
        .id = "sis-cache.owner-returns.other-cluster",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "a short sleeper whose previous CPU is idle, allowed and shares the target's cache, though not "
            "its cluster, goes back to it when the target is busy",
        .why =
            "an idle previous CPU of another cluster waits until the scan has failed, and the scan passes it "
            "over because it is hot: the owner cannot use the CPU that it reserved",
        .source =
            "select_idle_sibling() from v6.8, commit 8881e1639f1f; threads \"sched/fair: Introduce "
            "SIS_CACHE\"",
        .vacuous = "the machine has no clusters inside an LLC",
        .expected = "holds up to v6.6, fails from v6.8",
        .defect = "hot-prev-passed-over"};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        return OwnerReturns::judge_where(s, OwnerReturns::in_other_cluster(s));
    }
};

}  // namespace schedmc
