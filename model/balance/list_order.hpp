// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/state.hpp"

/// The order of a CPU's tasks in the list that balancing takes from: cfs_tasks. Its end, rank 0, is examined first;
/// tasks enter at its head, and move there when they are picked or refused.
namespace schedmc::list_order {

/// The tasks on a list are ranked by these, smaller first; equal keys by their numbers.
template <class D>
using Keys = typename D::template Array<typename D::Number>;

/// Ranks the tasks of every queue anew, densely, by their keys. Tasks on no queue have rank 0.
///
/// Cost: tasks squared.
template <class D>
void rank_by(const Model<D>& model, const Keys<D>& keys, State<D>& state) {
    const auto zero = D::number(0);
    for (std::size_t t = 0; t < state.tasks.size(); ++t) {
        auto rank = zero;
        const auto listed = is_on_queue(model, state.tasks[t]);
        for (std::size_t u = 0; u < state.tasks.size(); ++u) {
            if (u != t) {
                const auto before = u < t ? keys[u] <= keys[t] : keys[u] < keys[t];
                const auto there =
                    is_on_queue(model, state.tasks[u]) & (state.tasks[u].cpu == state.tasks[t].cpu);
                rank = rank + select(listed & there & before, D::number(1), zero);
            }
        }
        state.tasks[t].rank = rank;
    }
}

/// The keys that leave the order as it is.
template <class D>
Keys<D> present_keys(const State<D>& state) {
    Keys<D> keys;
    keys.resize(state.tasks.size(), D::number(0));
    for (std::size_t t = 0; t < state.tasks.size(); ++t) {
        keys[t] = state.tasks[t].rank;
    }
    return keys;
}

/// The order after a step that is no pass: who arrived is at the head, and above it who was picked.
///
/// Source: account_entity_enqueue(), set_next_task_fair(), v5.19 .. v7.1.
template <class D>
void after_step(const Model<D>& model, const State<D>& before, State<D>& after) {
    const auto tasks = D::number(after.tasks.size());
    Keys<D> keys = present_keys(after);
    for (std::size_t t = 0; t < after.tasks.size(); ++t) {
        const TaskState<D>& was = before.tasks[t];
        const TaskState<D>& is = after.tasks[t];
        const auto arrived = !(is_on_queue(model, was) & (was.cpu == is.cpu));
        const auto picked = (is.phase == TaskPhase::running) & (arrived | (was.phase != TaskPhase::running));
        keys[t] = select(picked, tasks + tasks, select(arrived, tasks, keys[t]));
    }
    rank_by(model, keys, after);
}

/// The CPUs with two tasks or more that had fewer before.
///
/// Cost: one pass over the tasks.
/// Source: add_nr_running(), v5.19 .. v7.1.
template <class D>
typename D::CpuSet crowded_cpus(const Model<D>& model, const State<D>& state) {
    auto busy = model.topology.none;
    auto crowded = model.topology.none;
    for (const TaskState<D>& task : state.tasks) {
        const auto here = select(is_on_queue(model, task), D::CpuSet::only(task.cpu), model.topology.none);
        crowded = crowded | (busy & here);
        busy = busy | here;
    }
    return crowded;
}

/// Queues that grew to two tasks are noted for the domains they belong to.
template <class D>
void note_overload(const Model<D>& model, const State<D>& before, State<D>& after) {
    const auto grown = (crowded_cpus(model, after) - crowded_cpus(model, before)) & model.balanced;
    after.balance.overloaded = after.balance.overloaded | !is_empty(grown);
}

}  // namespace schedmc::list_order
