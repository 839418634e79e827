// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "properties/balance_scene.hpp"

/// What a pass of load balance may move.
namespace schedmc {

struct NewidleStaysInLlc {
    static constexpr PropertyInfo info = {
        .id = "balance.newidle-stays-in-llc",
        .kind = Kind::always,
        .scope = Scope::pass,
        .statement = "a newly idle CPU takes no task from outside its LLC",
        .why =
            "what it takes has its data in another LLC's caches, and the walk over higher domains costs more "
            "than "
            "the idle time may be worth",
        .source =
            "newidle_balance(); thread \"sched/fair: Introduce the SMT_BUDDY_ASSIST feature\" (Li Kunyu), "
            "patch 4",
        .vacuous = "no newly idle CPU takes a task",
        .expected = "fails everywhere on machines of two LLCs; holds with newidle-llc",
        .defect = "newidle-leaves-llc"};
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        Claim<D> claim = scene::nothing<D>();
        for (const BalanceTake<D>& take : s.transition.takes) {
            const auto newly = scene::moves(take) & (take.idle == IdleKind::newly_idle);
            claim.relevant = claim.relevant | newly;
            claim.holds = claim.holds & ((!newly) | shares_cache(s.model.topology, take.src, take.cpu));
        }
        return claim;
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        const auto* take = scene::first_take(s.transition.takes, [&](const BalanceTake<D>& each) {
            return scene::moves(each) & !shares_cache(s.model.topology, each.src, each.cpu);
        });
        return cpu_text(take->cpu) + ", about to idle, takes " + scene::tasks_text(take->taken) + " from " +
               cpu_text(take->src) + " of another LLC";
    }
};

struct NeverEmptiesSource {
    static constexpr PropertyInfo info = {
        .id = "balance.never-empties-source",
        .kind = Kind::always,
        .scope = Scope::pass,
        .statement =
            "a pull leaves the source's running task where it is, takes none from a queue of one, and for an "
            "idle CPU leaves one there; pushes by the stopper are excepted",
        .why =
            "a source that is emptied is the next one to look for tasks, and a running task cannot be moved",
        .source = "detach_tasks(), can_migrate_task()",
        .vacuous = "nothing is pulled",
        .expected = "holds",
        .defect = "pull-empties-source"};
    template <class D>
    static typename D::Truth is_broken(const BalanceTake<D>& take) {
        const auto leaves_one = count(take.taken) < take.queued;
        const auto idle = take.idle != IdleKind::not_idle;
        return scene::moves(take) &
               (contains(take.taken, take.running) | (take.queued <= D::number(1)) | (idle & !leaves_one));
    }
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        Claim<D> claim = scene::nothing<D>();
        for (const BalanceTake<D>& take : s.transition.takes) {
            claim.relevant = claim.relevant | scene::moves(take);
            claim.holds = claim.holds & !is_broken(take);
        }
        return claim;
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        const auto* take =
            scene::first_take(s.transition.takes, [](const BalanceTake<D>& each) { return is_broken(each); });
        return scene::tasks_text(take->taken) + " of the " + std::to_string(take->queued.value()) +
               " tasks of " + cpu_text(take->src) + " are taken" +
               (take->running.has_number() ? ", where t" + std::to_string(take->running.number()) + " runs"
                                           : "");
    }
};

