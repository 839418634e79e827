// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/kernel/comparison.hpp"
#include "tests/kernel/queues.hpp"

/// The states that a comparison visits. All end early when the comparison is over.
namespace schedmc::kernel {

/// What a sweep over select_idle_sibling() varies besides queues, masks, hints, prev and recently used CPU.
struct SearchSpace {
    /// What each CPU can be doing.
    std::vector<Queue> queues = {Queue::idle, Queue::one_task, Queue::one_sched_idle};
    /// Every CPU as target and every scan budget, or only cpu0 with budgets 0, 1 and the LLC's weight.
    bool all_targets_and_budgets = true;
    /// Every CPU as the waker's, in an interrupt and not, over a bound kernel thread and not; or an interrupt on one.
    bool all_wakers = false;
};

/// select_idle_sibling() in every state of the machine. Cost: the product of all that varies.
void search_every_state(Comparison& comparison, const Machine& machine, const SearchSpace& space);

/// select_idle_sibling() where capacities differ: which CPUs fit the wakee and which miss only its boost.
void search_every_fit(Comparison& comparison, const Machine& machine);

/// select_idle_sibling() with core scheduling on: which CPUs' cores have the wakee's cookie.
void search_every_cookie(Comparison& comparison, const Machine& machine);

/// select_task_rq_fair(), select_task_rq() and wake_affine() for every way to wake in every state of the queues, with
/// every mask, waker, prev and recent; the hint and the budget take two combinations. Queues that differ only in what
/// the waker's CPU can tell apart do so on that CPU alone.
void wake_in_every_way(Comparison& comparison, const Machine& machine);

/// wake_affine_idle(), update_idle_core(), available_idle_cpu(), sched_idle_cpu(), ttwu_queue_wakelist(),
/// cpus_share_cache() and cpus_share_resources() in every state of the machine.
void ask_small_functions(Comparison& comparison, const Machine& machine);

/// All functions with `questions` questions drawn for each of `machines` machines of up to 64 CPUs.
void ask_at_random(Comparison& comparison, std::uint64_t seed, std::size_t machines, std::size_t questions);

}  // namespace schedmc::kernel
