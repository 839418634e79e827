// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <vector>

#include "model/policy/balance.hpp"
#include "tests/model/policy/loop_fork.hpp"

/// A second reading of what load balancing finds in a domain, by loops over arrays, with the unsigned numbers that the
/// kernel computes with.
namespace schedmc::loops {

/// One look at one domain.
struct LoopLook {
    std::size_t cpu = 0;
    std::size_t level = 0;
    IdleKind idle = IdleKind::idle;
    std::size_t dst = 0;
    Flags cpus, excluded;
    unsigned failed = 0;
    /// [cpu] -> the load of a misfit task, and sleepers that stay queued.
    std::vector<long long> misfit, delayed;
};

/// What is found.
struct LoopFound {
    bool leads = false;
    BusiestRule rule = BusiestRule::none;
    /// The ring's places of the local group and of the busiest other one, -1 for none.
    int local = -1;
    int candidate = -1;
    bool pulls = false;
    MigrationType type = MigrationType::load;
    /// env->imbalance, a number with a sign of 64 bits.
    long long imbalance = 0;
    bool overloaded = false;
    int queue = nobody;
    /// For the queue found, or if there is none for the CPU itself.
    bool active = false;
};

/// What is found by loops.
LoopFound loop_balance(const Machine& machine, const SchedDomains& domains, const Rules& rules,
                       const LoopLoads& loads, const LoopLook& look);

}  // namespace schedmc::loops
