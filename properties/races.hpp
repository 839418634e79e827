// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "properties/scene.hpp"

/// What must hold between a wakeup's selection and its task's place on a queue. Without races there is nothing between.
namespace schedmc {

namespace scene {

/// The event is a selection that is a step of its own, so that `transition` has a decision which is yet to take effect.
template <class D>
bool selects_only(const StepScene<D>& s) {
    return s.event.kind == EventKind::wake && s.model.scenario.races;
}

/// The decision of an event that made one.
template <class D>
DecisionScene<D> decision_of(const StepScene<D>& s) {
    return {topology_of(s.model, s.before), s.model.policy, s.transition.view, s.transition.wakeup,
            s.transition.decision};
}

/// CPUs that other wakers have chosen, without having handed over their wakees yet.
template <class D>
typename D::CpuSet claimed(const StepScene<D>& s) {
    return cpus_of_phase(s.model, s.before, TaskPhase::waking);
}

/// CPUs with a wakee on the wake list, or taken off it and not queued yet.
template <class D>
typename D::CpuSet inbound(const StepScene<D>& s) {
    return cpus_of_phase(s.model, s.before, TaskPhase::on_wake_list) |
           cpus_of_phase(s.model, s.before, TaskPhase::received);
}

}  // namespace scene

struct NoDoubleClaim {
    static constexpr PropertyInfo info = {
        .id = "race.no-double-claim",
        .kind = Kind::always,
        .scope = Scope::step,
        .statement =
            "a waker does not choose an idle CPU that another waker has chosen and not yet handed its wakee "
            "to, while another idle CPU that the wakee may use is in LLC(target)",
        .why = "nothing reserves the CPU, so that one of the two wakees waits beside an idle CPU",
        .source = "try_to_wake_up(): select_task_rq() and ttwu_queue(), each with its own locks",
        .vacuous = "selection and enqueue are one step (without races), or two wakers never meet",
        .expected = "fails everywhere",
        .defect = "waker-not-serialised"};
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        if (!scene::selects_only(s)) {
            return {D::truth(false), D::truth(true)};
        }
        const DecisionScene<D> decision = scene::decision_of(s);
        const auto others = (scene::searched(decision) & s.transition.view.idle) - scene::claimed(s);
        const auto chosen = s.transition.decision.cpu;
        const auto met = (!is_empty(scene::claimed(s))) & (!is_empty(others));
        return {met & contains(s.transition.view.idle, chosen), !contains(scene::claimed(s), chosen)};
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        const DecisionScene<D> decision = scene::decision_of(s);
        const auto others = (scene::searched(decision) & s.transition.view.idle) - scene::claimed(s);
        return "another waker has chosen " + cpu_text(s.transition.decision.cpu) +
               " as well and is about to hand it its wakee, and " + cpus_text(others) + " in the same LLC " +
               (CpuMask::from(others.bits()).count() == 1 ? "is" : "are") + " idle";
    }
};

struct NoDoubleClaimOfCore {
    static constexpr PropertyInfo info = {
        .id = "race.no-double-claim.core",
        .kind = Kind::always,
        .scope = Scope::step,
        .statement =
            "a waker does not choose a thread of a wholly idle core of which another waker has chosen "
            "another thread, while another wholly idle core has a CPU in LLC(target) that the wakee may use",
        .why = "the two wakees share a core beside an idle one",
        .source =
            "select_idle_core(); thread \"Stabilize idle SMT core selection with asym-capacity\", June 2026",
        .vacuous = "without races, or where two wakers never meet; without SMT it cannot fail",
        .expected = "fails everywhere with SMT",
        .defect = "waker-not-serialised"};
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        if (!scene::selects_only(s)) {
            return {D::truth(false), D::truth(true)};
        }
        const DecisionScene<D> decision = scene::decision_of(s);
        const auto cores = touched(topology_of(s.model, s.before).cores, scene::claimed(s));
        const auto others = (scene::searched(decision) & scene::idle_cores(decision)) - cores;
        const auto chosen = s.transition.decision.cpu;
        const auto met = (!is_empty(scene::claimed(s))) & (!is_empty(others));
        return {met & contains(scene::idle_cores(decision), chosen),
                !contains(cores - scene::claimed(s), chosen)};
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        const DecisionScene<D> decision = scene::decision_of(s);
        const auto& cores = topology_of(s.model, s.before).cores;
        const auto core = at(cores.of_cpu, s.transition.decision.cpu);
        const auto others =
            (scene::searched(decision) & scene::idle_cores(decision)) - touched(cores, scene::claimed(s));
        return "another waker has chosen " + cpus_text(core & scene::claimed(s)) + " of the same core " +
               members_text(core) + ", and core " + members_text(at(cores.of_cpu, first_of(others))) +
               " is wholly idle";
    }
};

