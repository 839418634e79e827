// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "properties/balance_scene.hpp"

/// What SMT_BUDDY_ASSIST pushes to siblings, and what becomes of it.
namespace schedmc {

struct NoPullBackAfterSmtPush {
    static constexpr PropertyInfo info = {
        .id = "balance.no-pull-back-after-smt-push",
        .kind = Kind::always,
        .scope = Scope::pass,
        .statement =
            "a task that a CPU has pushed to an SMT sibling is not taken back from a sibling by the same "
            "pass, "
            "or by a stopper that it queued",
        .why = "the push would have moved the task twice for nothing",
        .source = "thread \"sched/fair: Introduce the SMT_BUDDY_ASSIST feature\" (Li Kunyu), patches 1 to 3",
        .vacuous = "nothing is pushed, or the pass ends with the push",
        .expected =
            "holds with smt-push, smt-push-skip and smt-push-exclude; docs/smt-buddy-assist.md tells what "
            "each is "
            "worth",
        .defect = "push-forgets-skip"};
    /// The task has been pushed by this CPU, in the step or in the pass that it belongs to.
    template <class D>
    static typename D::Truth pushed_by(const StepScene<D>& s, std::size_t task, const typename D::Cpu& cpu) {
        const TaskState<D>& was = s.before.tasks[task];
        auto pushed = (was.pushed_from == cpu) & (was.cpu != cpu);
        for (const BalanceTake<D>& push : s.transition.pushes) {
            pushed = pushed | (contains(push.taken, D::task(task)) & (push.src == cpu));
        }
        return pushed;
    }
    template <class D>
    static typename D::Truth goes_back(const StepScene<D>& s, const BalanceTake<D>& take) {
        auto back = D::truth(false);
        const auto near = contains(at(s.model.topology.cores.of_cpu, take.dst), take.src);
        for (std::size_t t = 0; t < s.before.tasks.size(); ++t) {
            back = back | (contains(take.taken, D::task(t)) & pushed_by(s, t, take.dst) & near);
        }
        return back;
    }
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        Claim<D> claim = scene::nothing<D>();
        if (!pushes_to_siblings(s.model) || !is_of_balance(s.event.kind)) {
            return claim;
        }
        const bool goes_on =
            !s.transition.looks.empty() || !s.transition.takes.empty() || !s.transition.stops.empty();
        for (std::size_t t = 0; t < s.before.tasks.size(); ++t) {
            const TaskState<D>& was = s.before.tasks[t];
            claim.relevant = claim.relevant | ((was.pushed_from != was.cpu) & D::truth(goes_on));
        }
        for (const BalanceTake<D>& push : s.transition.pushes) {
            claim.relevant = claim.relevant | (scene::moves(push) & D::truth(goes_on));
        }
        for (const auto* takes : {&s.transition.takes, &s.transition.stops}) {
            for (const BalanceTake<D>& take : *takes) {
                claim.holds = claim.holds & !goes_back(s, take);
            }
        }
        return claim;
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        const auto back = [&](const BalanceTake<D>& each) { return goes_back(s, each); };
        const auto* take = scene::first_take(s.transition.takes, back);
        take = take == nullptr ? scene::first_take(s.transition.stops, back) : take;
        return scene::tasks_text(take->taken) + ", pushed from " + cpu_text(take->dst) +
               " to a sibling, goes back from " + cpu_text(take->src);
    }
};

/// A claim about every push of a step.
template <class D, class Holds>
Claim<D> of_pushes(const StepScene<D>& s, Holds&& holds) {
    Claim<D> claim = scene::nothing<D>();
    for (const BalanceTake<D>& push : s.transition.pushes) {
        claim.relevant = claim.relevant | scene::moves(push);
        claim.holds = claim.holds & ((!scene::moves(push)) | holds(push));
    }
    return claim;
}

struct PushToIdleSibling {
    static constexpr PropertyInfo info = {
        .id = "smt-push.only-to-idle-sibling",
        .kind = Kind::always,
        .scope = Scope::pass,
        .statement = "a task is pushed only to an SMT sibling that was idle when it was chosen",
        .why = "beside a running task the pushed one would wait as before",
        .source = "thread \"sched/fair: Introduce the SMT_BUDDY_ASSIST feature\" (Li Kunyu), patch 1",
        .vacuous = "nothing is pushed",
        .expected = "holds; fails with smt-push-target=shorter by design",
        .defect = "push-to-busy-sibling"};
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        const auto idle = view_of(s.model, s.before).idle;
        return of_pushes(s, [&](const BalanceTake<D>& push) {
            const auto siblings = at(s.model.topology.cores.of_cpu, push.src) - D::CpuSet::only(push.src);
            return contains(siblings & idle, push.dst);
        });
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        const BalanceTake<D>& push = s.transition.pushes.front();
        return scene::tasks_text(push.taken) + " goes from " + cpu_text(push.src) + " to " +
               cpu_text(push.dst) + ", which is no idle sibling";
    }
};

struct PushAllowed {
    static constexpr PropertyInfo info = {
        .id = "smt-push.allowed",
        .kind = Kind::always,
        .scope = Scope::pass,
        .statement = "a task is pushed only to a CPU that it may use",
        .why = "a task outside its mask is a broken promise to whoever set the mask",
        .source = "thread \"sched/fair: Introduce the SMT_BUDDY_ASSIST feature\" (Li Kunyu), patch 1",
        .vacuous = "nothing is pushed",
        .expected = "holds",
        .defect = "push-ignores-affinity"};
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        return of_pushes(
            s, [&](const BalanceTake<D>& push) { return !PullRespectsAffinity::is_broken(s, push); });
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        const BalanceTake<D>& push = s.transition.pushes.front();
        return scene::tasks_text(push.taken) + " goes to " + cpu_text(push.dst) + ", which it may not use";
    }
};

struct PushKeepsCurrent {
    static constexpr PropertyInfo info = {
        .id = "smt-push.keeps-current",
        .kind = Kind::always,
        .scope = Scope::pass,
        .statement = "a push leaves the running task where it is, and takes none from a queue of one",
        .why = "moving the only task swaps a busy CPU for an idle one",
        .source = "thread \"sched/fair: Introduce the SMT_BUDDY_ASSIST feature\" (Li Kunyu), patch 1",
        .vacuous = "nothing is pushed",
        .expected = "holds",
        .defect = "push-takes-running"};
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        return of_pushes(s, [&](const BalanceTake<D>& push) {
            return (!contains(push.taken, push.running)) & (D::number(1) < push.queued);
        });
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        const BalanceTake<D>& push = s.transition.pushes.front();
        return scene::tasks_text(push.taken) + " is taken off " + cpu_text(push.src) +
               " as it runs, or is alone";
    }
};

}  // namespace schedmc
