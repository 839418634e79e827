// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/policy/fork_exec.hpp"

/// The question that load balancing puts to the policy in one domain, and what it finds there. A pass over the domains
/// of a CPU, and what it does to queues, is model/balance/'s.
namespace schedmc {

/// Why a CPU balances. Source: enum cpu_idle_type.
enum class IdleKind : std::uint8_t {
    /// At its tick, while it runs a task.
    not_idle,
    /// At its tick, or on its behalf, while it idles.
    idle,
    /// In the scheduler, before it idles.
    newly_idle
};

/// In what the imbalance is counted that a pass is to move. Source: enum migration_type.
enum class MigrationType : std::uint8_t { load, util, task, misfit };

/// One look at one domain of one CPU. Source: struct lb_env.
template <class D>
struct BalanceEnv {
    /// The CPU that balances, and the number of the domain among its own, from the bottom.
    std::size_t cpu = 0;
    std::size_t level = 0;
    typename D::template Choice<IdleKind> idle;
    /// Where tasks are to go: `cpu`, or another CPU of its group once pinned tasks sent the pass there.
    typename D::Cpu dst;
    /// The CPUs still looked at.
    typename D::CpuSet cpus;
    /// Of `cpus`, those that no task is taken from: SMT siblings that a task was just pushed to.
    typename D::CpuSet excluded;
    /// sd->nr_balance_failed.
    typename D::Number nr_balance_failed;
};

/// Why find_busiest_group() found the domain balanced, or did not, in the order in which the reasons are tried.
enum class BusiestRule : std::uint8_t {
    none,
    /// No other group has tasks: balanced.
    no_busiest,
    /// A misfit task, or a group marked imbalanced: not balanced.
    misfit,
    imbalanced,
    /// The local group's type is the busier: balanced.
    local_type_higher,
    /// Both overloaded, the local group not less than the other, or than the domain, or nearly as much: balanced.
    local_load_not_lower,
    local_load_above_average,
    load_within_percentage,
    /// Tasks of a full group have siblings to spread to: not balanced.
    prefer_sibling,
    /// The other group is not overloaded: the balancing CPU is busy, or idle CPUs are as many, or one task is all there
    /// is: balanced; a busy core helped by a group without SMT: not balanced.
    cpu_not_idle,
    smt_helped,
    idle_not_more,
    single_task,
    /// Not balanced.
    busiest_busier
};

/// What load balance knows of one group. Source: struct sg_lb_stats, and what struct sched_group fixes.
template <class D>
struct DomainGroup : GroupStats<D> {
    using Number = typename D::Number;
    /// The tasks that load balance counts: from v6.19 those awake. Source: sum_h_nr_running.
    Number awake;
    /// The greatest load of a task that its CPU does not fit.
    Number misfit_load;
    /// The least capacity among its CPUs, their sum, and how many they are.
    Number min_capacity;
    Number capacity;
    Number weight;
    /// It is an SMT core; tasks in it prefer siblings.
    typename D::Truth is_core;
    typename D::Truth prefers_siblings;
    /// Some CPU has two tasks.
    typename D::Truth crowded;
    /// By how many tasks it is ahead of the local group. Source: sibling_imbalance().
    Number ahead{};
};

/// What find_busiest_group() knows of the domain, and its answer. Source: struct sd_lb_stats.
template <class D>
struct BusiestGroup {
    using CpuSet = typename D::CpuSet;
    using Number = typename D::Number;
    typename D::template Choice<BusiestRule> rule;
    CpuSet local;
    /// The busiest other group's CPUs; empty if there is none that has tasks.
    CpuSet candidate;
    DomainGroup<D> local_stats;
    DomainGroup<D> candidate_stats;
    /// The domain's load for each unit of capacity, times 1024.
    Number avg_load;
    /// The rule's verdict was "not balanced", and something is to be moved: the candidate again, else empty.
    CpuSet busiest;
    typename D::template Choice<MigrationType> migration;
    /// How much is to be moved, in the type's unit.
    Number imbalance;
    /// What the top domain's pass writes to rd->overload: some CPU has two tasks or a misfit one.
    typename D::Truth overloaded;
};

}  // namespace schedmc