struct PullRespectsAffinity {
    static constexpr PropertyInfo info = {
        .id = "balance.pull-allowed",
        .kind = Kind::always,
        .scope = Scope::pass,
        .statement = "a task is pulled, or pushed by a stopper, only to a CPU that it may use",
        .why = "a task outside its mask is a broken promise to whoever set the mask",
        .source = "can_migrate_task(), active_load_balance_cpu_stop()",
        .vacuous = "nothing is moved",
        .expected = "holds",
        .defect = "pull-ignores-affinity"};
    template <class D>
    static typename D::Truth is_broken(const StepScene<D>& s, const BalanceTake<D>& take) {
        auto broken = D::truth(false);
        for (std::size_t t = 0; t < s.before.tasks.size(); ++t) {
            broken =
                broken | (contains(take.taken, D::task(t)) & !contains(s.before.tasks[t].allowed, take.dst));
        }
        return broken;
    }
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        Claim<D> claim = scene::nothing<D>();
        for (const auto* takes : {&s.transition.takes, &s.transition.stops}) {
            for (const BalanceTake<D>& take : *takes) {
                claim.relevant = claim.relevant | scene::moves(take);
                claim.holds = claim.holds & !is_broken(s, take);
            }
        }
        return claim;
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        const auto broken = [&](const BalanceTake<D>& each) { return is_broken(s, each); };
        const auto* take = scene::first_take(s.transition.takes, broken);
        take = take == nullptr ? scene::first_take(s.transition.stops, broken) : take;
        return scene::tasks_text(take->taken) + " goes to " + cpu_text(take->dst) + ", which it may not use";
    }
};

struct TasksConserved {
    static constexpr PropertyInfo info = {
        .id = "balance.tasks-conserved",
        .kind = Kind::always,
        .scope = Scope::pass,
        .statement =
            "load balance leaves every runnable task on one queue, or in the hands of one pass under way",
        .why = "a task that nobody holds never runs again",
        .source = "detach_task(), attach_task(), active_load_balance_cpu_stop()",
        .vacuous = "no pass takes or pushes a task",
        .expected = "holds",
        .defect = "push-loses-task"};
    template <class D>
    static typename D::Truth is_held(const StepScene<D>& s, const TaskState<D>& task) {
        auto held = task.phase != TaskPhase::migrating;
        for (const Pass<D>& pass : s.transition.after.balance.passes) {
            held = held | ((pass.stage != PassStage::none) & (pass.runner == task.waker));
        }
        return held;
    }
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        Claim<D> claim = scene::nothing<D>();
        for (const auto* takes : {&s.transition.takes, &s.transition.pushes, &s.transition.stops}) {
            for (const BalanceTake<D>& take : *takes) {
                claim.relevant = claim.relevant | scene::moves(take);
            }
        }
        for (const TaskState<D>& task : s.transition.after.tasks) {
            claim.holds = claim.holds & is_held(s, task);
        }
        return claim;
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        std::size_t lost = 0;
        while (is_held(s, s.transition.after.tasks[lost]).is_true()) {
            ++lost;
        }
        return "t" + std::to_string(lost) + " was taken off its queue and is on none";
    }
};

struct PassEnds {
    static constexpr PropertyInfo info = {
        .id = "balance.pass-ends",
        .kind = Kind::always,
        .scope = Scope::pass,
        .statement = "a pass over a CPU's domains ends",
        .why =
            "it runs with interrupts or preemption off: one that is sent back and forth between two "
            "destinations "
            "hangs its CPU",
        .source = "load_balance(): LBF_DST_PINNED, the redo; commit e02e60c109ca",
        .vacuous = "no pass is sent to another destination or source",
        .expected = "holds",
        .defect = "redirect-keeps-destination"};
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        return {D::truth(s.transition.takes.size() > 1), D::truth(!s.transition.endless)};
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        return "after " + std::to_string(s.transition.takes.size()) +
               " looks at the source's tasks it goes on";
    }
};

struct NewidleRechecks {
    static constexpr PropertyInfo info = {
        .id = "balance.newidle-rechecks",
        .kind = Kind::always,
        .scope = Scope::pass,
        .statement = "a CPU that has balanced before it idles idles only with an empty queue",
        .why = "the queue's lock was given up meanwhile, and a task that came then would wait on an idle CPU",
        .source = "newidle_balance(): the test after the lock is taken again",
        .vacuous = "no CPU balances before it idles",
        .expected = "holds",
        .defect = "newidle-recheck-missing"};
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        if (s.event.kind != EventKind::newidle) {
            return scene::nothing<D>();
        }
        const auto empty = contains(view_of(s.model, s.transition.after).empty, D::cpu(s.event.where));
        return {D::truth(true), (!s.transition.idles) | empty};
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        return "cpu" + std::to_string(s.event.where) + " idles, and a task is queued there";
    }
};

}  // namespace schedmc
