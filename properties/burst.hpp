// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/burst.hpp"
#include "properties/scene.hpp"

/// What the burst path of SMT_BUDDY_ASSIST promises.
namespace schedmc {

namespace burst_scene {

/// The CPU that was chosen before the burst path.
template <class Decision>
auto chosen(const Decision& decision) {
    return or_else(decision.burst.from, decision.answer);
}

/// A task that chose a bursting CPU went to an idle one in the scope searched, if there was one.
template <class D, class Scene, class Decision>
Claim<D> spreads(const Scene& s, const Decision& decision, const typename D::Truth& may_move,
                 const typename D::CpuSet& bursting, const auto& question) {
    const auto from = chosen(decision);
    const auto idle = burst_candidates<D>(s.topology, s.policy, s.view, question, from);
    return {may_move & contains(bursting, from) & !is_empty(idle), contains(idle, decision.cpu)};
}

/// "t0 is queued on ..." without the task: what happened instead.
template <class Scene, class Decision>
std::string stays(const Scene& s, const Decision& decision) {
    const std::size_t limit = burst_limit(s.policy);
    return cpu_text(chosen(decision)) + " has more than " + std::to_string(limit) +
           (limit == 1 ? " task" : " tasks") + " and an idle CPU could be used, yet the task is queued on " +
           cpu_text(decision.cpu);
}

}  // namespace burst_scene

struct BurstSpreadsWakeup {
    static constexpr PropertyInfo info = {
        .id = "burst.spreads.wakeup",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement = "a wakee whose CPU has more tasks than burst-threshold (4 without the feature) is queued on an "
                     "idle CPU that it may use, if one exists in the scope searched",
        .why = "a burst of wakeups on few CPUs otherwise waits for balance while others idle",
        .source = "thread \"sched/fair: Introduce the SMT_BUDDY_ASSIST feature\" (Li Kunyu), patch 5",
        .vacuous = "no wakee chooses a CPU with so many tasks",
        .expected = "holds with burst-threshold; fails without for five tasks and more",
        .defect = "burst-takes-busy"};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        return burst_scene::spreads<D>(s, s.decision, s.decision.rule != WakeRule::only_cpu_allowed,
                                       s.view.bursting, s.wakeup);
    }
    template <class D>
    static std::string however(const DecisionScene<D>& s) {
        return burst_scene::stays(s, s.decision);
    }
};

struct BurstSpreadsFork : ForkProperty {
    static constexpr PropertyInfo info = {
        .id = "burst.spreads.fork",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement = "a task that forks or execs by the slow path to a CPU with more tasks than burst-threshold (4 "
                     "without the feature) is queued on an idle CPU that it may use, if one exists in the scope "
                     "searched",
        .why = "groups are compared by averages, which do not show what a burst has queued",
        .source = "thread \"sched/fair: Introduce the SMT_BUDDY_ASSIST feature\" (Li Kunyu), patch 5",
        .vacuous = "no fork or exec chooses a CPU with so many tasks",
        .expected = "holds with burst-threshold; fails without where a CPU of five tasks is chosen",
        .defect = "burst-of-wakeups-only"};
    template <class D>
    static Claim<D> judge(const ForkScene<D>& s) {
        return burst_scene::spreads<D>(s, s.decision, s.decision.rule == ForkExecRule::slow_path,
                                       bursting_cpus(s.topology, s.policy, s.view), s.question);
    }
    template <class D>
    static std::string however(const ForkScene<D>& s) {
        return burst_scene::stays(s, s.decision);
    }
};

struct BurstAllowed {
    static constexpr PropertyInfo info = {
        .id = "burst.allowed",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement = "a CPU that the burst path of a wakeup takes is one that the wakee may use now",
        .why = "the answer is else replaced by any CPU that may be used, however busy",
        .source = "thread \"sched/fair: Introduce the SMT_BUDDY_ASSIST feature\" (Li Kunyu), patch 5",
        .vacuous = "the burst path takes no CPU",
        .expected = "holds with burst-threshold",
        .defect = "burst-ignores-affinity"};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        const auto moved = (s.decision.burst.end == BurstEnd::moved_within_llc) |
                           (s.decision.burst.end == BurstEnd::moved_beyond_llc);
        return {moved, contains(usable_cpus(s.view, s.wakeup), s.decision.answer)};
    }
    template <class D>
    static std::string however(const DecisionScene<D>& s) {
        return "the burst path takes " + cpu_text(s.decision.answer) + ", which the wakee may not use";
    }
};

struct BurstQuietBelowThreshold {
    static constexpr PropertyInfo info = {
        .id = "burst.quiet-below-threshold",
        .kind = Kind::same,
        .scope = Scope::decision,
        .statement = "where the CPU chosen has no more tasks than burst-threshold, the feature changes nothing",
        .why = "below the threshold the usual path has been tuned, and is to stay",
        .source = "thread \"sched/fair: Introduce the SMT_BUDDY_ASSIST feature\" (Li Kunyu), patch 5",
        .vacuous = "the policy has no burst-threshold",
        .expected = "holds; what the class's choice reads beside queues and masks is as at the start",
        .defect = "burst-at-threshold"};

    static void counterpart(Rules& rules) { rules.burst_threshold = 0; }
    static bool speaks_of(const Event& event) {
        return event.kind == EventKind::wake || event.kind == EventKind::fork || event.kind == EventKind::exec;
    }
    static bool reads(const FieldName& field) {
        const std::string_view name = field.field;
        return name == "phase" || name == "cpu" || name == "allowed" || name == "online";
    }
    template <class D>
    static typename D::Cpu cpu_of(const Transition<D>& transition) {
        return transition.places ? transition.placement.cpu : transition.decision.cpu;
    }
    template <class D>
    static Claim<D> judge(const StepScene<D>& one, const StepScene<D>& other) {
        const Rules& rules = one.model.policy.rules;
        if (rules.burst_threshold == 0 || !(other.transition.places || other.transition.wakes)) {
            return {D::truth(false), D::truth(true)};
        }
        const auto answer =
            other.transition.places ? other.transition.placement.answer : other.transition.decision.answer;
        auto tasks = D::number(rules.burst_counts == BurstCounts::with_itself ? 1 : 0);
        for (const TaskState<D>& task : one.before.tasks) {
            const auto there = is_on_queue(one.model, task) & (task.cpu == answer);
            tasks = tasks + select(there, D::number(1), D::number(0));
        }
        return {tasks <= D::number(rules.burst_threshold), cpu_of(one.transition) == cpu_of(other.transition)};
    }
    template <class D>
    static std::string however(const StepScene<D>& one, const StepScene<D>& other) {
        return "the task goes to " + cpu_text(cpu_of(one.transition)) + " here, and to " +
               cpu_text(cpu_of(other.transition)) + " without burst-threshold";
    }
};

}  // namespace schedmc
