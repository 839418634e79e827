// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

/// Domains as the kernel has them; queues and tasks reduced to what the functions read; the per-CPU variables.

#include "tests/kernel/shim/cpumask.h"

// Each flag of the version gets its bit, in the order of the list.
#define SD_FLAG(name, meta) bit_of_##name,
enum {
#include <pieces/sd_flags.inc>
};
#undef SD_FLAG
#define SD_FLAG(name, meta) name = 1 << bit_of_##name,
enum {
#include <pieces/sd_flags.inc>
};
#undef SD_FLAG
#define SD_FLAG(name, meta) (((meta)&SDF_SHARED_CHILD) != 0 ? (name) : 0) |
static const int SD_SHARED_CHILD_MASK =
#include <pieces/sd_flags.inc>
    0;
#undef SD_FLAG

struct sched_group;
#include <pieces/sched_domain_shared.inc>
#include <pieces/sched_domain.inc>
#include <pieces/sched_domain_span.inc>
#include <pieces/sched_group_capacity.inc>
#include <pieces/sched_group.inc>
#include <pieces/sched_group_span.inc>

#include <pieces/task_flags.inc>
#include <pieces/wake_flags.inc>

struct task_struct;
struct sched_class {
    int (*select_task_rq)(struct task_struct* p, int cpu, int wake_flags);
};
struct util_est {
    unsigned int enqueued;
    unsigned int ewma;
};
struct sched_avg {
    u64 last_update_time;
    unsigned long load_avg;
    unsigned long runnable_avg;
    unsigned long util_avg;
#if KERNEL_SERIES >= 612
    unsigned int util_est;
#else
    struct util_est util_est;
#endif
};
struct sched_entity {
    struct sched_avg avg;
    u64 exec_start;
};
struct task_struct {
    unsigned int flags;
    const cpumask_t* cpus_ptr;
    cpumask_t cpus_mask;
    int nr_cpus_allowed;
    int recent_used_cpu;
    int cpu;
    int on_rq;
    int numa_preferred_nid;
    struct sched_entity se;
    unsigned long core_cookie;
    const struct sched_class* sched_class;
    void* mm;
    bool on_cpu, idle_policy, sched_task_hot;
};

struct cfs_rq {
    unsigned int idle_h_nr_running;
    struct sched_avg avg;
    unsigned int h_nr_running;
    unsigned int h_nr_queued;
    unsigned int h_nr_runnable;
    const struct sched_entity *next, *last;
};
struct root_domain {
    int overload, overloaded, overutilized;
    void* pd;
};
struct cpuidle_state {
    unsigned int exit_latency;
};
struct rq {
    unsigned int nr_running;
    unsigned int ttwu_pending;
    struct cfs_rq cfs;
    struct task_struct* curr;
    struct task_struct* idle;
    struct sched_domain* sd;
    struct root_domain* rd;
    int cpu;
    struct rq* core;
    unsigned int core_enabled;
    unsigned long core_cookie;
    u64 wake_avg_idle;
    unsigned long wake_stamp;
    struct cpuidle_state* idle_state;
    u64 idle_stamp;
    unsigned long cpu_capacity, cpu_capacity_orig;
    unsigned long misfit_task_load;
    unsigned int nr_numa_running, nr_preferred_running;
};

static struct rq runqueues[kernel_cpus_max];
static struct sched_domain* sd_llc[kernel_cpus_max];
static struct sched_domain_shared* sd_llc_shared[kernel_cpus_max];
static int sd_llc_size[kernel_cpus_max];
static int sd_llc_id[kernel_cpus_max];
static int sd_share_id[kernel_cpus_max];
static struct sched_domain* sd_numa[kernel_cpus_max];
static struct sched_domain* sd_asym_packing[kernel_cpus_max];
static struct sched_domain* sd_asym_cpucapacity[kernel_cpus_max];
static struct cpumask select_rq_mask[kernel_cpus_max];
static struct cpumask smt_masks[kernel_cpus_max];

static bool sched_smt_present;
static bool sched_cluster_active;
static bool sched_asym_cpucapacity;
static bool __sched_core_enabled;

#define cpu_smt_mask(cpu) (&smt_masks[cpu])
#define cpu_of(rq) ((rq)->cpu)
#define task_cpu(task) ((task)->cpu)
#include <pieces/rq_of_cpu.inc>

// The switches as this version ships them, in variables.
#define SCHED_FEAT(name, enabled) static bool feature_##name = enabled;
#include <pieces/features.inc>
#undef SCHED_FEAT
#define sched_feat(name) (feature_##name)
