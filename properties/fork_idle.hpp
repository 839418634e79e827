// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "properties/fork_scene.hpp"

/// No forked task queues behind a busy CPU while an idle one is in reach: one property a route by which it happens, so
/// that each keeps its own shortest trace.
namespace schedmc {

struct ForkIdleUsed : ForkProperty {
    /// The forked task is queued where something runs that is not only SCHED_IDLE.
    template <class D>
    static typename D::Truth is_stacked(const ForkScene<D>& s) {
        return !contains(s.view.idle | s.view.sched_idle, s.decision.cpu);
    }
    template <class D>
    static typename D::Truth speaks(const ForkScene<D>& s) {
        return D::truth(!s.question.exec) & !is_empty(fork_scene::idle_searched(s));
    }
    /// The route is taken where some domain is left by it, and fails where that leaves the idle CPUs behind.
    template <class D, class Route>
    static Claim<D> judge_route(const ForkScene<D>& s, Route&& route) {
        const auto lost = fork_scene::on_some_level(s, [&](const LevelStep<D>& level) {
            return route(level) & fork_scene::leaves_idle_behind(s, level);
        });
        return {speaks(s) & fork_scene::on_some_level(s, route), !(lost & is_stacked(s))};
    }
    template <class D>
    static std::string however(const ForkScene<D>& s) {
        return cpu_text(s.decision.cpu) + " is busy, and " + cpus_text(fork_scene::idle_searched(s)) +
               " in the domain searched would have been idle and allowed";
    }
};

struct ForkIdleUsedGroupType : ForkIdleUsed {
    static constexpr PropertyInfo info = {
        .id = "fork.idle-allowed-cpu-used.group-type",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "a group chosen for its type or load does not leave a forked task on a busy CPU while an idle "
            "CPU that it may use is in the domain searched",
        .why = "a group with more tasks than CPUs counts as overloaded even if one of its CPUs is idle",
        .source = "find_idlest_group(), group_classify()",
        .vacuous = "no fork compares groups of different types, or busy ones",
        .expected =
            "fails in every version where queues may grow: one core runs a task on each thread, the other "
            "has three on one thread",
        .defect = "group-types-reversed"};
    template <class D>
    static Claim<D> judge(const ForkScene<D>& s) {
        return judge_route(s, [](const LevelStep<D>& level) { return fork_scene::by_type(level); });
    }
};

struct ForkIdleUsedNumaAllowance : ForkIdleUsed {
    static constexpr PropertyInfo info = {
        .id = "fork.idle-allowed-cpu-used.numa-allowance",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "the allowance between nodes does not leave a forked task on a busy CPU while an idle CPU that "
            "it may use is in the domain searched",
        .why =
            "tasks that talk to each other share a node; the price is a queue where the node has no idle CPU "
            "left",
        .source =
            "find_idlest_group(): imb_numa_nr, adjust_numa_imbalance(); commits 2cfb7a1b031b, f5b2eeb49991",
        .vacuous = "no fork is kept by the allowance",
        .expected =
            "fails in v5.19, where the task's mask is not looked at; later where CPUs count tasks unevenly",
        .defect = "numa-limit-ignores-mask"};
    template <class D>
    static Claim<D> judge(const ForkScene<D>& s) {
        return judge_route(s, [](const LevelStep<D>& level) {
            return fork_scene::by_rule(level, GroupRule::numa_allowance);
        });
    }
};

struct ForkIdleUsedIdleCount : ForkIdleUsed {
    static constexpr PropertyInfo info = {
        .id = "fork.idle-allowed-cpu-used.idle-count",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "a group chosen for its number of idle CPUs does not leave a forked task on a busy CPU while an "
            "idle CPU that it may use is in the domain searched",
        .why = "idle CPUs that the task may not use are of no use to it",
        .source = "find_idlest_group(), update_sg_wakeup_stats()",
        .vacuous = "no fork is decided by the number of idle CPUs",
        .expected = "fails up to v6.12; holds in the stable trees of v6.1 and v6.12, and from v6.19",
        .defect = "group-stats-count-all"};
    template <class D>
    static Claim<D> judge(const ForkScene<D>& s) {
        return judge_route(s, [](const LevelStep<D>& level) { return fork_scene::by_idle_count(level); });
    }
};

struct ForkIdleUsedInvisible : ForkIdleUsed {
    static constexpr PropertyInfo info = {
        .id = "fork.idle-allowed-cpu-used.invisible",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "a search that overlooks the idle CPUs of its group does not leave a forked task on a busy CPU "
            "while an idle CPU that it may use is in the domain searched",
        .why =
            "an idle CPU without an idle state is known by the time it went idle only, and one that never "
            "did has none",
        .source = "find_idlest_group_cpu(): idle_stamp",
        .vacuous = "no group of several CPUs is searched that has an idle one",
        .expected =
            "fails without cpuidle in every version: CPUs idle since the start are not seen; holds with "
            "cpuidle",
        .defect = "idle-stamp-of-the-future"};
    template <class D>
    static Claim<D> judge(const ForkScene<D>& s) {
        const auto meant = fork_scene::on_some_level(s, [&](const LevelStep<D>& level) {
            return fork_scene::searched_group(level) &
                   !is_empty(level.groups.chosen & fork_scene::idle_allowed(s));
        });
        const auto overlooked = fork_scene::on_some_level(
            s, [&](const LevelStep<D>& level) { return fork_scene::overlooks_idle(s, level); });
        return {speaks(s) & meant, !(overlooked & is_stacked(s))};
    }
};

struct ForkIdleUsedRest : ForkIdleUsed {
    static constexpr PropertyInfo info = {
        .id = "fork.idle-allowed-cpu-used.rest",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "a forked task whose way down passes an idle CPU by neither group nor search is not queued on a "
            "busy CPU while an idle CPU that it may use is in the domain searched",
        .why = "what remains after the routes above should not happen at all",
        .source = "find_idlest_cpu()",
        .vacuous = "no fork finds an idle CPU in its domain",
        .expected = "holds",
        .defect = "way-down-forgets-cpu"};
    template <class D>
    static Claim<D> judge(const ForkScene<D>& s) {
        const auto told_apart = fork_scene::on_some_level(s, [&](const LevelStep<D>& level) {
            return fork_scene::leaves_idle_behind(s, level) | fork_scene::overlooks_idle(s, level);
        });
        return {speaks(s) & !told_apart, !is_stacked(s)};
    }
};

}  // namespace schedmc
