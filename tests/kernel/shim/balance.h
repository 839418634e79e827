// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

/// What load balance asks of compiled kernel functions, and what they were seen to do. Part of kernel_functions.h.

/// Why a CPU balances, and in what an imbalance is counted, in the model's order.
enum { kernel_not_idle, kernel_idle, kernel_newly_idle };
enum { kernel_migrate_load, kernel_migrate_util, kernel_migrate_task, kernel_migrate_misfit };

/// A CPU looks at one of its domains; `level` counts from the bottom. migration, imbalance and the group's place in the
/// ring are given where a queue of it is asked for.
struct kernel_balance {
    int cpu, level, idle, dst;
    uint64_t cpus;
    unsigned nr_balance_failed;
    int migration;
    long imbalance;
    unsigned group;
};

/// What update_sg_lb_stats() found of a group.
struct kernel_domain_group {
    uint64_t span;
    unsigned long load, util, runnable, avg_load, misfit_load, capacity;
    unsigned nr_running, h_nr_running, idle_cpus, weight;
    int type;
};

/// What the functions did with it.
struct kernel_balance_decision {
    /// should_we_balance(), asked of each question by itself.
    bool leads;
    /// The local group, and the last that update_sd_pick_busiest() preferred; span is 0 if none was.
    struct kernel_domain_group local, busiest;
    /// calculate_imbalance() was called, and left this; avg_load is the domain's.
    bool calculated;
    int migration;
    long imbalance;
    unsigned long avg_load;
    /// The group returned, 0 for none, and what the top domain's pass wrote to its root domain.
    uint64_t chosen;
    bool top, overloaded;
    /// The queue found in it, kernel_no_cpu where it was not asked or there is none; need_active_balance() with that.
    bool searched;
    int queue;
    bool active;
    /// How often functions were called that only others call.
    int stats_count, pick_count, sibling_count, allowance_count;
};

/// A task on the source's queue that may be taken to dst.
struct kernel_migration {
    struct kernel_balance env;
    uint64_t allowed, group;
    bool active_balance, running, sched_idle_policy, bound_kthread, ran_lately, cookie_matches;
};

/// What is known of pinned tasks, before and after one was looked at; kernel_no_cpu for no new destination.
struct kernel_pinned {
    bool all, some;
    int new_dst;
};
