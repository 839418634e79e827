// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <vector>

#include "model/policy/balance.hpp"
#include "model/policy/fork_exec.hpp"
#include "model/policy/wakeup.hpp"
#include "model/state.hpp"

namespace schedmc {

/// A look at one domain, and the source that it found; none where the domain is balanced or not this CPU's.
template <class D>
struct BalanceLook {
    BalanceEnv<D> env;
    /// This CPU balances the domain for its group; and no other pass kept it out.
    typename D::Truth leads;
    typename D::Truth looked;
    BusiestGroup<D> group;
    typename D::Cpu src;
};

/// Tasks taken off a queue for another one.
template <class D>
struct BalanceTake {
    typename D::Number level;
    typename D::template Choice<IdleKind> idle;
    /// The CPU that balances, where the tasks come from, and where they go.
    typename D::Cpu cpu;
    typename D::Cpu src;
    typename D::Cpu dst;
    typename D::TaskSet taken;
    /// How many tasks the source had, and the one that ran there.
    typename D::Number queued{};
    typename D::Task running{};
};

/// What a step did, beyond the state after it. Properties of wakeups read view, wakeup and decision, which are
/// meaningful only where `wakes` is; those of forks and execs the last three, where `places` is.
template <class D>
struct Transition {
    State<D> after;
    bool wakes = false;
    RunqueueView<D> view;
    Wakeup<D> wakeup;
    WakeupDecision<D> decision;
    bool places = false;
    LoadView<D> loads;
    ForkExec<D> question;
    ForkExecDecision<D> placement;
    /// Load balance: the looks at domains, and the tasks taken in passes, pushed to siblings, and taken by stoppers.
    std::vector<BalanceLook<D>> looks;
    std::vector<BalanceTake<D>> takes;
    std::vector<BalanceTake<D>> pushes;
    std::vector<BalanceTake<D>> stops;
    /// A newly idle CPU's pass ended in its idle task; and a pass had not ended after more critical sections than any
    /// needs.
    typename D::Truth idles{};
    bool endless = false;
};

}  // namespace schedmc
