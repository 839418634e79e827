// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

/// The kernel's functions in an order that compiles. Some of them get another name while they are defined, so that
/// what calls them meets a witness first, which notes the call and passes it on.

#include "tests/kernel/shim/environment.h"

static struct kernel_decision seen;

#include <pieces/idle_cpu.inc>
#define available_idle_cpu unwitnessed_available_idle_cpu
#include <pieces/available_idle_cpu.inc>
#undef available_idle_cpu
static int available_idle_cpu(int cpu) {
    if (seen.probe_count < kernel_probes_max) {
        seen.probes[seen.probe_count++] = cpu;
    }
    return unwitnessed_available_idle_cpu(cpu);
}
#include <pieces/sched_idle_rq.inc>
#include <pieces/sched_idle_cpu.inc>

#include <pieces/for_each_domain.inc>
#include <pieces/highest_flag_domain.inc>
#include <pieces/lowest_flag_domain.inc>
#include <pieces/update_top_cache_domain.inc>
#include <pieces/cpus_share_cache.inc>
#include <pieces/sched_asym_cpucap_active.inc>
#include <pieces/sched_core_enabled.inc>
#include <pieces/sched_cpu_cookie_match.inc>
#include <pieces/sched_smt_active.inc>
#include <pieces/is_per_cpu_kthread.inc>
#if KERNEL_SERIES >= 612
#include <pieces/cfs_h_nr_delayed.inc>
#include <pieces/cpus_share_resources.inc>
#include <pieces/task_allowed_on_cpu.inc>
#else
#include <pieces/update_avg.inc>
#define cpus_share_resources cpus_share_cache
#endif

#include <pieces/wake_affine_idle.inc>
#include <pieces/wake_affine.inc>

static void note_examined(int cpu) {
    if (seen.examined_count < kernel_cpus_max) {
        seen.examined[seen.examined_count] = cpu;
    }
    ++seen.examined_count;
}

#define __select_idle_cpu unwitnessed___select_idle_cpu
#include <pieces/__select_idle_cpu.inc>
#undef __select_idle_cpu
static int __select_idle_cpu(int cpu, struct task_struct* p) {
    note_examined(cpu);
    return unwitnessed___select_idle_cpu(cpu, p);
}

#include <pieces/set_idle_cores.inc>
#include <pieces/test_idle_cores.inc>
#include <pieces/__update_idle_core.inc>
#include <pieces/update_idle_core.inc>

#define select_idle_core unwitnessed_select_idle_core
#include <pieces/select_idle_core.inc>
#undef select_idle_core
static int select_idle_core(struct task_struct* p, int core, struct cpumask* cpus, int* idle_cpu) {
    note_examined(core);
    return unwitnessed_select_idle_core(p, core, cpus, idle_cpu);
}

#define select_idle_smt unwitnessed_select_idle_smt
#include <pieces/select_idle_smt.inc>
#undef select_idle_smt
static int select_idle_smt(struct task_struct* p, struct sched_domain* sd, int target) {
    const int cpu = unwitnessed_select_idle_smt(p, sd, target);
    seen.searched_siblings = true;
    seen.sibling = (unsigned int)cpu < nr_cpumask_bits ? cpu : kernel_no_cpu;
    return cpu;
}

#if KERNEL_SERIES < 612
// SIS_PROP divides span_weight * wake_avg_idle by avg_scan_cost + 1: with that equal to the weight, the result is
// wake_avg_idle. The scan writes both, so each gets its value anew.
static void prepare_sis_prop(const struct sched_domain* scanned) {
    struct sched_domain* of_waker = sd_llc[asked_this_cpu];
    if (of_waker != NULL) {
        of_waker->avg_scan_cost = scanned->span_weight - 1;
    }
    this_rq()->wake_avg_idle = (u64)prop_budgets[asked_this_cpu];
}
#endif

#define select_idle_cpu unwitnessed_select_idle_cpu
#include <pieces/select_idle_cpu.inc>
#undef select_idle_cpu
static int select_idle_cpu(struct task_struct* p, struct sched_domain* sd, bool has_idle_core, int target) {
#if KERNEL_SERIES < 612
    prepare_sis_prop(sd);
#endif
    seen.scanned = true;
    seen.saw_hint = has_idle_core;
    const int cpu = unwitnessed_select_idle_cpu(p, sd, has_idle_core, target);
    seen.scan_cpu = (unsigned int)cpu < nr_cpumask_bits ? cpu : kernel_no_cpu;
    return cpu;
}

#define select_idle_capacity unwitnessed_select_idle_capacity
#include <pieces/select_idle_capacity.inc>
#undef select_idle_capacity
static int select_idle_capacity(struct task_struct* p, struct sched_domain* sd, int target) {
    seen.searched_capacity = true;
    return unwitnessed_select_idle_capacity(p, sd, target);
}
#include <pieces/asym_fits_cpu.inc>

#define select_idle_sibling unwitnessed_select_idle_sibling
#include <pieces/select_idle_sibling.inc>
#undef select_idle_sibling
static int select_idle_sibling(struct task_struct* p, int prev, int target) {
    seen.target = target;
    return unwitnessed_select_idle_sibling(p, prev, target);
}

#include "tests/kernel/shim/slow_path.h"
#include "tests/kernel/shim/load_balance.h"

#include <pieces/select_task_rq_fair.inc>

static int witnessed_select_task_rq_fair(struct task_struct* p, int prev_cpu, int wake_flags) {
    seen.answer = select_task_rq_fair(p, prev_cpu, wake_flags);
    return seen.answer;
}
static const struct sched_class fair_class = {.select_task_rq = witnessed_select_task_rq_fair};

#include <pieces/is_cpu_allowed.inc>
#define select_fallback_rq unwitnessed_select_fallback_rq
#include <pieces/select_fallback_rq.inc>
#undef select_fallback_rq
static int select_fallback_rq(int cpu, struct task_struct* p) {
    seen.repaired = true;
    return unwitnessed_select_fallback_rq(cpu, p);
}
#include <pieces/select_task_rq.inc>
#include <pieces/ttwu_queue_cond.inc>
#define sched_clock_cpu(cpu) ((void)(cpu))
#define __ttwu_queue_wakelist(task, cpu, wake_flags) ((void)(task))
#include <pieces/ttwu_queue_wakelist.inc>

// What sched_exec() hands to the stopper happens at once.
#define update_rq_clock(rq) ((void)(rq))
struct rq_flags;
static struct rq* move_queued_task(struct rq* rq, struct rq_flags* rf, struct task_struct* p, int dest_cpu) {
    (void)rq, (void)rf;
    p->cpu = dest_cpu;
    return cpu_rq(dest_cpu);
}
#include <pieces/__migrate_task.inc>
#include <pieces/migration_arg.inc>
#define stop_one_cpu(cpu, function, argument) \
    ((void)__migrate_task(cpu_rq(cpu), NULL, (argument)->task, (argument)->dest_cpu))
#include <pieces/sched_exec.inc>
