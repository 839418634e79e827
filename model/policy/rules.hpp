// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

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
};

/// A kernel version and its rules.
struct Revision {
    std::string_view name;
    /// What the row was read in.
    std::string_view source;
    Rules rules;
};

/// The revisions, oldest first.
const std::vector<Revision>& revisions();

}  // namespace schedmc
