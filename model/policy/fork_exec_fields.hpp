// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <algorithm>

#include "model/policy/balance.hpp"

/// One of two values of the types of model/policy/fork_exec.hpp, field by field, for select().
namespace schedmc {

/// One of two groups' figures.
template <class D>
GroupStats<D> select_fields(const typename D::Truth& condition, const GroupStats<D>& a,
                            const GroupStats<D>& b) {
    return {.load = select(condition, a.load, b.load),
            .util = select(condition, a.util, b.util),
            .runnable = select(condition, a.runnable, b.runnable),
            .nr_running = select(condition, a.nr_running, b.nr_running),
            .idle_cpus = select(condition, a.idle_cpus, b.idle_cpus),
            .type = select(condition, a.type, b.type),
            .avg_load = select(condition, a.avg_load, b.avg_load),
            .max_capacity = select(condition, a.max_capacity, b.max_capacity)};
}

/// One of two groups' figures, as load balance has them.
template <class D>
DomainGroup<D> select_fields(const typename D::Truth& condition, const DomainGroup<D>& a, const DomainGroup<D>& b) {
    DomainGroup<D> one;
    static_cast<GroupStats<D>&>(one) =
        select_fields(condition, static_cast<const GroupStats<D>&>(a), static_cast<const GroupStats<D>&>(b));
    one.awake = select(condition, a.awake, b.awake);
    one.misfit_load = select(condition, a.misfit_load, b.misfit_load);
    one.min_capacity = select(condition, a.min_capacity, b.min_capacity);
    one.capacity = select(condition, a.capacity, b.capacity);
    one.weight = select(condition, a.weight, b.weight);
    one.is_core = select(condition, a.is_core, b.is_core);
    one.prefers_siblings = select(condition, a.prefers_siblings, b.prefers_siblings);
    one.crowded = select(condition, a.crowded, b.crowded);
    one.ahead = select(condition, a.ahead, b.ahead);
    return one;
}

/// One of two comparisons.
template <class D>
GroupComparison<D> select_fields(const typename D::Truth& condition, const GroupComparison<D>& a,
                                 const GroupComparison<D>& b) {
    return {.rule = select(condition, a.rule, b.rule),
            .local = select(condition, a.local, b.local),
            .idlest = select(condition, a.idlest, b.idlest),
            .local_stats = select_fields(condition, a.local_stats, b.local_stats),
            .idlest_stats = select_fields(condition, a.idlest_stats, b.idlest_stats),
            .numa_limit = select(condition, a.numa_limit, b.numa_limit),
            .cookie_refused = select(condition, a.cookie_refused, b.cookie_refused),
            .chosen = select(condition, a.chosen, b.chosen)};
}

/// One of two searches in a group.
template <class D>
GroupCpu<D> select_fields(const typename D::Truth& condition, const GroupCpu<D>& a, const GroupCpu<D>& b) {
    return {.rule = select(condition, a.rule, b.rule),
            .cpu = select(condition, a.cpu, b.cpu),
            .invisible = select(condition, a.invisible, b.invisible)};
}

/// One of two passes.
template <class D>
LevelStep<D> select_fields(const typename D::Truth& condition, const LevelStep<D>& a, const LevelStep<D>& b) {
    return {.visited = select(condition, a.visited, b.visited),
            .near = select(condition, a.near, b.near),
            .span = select(condition, a.span, b.span),
            .numa = select(condition, a.numa, b.numa),
            .groups = select_fields(condition, a.groups, b.groups),
            .picked = select_fields(condition, a.picked, b.picked)};
}

/// One of two ways down; the shorter one is continued by passes not visited.
template <class D>
LevelSteps<D> select_steps(const typename D::Truth& condition, LevelSteps<D> a, LevelSteps<D> b) {
    const std::size_t length = std::max(a.size(), b.size());
    a.resize(length);
    b.resize(length);
    for (std::size_t i = 0; i < length; ++i) {
        a[i] = select_fields(condition, a[i], b[i]);
    }
    return a;
}

/// One of two decisions, whole.
template <class D>
ForkExecDecision<D> select_fields(const typename D::Truth& condition, const ForkExecDecision<D>& a,
                                  const ForkExecDecision<D>& b) {
    return {.answer = select(condition, a.answer, b.answer),
            .rule = select(condition, a.rule, b.rule),
            .levels = select_steps<D>(condition, a.levels, b.levels),
            .repaired = select(condition, a.repaired, b.repaired),
            .cpu = select(condition, a.cpu, b.cpu),
            .burst = select_fields(condition, a.burst, b.burst)};
}

}  // namespace schedmc
