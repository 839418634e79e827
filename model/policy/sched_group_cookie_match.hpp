// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/fork_exec.hpp"

namespace schedmc {

/// CPUs on which the task would not force a sibling idle: those of wholly idle cores, and those whose core has its
/// cookie.
///
/// Source: kernel/sched/sched.h, sched_core_cookie_match(), v5.19 .. v7.1.
template <class D>
typename D::CpuSet core_cookie_matches(const Topology<D>& topology, const LoadView<D>& view,
                                       const ForkExec<D>& question) {
    return question.cookie_matches | whole(topology.cores, view.idle);
}

/// Some allowed CPU of the group is on an idle core or one with the task's cookie. v5.19 tests the queue of the CPU
/// that asks each time instead. Where core scheduling is off, every CPU matches.
///
/// Cost: a few set expressions. Errors: none.
/// Source: kernel/sched/sched.h, sched_group_cookie_match(), v5.19 .. v7.1; commit e705968dd687.
template <class D>
typename D::Truth sched_group_cookie_match(const Topology<D>& topology, const Policy& policy,
                                           const LoadView<D>& view, const ForkExec<D>& question,
                                           const typename D::CpuSet& group, const typename D::Cpu& this_cpu) {
    const auto matches = core_cookie_matches(topology, view, question);
    if (policy.rules.group_cookie_reads_waker || policy.has(Defect::group_cookie_of_waker)) {
        return contains(matches, this_cpu);
    }
    return !is_empty(group & question.allowed & matches);
}

}  // namespace schedmc
