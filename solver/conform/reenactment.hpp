// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "model/policy/select_task_rq.hpp"
#include "model/policy/tests_in_order.hpp"
#include "model/recorded_decision.hpp"
#include "solver/conform/unseen.hpp"

namespace schedmc {

/// The model's decision with what the kernel saw.
template <class D>
struct Reenactment {
    WakeupDecision<D> decision;
    /// The model's tests; behind the first that differs from the recording they mean nothing and are left out.
    std::vector<IdleTest> tests;
    /// How many agree with the recorded ones.
    std::size_t agreeing = 0;
    /// All tests agree, and so does the answer.
    bool explains = false;

    /// By what attempts that explain nothing are ranked.
    std::pair<bool, std::size_t> agreement() const { return {explains, agreeing}; }
};

namespace reenacting {

/// What the model's four looks see: nothing idle but what the kernel was answered.
template <class D>
struct Views {
    RunqueueView<D> affine;
    RunqueueView<D> near;
    RunqueueView<D> siblings;
    RunqueueView<D> scan;

    Views(const Topology<D>& topology, const RecordedDecision& recorded, const Unseen& unseen) {
        const auto this_cpu = D::CpuSet::only(D::cpu(recorded.this_cpu));
        for (RunqueueView<D>* view : {&affine, &near, &siblings, &scan}) {
            view->hot = topology.none;
            view->sched_idle = D::cpus(unseen.sched_idle);
            view->active = topology.online;
            view->online = topology.online;
            view->hinted = unseen.hint ? topology.online : topology.none;
            view->nr_idle_scan.resize(topology.llcs.sets.size(), D::number(unseen.nr_idle_scan));
            view->prop_budget.resize(topology.llcs.sets.size(), D::number(unseen.nr_idle_scan + 1));
        }
        affine.single = unseen.waker_alone ? this_cpu : topology.none;
        near.single = unseen.bound_kthread ? this_cpu : topology.none;
    }

    Looks<D> looks() const { return Looks<D>(affine, near, siblings, scan); }

    void see_idle(const IdleTest& test) {
        RunqueueView<D>* const views[] = {&affine, &near, &siblings, &scan};
        RunqueueView<D>& view = *views[static_cast<std::size_t>(test.look)];
        view.idle = view.idle | D::CpuSet::only(D::cpu(test.cpu));
        view.empty = view.idle;
    }
};

/// The question that the recorded call put to the policy.
template <class D>
Wakeup<D> wakeup_of(const Topology<D>& topology, const RecordedDecision& recorded, const Unseen& unseen) {
    constexpr std::uint32_t wf_sync = 0x10;
    constexpr std::uint32_t wf_current_cpu = 0x40;
    Wakeup<D> wakeup;
    wakeup.this_cpu = D::cpu(recorded.this_cpu);
    wakeup.in_interrupt = D::truth(recorded.in_interrupt);
    wakeup.sync = D::truth(recorded.affine_sync.value_or((recorded.wake_flags & wf_sync) != 0));
    wakeup.on_current_cpu = D::truth((recorded.wake_flags & wf_current_cpu) != 0);
    wakeup.pull = D::choice(unseen.pull);
    wakeup.current_is_bound_kthread = D::truth(unseen.bound_kthread);
    wakeup.prev = D::cpu(recorded.prev);
    wakeup.recent = D::cpu(recorded.recent);
    wakeup.allowed = D::cpus(recorded.allowed);
    wakeup.sched_idle_policy = D::truth(false);
    wakeup.bound_kthread = D::truth(false);
    wakeup.fits = topology.online;
    wakeup.misses_boost = topology.none;
    wakeup.cookie_matches = topology.online - D::cpus(unseen.foreign_cookies);
    return wakeup;
}

inline bool agree(const IdleTest& modelled, const RecordedTest& recorded) {
    return modelled.cpu == recorded.cpu && recorded.look.value_or(modelled.look) == modelled.look;
}

}  // namespace reenacting

/// Puts the recorded question to the policy and answers its idle tests as the kernel's were answered.
///
/// Which CPU is tested next depends on the answers so far only. So the model is asked with every CPU busy, its tests
/// are held against the recorded ones up to the first that was answered "idle", that answer is given, and it is asked
/// again.
///
/// Cost: a decision an idle answer, and one more.
template <class D>
Reenactment<D> reenact(const Topology<D>& topology, const Policy& policy, const RecordedDecision& recorded,
                       const Unseen& unseen) {
    reenacting::Views<D> views(topology, recorded, unseen);
    const Wakeup<D> wakeup = reenacting::wakeup_of(topology, recorded, unseen);
    Reenactment<D> result;
    for (bool answered = true; answered;) {
        answered = false;
        result.decision = select_task_rq_fair(topology, policy, views.looks(), wakeup);
        result.tests = tests_in_order(topology, policy, views.looks(), wakeup, result.decision);
        while (result.agreeing < std::min(result.tests.size(), recorded.tests.size()) && !answered) {
            const IdleTest& test = result.tests[result.agreeing];
            if (!reenacting::agree(test, recorded.tests[result.agreeing])) {
                result.tests.resize(result.agreeing + 1);
                return result;
            }
            if (recorded.tests[result.agreeing].idle) {
                views.see_idle(test);
                answered = true;
            }
            ++result.agreeing;
        }
    }
    const bool same_target =
        !recorded.target.has_value() || (result.decision.target == D::cpu(*recorded.target)).is_true();
    const bool same_affine =
        !recorded.shows_wake_affine ||
        recorded.affine_answer.has_value() == asks_wake_affine(topology, policy, wakeup).is_true();
    const bool scans = result.decision.scan.end.value() != ScanEnd::not_reached;
    const bool same_scan = recorded.scan_called.value_or(scans) == scans;
    result.explains = result.tests.size() == recorded.tests.size() && same_target && same_affine &&
                      same_scan && (result.decision.answer == D::cpu(recorded.answer)).is_true();
    return result;
}

}  // namespace schedmc
