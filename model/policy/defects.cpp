// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/policy/burst_features.hpp"
#include "model/policy/policy.hpp"

namespace schedmc {

namespace {

// In the selection of a wakeup.
std::vector<DefectInfo> selection_defects() {
    return {
        {Defect::idle_core_scan_stops_early, "idle-core-scan-stops-early",
         "the search for an idle core gives up after the first core"},
        {Defect::no_fallback, "no-fallback", "select_task_rq() queues on the class's answer, usable or not"},
        {Defect::waker_not_tested, "waker-not-tested",
         "wake_affine() is asked although the wakee may not run here"},
        {Defect::idle_prev_not_asked, "idle-prev-not-asked",
         "wake_affine_idle() does not ask whether the previous CPU is idle (as before commit d8fcb81f1acf)"},
        {Defect::recent_not_tested, "recent-not-tested",
         "the recently used CPU is taken without an affinity test"},
        {Defect::scan_ignores_affinity, "scan-ignores-affinity",
         "select_idle_cpu() visits the whole LLC domain"},
        {Defect::smt_scan_leaves_llc, "smt-scan-leaves-llc", "select_idle_smt() forgets the LLC domain"},
        {Defect::core_fallback_leaves_scan, "core-fallback-leaves-scan",
         "select_idle_core() remembers any allowed sibling as fallback"},
        {Defect::scan_leaves_llc, "scan-leaves-llc", "select_idle_cpu() visits every allowed CPU"},
        {Defect::scan_wants_idle_core, "scan-wants-idle-core",
         "without the hint, the scan still takes nothing but a CPU of an idle core"},
        {Defect::unlimited_scan_looks_at_one, "unlimited-scan-looks-at-one",
         "a scan without a budget ends after one CPU"},
        {Defect::refuses_every_scan, "refuses-every-scan", "SIS_UTIL's early end is taken always"},
        {Defect::waker_llc_asked, "waker-llc-asked",
         "a waker outside every LLC domain gets no scan, as in v5.19"},
        {Defect::kthread_rule_in_interrupt, "kthread-rule-in-interrupt",
         "the rule for wakeups by a pinned kernel thread applies in interrupts too"},
        {Defect::sched_idle_target_taken, "sched-idle-target-taken",
         "a SCHED_IDLE wakee still takes a target that runs SCHED_IDLE tasks"},
        {Defect::scan_overruns_budget, "scan-overruns-budget",
         "the scan looks at one CPU more than its budget"},
        {Defect::idle_hook_missing, "idle-hook-missing",
         "a CPU that goes idle does not raise has_idle_cores"},
        {Defect::clears_wakers_hint, "clears-wakers-hint",
         "a failed search clears the hint of the waker's LLC (as before commit 02dbb7246c5b)"},
    };
}

// In what lies between selection and enqueue, and delayed dequeue.
std::vector<DefectInfo> race_defects() {
    return {
        {Defect::waker_not_serialised, "waker-not-serialised",
         "a CPU goes on with its next wakeup before it has handed over the last"},
        {Defect::pending_not_looked_at, "pending-not-looked-at",
         "a CPU with a pending wake list counts as idle"},
        {Defect::on_cpu_queue_not_tested, "on-cpu-queue-not-tested",
         "a wakee that is still on its CPU goes to that CPU's wake list whatever is queued there"},
        {Defect::on_cpu_affinity_not_tested, "on-cpu-affinity-not-tested",
         "a wakee goes to a wake list without a test of its affinity (as before commit 751d4cbc4387)"},
        {Defect::sleepers_stay_queued, "sleepers-stay-queued",
         "dequeues are delayed in kernels that do not know of it"},
        {Defect::sync_counts_delayed, "sync-counts-delayed",
         "a sync waker's queue is counted with its sleepers, as in v6.12"},
    };
}

// In forks and execs.
std::vector<DefectInfo> fork_defects() {
    return {
        {Defect::numa_limit_ignores_mask, "numa-limit-ignores-mask",
         "the allowance between nodes is not clamped to the CPUs that the task may use (as in v5.19)"},
        {Defect::numa_mask_test_inverted, "numa-mask-test-inverted",
         "the allowance between nodes is clamped for the tasks alone that have no mask of their own"},
        {Defect::group_stats_count_all, "group-stats-count-all",
         "the figures of a group count CPUs that the task may not use (as up to v6.12)"},
        {Defect::group_cookie_of_waker, "group-cookie-of-waker",
         "every group is judged by the cookie of the forking CPU's core (as in v5.19)"},
        {Defect::group_types_reversed, "group-types-reversed",
         "a fork stays in the busier of two groups of different types"},
        {Defect::idle_stamp_of_the_future, "idle-stamp-of-the-future",
         "the newest stamp so far starts too high, so that no idle CPU without an idle state is newer"},
        {Defect::way_down_forgets_cpu, "way-down-forgets-cpu",
         "find_idlest_cpu() answers with the CPU that it began at"},
    };
}

// In SIS_CACHE.
std::vector<DefectInfo> sis_cache_defects() {
    return {
        {Defect::hot_cpu_forgotten, "hot-cpu-forgotten",
         "a scan that met only hot idle CPUs takes none of them"},
        {Defect::last_hot_cpu_taken, "last-hot-cpu-taken",
         "a scan that met only hot idle CPUs takes the last of them"},
        {Defect::hot_checks_overrun, "hot-checks-overrun",
         "SIS_CACHE v2 asks one idle CPU more whether it is hot than its limit allows"},
        {Defect::hot_prev_passed_over, "hot-prev-passed-over",
         "select_idle_sibling() leaves a hot previous CPU alone, even that of the sleeper it is kept for"},
        {Defect::reservation_overwritten, "reservation-overwritten",
         "a later sleeper's reservation replaces a longer one"},
    };
}

// In what load balance finds in a domain.
std::vector<DefectInfo> look_defects() {
    return {
        {Defect::leader_falls_through, "leader-falls-through",
         "without an idle core a group's balance CPU balances beside its first idle one (as in v6.6)"},
        {Defect::leader_ignores_cores, "leader-ignores-cores",
         "is_core_idle() asks the CPU, not its siblings, whether its core idles (as before commit "
         "1c6829cfd3d5)"},
        {Defect::balance_mask_ignored, "balance-mask-ignored",
         "the balancer of a group is looked for among all of its CPUs, those included that have another "
         "group "
         "for their own"},
        {Defect::groups_leave_span, "groups-leave-span",
         "a group of another CPU's domain is taken as it is, also where it reaches beyond this one (as "
         "before "
         "commit 585b6d2723dc)"},
        {Defect::ring_begins_at_lowest, "ring-begins-at-lowest",
         "the groups of a domain that overlaps others are made from its lowest CPU on, whoever it is for"},
        {Defect::idle_cpus_wrap, "idle-cpus-wrap",
         "a difference in idle CPUs below zero wraps although signed-idle-cpus is there"},
        {Defect::halving_forgotten, "halving-forgotten",
         "the whole difference between two groups is moved, not half of it"},
        {Defect::halves_rounded_up, "halves-rounded-up", "half of an odd difference is rounded up"},
        {Defect::average_not_asked, "average-not-asked",
         "load is pulled into a group that has more than the domain (as in v5.19 and v6.1)"},
    };
}

// In what its passes do, those for idle CPUs without a tick included, and in what SMT_BUDDY_ASSIST adds to them.
std::vector<DefectInfo> pass_defects() {
    return {
        {Defect::pull_ignores_affinity, "pull-ignores-affinity",
         "can_migrate_task() does not ask whether the task may run on the destination"},
        {Defect::pull_takes_running, "pull-takes-running", "can_migrate_task() takes the running task"},
        {Defect::pull_empties_source, "pull-empties-source",
         "detach_tasks() does not ask whether the task is the last one of the queue"},
        {Defect::redirect_keeps_destination, "redirect-keeps-destination",
         "a pass sent to another CPU of the group may be sent back (as before commit e02e60c109ca)"},
        {Defect::imbalance_mark_always_cleared, "imbalance-mark-always-cleared",
         "a balanced domain clears its group's mark although all tasks were pinned"},
        {Defect::lock_kept, "lock-kept",
         "the lock that serialises passes over nodes is held until the pass is over"},
        {Defect::newidle_ignores_arrival, "newidle-ignores-arrival",
         "a CPU about to idle looks for tasks although one has been queued there meanwhile (as in v5.19)"},
        {Defect::newidle_recheck_missing, "newidle-recheck-missing",
         "newidle_balance() idles without a look at what was queued while it held no lock"},
        {Defect::overload_cleared_below, "overload-cleared-below",
         "every domain's look, not the top one's alone, says whether some CPU has two tasks"},
        {Defect::kick_forgets_crowd, "kick-forgets-crowd",
         "two tasks on a CPU are no reason to have the idle CPUs without a tick balanced for"},
        {Defect::kick_cleared_first, "kick-cleared-first",
         "a CPU told to balance for the idle ones has forgotten it by the time it would"},
        {Defect::tickless_mark_kept, "tickless-mark-kept",
         "a busy CPU's tick leaves it among the CPUs without one"},
        {Defect::newidle_leaves_llc, "newidle-leaves-llc", "newidle-llc limits nothing"},
        {Defect::ticks_stay_in_llc, "ticks-stay-in-llc",
         "a tick looks at no domain above the LLC, as newidle-llc has it of newly idle CPUs"},
        {Defect::push_forgets_skip, "push-forgets-skip",
         "the SMT domain is balanced after a push all the same, and a sibling's only task is taken"},
        {Defect::push_to_busy_sibling, "push-to-busy-sibling",
         "a task is pushed to a sibling whatever runs there"},
        {Defect::push_takes_running, "push-takes-running", "the running task is pushed too"},
        {Defect::push_ignores_affinity, "push-ignores-affinity",
         "a task is pushed to a sibling that it may not run on"},
        {Defect::push_loses_task, "push-loses-task", "what is pushed is never put on the sibling's queue"},
    };
}

std::vector<DefectInfo> all_defects() {
    std::vector<DefectInfo> all;
    for (const auto& part : {selection_defects(), race_defects(), fork_defects(), sis_cache_defects(),
                             look_defects(), pass_defects(), burst_defects()}) {
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

}  // namespace

const std::vector<DefectInfo>& defects() {
    static const std::vector<DefectInfo> table = all_defects();
    return table;
}

}  // namespace schedmc
