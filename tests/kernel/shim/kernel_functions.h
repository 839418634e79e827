// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

/// What crosses the line between compiled kernel functions (C) and those who ask them (C++). CPUs are numbers, sets of
/// CPUs words; everything is plain data.

#ifdef __cplusplus
#include <cstdint>
extern "C" {
#else
#include <stdbool.h>
#include <stdint.h>
#endif

enum {
    kernel_cpus_max = 64,
    kernel_levels_max = 16,
    kernel_groups_max = 64,
    kernel_records_max = 1024,
    kernel_probes_max = 256
};

/// No CPU.
enum { kernel_no_cpu = -1 };

/// The values of SD_ flags in a version, 0 for a flag that it does not have.
struct kernel_flags {
    int balance_newidle, balance_exec, balance_fork, balance_wake, wake_affine, asym_cpucapacity,
        asym_cpucapacity_full, share_cpucapacity, cluster, share_llc, serialize, prefer_sibling, overlap,
        numa;
};

/// One group of a domain; flags are the version's, and groups of one record share capacity and mark.
struct kernel_group {
    uint64_t span, balance_mask;
    int flags;
    unsigned record;
};

/// A scheduling domain of one CPU, its groups in the order of the ring from the local one; flags are the version's.
struct kernel_domain {
    uint64_t span;
    int flags;
    unsigned level;
    unsigned imbalance_pct;
    int imb_numa_nr;
    unsigned cache_nice_tries;
    unsigned group_count;
    struct kernel_group groups[kernel_groups_max];
};

/// A machine: [cpu] -> its siblings, the CPUs of its node, its capacity, its domains from the bottom up.
struct kernel_machine {
    unsigned cpus;
    bool smt_active;
    uint64_t siblings[kernel_cpus_max];
    uint64_t node[kernel_cpus_max];
    unsigned long capacity[kernel_cpus_max];
    unsigned domain_count[kernel_cpus_max];
    struct kernel_domain domains[kernel_cpus_max][kernel_levels_max];
};

/// Features that can be switched; SIS_PROP means nothing from v6.8 on.
struct kernel_features {
    bool sis_prop;
    bool sis_util;
};

/// The state of all queues. A CPU that is empty and not idle has a wakeup pending, or has not switched to its idle
/// task yet. [cpu] -> nr_idle_scan of its LLC, and the number that SIS_PROP's arithmetic is to come to (4 and above).
struct kernel_runqueues {
    uint64_t idle, sched_idle, empty, single, active, online, hinted;
    int nr_idle_scan[kernel_cpus_max];
    int prop_budget[kernel_cpus_max];
};

/// One wakeup, with what the environment answers: wake_wide(), wake_affine_weight(), util_fits_cpu().
struct kernel_wakeup {
    int this_cpu, prev, recent;
    uint64_t allowed, fits, misses_boost;
    /// CPUs whose core's cookie is the wakee's. Core scheduling is off while all are.
    uint64_t cookie_matches;
    bool in_interrupt, sync, on_current_cpu, current_is_bound_kthread, bound_kthread;
    bool wide, weight_says_waker;
};

/// What a call did.
struct kernel_decision {
    int cpu;
    /// recent_used_cpu afterwards.
    int recent;
    /// What select_idle_sibling() was asked about, or kernel_no_cpu.
    int target;
    /// select_idle_cpu() was called, with this hint, and gave this CPU or kernel_no_cpu.
    bool scanned, saw_hint;
    int scan_cpu;
    /// select_idle_smt() was called and gave this CPU or kernel_no_cpu; select_idle_capacity() was called.
    bool searched_siblings, searched_capacity;
    int sibling;
    /// The CPUs for which the scan called select_idle_core() or __select_idle_cpu(), in order.
    int examined_count;
    int examined[kernel_cpus_max];
    /// Every CPU asked about by available_idle_cpu(), in order.
    int probe_count;
    int probes[kernel_probes_max];
    /// CPUs of LLCs with has_idle_cores afterwards.
    uint64_t hinted;
    /// Of select_task_rq(): the class's answer, whether select_fallback_rq() was called, and ttwu_queue_cond() of
    /// the CPU chosen.
    int answer;
    bool repaired, by_wake_list;
};

#include "tests/kernel/shim/fork_exec.h"
#include "tests/kernel/shim/balance.h"

/// The functions of one version. They share one state, so there is one machine, one set of queues and one caller at a
/// time. Questions leave the queues and hints as they found them.
struct kernel_functions {
    const char* version;
    struct kernel_flags flags;
    /// Whether the version has WF_CURRENT_CPU, smt_balance(), clusters, and sched_balance_find_dst_cpu() in
    /// find_idlest_cpu()'s place.
    bool current_cpu_wakeups, smt_balance, clusters, finds_dst;

    void (*set_machine)(const struct kernel_machine* machine);
    void (*set_features)(struct kernel_features features);
    void (*set_runqueues)(const struct kernel_runqueues* runqueues);
    /// The queues for forks, execs and load balance, instead of set_runqueues().
    void (*set_loads)(const struct kernel_loads* loads);

    void (*select_idle_sibling)(const struct kernel_wakeup* wakeup, int target,
                                struct kernel_decision* decision);
    void (*select_task_rq_fair)(const struct kernel_wakeup* wakeup, struct kernel_decision* decision);
    void (*select_task_rq)(const struct kernel_wakeup* wakeup, struct kernel_decision* decision);
    /// select_task_rq() of a fork, sched_exec() of an exec.
    void (*fork_or_exec)(const struct kernel_fork_exec* question, struct kernel_fork_decision* decision);
    /// One look at a domain; the choice of a queue in a group, for any imbalance; and a task that may be taken.
    void (*balance)(const struct kernel_balance* question, struct kernel_balance_decision* decision);
    void (*busiest_queue)(const struct kernel_balance* question, struct kernel_balance_decision* decision);
    bool (*can_migrate_task)(const struct kernel_migration* question, struct kernel_pinned* pinned);
    /// The wakee is left on the CPU's wake list.
    bool (*ttwu_queue_wakelist)(const struct kernel_wakeup* wakeup, int cpu);
    /// kernel_no_cpu for no opinion.
    int (*wake_affine_idle)(int this_cpu, int prev, bool sync);
    int (*wake_affine)(const struct kernel_wakeup* wakeup);
    /// The hints after the CPU has entered its idle task.
    uint64_t (*update_idle_core)(int cpu);
    bool (*available_idle_cpu)(int cpu);
    bool (*sched_idle_cpu)(int cpu);
    bool (*cpus_share_cache)(int a, int b);
    /// As cpus_share_cache where the version has no such function.
    bool (*cpus_share_resources)(int a, int b);
};

extern const struct kernel_functions kernel_6_1;
extern const struct kernel_functions kernel_6_12;

#ifdef __cplusplus
}
#endif
