// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/policy/rules.hpp"

namespace schedmc {

/// A deliberate fault in the rules, by which the tests show that each property notices what it is for. Never part
/// of a revision or feature.
enum class Defect {
    none,
    idle_core_scan_stops_early,
    no_fallback,
    waker_not_tested,
    idle_prev_not_asked,
    recent_not_tested,
    scan_ignores_affinity,
    smt_scan_leaves_llc,
    core_fallback_leaves_scan,
    scan_leaves_llc,
    scan_wants_idle_core,
    unlimited_scan_looks_at_one,
    refuses_every_scan,
    waker_llc_asked,
    kthread_rule_in_interrupt,
    sched_idle_target_taken,
    scan_overruns_budget,
    idle_hook_missing,
    clears_wakers_hint,
    waker_not_serialised,
    pending_not_looked_at,
    on_cpu_queue_not_tested,
    on_cpu_affinity_not_tested,
    sleepers_stay_queued,
    sync_counts_delayed,
    numa_limit_ignores_mask,
    numa_mask_test_inverted,
    group_stats_count_all,
    group_cookie_of_waker,
    group_types_reversed,
    idle_stamp_of_the_future,
    way_down_forgets_cpu,
    hot_cpu_forgotten,
    last_hot_cpu_taken,
    hot_checks_overrun,
    hot_prev_passed_over,
    reservation_overwritten,
    leader_falls_through,
    leader_ignores_cores,
    balance_mask_ignored,
    groups_leave_span,
    ring_begins_at_lowest,
    idle_cpus_wrap,
    halving_forgotten,
    halves_rounded_up,
    average_not_asked,
    pull_ignores_affinity,
    pull_takes_running,
    pull_empties_source,
    redirect_keeps_destination,
    imbalance_mark_always_cleared,
    lock_kept,
    newidle_ignores_arrival,
    newidle_recheck_missing,
    overload_cleared_below,
    kick_forgets_crowd,
    kick_cleared_first,
    tickless_mark_kept,
    newidle_leaves_llc,
    ticks_stay_in_llc,
    push_forgets_skip,
    push_to_busy_sibling,
    push_takes_running,
    push_ignores_affinity,
    push_loses_task,
    burst_at_threshold,
    burst_ignores_affinity,
    burst_takes_busy,
    burst_of_wakeups_only,
};

/// A planted defect: how tests name it and what it does wrong.
struct DefectInfo {
    Defect defect;
    std::string_view name;
    std::string_view does;
};

/// All planted defects but Defect::none, in the order of the enumeration.
const std::vector<DefectInfo>& defects();

/// A switch or a choice on top of a revision, as users type it after + or -: +sis-util, -sis-util, +sis-cache=v1.
struct FeatureInfo {
    std::string_view name;
    /// What it changes, in a sentence, with its source.
    std::string_view does;
    /// What may follow the equals sign, the value that - gives first; empty for a switch.
    std::vector<std::string_view> values;
    /// The value that rules have: an index into `values`; of a switch 0 or 1.
    std::size_t (*value_in)(const Rules& rules);
    void (*give)(Rules& rules, std::size_t value);
    /// Of a feature that is a number from 1, which - turns off: the greatest; `values` are empty then.
    std::size_t greatest = 0;
    /// Of a choice that a patch series leaves open: the feature whose use makes it matter.
    std::string_view open_in{};
};

/// All features, in alphabetical order.
const std::vector<FeatureInfo>& features();

/// The value that rules have of a feature, as users spell it: "on", "v1", "4"; "off" for the one that - gives.
std::string value_word(const FeatureInfo& feature, const Rules& rules);

/// What decides: a revision's rules, edited by features.
struct Policy {
    /// As the user spelled it, for example v6.1+sis-ignore-util-if-idle-core.
    std::string name;
    std::string revision;
    Rules rules;
    Defect defect = Defect::none;

    /// True when this planted defect is on.
    bool has(Defect planted) const { return defect == planted; }
};

/// Reads "v6.1+feature-feature": a revision, then features switched on (+) or off (-).
///
/// Errors: InputError at `place` for unknown revisions and features (with the nearest known name), for a feature
/// that changes nothing there, and for combinations without meaning.
Policy parse_policy(const std::string& text, const std::string& place);

/// What the features in use leave open, with the value assumed: "burst-scope=llc-then-all". Empty for most policies.
std::vector<std::string> open_choices(const Policy& policy);

/// The revision whose row was read in the kernel of that version, such as 6.12.117; nothing for other kernels.
std::optional<std::string> revision_of_kernel(std::string_view version);

/// Reads "v5.19,v6.1+sis-prop" or "all": one policy for each.
///
/// Errors: as parse_policy().
std::vector<Policy> parse_policies(const std::string& text, const std::string& place);

/// The defect of that name. Errors: InputError at `place`, naming the nearest.
Defect parse_defect(const std::string& name, const std::string& place);

}  // namespace schedmc
