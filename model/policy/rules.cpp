// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/policy/rules.hpp"

namespace schedmc {

namespace {

constexpr Rules v5_19 = {.recent_test_reads_prev = true,
                         .cluster_aware = false,
                         .smt_scan_tries_prev = true,
                         .smt_scan_stays_in_llc = true,
                         .core_fallback_stays_in_scan = false,
                         .waker_llc = WakerLlc::always_asked,
                         .sis_prop = true,
                         .sis_util = false,
                         .sis_ignore_util_if_idle_core = false,
                         .sis_cache = SisCache::none,
                         .empty_scan_keeps_hint = false,
                         .sched_idle_wakee_seeks_idle = false,
                         .idle_repick_raises_hint = true,
                         .capacity_scan_prefers_boost_miss = false,
                         .capacity_scan_tries_target_last = false,
                         .current_cpu_wakeups = false,
                         .wake_list = WakeListRule::descheduling_beside_one,
                         .wake_list_asks_affinity = false,
                         .pending_cleared_first = true,
                         .delayed_dequeue = false,
                         .sync_ignores_delayed = false,
                         .numa_imbalance = {4, 0},
                         .numa_imbalance_affinity = NumaAffinity::none,
                         .numa_allowance_ignores_gap = true,
                         .group_stats_count_allowed = false,
                         .group_cookie_reads_waker = true,
                         .newidle_always_balances = true,
                         .balance_leader = BalanceLeader::first_idle,
                         .smt_balance = false,
                         .prefers_siblings_of_busiest = false,
                         .sibling_imbalance = false,
                         .first_misfit_stays = false,
                         .capacity_asked_first = false,
                         .average_asked = false,
                         .signed_idle_cpus = false,
                         .numa_allowance_after_halving = true,
                         .util_is_boosted = false,
                         .balance_counts_awake = false,
                         .balance_leaves_delayed = false,
                         .util_tolerates_failures = false,
                         .misfit_counts_failures = true,
                         .serialised_after_leader = false,
                         .newidle_draws = false,
                         .newidle_asks_queue = true,
                         .smt_push = false,
                         .smt_push_skip = false,
                         .smt_push_exclude = false,
                         .smt_push_runs = SmtPushRuns::own,
                         .smt_push_target = SmtPushTarget::idle,
                         .smt_push_count = SmtPushCount::one,
                         .smt_push_order = SmtPushOrder::wrap,
                         .smt_push_locks = SmtPushLocks::split,
                         .smt_push_stats = SmtPushStats::kept,
                         .smt_push_memory = SmtPushMemory::pass,
                         .smt_push_skipped = SmtPushSkipped::balanced,
                         .newidle_llc = false,
                         .newidle_no_llc = NewidleNoLlc::stop};

/// A row that tells only what a version changed.
template <class Change>
constexpr Rules changed(Rules rules, Change change) {
    change(rules);
    return rules;
}

constexpr Rules v6_1 = changed(v5_19, [](Rules& rules) {
    rules.smt_scan_tries_prev = false;
    rules.smt_scan_stays_in_llc = false;
    rules.waker_llc = WakerLlc::asked_if_sis_prop_limits;
    rules.sis_prop = false;
    rules.sis_util = true;
    rules.wake_list = WakeListRule::empty_queue;
    rules.wake_list_asks_affinity = true;
    rules.numa_imbalance = {8, 1};
    rules.numa_imbalance_affinity = NumaAffinity::merged;
    rules.numa_allowance_ignores_gap = false;
    rules.group_cookie_reads_waker = false;
    rules.newidle_always_balances = false;
    rules.numa_allowance_after_halving = false;
});

constexpr Rules v6_1_stable = changed(v6_1, [](Rules& rules) {
    rules.recent_test_reads_prev = false;
    rules.smt_scan_stays_in_llc = true;
    rules.core_fallback_stays_in_scan = true;
    rules.capacity_scan_prefers_boost_miss = true;
    rules.group_stats_count_allowed = true;
    rules.capacity_asked_first = true;
    rules.average_asked = true;
    rules.util_tolerates_failures = true;
    rules.newidle_draws = true;
});

constexpr Rules v6_4 = changed(v6_1, [](Rules& rules) {
    rules.capacity_scan_prefers_boost_miss = true;
    rules.capacity_scan_tries_target_last = true;
    rules.pending_cleared_first = false;
    rules.average_asked = true;
});

constexpr Rules v6_6 = changed(v6_4, [](Rules& rules) {
    rules.recent_test_reads_prev = false;
    rules.capacity_scan_tries_target_last = false;
    rules.current_cpu_wakeups = true;
    rules.balance_leader = BalanceLeader::idle_core_or_two;
    rules.smt_balance = true;
    rules.prefers_siblings_of_busiest = true;
    rules.sibling_imbalance = true;
    rules.util_is_boosted = true;
});

constexpr Rules v6_8 = changed(v6_6, [](Rules& rules) {
    rules.cluster_aware = true;
    rules.waker_llc = WakerLlc::never_asked;
    rules.balance_leader = BalanceLeader::idle_core;
    rules.util_tolerates_failures = true;
});

constexpr Rules v6_12 = changed(v6_8, [](Rules& rules) {
    rules.smt_scan_stays_in_llc = true;
    rules.core_fallback_stays_in_scan = true;
    rules.idle_repick_raises_hint = false;
    rules.delayed_dequeue = true;
    rules.first_misfit_stays = true;
    rules.misfit_counts_failures = false;
    rules.newidle_asks_queue = false;
});

constexpr Rules v6_12_stable = changed(v6_12, [](Rules& rules) {
    rules.sync_ignores_delayed = true;
    rules.group_stats_count_allowed = true;
    rules.capacity_asked_first = true;
    rules.newidle_draws = true;
});

constexpr Rules v6_19 = changed(v6_12_stable, [](Rules& rules) {
    rules.capacity_asked_first = false;
    rules.balance_counts_awake = true;
    rules.balance_leaves_delayed = true;
    rules.serialised_after_leader = true;
});

constexpr Rules v7_1 = changed(v6_19, [](Rules& rules) {
    rules.empty_scan_keeps_hint = true;
    rules.sched_idle_wakee_seeks_idle = true;
});

}  // namespace

const std::vector<Revision>& revisions() {
    static const std::vector<Revision> table = {
        {"v5.19", "linux 5.19.0", v5_19},
        {"v6.1", "linux 6.1-rc7", v6_1},
        {"v6.1-stable", "Debian's linux 6.1.192", v6_1_stable},
        {"v6.4", "linux 6.4.6", v6_4},
        // Commit 6d7e4782bcf5 is in the stable tree that was read, and not in the release.
        {"v6.6", "linux 6.6.9", v6_6, "should_we_balance() of the release, by commit b1bfeab9b002"},
        {"v6.8", "linux 6.8.1", v6_8},
        {"v6.12", "linux 6.12.0", v6_12},
        {"v6.12-stable", "Debian's linux 6.12.117", v6_12_stable},
        {"v6.19", "linux 6.19.9", v6_19},
        {"v7.1", "linux 7.1.3", v7_1},
    };
    return table;
}

}  // namespace schedmc
