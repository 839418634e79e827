// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/kernel/balance_comparison.hpp"
#include "tests/kernel/load_queues.hpp"

/// The states in which load balance is compared. All end early when the comparison is over.
namespace schedmc::kernel {

/// What a sweep over load balance varies besides queues, the CPU that balances, its domain, and why it balances.
struct BalanceSpace {
    /// What each CPU can be doing.
    std::vector<LoadQueue> queues = {LoadQueue::idle,      LoadQueue::pending,     LoadQueue::one_task,
                                     LoadQueue::two_tasks, LoadQueue::three_tasks, LoadQueue::four_tasks};
    /// Every pattern of averages, or steady ones alone.
    bool all_averages = false;
    /// Every set of groups marked imbalanced, or none.
    bool marks = false;
    /// Every set of CPUs looked at with every CPU that a pass may be sent to, or all for the CPU itself.
    bool masks = false;
    /// Every set of CPUs of less than full capacity whose task does not fit, or did not, or none.
    bool misfits = false;
    /// Queues of every group for every kind of imbalance as well.
    bool all_queues = false;
};

/// Every look at every domain in every state of the machine. Cost: the product of all that varies.
void balance_in_every_state(BalanceComparison& comparison, const Machine& machine, const BalanceSpace& space);

/// Every task that a pass over a domain of the machine can meet. Cost: some millions of questions for four CPUs.
void migrate_every_task(BalanceComparison& comparison, const Machine& machine);

/// Looks at domains of `machines` machines of up to 64 CPUs, `questions` drawn for each.
void balance_at_random(BalanceComparison& comparison, std::uint64_t seed, std::size_t machines,
                       std::size_t questions);

}  // namespace schedmc::kernel
