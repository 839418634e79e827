// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/kernel/fork_comparison.hpp"
#include "tests/kernel/load_queues.hpp"

/// The states in which forks and execs are compared. All end early when the comparison is over.
namespace schedmc::kernel {

/// What a sweep over forks and execs varies besides queues, masks and the CPU that asks.
struct ForkSpace {
    /// What each CPU can be doing.
    std::vector<LoadQueue> queues = {LoadQueue::idle,           LoadQueue::pending,   LoadQueue::one_task,
                                     LoadQueue::one_sched_idle, LoadQueue::two_tasks, LoadQueue::three_tasks};
    /// Every pattern of averages with every pattern of idle stamps and states, or each beside the next.
    bool all_averages = true;
    /// No preferred node, the node that asks, and another.
    bool preferred_nodes = false;
    /// No CPU fits the task, the greatest do, all do.
    bool fits = false;
    /// Every set of CPUs whose cookie is the task's, or all.
    bool cookies = false;
    /// Every set of groups marked imbalanced, or none.
    bool marks = false;
    /// Inactive CPUs, and tasks bound to a CPU.
    bool hotplug = false;
};

/// Forks and execs in every state of the machine. Cost: the product of all that varies.
void fork_in_every_state(ForkComparison& comparison, const Machine& machine, const ForkSpace& space);

/// Forks and execs with `questions` questions drawn for each of `machines` machines of up to 64 CPUs.
void fork_at_random(ForkComparison& comparison, std::uint64_t seed, std::size_t machines,
                    std::size_t questions);

}  // namespace schedmc::kernel
