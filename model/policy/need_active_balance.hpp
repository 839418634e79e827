// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/balance.hpp"

namespace schedmc {

/// The task that runs on the source is to be pushed off it: it is misfit there, or tasks were to be spread and could
/// not be moved for several passes.
///
/// Cost: two comparisons. Errors: expects that the CPU has the domain.
/// Source: kernel/sched/fair.c, need_active_balance(), imbalanced_active_balance(), v5.19 .. v7.1.
/// Departs: asymmetric packing, and a source whose capacity interrupts or real-time tasks take, are left out, so that
/// the source is not looked at; docs/fidelity.md#need_active_balance.
template <class D>
typename D::Truth need_active_balance(const Topology<D>& topology, const Policy& policy,
                                      const LoadView<D>& /*view*/, const BalanceEnv<D>& env,
                                      const typename D::template Choice<MigrationType>& migration,
                                      const typename D::Cpu& /*src*/) {
    const SchedDomain& domain = domain_of(topology, env);
    const auto failed = D::number(domain.cache_nice_tries + 2) < env.nr_balance_failed;
    const auto given_up =
        failed & (migration == MigrationType::task) & D::truth(!policy.has(Defect::active_balance_never));
    return given_up | (migration == MigrationType::misfit);
}

}  // namespace schedmc
