// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/sched_group_cookie_match.hpp"
#include "properties/property.hpp"

/// Words that the properties of forks and execs share, each with one meaning.
namespace schedmc::fork_scene {

/// Some domain on the way down is as `holds(level)` says.
template <class D, class Holds>
typename D::Truth on_some_level(const ForkScene<D>& s, Holds&& holds) {
    auto found = D::truth(false);
    for (const LevelStep<D>& level : s.decision.levels) {
        found = found | (level.visited & holds(level));
    }
    return found;
}

/// Idle CPUs that the task may use.
template <class D>
typename D::CpuSet idle_allowed(const ForkScene<D>& s) {
    return s.view.idle & s.question.allowed;
}

/// The idle CPUs that the task may use in the first domain searched, the widest.
template <class D>
typename D::CpuSet idle_searched(const ForkScene<D>& s) {
    auto widest = s.topology.none;
    if (!s.decision.levels.empty()) {
        const LevelStep<D>& first = s.decision.levels[0];
        widest = select(first.visited, first.span, s.topology.none);
    }
    return widest & idle_allowed(s);
}

/// The group was chosen for one of these reasons.
template <class D, class... Rules>
typename D::Truth by_rule(const LevelStep<D>& level, Rules... rules) {
    return ((level.groups.rule == rules) | ...);
}

/// The group was chosen by type, or by load between busy ones, or by capacity.
template <class D>
typename D::Truth by_type(const LevelStep<D>& level) {
    return by_rule(level, GroupRule::local_type_lower, GroupRule::local_type_higher,
                   GroupRule::numa_load_allowance, GroupRule::load_allowance,
                   GroupRule::load_within_percentage, GroupRule::other_load_lower,
                   GroupRule::local_capacity_suffices, GroupRule::other_capacity_greater);
}

/// The group was chosen by the number of idle CPUs.
template <class D>
typename D::Truth by_idle_count(const LevelStep<D>& level) {
    return by_rule(level, GroupRule::local_idle_not_fewer, GroupRule::other_has_more_idle);
}

/// The group that the task stays in or goes to.
template <class D>
typename D::CpuSet kept(const LevelStep<D>& level) {
    return select(is_empty(level.groups.chosen), level.groups.local, level.groups.chosen);
}

/// The domain has an idle CPU that the task may use, and the group kept has none.
template <class D>
typename D::Truth leaves_idle_behind(const ForkScene<D>& s, const LevelStep<D>& level) {
    const auto idle = idle_allowed(s);
    return is_empty(kept(level) & idle) & !is_empty(level.span & idle);
}

/// The CPUs of the chosen group were searched one by one.
template <class D>
typename D::Truth searched_group(const LevelStep<D>& level) {
    return (level.picked.rule == GroupCpuRule::idle_cpu) |
           (level.picked.rule == GroupCpuRule::least_loaded_cpu) |
           (level.picked.rule == GroupCpuRule::nothing_seen);
}

/// The group has an idle CPU that the task may use, and a busy one was picked.
template <class D>
typename D::Truth overlooks_idle(const ForkScene<D>& s, const LevelStep<D>& level) {
    return searched_group(level) & !is_empty(level.groups.chosen & idle_allowed(s)) &
           !contains(s.view.idle, level.picked.cpu);
}

/// Two groups were compared.
template <class D>
typename D::Truth compared(const LevelStep<D>& level) {
    return !(is_empty(level.groups.local) | is_empty(level.groups.idlest));
}

}  // namespace schedmc::fork_scene
