// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/balance.hpp"

namespace schedmc {

/// A task on the queue that a pass takes from, as can_migrate_task() reads it.
template <class D>
struct MigrationCandidate {
    using Truth = typename D::Truth;
    typename D::CpuSet allowed;
    /// It is on its CPU.
    Truth running;
    Truth sched_idle_policy;
    Truth bound_kthread;
    /// It sleeps and was left on the queue.
    Truth delayed;
    /// It ran a moment ago. Source: task_hot(): sysctl_sched_migration_cost.
    Truth ran_lately;
    /// The core of the destination takes its cookie.
    Truth cookie_matches;
};

/// What the tasks examined so far left behind in a pass over one queue. Source: the LBF_ flags of struct lb_env.
template <class D>
struct Pinned {
    /// No task was found that may run on the destination.
    typename D::Truth all;
    /// Some task was found that may not.
    typename D::Truth some;
    /// One such may run on another CPU of the destination's group, and that CPU; else none.
    typename D::Cpu new_dst{};
};

/// The tasks on the source's queue ran where the destination's caches do not reach, or are kept off it.
///
/// Source: kernel/sched/fair.c, task_hot(), v5.19 .. v7.1.
/// Departs: the next buddy is left out; docs/fidelity.md#task_hot.
template <class D>
typename D::Truth task_hot(const SchedDomain& domain, const MigrationCandidate<D>& task) {
    const bool siblings = (domain.flags & sd_flag::share_cpucapacity) != 0;
    return D::truth(!siblings) & (!task.sched_idle_policy) & (task.ran_lately | !task.cookie_matches);
}

/// Whether a pass may take the task, and in `pinned` what it learns of masks. `group` are the CPUs among which the
/// destination's group may send it elsewhere; `active`, the stopper asks.
///
/// Cost: a few set expressions. Errors: none.
/// Source: kernel/sched/fair.c, can_migrate_task(), v5.19 .. v7.1.
/// Departs: bandwidth control, proxy execution, eligibility and NUMA locality are left out;
/// docs/fidelity.md#can_migrate_task.
template <class D>
typename D::Truth can_migrate_task(const Policy& policy, const SchedDomain& domain, const BalanceEnv<D>& env,
                                   const MigrationCandidate<D>& task,
                                   const typename D::template Choice<MigrationType>& migration,
                                   const typename D::CpuSet& group, bool active, Pinned<D>& pinned) {
    auto asked = !task.bound_kthread;
    if (policy.rules.balance_leaves_delayed) {
        asked = asked & ((!task.delayed) | (migration == MigrationType::load));
    }
    const auto may_run =
        contains(task.allowed, env.dst) | D::truth(policy.has(Defect::pull_ignores_affinity));
    const auto is_pinned = asked & !may_run;
    pinned.some = pinned.some | is_pinned;
    const auto elsewhere = first_of(group & env.cpus & task.allowed);
    const auto redirects =
        is_pinned & D::truth(!active) & (env.idle != IdleKind::newly_idle) & !exists(pinned.new_dst);
    pinned.new_dst = select(redirects, elsewhere, pinned.new_dst);
    const auto can = asked & may_run;
    pinned.all = pinned.all & !can;
    const auto movable = can & ((!task.running) | D::truth(policy.has(Defect::pull_takes_running)));
    const auto patient = env.nr_balance_failed <= D::number(domain.cache_nice_tries);
    return movable & (D::truth(active) | !(task_hot(domain, task) & patient));
}

}  // namespace schedmc
