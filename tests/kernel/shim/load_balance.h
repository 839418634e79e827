// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

/// Load balance in one domain, with witnesses at its decisions. Part of placement.h.

static struct kernel_balance_decision seen_balance;
static struct cpumask should_we_balance_tmpmask[kernel_cpus_max];

#include <pieces/capacity_greater.inc>
#include <pieces/cpu_idle_type.inc>
#include <pieces/fbq_type.inc>
#include <pieces/lbf_flags.inc>
#include <pieces/migration_type.inc>
#include <pieces/lb_env.inc>
#include <pieces/sd_lb_stats.inc>

// Capacities are those of the machine, no CPU is preferred to another, and without energy-aware scheduling nobody asks
// whether a CPU is overutilised. The width of scans follows the model's free choice.
#define update_group_capacity(sd, cpu) ((void)(sd))
#define arch_asym_cpu_priority(cpu) ((void)(cpu), 0)
#define cpu_overutilized(cpu) ((void)(cpu), false)
#define set_rd_overutilized(rd, status) ((void)(rd))
#define set_rd_overutilized_status(rd, status) ((void)(rd))
#define set_rd_overloaded(rd, status) ((void)((rd)->overloaded = (status)))
#define update_idle_cpu_scan(env, sum_util) ((void)(sum_util))

#include <pieces/group_balance_mask.inc>
#include <pieces/group_balance_cpu.inc>
#include <pieces/is_core_idle.inc>
#include <pieces/sched_asym_prefer.inc>
#include <pieces/check_cpu_capacity.inc>
#include <pieces/sched_reduced_capacity.inc>
#include <pieces/fbq_classify_group.inc>
#include <pieces/fbq_classify_rq.inc>
#include <pieces/init_sd_lb_stats.inc>
#if KERNEL_SERIES >= 612
#include <pieces/cpu_util_cfs.inc>
#include <pieces/cpu_util_cfs_boost.inc>
#include <pieces/sched_use_asym_prio.inc>
#include <pieces/sched_asym.inc>
#include <pieces/sched_group_asym.inc>
#include <pieces/smt_vs_nonsmt_groups.inc>
#include <pieces/smt_balance.inc>
#else
#include <pieces/sg_status.inc>
#include <pieces/asym_smt_can_pull_tasks.inc>
#include <pieces/sched_asym.inc>
#endif

// The group that was looked at last.
static struct kernel_domain_group balance_looked_at;

static void note_stats(const struct sd_lb_stats* sds, const struct sched_group* group,
                       const struct sg_lb_stats* sgs) {
    balance_looked_at = (struct kernel_domain_group){.span = group->cpumask[0],
                                                     .load = sgs->group_load,
                                                     .util = sgs->group_util,
                                                     .runnable = sgs->group_runnable,
                                                     .avg_load = sgs->avg_load,
                                                     .misfit_load = sgs->group_misfit_task_load,
                                                     .capacity = sgs->group_capacity,
                                                     .nr_running = sgs->sum_nr_running,
                                                     .h_nr_running = sgs->sum_h_nr_running,
                                                     .idle_cpus = sgs->idle_cpus,
                                                     .weight = sgs->group_weight,
                                                     .type = type_seen(sgs->group_type)};
    ++seen_balance.stats_count;
    if (group == sds->local) {
        seen_balance.local = balance_looked_at;
    }
}

#define update_sg_lb_stats unwitnessed_update_sg_lb_stats
#include <pieces/update_sg_lb_stats.inc>
#undef update_sg_lb_stats
#if KERNEL_SERIES >= 612
static void update_sg_lb_stats(struct lb_env* env, struct sd_lb_stats* sds, struct sched_group* group,
                               struct sg_lb_stats* sgs, bool* sg_overloaded, bool* sg_overutilized) {
    unwitnessed_update_sg_lb_stats(env, sds, group, sgs, sg_overloaded, sg_overutilized);
    note_stats(sds, group, sgs);
}
#else
static void update_sg_lb_stats(struct lb_env* env, struct sd_lb_stats* sds, struct sched_group* group,
                               struct sg_lb_stats* sgs, int* sg_status) {
    unwitnessed_update_sg_lb_stats(env, sds, group, sgs, sg_status);
    note_stats(sds, group, sgs);
}
#endif

#define update_sd_pick_busiest unwitnessed_update_sd_pick_busiest
#include <pieces/update_sd_pick_busiest.inc>
#undef update_sd_pick_busiest
static bool update_sd_pick_busiest(struct lb_env* env, struct sd_lb_stats* sds, struct sched_group* sg,
                                   struct sg_lb_stats* sgs) {
    const bool picks = unwitnessed_update_sd_pick_busiest(env, sds, sg, sgs);
    ++seen_balance.pick_count;
    if (picks) {
        seen_balance.busiest = balance_looked_at;
    }
    return picks;
}
#include <pieces/update_sd_lb_stats.inc>

#if KERNEL_SERIES >= 612
#define sibling_imbalance unwitnessed_sibling_imbalance
#include <pieces/sibling_imbalance.inc>
#undef sibling_imbalance
static long sibling_imbalance(struct lb_env* env, struct sd_lb_stats* sds, struct sg_lb_stats* busiest,
                              struct sg_lb_stats* local) {
    ++seen_balance.sibling_count;
    return unwitnessed_sibling_imbalance(env, sds, busiest, local);
}
#endif

#define calculate_imbalance unwitnessed_calculate_imbalance
#include <pieces/calculate_imbalance.inc>
#undef calculate_imbalance
static void calculate_imbalance(struct lb_env* env, struct sd_lb_stats* sds) {
    unwitnessed_calculate_imbalance(env, sds);
    seen_balance.calculated = true;
    seen_balance.migration = (int)env->migration_type;
    seen_balance.imbalance = env->imbalance;
    seen_balance.avg_load = sds->total_load * SCHED_CAPACITY_SCALE / sds->total_capacity;
}

// The older names stand for the newer ones too.
#define sched_balance_find_src_group find_busiest_group
#define sched_balance_find_src_rq find_busiest_queue
#if KERNEL_SERIES >= 612
#include <pieces/sched_balance_find_src_group.inc>
#include <pieces/sched_balance_find_src_rq.inc>
#else
#include <pieces/find_busiest_group.inc>
#include <pieces/find_busiest_queue.inc>
#endif

#include <pieces/asym_active_balance.inc>
#include <pieces/imbalanced_active_balance.inc>
#include <pieces/need_active_balance.inc>
#include <pieces/should_we_balance.inc>

// Bandwidth control and NUMA balancing are off, the clock stands where recent runs are recent, and whether the
// destination's core takes the task's cookie is given.
enum { clock_now = 1000000000, long_before = 1000000, just_before = 1000 };
static const unsigned int sysctl_sched_migration_cost = 500000;
static bool asked_cookie_matches;
#define throttled_lb_pair(group, src, dst) (false)
#define migrate_degrades_locality(task, env) ((void)(env), -1)
#define task_on_cpu(rq, task) ((void)(rq), (task)->on_cpu)
#define task_has_idle_policy(task) ((task)->idle_policy)
#define rq_clock_task(rq) ((void)(rq), (u64)clock_now)
#define cfs_rq_of(entity) ((void)(entity), &runqueues[0].cfs)
#define sched_core_cookie_match(rq, task) ((void)(rq), (void)(task), asked_cookie_matches)
static const struct sched_class fair_sched_class;
#include <pieces/task_hot.inc>
#include <pieces/can_migrate_task.inc>
#undef sched_core_cookie_match
