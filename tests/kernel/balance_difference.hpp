// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "model/domain/concrete.hpp"
#include "model/machine/topology.hpp"
#include "model/policy/balance.hpp"
#include "tests/kernel/shim/kernel_functions.h"

namespace schedmc::kernel {

/// What the model says to one look at one domain.
struct ModelBalance {
    Word::Truth leads;
    /// The domain is its CPU's top one, so that the look says whether the machine is overloaded.
    bool top = false;
    BusiestGroup<Word> group;
    /// The queue in the group found, none if there is no group; and whether its running task is to be pushed.
    Word::Cpu queue;
    Word::Truth active;
};

/// The name of the first thing in which model and kernel part, or "" where they agree: who balances the domain, the
/// figures of the local and the busiest group, whether anything is to be moved and how much, what is written of the
/// whole machine, the queue, and whether its stopper is asked.
std::string_view first_difference(const kernel_balance_decision& kernel, const ModelBalance& model);

/// The queues of all CPUs and the marks of groups, in words; what load balance asks; what each side found.
std::string told_loads(const Topology<Word>& topology, const LoadView<Word>& view);
std::string told_env(const Topology<Word>& topology, const BalanceEnv<Word>& env);
std::string told_balance(const kernel_balance_decision& kernel, const ModelBalance& model);

}  // namespace schedmc::kernel
