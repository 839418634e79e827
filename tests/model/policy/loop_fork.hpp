// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <vector>

#include "model/policy/fork_exec.hpp"
#include "tests/model/policy/loop_machine.hpp"

/// A second reading of fork and exec placement, by loops over arrays with the products that the kernel computes.
namespace schedmc::loops {

/// What the queues and averages of each CPU are. [cpu] -> value.
struct LoopLoads {
    Flags idle, sched_idle, runs_idle, pending, active, online;
    std::vector<long long> nr_running, load, util, runnable;
    /// 0: no idle state.
    std::vector<long long> exit_latency;
    std::vector<long long> idle_stamp;
    /// [record of a group] -> zero or not.
    Flags imbalanced;
};

/// One fork or exec.
struct LoopForkExec {
    bool exec = false;
    int this_cpu = 0;
    int prev = 0;
    Flags allowed;
    bool sched_idle_policy = false;
    bool bound_kthread = false;
    bool full_mask_count = false;
    /// nobody without one.
    int preferred_node = nobody;
    Flags fits;
    Flags cookie_matches;
    long long own_load = 0, own_util = 0, own_runnable = 0;
};

/// Which domains were visited, by their weight, and why each was left.
struct LoopForkDecision {
    int answer = nobody;
    int cpu = nobody;
    bool repaired = false;
    std::vector<GroupRule> reasons;
    std::vector<GroupCpuRule> picks;
};

/// The decision by loops.
LoopForkDecision loop_fork_exec(const Machine& machine, const SchedDomains& domains, const Rules& rules,
                                const LoopLoads& loads, const LoopForkExec& question);

}  // namespace schedmc::loops
