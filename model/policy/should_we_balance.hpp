// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/balance.hpp"

namespace schedmc {

/// This CPU is the one of its group that balances in the domain now. A CPU about to idle always is, unless it got
/// something to run meanwhile; else it is the group's leader: a CPU of an idle core, else an idle CPU, else the first.
///
/// An idle CPU beside a busy sibling is on no idle core, and neither is any other CPU of that core; so the kernel's
/// removal of those siblings from its scan changes no answer and is not to be seen here.
///
/// Cost: a few set expressions. Errors: expects that the CPU has the domain.
/// Source: kernel/sched/fair.c, should_we_balance(), v5.19 .. v7.1.
template <class D>
typename D::Truth should_we_balance(const Topology<D>& topology, const Policy& policy,
                                    const LoadView<D>& view, const BalanceEnv<D>& env) {
    using Cpu = typename D::Cpu;
    const SchedDomain& domain = domain_of(topology, env);
    const SchedGroup& local = domain.groups[0];
    const Cpu first = D::cpu(local.balance_mask.next(0));
    const auto candidates =
        D::cpus(policy.has(Defect::balance_mask_is_whole_group) ? local.span : local.balance_mask);
    const auto idle = candidates & env.cpus & view.idle;
    const bool smt_domain = (domain.flags & sd_flag::share_cpucapacity) != 0;
    const bool any_idle_cpu_leads =
        smt_domain || policy.rules.balance_leader == BalanceLeader::first_idle;
    const Cpu leader = first_of(any_idle_cpu_leads ? idle : idle & whole(topology.cores, view.idle));
    const Cpu beside_busy = first_of(idle);
    auto leads = env.dst == or_else(leader, or_else(beside_busy, first));
    if (policy.rules.balance_leader == BalanceLeader::idle_core_or_two ||
        policy.has(Defect::leader_falls_through)) {
        leads = leads | ((!exists(leader)) & (env.dst == first));
    }

    const bool asks_queue =
        policy.rules.newidle_asks_queue && !policy.has(Defect::newidle_queue_not_asked);
    const auto still_idle =
        (at(view.nr_running, env.dst) == D::number(0)) & !contains(view.pending, env.dst);
    const auto newly_idle = asks_queue ? still_idle : D::truth(true);
    return contains(env.cpus, env.dst) & select(env.idle == IdleKind::newly_idle, newly_idle, leads);
}

}  // namespace schedmc
