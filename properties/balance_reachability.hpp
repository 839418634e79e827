// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "properties/balance_looks.hpp"
#include "properties/smt_push.hpp"

/// Situations of load balance that must be reachable, so that what is said of them says something.
namespace schedmc {

struct ReachNewidlePullBelowLlc {
    static constexpr PropertyInfo info = {.id = "reach.newidle-pull-below-llc",
                                          .kind = Kind::sometimes,
                                          .scope = Scope::pass,
                                          .statement = "a newly idle CPU takes a task from its LLC",
                                          .why = "the pull that every policy keeps",
                                          .source = "newidle_balance()",
                                          .vacuous = "",
                                          .expected = "reached",
                                          .defect = ""};
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        auto reached = D::truth(false);
        for (const BalanceTake<D>& take : s.transition.takes) {
            reached = reached | (scene::moves(take) & (take.idle == IdleKind::newly_idle) &
                                 shares_cache(s.model.topology, take.src, take.cpu));
        }
        return {D::truth(true), reached};
    }
};

struct ReachNewidlePullAboveLlc {
    static constexpr PropertyInfo info = {.id = "reach.newidle-pull-above-llc",
                                          .kind = Kind::sometimes,
                                          .scope = Scope::pass,
                                          .statement = "a newly idle CPU takes a task from another LLC",
                                          .why = "the pull that newidle-llc forbids",
                                          .source = "newidle_balance()",
                                          .vacuous = "",
                                          .expected = "reached without newidle-llc on machines of two LLCs",
                                          .defect = ""};
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        auto reached = D::truth(false);
        for (const BalanceTake<D>& take : s.transition.takes) {
            reached = reached | (scene::moves(take) & (take.idle == IdleKind::newly_idle) &
                                 !shares_cache(s.model.topology, take.src, take.cpu));
        }
        return {D::truth(true), reached};
    }
};

struct ReachActiveBalance {
    static constexpr PropertyInfo info = {.id = "reach.active-balance",
                                          .kind = Kind::sometimes,
                                          .scope = Scope::pass,
                                          .statement = "a stopper pushes a task",
                                          .why = "the only way in which a running task is moved",
                                          .source = "active_load_balance_cpu_stop()",
                                          .vacuous = "",
                                          .expected = "reached",
                                          .defect = ""};
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        auto reached = D::truth(false);
        for (const BalanceTake<D>& take : s.transition.stops) {
            reached = reached | scene::moves(take);
        }
        return {D::truth(true), reached};
    }
};

struct ReachRedirect {
    static constexpr PropertyInfo info = {
        .id = "reach.redirect",
        .kind = Kind::sometimes,
        .scope = Scope::pass,
        .statement = "a pass moves a pinned task to another CPU of its group",
        .why = "LBF_DST_PINNED, by which a pass serves a CPU that is not its own",
        .source = "load_balance(), can_migrate_task()",
        .vacuous = "",
        .expected = "reached where masks leave CPUs out",
        .defect = ""};
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        auto reached = D::truth(false);
        for (const BalanceTake<D>& take : s.transition.takes) {
            reached = reached | (scene::moves(take) & (take.dst != take.cpu));
        }
        return {D::truth(true), reached};
    }
};

struct ReachRedo {
    static constexpr PropertyInfo info = {
        .id = "reach.redo",
        .kind = Kind::sometimes,
        .scope = Scope::pass,
        .statement = "a pass whose source is all pinned looks at its domain again",
        .why = "a second source may have what the first had not",
        .source = "load_balance(): LBF_ALL_PINNED",
        .vacuous = "",
        .expected = "reached where masks leave CPUs out",
        .defect = ""};
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        auto reached = D::truth(false);
        for (std::size_t look = 1; look < s.transition.looks.size(); ++look) {
            const bool same = s.transition.looks[look].env.level == s.transition.looks[look - 1].env.level &&
                              s.transition.looks[look].env.cpu == s.transition.looks[look - 1].env.cpu;
            reached = reached | D::truth(same);
        }
        return {D::truth(true), reached};
    }
};

struct ReachPushThenPull {
    static constexpr PropertyInfo info = {
        .id = "reach.push-then-pull",
        .kind = Kind::sometimes,
        .scope = Scope::pass,
        .statement = "a pass that has pushed a task to a sibling pulls one from elsewhere",
        .why = "what the cover letter says a pass still does",
        .source =
            "thread \"sched/fair: Introduce the SMT_BUDDY_ASSIST feature\" (Li "
            "Kunyu)",
        .vacuous = "",
        .expected = "reached with smt-push",
        .defect = ""};
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        auto pushed = D::truth(false);
        auto pulled = D::truth(false);
        for (const BalanceTake<D>& push : s.transition.pushes) {
            pushed = pushed | scene::moves(push);
        }
        for (const BalanceTake<D>& take : s.transition.takes) {
            pulled = pulled | scene::moves(take);
        }
        return {D::truth(true), pushed & pulled};
    }
};

struct ReachMarkedGroup {
    static constexpr PropertyInfo info = {
        .id = "reach.marked-group",
        .kind = Kind::sometimes,
        .scope = Scope::pass,
        .statement = "a pass takes a task because its group is marked imbalanced",
        .why = "what a domain below could not move for pinned tasks, the one above does",
        .source = "group_is_imbalanced in find_busiest_group()",
        .vacuous = "",
        .expected = "reached where masks leave CPUs out, in three domains or more",
        .defect = ""};
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        auto reached = D::truth(false);
        for (const BalanceLook<D>& look : s.transition.looks) {
            reached = reached | (finds(look) & (look.group.rule == BusiestRule::imbalanced));
        }
        return {D::truth(true), reached};
    }
};

struct ReachNewlyIdleBesideBurst {
    static constexpr PropertyInfo info = {
        .id = "reach.newly-idle-beside-burst",
        .kind = Kind::sometimes,
        .scope = Scope::state,
        .statement = "a CPU is about to idle while one of another LLC has two tasks or more",
        .why = "where the rounds of balance.burst-drains begin",
        .source = "newidle_balance()",
        .vacuous = "",
        .expected = "reached on machines of two LLCs",
        .defect = ""};
    template <class D>
    static Claim<D> judge(const StateScene<D>& s) {
        const auto crowded = s.view.online - s.view.empty - s.view.single;
        const auto about_to_idle = s.view.empty - s.view.idle;
        const auto far = about_to_idle - touched(s.topology.llcs, crowded);
        return {D::truth(true), !(is_empty(crowded) | is_empty(far))};
    }
};

}  // namespace schedmc
