// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/update_sg_wakeup_stats.hpp"
#include "properties/fork_scene.hpp"

/// What the comparison of groups by forks and execs may rest on.
namespace schedmc {

struct ForkNumaLimit : ForkProperty {
    static constexpr PropertyInfo info = {
        .id = "fork.numa-limit-counts-allowed",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "the allowance between nodes keeps no task in a node whose allowed CPUs are all busy while an "
            "allowed CPU of the other group is idle",
        .why =
            "a job bound to one CPU in each LLC piles up on the first node, though half of its CPUs are idle",
        .source = "find_idlest_group(), commit f5b2eeb49991 (K Prateek Nayak, 2022)",
        .vacuous = "no task is kept by the allowance",
        .expected = "fails in v5.19, holds from v6.1",
        .defect = "numa-limit-ignores-mask"};
    template <class D>
    static Claim<D> judge(const ForkScene<D>& s) {
        const auto kept = fork_scene::on_some_level(s, [&](const LevelStep<D>& level) {
            return fork_scene::by_rule(level, GroupRule::numa_allowance);
        });
        const auto idle = fork_scene::idle_allowed(s);
        const auto wrongly = fork_scene::on_some_level(s, [&](const LevelStep<D>& level) {
            return fork_scene::by_rule(level, GroupRule::numa_allowance) &
                   is_empty(level.groups.local & idle) & !is_empty(level.groups.idlest & idle);
        });
        return {kept, !wrongly};
    }
    template <class D>
    static std::string however(const ForkScene<D>& s) {
        for (const LevelStep<D>& level : s.decision.levels) {
            if (level.visited.is_true() && level.groups.rule.value() == GroupRule::numa_allowance) {
                return "the task may use " + cpus_text(level.groups.local & s.question.allowed) + " of " +
                       cpus_text(level.groups.local) + " and is kept there, none being idle, because " +
                       std::to_string(level.groups.local_stats.nr_running.value() + 1) +
                       " tasks are within the limit of " + std::to_string(level.groups.numa_limit.value()) +
                       "; " + cpus_text(level.groups.idlest & fork_scene::idle_allowed(s)) +
                       " would have been idle and allowed";
            }
        }
        return "";
    }
};

struct ForkStatsAllowed : ForkProperty {
    static constexpr PropertyInfo info = {
        .id = "fork.stats-count-allowed",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "the figures of the two groups compared in the end count no CPU that the task may not use",
        .why =
            "queues that the task cannot join say nothing of how long it waits, nor do idle CPUs that it "
            "cannot use",
        .source = "update_sg_wakeup_stats()",
        .vacuous = "every task may use every CPU",
        .expected = "fails up to v6.12; holds in the stable trees of v6.1 and v6.12, and from v6.19",
        .defect = "group-stats-count-all"};
    template <class D>
    static typename D::Truth counts_allowed(const ForkScene<D>& s, const typename D::CpuSet& group,
                                            const GroupStats<D>& stats) {
        const auto honest =
            queues_without(s.view, s.question, s.topology.machine.online, group & s.question.allowed);
        return (stats.load == honest.load) & (stats.util == honest.util) &
               (stats.runnable == honest.runnable) & (stats.nr_running == honest.nr_running) &
               (stats.idle_cpus == honest.idle_cpus);
    }
    template <class D>
    static Claim<D> judge(const ForkScene<D>& s) {
        auto meant = D::truth(false);
        auto holds = D::truth(true);
        for (const LevelStep<D>& level : s.decision.levels) {
            const auto here = level.visited & fork_scene::compared(level);
            const GroupComparison<D>& groups = level.groups;
            meant = meant | (here & !is_subset(groups.local | groups.idlest, s.question.allowed));
            holds = holds & ((counts_allowed(s, groups.local, groups.local_stats) &
                              counts_allowed(s, groups.idlest, groups.idlest_stats)) |
                             !here);
        }
        return {meant, holds};
    }
    template <class D>
    static std::string however(const ForkScene<D>& s) {
        for (const LevelStep<D>& level : s.decision.levels) {
            const GroupComparison<D>& groups = level.groups;
            for (const bool local : {true, false}) {
                const auto group = local ? groups.local : groups.idlest;
                const GroupStats<D>& stats = local ? groups.local_stats : groups.idlest_stats;
                if ((level.visited & fork_scene::compared(level)).is_true() &&
                    !counts_allowed(s, group, stats).is_true()) {
                    return "the group of " + cpus_text(group) + " counts " +
                           std::to_string(stats.nr_running.value()) + " running and " +
                           std::to_string(stats.idle_cpus.value()) + " idle, and the task may use " +
                           cpus_text(group & s.question.allowed) + " only";
                }
            }
        }
        return "";
    }
};

struct ForkGroupCookie : ForkProperty {
    static constexpr PropertyInfo info = {
        .id = "fork.group-cookie-match",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "a group is skipped for its cookie if and only if no CPU of it that the task may use is on an "
            "idle core or one with the task's cookie",
        .why = "elsewhere a sibling is forced idle, or the task itself",
        .source = "sched_group_cookie_match(); commit e705968dd687 (Lin Shengwang, 2022)",
        .vacuous =
            "every core matches, as in every check: a search has no core scheduling, so that the unit tests "
            "judge it with cookies of their own",
        .expected = "fails in v5.19, holds from v6.1; vacuous in checks",
        .defect = "group-cookie-of-waker"};
    template <class D>
    static Claim<D> judge(const ForkScene<D>& s) {
        const auto usable = core_cookie_matches(s.topology, s.view, s.question) & s.question.allowed;
        auto meant = D::truth(false);
        auto holds = D::truth(true);
        for (const LevelStep<D>& level : s.decision.levels) {
            const GroupComparison<D>& groups = level.groups;
            const auto accepted = [&](const typename D::CpuSet& group) {
                return is_empty(group) | !is_empty(group & usable);
            };
            meant = meant |
                    (level.visited & !is_subset(level.span & s.question.allowed, s.question.cookie_matches));
            holds = holds & (is_empty(groups.cookie_refused & usable) & accepted(groups.local) &
                             accepted(groups.idlest));
        }
        return {meant, holds};
    }
    template <class D>
    static std::string however(const ForkScene<D>& s) {
        const auto usable = core_cookie_matches(s.topology, s.view, s.question) & s.question.allowed;
        for (const LevelStep<D>& level : s.decision.levels) {
            const auto wrongly = level.groups.cookie_refused & usable;
            if (!is_empty(wrongly).is_true()) {
                return cpus_text(wrongly) + " would match, and the group is skipped";
            }
        }
        return "a group is compared in which no CPU that the task may use matches";
    }
};

}  // namespace schedmc
