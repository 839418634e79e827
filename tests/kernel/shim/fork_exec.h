// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

/// What forks and execs ask of compiled kernel functions, and what they were seen to do. Part of kernel_functions.h.

/// What the queues look like to a fork, an exec or load balance. The current task of a CPU that does not run its idle
/// task is some other. [cpu] -> tasks queued, averages, the load of a misfit task, the exit latency of its idle state,
/// its idle stamp; [record of a group] -> whether it is marked imbalanced.
struct kernel_loads {
    uint64_t sched_idle, runs_idle, pending, active, online, has_idle_state;
    unsigned nr_running[kernel_cpus_max];
    unsigned long load[kernel_cpus_max], util[kernel_cpus_max], runnable[kernel_cpus_max];
    unsigned long misfit_load[kernel_cpus_max];
    unsigned exit_latency[kernel_cpus_max];
    uint64_t idle_stamp[kernel_cpus_max];
    bool imbalanced[kernel_records_max];
};

/// One fork, or the exec of a task that runs on prev. preferred_node: the CPUs of the node, 0 for none.
struct kernel_fork_exec {
    bool exec, bound_kthread, full_mask_count;
    int this_cpu, prev;
    uint64_t allowed, preferred_node, fits, cookie_matches;
    unsigned long own_load, own_util, own_runnable;
};

/// Group types without core priorities, from low to high; kernel_other_type for any other.
enum {
    kernel_has_spare,
    kernel_fully_busy,
    kernel_misfit_task,
    kernel_smt_balance,
    kernel_imbalanced,
    kernel_overloaded,
    kernel_other_type,
};

/// What update_sg_wakeup_stats() found of a group; span is 0 where it was not asked.
struct kernel_group_stats {
    uint64_t span;
    unsigned long load, util, runnable, avg_load, max_capacity;
    unsigned nr_running, idle_cpus;
    int type;
};

/// One call of find_idlest_group(), from the CPU `near`, and the search in its group if there was one.
struct kernel_pass {
    int near;
    uint64_t span;
    /// The local group, and the last that update_pick_idlest() preferred.
    struct kernel_group_stats local, idlest;
    /// The group returned, 0 for none.
    uint64_t chosen;
    /// imb_numa_nr as adjust_numa_imbalance() got it, -1 where it was not asked.
    int numa_limit;
    /// What find_idlest_group_cpu() returned, or kernel_no_cpu where it was not called.
    int picked;
};

enum { kernel_passes_max = 16 };

/// What a fork or an exec did: the class's answer (kernel_no_cpu where it was not asked), where the task went, whether
/// select_fallback_rq() was called, and the way down.
struct kernel_fork_decision {
    int cpu, answer;
    bool repaired, slow_path;
    int pass_count;
    struct kernel_pass passes[kernel_passes_max];
    /// How often update_sg_wakeup_stats() and update_pick_idlest() were called.
    int stats_count, pick_count;
};
