// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

/// The way down the domains of forks and execs, with witnesses at its decisions. Part of placement.h.

static struct kernel_fork_decision seen_fork;
// Calls of adjust_numa_imbalance(), which load balance makes too.
static int seen_allowances;

#define SCHED_CAPACITY_SCALE 1024UL
#define NICE_0_LOAD (1UL << 20)
#define scale_load_down(weight) ((weight) >> 10)
// More than any machine here has, as in a distribution's kernel.
#define NR_CPUS 8192
#define NUMA_NO_NODE (-1)

#include <pieces/lsub_positive.inc>
#include <pieces/on_rq.inc>
#include <pieces/util_avg_unchanged.inc>

#include <pieces/task_on_rq_queued.inc>
#include <pieces/task_util.inc>
#include <pieces/_task_util_est.inc>
#include <pieces/task_h_load.inc>
#include <pieces/cfs_rq_load_avg.inc>
#include <pieces/cfs_rq_runnable_avg.inc>
#include <pieces/cpu_load.inc>
#include <pieces/cpu_load_without.inc>
#include <pieces/cpu_runnable.inc>
#include <pieces/cpu_runnable_without.inc>
#if KERNEL_SERIES >= 612
#include <pieces/cpu_util.inc>
#else
#include <pieces/cpu_util_cfs.inc>
#include <pieces/cpu_util_next.inc>
#endif
#include <pieces/cpu_util_without.inc>
#include <pieces/task_running_on_cpu.inc>
#include <pieces/idle_cpu_without.inc>
#include <pieces/task_fits_cpu.inc>
#include <pieces/idle_get_state.inc>
#include <pieces/sched_core_cookie_match.inc>
#include <pieces/sched_group_cookie_match.inc>

#include <pieces/group_type.inc>
#include <pieces/sg_lb_stats.inc>
#include <pieces/sg_imbalanced.inc>
#include <pieces/group_has_capacity.inc>
#include <pieces/group_is_overloaded.inc>
#include <pieces/group_classify.inc>

// The call of find_idlest_group() that goes on, and the group that was looked at last.
static struct kernel_pass* seen_pass(void) { return &seen_fork.passes[seen_fork.pass_count - 1]; }
static struct kernel_group_stats looked_at;

static int type_seen(enum group_type type) {
    switch (type) {
        case group_has_spare:
            return kernel_has_spare;
        case group_fully_busy:
            return kernel_fully_busy;
        case group_misfit_task:
            return kernel_misfit_task;
#if KERNEL_SERIES >= 612
        case group_smt_balance:
            return kernel_smt_balance;
#endif
        case group_imbalanced:
            return kernel_imbalanced;
        case group_overloaded:
            return kernel_overloaded;
        default:
            return kernel_other_type;
    }
}

#define update_sg_wakeup_stats unwitnessed_update_sg_wakeup_stats
#include <pieces/update_sg_wakeup_stats.inc>
#undef update_sg_wakeup_stats
static void update_sg_wakeup_stats(struct sched_domain* sd, struct sched_group* group,
                                   struct sg_lb_stats* sgs, struct task_struct* p) {
    unwitnessed_update_sg_wakeup_stats(sd, group, sgs, p);
    looked_at = (struct kernel_group_stats){.span = group->cpumask[0],
                                            .load = sgs->group_load,
                                            .util = sgs->group_util,
                                            .runnable = sgs->group_runnable,
                                            .avg_load = sgs->avg_load,
                                            .max_capacity = group->sgc->max_capacity,
                                            .nr_running = sgs->sum_nr_running,
                                            .idle_cpus = sgs->idle_cpus,
                                            .type = type_seen(sgs->group_type)};
    ++seen_fork.stats_count;
    if ((looked_at.span >> seen_pass()->near & 1) != 0) {
        seen_pass()->local = looked_at;
    }
}

#define update_pick_idlest unwitnessed_update_pick_idlest
#include <pieces/update_pick_idlest.inc>
#undef update_pick_idlest
static bool update_pick_idlest(struct sched_group* idlest, struct sg_lb_stats* idlest_sgs,
                               struct sched_group* group, struct sg_lb_stats* sgs) {
    const bool picks = unwitnessed_update_pick_idlest(idlest, idlest_sgs, group, sgs);
    ++seen_fork.pick_count;
    if (picks) {
        seen_pass()->idlest = looked_at;
    }
    return picks;
}

#define adjust_numa_imbalance unwitnessed_adjust_numa_imbalance
#include <pieces/adjust_numa_imbalance.inc>
#undef adjust_numa_imbalance
static long adjust_numa_imbalance(int imbalance, int dst_running, int imb_numa_nr) {
    if (seen_fork.pass_count > 0) {
        seen_pass()->numa_limit = imb_numa_nr;
    }
    ++seen_allowances;
    return unwitnessed_adjust_numa_imbalance(imbalance, dst_running, imb_numa_nr);
}

// Witnesses have the older names; the newer ones come to mean them.
#define find_idlest_group unwitnessed_find_idlest_group
#define sched_balance_find_dst_group unwitnessed_find_idlest_group
#define find_idlest_group_cpu unwitnessed_find_idlest_group_cpu
#define sched_balance_find_dst_group_cpu unwitnessed_find_idlest_group_cpu
#if KERNEL_SERIES >= 612
#include <pieces/sched_balance_find_dst_group.inc>
#include <pieces/sched_balance_find_dst_group_cpu.inc>
#else
#include <pieces/find_idlest_group.inc>
#include <pieces/find_idlest_group_cpu.inc>
#endif
#undef find_idlest_group
#undef sched_balance_find_dst_group
#undef find_idlest_group_cpu
#undef sched_balance_find_dst_group_cpu

static struct sched_group* find_idlest_group(struct sched_domain* sd, struct task_struct* p, int this_cpu) {
    if (seen_fork.pass_count == kernel_passes_max) {
        abort();
    }
    ++seen_fork.pass_count;
    *seen_pass() = (struct kernel_pass){
        .near = this_cpu, .span = sd->span[0], .numa_limit = -1, .picked = kernel_no_cpu};
    struct sched_group* group = unwitnessed_find_idlest_group(sd, p, this_cpu);
    seen_pass()->chosen = group != NULL ? group->cpumask[0] : 0;
    return group;
}
static int find_idlest_group_cpu(struct sched_group* group, struct task_struct* p, int this_cpu) {
    seen_pass()->picked = unwitnessed_find_idlest_group_cpu(group, p, this_cpu);
    return seen_pass()->picked;
}

#define sched_balance_find_dst_group find_idlest_group
#define sched_balance_find_dst_group_cpu find_idlest_group_cpu
#define find_idlest_cpu unwitnessed_find_idlest_cpu
#define sched_balance_find_dst_cpu unwitnessed_find_idlest_cpu
#if KERNEL_SERIES >= 612
#include <pieces/sched_balance_find_dst_cpu.inc>
#else
#include <pieces/find_idlest_cpu.inc>
#endif
#undef find_idlest_cpu
#undef sched_balance_find_dst_cpu
// Domains come without SD_BALANCE_WAKE, and so a wakeup never takes this way.
static int find_idlest_cpu(struct sched_domain* sd, struct task_struct* p, int cpu, int prev_cpu,
                           int sd_flag) {
    if ((sd_flag & (SD_BALANCE_FORK | SD_BALANCE_EXEC)) == 0) {
        abort();
    }
    seen_fork.slow_path = true;
    return unwitnessed_find_idlest_cpu(sd, p, cpu, prev_cpu, sd_flag);
}
#define sched_balance_find_dst_cpu find_idlest_cpu
