// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/should_we_balance.hpp"

namespace schedmc {

/// A pass that moved nothing asks the source's stopper to push its running task: for a misfit task, or for tasks that
/// were to be spread, after enough failures.
///
/// Cost: two comparisons. Errors: none.
/// Source: kernel/sched/fair.c, need_active_balance(), imbalanced_active_balance(), v5.19 .. v7.1.
/// Departs: core priorities, and capacity lost to interrupts, are left out; docs/fidelity.md#need_active_balance.
template <class D>
typename D::Truth need_active_balance(const Topology<D>& topology, const Policy&, const LoadView<D>&,
                                      const BalanceEnv<D>& env,
                                      const typename D::template Choice<MigrationType>& migration,
                                      const typename D::Cpu&) {
    const auto often = D::number(domain_of(topology, env).cache_nice_tries + 2) < env.nr_balance_failed;
    return (migration == MigrationType::misfit) | ((migration == MigrationType::task) & often);
}

}  // namespace schedmc
