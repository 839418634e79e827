// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/balance.hpp"

namespace schedmc {

/// The domain that a pass looks at. Errors: expects that the CPU has it.
template <class D>
const SchedDomain& domain_of(const Topology<D>& topology, const BalanceEnv<D>& env) {
    expects(env.level < topology.domains.of_cpu[env.cpu].size(), "the CPU has a domain at this level");
    return topology.domains.of_cpu[env.cpu][env.level];
}

/// The CPU is the one of its group that balances the domain, or is about to idle.
///
/// Cost: a few set expressions. Errors: none.
/// Source: kernel/sched/fair.c, should_we_balance(), v5.19 .. v7.1; the row of v6.6 is the rule of its first release.
template <class D>
typename D::Truth should_we_balance(const Topology<D>& topology, const Policy& policy,
                                    const LoadView<D>& view, const BalanceEnv<D>& env) {
    const SchedDomain& domain = domain_of(topology, env);
    const auto nothing_came =
        (at(view.nr_running, env.dst) == D::number(0)) & !contains(view.pending, env.dst);
    const bool always = policy.rules.newidle_always_balances || policy.has(Defect::newidle_ignores_arrival);
    const auto newly_idle = nothing_came | D::truth(always);

    const SchedGroup& local = domain.groups[0];
    const CpuMask& mask = policy.has(Defect::balance_mask_ignored) ? local.span : local.balance_mask;
    const auto idle = D::cpus(mask) & env.cpus & view.idle;
    const auto first_idle = first_of(idle);
    const auto balance_cpu = env.dst == D::cpu(mask.next(0));
    const auto by_idle = select(exists(first_idle), first_idle == env.dst, balance_cpu);
    const bool asks_core = policy.rules.balance_leader != BalanceLeader::first_idle &&
                           (domain.flags & sd_flag::share_cpucapacity) == 0 &&
                           !policy.has(Defect::leader_ignores_cores);
    auto leads = by_idle;
    if (asks_core) {
        const auto on_idle_core = first_of(idle & whole(topology.cores, view.idle));
        const bool two = policy.rules.balance_leader == BalanceLeader::idle_core_or_two ||
                         policy.has(Defect::leader_falls_through);
        const auto without_core = two ? by_idle | balance_cpu : by_idle;
        leads = select(exists(on_idle_core), on_idle_core == env.dst, without_core);
    }
    return contains(env.cpus, env.dst) & select(env.idle == IdleKind::newly_idle, newly_idle, leads);
}

}  // namespace schedmc
