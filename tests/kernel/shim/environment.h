// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

/// What the functions call and the question answers, because it is load, capacity, or hotplug. What a wakeup without
/// energy-aware scheduling must never call ends the program.

#include "tests/kernel/shim/runqueues.h"

static const struct kernel_wakeup* asked;
static uint64_t active_cpus;
static uint64_t online_cpus;
static struct cpumask node_masks[kernel_cpus_max];
static unsigned long capacities[kernel_cpus_max];
static int prop_budgets[kernel_cpus_max];

static struct task_struct current_task;
static struct task_struct* current = &current_task;
#define in_task() (!asked->in_interrupt)
#define vcpu_is_preempted(cpu) ((void)(cpu), false)

#define record_wakee(task) ((void)(task))
#define wake_wide(task) ((void)(task), asked->wide)
#define wake_affine_weight(sd, task, this_cpu, prev_cpu, sync) \
    ((int)(asked->weight_says_waker ? (unsigned int)(this_cpu) : nr_cpumask_bits))

// Utilisation is not computed: whether a task fits a CPU is given.
enum uclamp_id { UCLAMP_MIN, UCLAMP_MAX };
#define sync_entity_load_avg(entity) ((void)(entity))
#define task_util_est(task) ((void)(task), 0UL)
#define uclamp_eff_value(task, id) ((void)(task), (unsigned long)(id))
#define capacity_of(cpu) (capacities[cpu])
#define capacity_orig_of(cpu) (capacities[cpu])
#define get_actual_cpu_capacity(cpu) (capacities[cpu])
#define arch_scale_cpu_capacity(cpu) (capacities[cpu])
#define thermal_load_avg(rq) ((void)(rq), 0UL)
static inline int util_fits_cpu(unsigned long util, unsigned long util_min, unsigned long util_max, int cpu) {
    (void)util, (void)util_min, (void)util_max;
    return (asked->fits >> cpu & 1) != 0 ? 1 : (asked->misses_boost >> cpu & 1) != 0 ? -1 : 0;
}

// Energy-aware scheduling is off.
#define sched_energy_enabled() (false)
#define is_rd_overutilized(rd) ((void)(rd), true)
static inline int never_reached(void) { abort(); }
#define find_energy_efficient_cpu(...) never_reached()

#define cpu_active(cpu) (active_cpus >> (cpu)&1)
#define cpu_online(cpu) (online_cpus >> (cpu)&1)
#define cpu_dying(cpu) ((void)(cpu), false)
#define is_migration_disabled(task) ((void)(task), false)
#define kthread_is_per_cpu(task) ((void)(task), asked->bound_kthread)
#define task_cpu_possible(cpu, task) ((void)(cpu), (void)(task), true)
#define task_on_scx(task) ((void)(task), false)
static const struct sched_class stop_sched_class;

// A node has the number of its first CPU.
static int node_numbers[kernel_cpus_max];
#define cpu_to_node(cpu) (node_numbers[cpu])
#define cpumask_of_node(node) (&node_masks[node])
// A task without a cpuset of its own: its mask is widened at once to all CPUs.
#define cpuset_cpus_allowed_fallback(task) ((void)(task), false)
static struct cpumask all_cpus;
#define task_cpu_possible_mask(task) ((void)(task), &all_cpus)
static inline void do_set_cpus_allowed(struct task_struct* task, const struct cpumask* mask) {
    task->cpus_mask = *mask;
}
