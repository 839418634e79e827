// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/machine/sched_domains.hpp"

namespace schedmc {

/// When select_idle_cpu() gives up at once because the waking CPU belongs to no LLC domain.
enum class WakerLlc { never_asked, asked_if_sis_prop_limits, always_asked };

/// Which wakees a waker hands over by the target's wake list although the target shares its cache.
enum class WakeListRule {
    /// Those still being switched out there, beside at most one other task.
    descheduling_beside_one,
    /// All, where nothing is queued.
    empty_queue
};

/// Whether a fork or an exec looks at the task's mask before it tolerates an imbalance between nodes. Ordered as the
/// values of the feature numa-imbalance-affinity.
enum class NumaAffinity {
    /// The mask is not looked at.
    none,
    /// The limit is clamped unless the task has the count of CPUs that tasks are born with.
    merged,
    /// The limit is clamped unless the mask has as many CPUs as are online: proposed to save work, not merged.
    online_cpus,
    /// The limit is always clamped.
    always
};

/// Which CPU of a group balances the domain above at its tick.
enum class BalanceLeader {
    /// The first idle one, else the group's balance CPU.
    first_idle,
    /// The first one of a wholly idle core; else the first idle one, but also the balance CPU (commit b1bfeab9b002).
    idle_core_or_two,
    /// The same without the second one (commit 6d7e4782bcf5).
    idle_core
};

/// Which posting of the SIS_CACHE patches is applied (Chen Yu, September to November 2023; not merged).
enum class SisCache {
    none,
    /// 2023-09-11: hot CPUs are not idle to a scan.
    rfc,
    /// 2023-09-26: a scan passes over them, and takes the first of them at its end.
    v1,
    /// 2023-11-21: it passes over a limited number.
    v2
};

/// What the cover letter of "sched/fair: Introduce the SMT_BUDDY_ASSIST feature" (Li Kunyu) leaves open of its pushes;
/// the first value of each is the one taken for meant.
enum class SmtPushRuns {
    /// Only ticks of the CPU itself push.
    own,
    /// Whoever balances for it does.
    any
};
enum class SmtPushTarget {
    /// An idle sibling.
    idle,
    /// One whose queue is shorter by two.
    shorter
};
enum class SmtPushCount { one, half };
enum class SmtPushOrder { wrap, lowest };
enum class SmtPushLocks { split, both };
enum class SmtPushStats {
    /// Siblings excluded as sources count in the figures of groups.
    kept,
    removed
};
enum class SmtPushMemory {
    /// A push is known to the pass alone.
    pass,
    /// It is known until the CPU's next pass of its own.
    sticky
};
enum class SmtPushSkipped {
    /// The domain skipped counts as found balanced.
    balanced,
    untouched
};
/// What newidle-llc does on a CPU that shares its cache with none.
enum class NewidleNoLlc {
    /// Its newidle balance stops below the first domain that is no SMT domain.
    stop,
    /// It looks everywhere.
    search
};

/// What the burst path compares with its threshold: the tasks that are there, or these and the one to be placed.
enum class BurstCounts { others, with_itself };

/// Where the burst path looks for an idle CPU.
enum class BurstScope { llc_then_all, llc, all };

/// Whether the burst path keeps to cores of the task's cookie.
enum class BurstCookies { respected, ignored };

/// The rules in which kernel versions and patches differ, one named member a difference; everything that all
/// modelled versions share is in the policy functions themselves. Plain data.
struct Rules {
    /// The affinity test of the recently used CPU reads the field just overwritten with prev.
    /// Source: select_idle_sibling(); commit ae2ad293d6be repaired it.
    bool recent_test_reads_prev;
    /// A previous or recent CPU of another cluster is kept for last, and the cluster is scanned before the LLC.
    /// Source: select_idle_sibling(), select_idle_cpu(), from v6.8.
    bool cluster_aware;
    /// The scan of the previous CPU's siblings tries that CPU too. Source: select_idle_smt().
    bool smt_scan_tries_prev;
    /// The same scan keeps to the LLC domain. Source: select_idle_smt(); lost in 3e6efe87cd5c, back in 8aeaffef8c6e.
    bool smt_scan_stays_in_llc;
    /// The fallback CPU of the search for an idle core is one of the CPUs scanned, not merely allowed.
    /// Source: select_idle_core(); commit 23d04d8c6b8e.
    bool core_fallback_stays_in_scan;
    /// Source: select_idle_cpu().
    WakerLlc waker_llc;
    /// The scan budget is a share of the waker's idle time. Source: features.h SIS_PROP.
    bool sis_prop;
    /// The scan budget is the LLC's nr_idle_scan. Source: features.h SIS_UTIL, commit 70fb5ccf2ebb.
    bool sis_util;
    /// The patch "Ignore SIS_UTIL when has idle core": with the hint true the budget is not looked at.
    bool sis_ignore_util_if_idle_core;
    /// CPUs left idle by short sleepers are reserved for them.
    /// Source: threads "sched/fair: Introduce SIS_CACHE to choose previous CPU during task wakeup".
    SisCache sis_cache;
    /// A scan that has no CPU to visit leaves the hint alone. Source: select_idle_cpu(), from v7.1.
    bool empty_scan_keeps_hint;
    /// A SCHED_IDLE wakee does not take a queue of SCHED_IDLE tasks for idle. Source: commit fd54d81c2c0e, v7.1.
    bool sched_idle_wakee_seeks_idle;
    /// An idle CPU that schedules and stays idle runs the idle class's hook again and may raise the hint.
    /// Source: pick_next_task_idle() up to v6.8; put_prev_set_next_task() from v6.12 skips it.
    bool idle_repick_raises_hint;
    /// Among CPUs too small for the task, those that miss only the boost it asks for come first.
    /// Source: select_idle_capacity(), from v6.4; in the stable tree of v6.1.
    bool capacity_scan_prefers_boost_miss;
    /// The same scan begins after the target, not at it. Source: select_idle_capacity(), v6.4 only.
    bool capacity_scan_tries_target_last;
    /// A wakeup may ask for the waker's CPU by WF_CURRENT_CPU. Source: select_task_rq_fair(), from v6.6.
    bool current_cpu_wakeups;
    /// Source: ttwu_queue_cond(); commits 28156108fecb, f3dd3f674555.
    WakeListRule wake_list;
    /// The wake list takes only wakees that may run there. Source: ttwu_queue_cond(), from v6.1.
    bool wake_list_asks_affinity;
    /// A CPU clears ttwu_pending before it queues what is on its wake list.
    /// Source: sched_ttwu_pending(); commit d6962c4fe8f9 turned it round, not in the stable tree of v6.1.
    bool pending_cleared_first;
    /// A task that sleeps while others deserve the CPU more stays on its queue until it is picked.
    /// Source: features.h DELAY_DEQUEUE, dequeue_entity(), from v6.12; commit 152e11f6df29.
    bool delayed_dequeue;
    /// A sync waker's queue is counted without such sleepers.
    /// Source: wake_affine_idle(); commit aa3ee4f0b754, from v6.19 and in the stable tree of v6.12.
    bool sync_ignores_delayed;
    /// How the domains' imb_numa_nr follows from the machine. Source: build_sched_domains(), commit 026b98a93bbd.
    NumaImbalanceRule numa_imbalance;
    /// Source: find_idlest_group(), commit f5b2eeb49991.
    NumaAffinity numa_imbalance_affinity;
    /// A tolerated imbalance between nodes may be of any size, not only of two idle CPUs.
    /// Source: find_idlest_group() up to v5.19; adjust_numa_imbalance() later.
    bool numa_allowance_ignores_gap;
    /// The figures of a group count the CPUs that the task may use, not all. Source: update_sg_wakeup_stats(), from
    /// v6.19; in the stable trees of v6.1 and v6.12.
    bool group_stats_count_allowed;
    /// Whether a group suits the task's cookie is asked of the queue of the CPU that asks.
    /// Source: sched_group_cookie_match(); commit e705968dd687 repaired it.
    bool group_cookie_reads_waker;
    /// A newly idle CPU balances whatever has been queued there meanwhile. Source: should_we_balance() of v5.19.
    bool newidle_always_balances;
    /// Which CPU of its group balances a domain. Source: should_we_balance().
    BalanceLeader balance_leader;
    /// Cores with several tasks are a type of their own, a group of another kind of cores is preferred or not by its
    /// tasks, and of full groups the later one is the busiest. Source: update_sd_pick_busiest(); commits fee1759e4f04,
    /// 450e749707bc.
    bool smt_balance;
    /// Whether tasks are to be spread over siblings is asked of the busiest group, not of the domain below.
    /// Source: update_sd_lb_stats(); commit 43726bdedd29.
    bool prefers_siblings_of_busiest;
    /// The difference between groups is counted in tasks a core, and only for an idle CPU.
    /// Source: sibling_imbalance(); commit 7ff1693236f5.
    bool sibling_imbalance;
    /// Of groups with a misfit task the first one of the greatest load is the busiest, not the last.
    /// Source: update_sd_pick_busiest(), from v6.12.
    bool first_misfit_stays;
    /// The capacity of a group is looked at before its type, and whether the core of the destination idles too.
    /// Source: update_sd_pick_busiest(), the stable trees of v6.1 and v6.12.
    bool capacity_asked_first;
    /// A group with as much load as the domain pulls none. Source: calculate_imbalance(); commit 91dcf1e8068e.
    bool average_asked;
    /// The difference in idle CPUs ends at zero. Source: thread "sched/fair: Fix integer underflow" (Pierre Gondois,
    /// 2024-10); not merged.
    bool signed_idle_cpus;
    /// The allowance between nodes is compared with half of the difference. Source: calculate_imbalance() of v5.19.
    bool numa_allowance_after_halving;
    /// A queue's utilisation is at least its time runnable. Source: cpu_util_cfs_boost(), from v6.6.
    bool util_is_boosted;
    /// Load balance counts the tasks that are awake. Source: h_nr_runnable in update_sg_lb_stats(), from v6.19.
    bool balance_counts_awake;
    /// Sleepers left on their queue are taken only by a pass that moves load. Source: can_migrate_task(), from v6.19.
    bool balance_leaves_delayed;
    /// The more often a pass has failed, the larger the task that it takes also by utilisation.
    /// Source: detach_tasks(), from v6.8 and in the stable tree of v6.1.
    bool util_tolerates_failures;
    /// A failed pass for a misfit task counts, as others do. Source: load_balance() up to v6.8; commit 58eeb2d79b54.
    bool misfit_counts_failures;
    /// Passes over nodes exclude each other by a lock that is taken once a CPU has found that it should balance, and
    /// by newly idle CPUs too, not before by ticks alone. Source: sched_balance_rq(), commits 3324b2180c17 and
    /// 522fb20fbdbe.
    bool serialised_after_leader;
    /// A newly idle CPU leaves domains out at random. Source: features.h NI_RANDOM, commit 33cf66d88306.
    bool newidle_draws;
    /// It stops below the next domain as soon as a task is queued or on its wake list, not once a domain has seen it.
    /// Source: newidle_balance() up to v6.8.
    bool newidle_asks_queue;
    /// Thread "sched/fair: Introduce the SMT_BUDDY_ASSIST feature": a CPU with two tasks pushes one to a sibling at
    /// the start of a pass, and then skips its SMT domain and takes nothing from its siblings.
    bool smt_push;
    bool smt_push_skip;
    bool smt_push_exclude;
    SmtPushRuns smt_push_runs;
    SmtPushTarget smt_push_target;
    SmtPushCount smt_push_count;
    SmtPushOrder smt_push_order;
    SmtPushLocks smt_push_locks;
    SmtPushStats smt_push_stats;
    SmtPushMemory smt_push_memory;
    SmtPushSkipped smt_push_skipped;
    /// The same thread: a newly idle CPU looks no farther than its LLC.
    bool newidle_llc;
    NewidleNoLlc newidle_no_llc;
    /// The same thread, patch 5: wakeups, forks and execs that chose a CPU with more tasks than this go to an idle one.
    /// 0 without; the rest is of use only with it.
    std::uint16_t burst_threshold = 0;
    BurstCounts burst_counts = BurstCounts::others;
    BurstScope burst_scope = BurstScope::llc_then_all;
    BurstCookies burst_cookies = BurstCookies::respected;
};

/// A kernel version and its rules.
struct Revision {
    std::string_view name;
    /// What the row was read in; the last word is the kernel's version.
    std::string_view source;
    Rules rules;
    /// Entries that differ from what that kernel has, and what they follow instead; empty for most rows.
    std::string_view except{};
};

/// The revisions, oldest first.
const std::vector<Revision>& revisions();

}  // namespace schedmc
