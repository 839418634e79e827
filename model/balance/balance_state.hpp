// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/can_migrate_task.hpp"
#include "model/scenario.hpp"

namespace schedmc {

/// Where a pass over a CPU's domains stands. Each stage but the first two is one critical section of the kernel, and
/// with races one step.
enum class PassStage : std::uint8_t {
    /// There is no pass.
    none,
    /// Before a domain, or behind the last one.
    between,
    /// A task was taken off the CPU's queue and is to be put on a sibling's.
    push_attach,
    /// A source was found, and tasks are to be taken off its queue, under its lock.
    detach,
    /// Tasks were taken off, and are to be put on the destination's queue, under its lock.
    attach,
    /// All tasks of the source were pinned: another one is looked for.
    look_again,
    /// What remains to be done once a source was found: counts, and the stopper.
    settle
};

/// How many stages there are.
inline constexpr std::size_t pass_stages = 7;

/// A pass over the domains of a CPU, between two of its steps. Source: struct lb_env, and the locals of load_balance(),
/// rebalance_domains() and newidle_balance().
template <class D>
struct Pass {
    using Truth = typename D::Truth;
    using Cpu = typename D::Cpu;
    typename D::template Choice<PassStage> stage;
    /// The CPU that runs the pass, and the one for which it does.
    Cpu runner;
    Cpu cpu;
    typename D::template Choice<IdleKind> idle;
    /// The domain it is in, or is to come to next, from the bottom.
    typename D::Number level;
    /// env->cpus, env->dst_cpu, env->src_cpu.
    typename D::CpuSet cpus;
    Cpu dst;
    Cpu src;
    typename D::template Choice<MigrationType> migration;
    typename D::Number imbalance;
    /// env->loop_max: how many tasks are examined at the most.
    typename D::Number examined_max;
    /// LBF_ALL_PINNED, LBF_SOME_PINNED, and env->new_dst_cpu, which is `dst` while it is not set.
    Truth all_pinned;
    Truth some_pinned;
    Cpu new_dst;
    /// Something was moved: in this domain, in this pass.
    Truth moved;
    Truth pulled;
    /// Another CPU of the group balances, or a task arrived: no domain above is looked at.
    Truth stopped;
    /// A task was pushed to a sibling at the start.
    Truth pushed;
    /// The pass holds the lock that serialises passes over nodes.
    Truth serialises;
    /// The idle CPUs for which the runner is to balance yet.
    typename D::CpuSet rest;
};

/// What load balancing keeps, beyond the queues. Empty where the scenario does not balance.
template <class D>
struct BalanceState {
    using Number = typename D::Number;
    using CpuSet = typename D::CpuSet;
    /// [record of a group] -> sgc->imbalance.
    typename D::template Array<typename D::Truth> imbalanced;
    /// rd->overload: some CPU may have two tasks.
    typename D::Truth overloaded{};
    /// CPUs whose queue has run out, and whose newidle balance is to come before they idle.
    CpuSet about_to_idle{};
    /// [cpu] -> where its stopper is to push a task; the CPU itself while none is queued.
    /// Source: rq->active_balance, rq->push_cpu.
    typename D::template Array<typename D::Cpu> push_cpu;
    /// [level][cpu] -> sd->nr_balance_failed, ending at cache_nice_tries + 3; empty where the environment says what it
    /// is.
    Bounded<typename D::template Array<Number>, 8> nr_balance_failed;
    /// nohz.idle_cpus_mask, and idle CPUs that were told to balance for it (NOHZ_BALANCE_KICK).
    CpuSet tickless{};
    CpuSet kicked{};
    /// CPUs that pushed a task in their last pass; kept where that outlives the pass.
    CpuSet pushers{};
    /// Passes under way, with races.
    Bounded<Pass<D>, most_passes> passes;
};

/// Beyond this a count of failures changes nothing more.
inline std::size_t nr_balance_failed_max(const SchedDomain& domain) { return domain.cache_nice_tries + 3; }

}  // namespace schedmc
