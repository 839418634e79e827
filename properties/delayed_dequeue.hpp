// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "properties/races.hpp"

/// What must hold where a task that sleeps may stay on its queue.
namespace schedmc {

struct NoStackingDelayed : NoStackingInPlace {
    static constexpr PropertyInfo info = {
        .id = "wakeup.no-stacking.delayed",
        .kind = Kind::always,
        .scope = Scope::step,
        .statement =
            "a sleeper that delayed dequeue left on its queue is not woken there, behind another task, while "
            "an idle CPU that it may use is in the same LLC",
        .why = "it is queued again without a selection",
        .source = "ttwu_runnable(); commit d68803506ffb was to let it select and is in no modelled revision",
        .vacuous = "dequeues are not delayed, or no such sleeper is woken",
        .expected = "fails from v6.12 on with delayed dequeue",
        .defect = "sleepers-stay-queued"};
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        return judge_where(s, EventKind::wake_delayed);
    }
};

struct SyncCountsTheAwake {
    static constexpr PropertyInfo info = {
        .id = "wakeup.sync-counts-the-awake",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "a sync waker that is the only task awake on its CPU makes that CPU the target where "
            "wake_affine() is asked, whoever sleeps in its queue",
        .why = "a pair of tasks that take turns is torn apart, and migrates with each wakeup",
        .source = "wake_affine_idle(); commits 152e11f6df29 and aa3ee4f0b754",
        .vacuous = "no sync waker is alone",
        .expected =
            "fails in v6.12 with delayed dequeue, holds in v6.12-stable, from v6.19 on and before v6.12",
        .defect = "sync-counts-delayed"};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        const auto& single = s.view.single;
        const auto alone = (single - s.view.single_by_delayed) | (s.view.single_by_delayed - single);
        const auto asked = asks_wake_affine(s.topology, s.policy, s.wakeup) &
                           !interrupt_nearby(s.topology, s.view, s.wakeup);
        return {s.wakeup.sync & exists(s.decision.target) & asked & contains(alone, s.wakeup.this_cpu),
                s.decision.target == s.wakeup.this_cpu};
    }
    template <class D>
    static std::string however(const DecisionScene<D>& s) {
        return "nobody but the waker is awake on " + cpu_text(s.wakeup.this_cpu) +
               ", which counts a sleeper in its queue, and " + cpu_text(s.decision.target) + " is the target";
    }
};

}  // namespace schedmc
