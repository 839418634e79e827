// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/fork_exec.hpp"
#include "model/policy/wakeup.hpp"
#include "model/state.hpp"

namespace schedmc {

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
};

}  // namespace schedmc