struct PendingLooksBusy {
    static constexpr PropertyInfo info = {
        .id = "race.pending-looks-busy",
        .kind = Kind::always,
        .scope = Scope::step,
        .statement =
            "a waker does not take for idle a CPU that has a wakee on its wake list, or off it and not yet "
            "on its queue",
        .why = "wakees pile up on a CPU that only looks idle",
        .source = "sched_ttwu_pending(); commit d6962c4fe8f9",
        .vacuous = "without races, or where nothing wakes while a wake list has an entry",
        .expected = "fails in v5.19, v6.1 and v6.1-stable, holds from v6.4",
        .defect = "pending-not-looked-at"};
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        if (!scene::selects_only(s)) {
            return {D::truth(false), D::truth(true)};
        }
        const auto chosen = s.transition.decision.cpu;
        return {!is_empty(scene::inbound(s)), !contains(scene::inbound(s) & s.transition.view.idle, chosen)};
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        return cpu_text(s.transition.decision.cpu) +
               " looks idle, and is about to queue what came by its wake list";
    }
};

/// Of the wakeup's task, where its waker leaves it: in a queue or on a wake list.
struct CpuUsableWhenQueued {
    static constexpr PropertyInfo info = {
        .id = "wakeup.cpu-usable.when-queued",
        .kind = Kind::always,
        .scope = Scope::step,
        .statement =
            "when the waker hands its wakee to a queue or a wake list, that CPU is in the wakee's mask and "
            "active (for a bound kernel thread: online)",
        .why =
            "what was usable at the selection need not be so now, and a wakee still on its CPU is not "
            "selected for",
        .source = "ttwu_queue(), ttwu_queue_cond(); commit 751d4cbc4387",
        .vacuous = "never, once a task wakes",
        .expected =
            "holds without races; with races it fails in v5.19 where affinity changes, and everywhere where "
            "CPUs go offline",
        .defect = "on-cpu-affinity-not-tested"};
    template <class D>
    static bool hands_over(const StepScene<D>& s) {
        return s.event.kind == EventKind::enqueue || s.event.kind == EventKind::wake_on_cpu ||
               (s.event.kind == EventKind::wake && !s.model.scenario.races);
    }
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        if (!hands_over(s)) {
            return {D::truth(false), D::truth(true)};
        }
        const RunqueueView<D> view = view_of(s.model, s.before);
        Wakeup<D> wakeup;
        wakeup.allowed = s.before.tasks[s.event.task].allowed;
        wakeup.bound_kthread = D::truth(s.model.scenario.tasks[s.event.task].bound_kthread);
        wakeup.allowed = mask_after_repair(s.model.policy, view, wakeup);
        return {D::truth(true),
                contains(usable_cpus(view, wakeup), s.transition.after.tasks[s.event.task].cpu)};
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        const TaskState<D>& wakee = s.transition.after.tasks[s.event.task];
        if (!contains(active_cpus(s.before), wakee.cpu).is_true()) {
            return cpu_text(wakee.cpu) + " is no longer active as the wakee is queued there";
        }
        return cpu_text(wakee.cpu) + " is not usable for the wakee, which may run on " +
               cpus_text(wakee.allowed);
    }
};

/// Wakeups without a selection, which leave the wakee where it is whatever that CPU does.
struct NoStackingInPlace {
    template <class D>
    static typename D::CpuSet idle_nearby(const StepScene<D>& s) {
        const TaskState<D>& wakee = s.before.tasks[s.event.task];
        const RunqueueView<D> view = view_of(s.model, s.before);
        return at(topology_of(s.model, s.before).llcs.of_cpu, wakee.cpu) & wakee.allowed & view.idle &
               view.active;
    }
    template <class D>
    static Claim<D> judge_where(const StepScene<D>& s, EventKind kind) {
        if (s.event.kind != kind) {
            return {D::truth(false), D::truth(true)};
        }
        const TaskState<D>& wakee = s.before.tasks[s.event.task];
        return {!is_empty(idle_nearby(s)), is_empty(queue_of(s.model, s.before, wakee.cpu))};
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        return cpu_text(s.before.tasks[s.event.task].cpu) + " is busy, and " + cpus_text(idle_nearby(s)) +
               " in the same LLC, where the wakee may run, " +
               (CpuMask::from(idle_nearby(s).bits()).count() == 1 ? "is" : "are") + " idle";
    }
};

struct NoStackingOnCpu : NoStackingInPlace {
    static constexpr PropertyInfo info = {
        .id = "wakeup.no-stacking.on-cpu",
        .kind = Kind::always,
        .scope = Scope::step,
        .statement =
            "a wakee that is still on the CPU which switches away from it does not go to that CPU's wake "
            "list behind another task while an idle CPU that it may use is in the same LLC",
        .why = "the wake list takes it without a selection",
        .source = "try_to_wake_up(), ttwu_queue_cond(); commit 28156108fecb",
        .vacuous = "without races, or where no such wakee is taken",
        .expected = "fails in v5.19; from v6.1 on for wakers of another LLC only",
        .defect = "on-cpu-queue-not-tested"};
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        return judge_where(s, EventKind::wake_on_cpu);
    }
};

}  // namespace schedmc
