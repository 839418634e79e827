// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>

#include "model/domain/bounded.hpp"
#include "model/machine/topology.hpp"
#include "model/policy/burst_record.hpp"
#include "model/policy/policy.hpp"

/// The question that a fork or an exec puts to the policy and the answer it gets, as model/policy/wakeup.hpp has them
/// for wakeups. Unlike a wakeup, these compare groups of CPUs by what their queues hold and by averages of load; the
/// averages are part of the question, so that another provider may give any.
namespace schedmc {

/// What the runqueues of all CPUs look like to a fork or an exec. Source: struct rq, cpu_load(), cpu_util_cfs(),
/// cpu_runnable().
template <class D>
struct LoadView {
    using CpuSet = typename D::CpuSet;
    using Numbers = typename D::template Array<typename D::Number>;
    /// available_idle_cpu(): runs its idle task, nothing queued, no wakeup pending.
    CpuSet idle;
    /// sched_idle_cpu(): something queued, all of it SCHED_IDLE.
    CpuSet sched_idle;
    /// The current task is the idle task, whatever is queued.
    CpuSet runs_idle;
    /// ttwu_pending: a wakeup is on its way by the wake list.
    CpuSet pending;
    /// cpu_active() and cpu_online().
    CpuSet active;
    CpuSet online;
    /// [cpu] -> tasks queued and running, of all classes.
    Numbers nr_running;
    /// [cpu] -> the same without sleepers left on their queue, and the load of a running task that the CPU does not
    /// fit; read by load balance alone. Source: cfs_rq->h_nr_runnable, rq->misfit_task_load.
    Numbers awake;
    Numbers misfit_load;
    /// [cpu] -> the averages: load weight times time queued, utilisation and time runnable, 1024 for one normal task
    /// that never stops.
    Numbers load;
    Numbers util;
    Numbers runnable;
    /// [record of a group] -> sgc->imbalance: a domain below could not move what its pass wanted to, for pinned tasks.
    typename D::template Array<typename D::Truth> imbalanced;
    /// CPUs that cpuidle has put into an idle state.
    CpuSet has_idle_state;
    /// [cpu] -> exit latency of its idle state; read of CPUs that have one.
    Numbers exit_latency;
    /// [cpu] -> idle_stamp, by rank: a CPU that went idle later has a greater one, 0 is a CPU without a stamp.
    Numbers idle_stamp;
};

/// One fork or exec: who asks where, and what the class's choice reads of the task.
template <class D>
struct ForkExec {
    using CpuSet = typename D::CpuSet;
    using Cpu = typename D::Cpu;
    using Truth = typename D::Truth;
    using Number = typename D::Number;
    /// An exec: the task runs on prev and chooses again. Else a fork: the task is new and counted nowhere.
    bool exec = false;
    /// Where the parent runs; for an exec the task itself.
    Cpu this_cpu;
    /// task_cpu(): the parent's CPU, or the task's own.
    Cpu prev;
    CpuSet allowed;
    Truth sched_idle_policy;
    /// As in Wakeup.
    Truth bound_kthread;
    /// nr_cpus_allowed is NR_CPUS, the value a task is born with, and not the size of its mask.
    Truth full_mask_count;
    /// The CPUs of numa_preferred_nid; empty without one.
    CpuSet preferred_node;
    /// CPUs that fit the task wholly; read where capacities differ. Source: task_fits_cpu(), task_fits_capacity().
    CpuSet fits;
    /// CPUs whose core's cookie is the task's; all of them while core scheduling is off.
    CpuSet cookie_matches;
    /// What an exec's task adds to the averages of prev.
    Number own_load;
    Number own_util;
    Number own_runnable;
};

/// How busy a group is, from low to high. Source: enum group_type.
/// Departs: core priorities, and so asym_packing, are left out; docs/fidelity.md#group_classify.
enum class GroupType : std::uint8_t {
    has_spare,
    fully_busy,
    misfit_task,
    /// A core with several tasks, as an idle CPU sees it when it balances. From v6.6.
    smt_balance,
    /// Marked by load balance: a domain below could not move what it wanted to.
    imbalanced,
    overloaded
};

/// What find_idlest_group() knows of one group. Source: struct sg_lb_stats.
template <class D>
struct GroupStats {
    using Number = typename D::Number;
    Number load;
    Number util;
    Number runnable;
    Number nr_running;
    Number idle_cpus;
    typename D::template Choice<GroupType> type;
    /// Load for each unit of capacity, times 1024; zero for a group that has spare capacity or is misfit.
    Number avg_load;
    /// The greatest capacity among the group's CPUs.
    Number max_capacity;
};

/// Why find_idlest_group() answered as it did, in the order in which the reasons are tried.
enum class GroupRule : std::uint8_t {
    none,
    /// No group but the local one may be used: stay.
    no_other_group,
    /// The local group may not be used: leave.
    local_group_unusable,
    /// The types differ: stay, or leave.
    local_type_lower,
    local_type_higher,
    /// Busy on both sides: stay, by one of three allowances, or leave.
    numa_load_allowance,
    load_allowance,
    load_within_percentage,
    other_load_lower,
    /// The task fits neither: stay, or leave for a greater capacity.
    local_capacity_suffices,
    other_capacity_greater,
    /// Both groups are marked imbalanced: stay.
    both_imbalanced,
    /// Spare capacity on both sides, across nodes: stay on, or leave for, the preferred node; stay within the
    /// allowance.
    on_preferred_node,
    other_node_preferred,
    numa_allowance,
    /// Spare capacity on both sides: stay, or leave for more idle CPUs.
    local_idle_not_fewer,
    other_has_more_idle,
};

/// What find_idlest_group() compared in one domain, and its answer.
template <class D>
struct GroupComparison {
    using CpuSet = typename D::CpuSet;
    typename D::template Choice<GroupRule> rule;
    /// The local group's CPUs and those of the idlest other group; empty where there is none that may be used.
    CpuSet local;
    CpuSet idlest;
    GroupStats<D> local_stats;
    GroupStats<D> idlest_stats;
    /// The tasks that the NUMA allowance leaves in the local group; 0 where it is not asked.
    typename D::Number numa_limit;
    /// CPUs of groups that have an allowed CPU and were skipped for their cookie.
    CpuSet cookie_refused;
    /// The group to look in, empty to stay: the local group is looked into one domain below.
    CpuSet chosen;
};

/// How find_idlest_group_cpu() came to its CPU.
enum class GroupCpuRule : std::uint8_t {
    not_reached,
    only_cpu_of_group,
    sched_idle_cpu,
    idle_cpu,
    least_loaded_cpu,
    /// Every CPU was skipped: the CPU that asked is the answer.
    nothing_seen,
};

/// What find_idlest_group_cpu() did in the chosen group.
template <class D>
struct GroupCpu {
    typename D::template Choice<GroupCpuRule> rule;
    typename D::Cpu cpu;
    /// Idle CPUs that it tested and could not take: without an idle state, and with no stamp.
    typename D::CpuSet invisible;
};

/// One domain on the way down. Source: one pass of the loop in find_idlest_cpu().
template <class D>
struct LevelStep {
    /// False in places of the list that the way does not reach.
    typename D::Truth visited;
    /// The CPU whose domain it is, the domain's CPUs, and SD_NUMA.
    typename D::Cpu near;
    typename D::CpuSet span;
    typename D::Truth numa;
    GroupComparison<D> groups;
    GroupCpu<D> picked;
};

/// The domains visited, from the top. Twelve are more than any known machine has; what goes beyond is not recorded.
template <class D>
using LevelSteps = Bounded<LevelStep<D>, 12>;

/// How the class came to its answer.
enum class ForkExecRule : std::uint8_t {
    none,
    only_cpu_allowed,
    /// this_cpu has no domain that balances forks, or execs: prev.
    no_domain,
    /// No CPU of the domain is allowed: prev.
    domain_not_allowed,
    slow_path,
};

/// The decision: the CPU and how it came about. Properties, explanations and comparisons with kernels read this value.
template <class D>
struct ForkExecDecision {
    using Cpu = typename D::Cpu;
    /// The class's answer and its rule.
    Cpu answer;
    typename D::template Choice<ForkExecRule> rule;
    LevelSteps<D> levels;
    /// The answer was not usable: a fork is repaired by select_fallback_rq(), an exec stays.
    typename D::Truth repaired;
    /// Where the task is queued.
    Cpu cpu;
    /// What the burst path did; `answer` is the CPU it took.
    Burst<D> burst;
};

}  // namespace schedmc
