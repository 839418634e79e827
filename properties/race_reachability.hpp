// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "properties/scene.hpp"

/// Situations between the steps of wakeups and switches that must occur for other verdicts to mean anything.
namespace schedmc {

struct ReachTwoWakersOneCpu {
    static constexpr PropertyInfo info = {
        .id = "reach.two-wakers-one-cpu",
        .kind = Kind::sometimes,
        .scope = Scope::step,
        .statement = "two wakers have chosen one CPU and neither has handed over its wakee",
        .why = "guards verdicts about the gap between selection and enqueue",
        .source = "select_task_rq(), ttwu_queue()",
        .vacuous = "",
        .expected = "reached with races",
        .defect = ""};
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        auto once = s.model.topology.none;
        auto twice = s.model.topology.none;
        for (const TaskState<D>& task : s.transition.after.tasks) {
            const auto chosen =
                select(task.phase == TaskPhase::waking, D::CpuSet::only(task.cpu), s.model.topology.none);
            twice = twice | (once & chosen);
            once = once | chosen;
        }
        return {D::truth(true), !is_empty(twice)};
    }
};

struct ReachWakeListOfBusyCpu {
    static constexpr PropertyInfo info = {
        .id = "reach.wake-list-of-busy-cpu",
        .kind = Kind::sometimes,
        .scope = Scope::step,
        .statement = "a task runs on a CPU that has an entry on its wake list",
        .why = "guards verdicts about what happens between the two ends of a wake list",
        .source = "__ttwu_queue_wakelist(), sched_ttwu_pending()",
        .vacuous = "",
        .expected = "reached with races",
        .defect = ""};
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        const State<D>& after = s.transition.after;
        return {D::truth(true), !is_empty(cpus_of_phase(s.model, after, TaskPhase::on_wake_list) &
                                          running_cpus(s.model, after))};
    }
};

struct ReachSiblingsGoIdle {
    static constexpr PropertyInfo info = {
        .id = "reach.siblings-go-idle",
        .kind = Kind::sometimes,
        .scope = Scope::step,
        .statement = "all threads of a core are in the middle of switching to their idle tasks",
        .why = "guards verdicts about the hook that runs before rq->curr is switched",
        .source = "set_next_task_idle(), __update_idle_core(), __schedule()",
        .vacuous = "",
        .expected = "reached with races",
        .defect = ""};
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        const State<D>& after = s.transition.after;
        const auto going = after.switching - running_cpus(s.model, after);
        return {D::truth(true), !is_empty(whole(topology_of(s.model, after).cores, going))};
    }
};

}  // namespace schedmc
