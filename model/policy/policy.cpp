// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/policy/policy.hpp"

#include <algorithm>

#include "model/input_error.hpp"

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

std::vector<DefectInfo> all_defects() {
    std::vector<DefectInfo> all;
    for (const auto& part : {selection_defects(), race_defects(), fork_defects(), sis_cache_defects()}) {
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

}  // namespace

const std::vector<DefectInfo>& defects() {
    static const std::vector<DefectInfo> table = all_defects();
    return table;
}

namespace {

/// A feature that sets one rule, a truth or an enumeration whose order is that of the values.
template <auto Rule>
FeatureInfo feature(std::string_view name, std::string_view does, std::vector<std::string_view> values = {}) {
    using Value = std::remove_cvref_t<decltype(std::declval<Rules>().*Rule)>;
    return {name, does, std::move(values),
            [](const Rules& rules) { return static_cast<std::size_t>(rules.*Rule); },
            [](Rules& rules, std::size_t value) { rules.*Rule = static_cast<Value>(value); }};
}

}  // namespace

const std::vector<FeatureInfo>& features() {
    static const std::vector<FeatureInfo> table = {
        feature<&Rules::numa_imbalance_affinity>(
            "numa-imbalance-affinity",
            "when a fork looks at the task's mask before it tolerates an imbalance between nodes (K Prateek "
            "Nayak, 2022; merged is commit f5b2eeb49991, online-cpus was proposed in its discussion)",
            {"none", "merged", "online-cpus", "always"}),
        feature<&Rules::sched_idle_wakee_seeks_idle>("sched-idle-wakee-seeks-idle",
                                                     "a SCHED_IDLE wakee keeps looking where only SCHED_IDLE "
                                                     "tasks run (commit fd54d81c2c0e, merged for "
                                                     "v7.1)"),
        feature<&Rules::sis_cache>("sis-cache",
                                   "a CPU left idle by a short sleeper is reserved for it, and scans pass it "
                                   "over (Chen Yu, RFC, v1 and "
                                   "v2, 2023-09-11 to 2023-11-21, made for v6.6 and v6.7-rc; not merged)",
                                   {"none", "rfc", "v1", "v2"}),
        feature<&Rules::sis_ignore_util_if_idle_core>(
            "sis-ignore-util-if-idle-core",
            "SIS_UTIL's budget is not looked at while has_idle_cores is true (Abel Wu, v5 1/5, 2022-09-09; "
            "not "
            "merged)"),
        feature<&Rules::sis_prop>(
            "sis-prop",
            "the scan is limited in proportion to the waker's idle time (SIS_PROP; default in v5.19)"),
        feature<&Rules::sis_util>(
            "sis-util", "the scan is limited by the LLC's utilisation (SIS_UTIL; default from v6.1)"),
    };
    return table;
}

namespace {

template <class Row>
std::vector<std::string> names_of(const std::vector<Row>& rows) {
    std::vector<std::string> names;
    for (const Row& row : rows) {
        names.emplace_back(row.name);
    }
    return names;
}

// Names hold hyphens themselves, so the longest name that ends at a sign or at the end is meant.
template <class Row>
const Row* longest_prefix(const std::vector<Row>& rows, std::string_view text) {
    const Row* best = nullptr;
    for (const Row& row : rows) {
        const bool ends = text.size() == row.name.size() ||
                          (text.size() > row.name.size() &&
                           std::string_view("+-=").find(text[row.name.size()]) != std::string_view::npos);
        if (text.substr(0, row.name.size()) == row.name && ends &&
            (best == nullptr || row.name.size() > best->name.size())) {
            best = &row;
        }
    }
    return best;
}

void refuse_nonsense(const Policy& policy, const std::string& place) {
    const Rules& rules = policy.rules;
    if (rules.sis_ignore_util_if_idle_core && !rules.sis_util) {
        throw InputError(place,
                         policy.name + ": sis-ignore-util-if-idle-core changes nothing without SIS_UTIL",
                         "add +sis-util before it");
    }
    // Kernels that have SIS_PROP ask for the waker's LLC, where its costs are kept.
    if (rules.sis_prop && rules.waker_llc == WakerLlc::never_asked) {
        throw InputError(place, policy.name + ": " + policy.revision + " has no SIS_PROP",
                         "it was removed by v6.8; use v5.19 to v6.6");
    }
}

/// The value that follows a feature's name, taken off the front of `rest`.
std::size_t read_value(const FeatureInfo& feature, bool on, std::string_view& rest,
                       const std::string& place) {
    const std::string name(feature.name);
    const bool given = !rest.empty() && rest.front() == '=';
    const std::string word(given ? rest.substr(1, rest.find_first_of("+", 1) - 1) : "");
    if (feature.values.empty() || !on) {
        if (given) {
            throw InputError(
                place, (on ? "+" : "-") + name + " takes no value, but has '" + word.substr(0, 60) + "'",
                "leave =" + word.substr(0, 60) + " out");
        }
        return on ? 1 : 0;
    }
    std::string allowed;
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < feature.values.size(); ++i) {
        allowed += (i == 0 ? "=" : ", =") + std::string(feature.values[i]);
        // Values may hold hyphens, so the longest that ends at a sign or at the end is meant.
        const std::string_view value = feature.values[i];
        const bool ends =
            word.size() == value.size() || (word.size() > value.size() && word[value.size()] == '-');
        if (given && word.substr(0, value.size()) == value && ends &&
            (!best || value.size() > feature.values[*best].size())) {
            best = i;
        }
    }
    if (!best) {
        throw InputError(place,
                         given ? name + " cannot be '" + word.substr(0, 60) + "'" : name + " needs a value",
                         "one of " + allowed);
    }
    rest.remove_prefix(1 + feature.values[*best].size());
    return *best;
}

}  // namespace

Policy parse_policy(const std::string& text, const std::string& place) {
    const Revision* revision = longest_prefix(revisions(), text);
    if (revision == nullptr) {
        const std::string word = text.substr(0, text.find_first_of("+-="));
        throw InputError(place, "unknown policy '" + word.substr(0, 60) + "'",
                         suggestion(word, names_of(revisions())));
    }
    Policy policy{text, std::string(revision->name), revision->rules};
    std::string_view rest = std::string_view(text).substr(revision->name.size());
    while (!rest.empty()) {
        const bool on = rest.front() == '+';
        rest.remove_prefix(1);
        const FeatureInfo* feature = longest_prefix(features(), rest);
        if (feature == nullptr) {
            const std::string word(rest.substr(0, rest.find_first_of("+=")));
            throw InputError(place, "unknown feature '" + word.substr(0, 60) + "'",
                             suggestion(word, names_of(features())));
        }
        rest.remove_prefix(feature->name.size());
        const std::size_t value = read_value(*feature, on, rest, place);
        if (feature->value_in(policy.rules) == value) {
            const std::string_view already = !feature->values.empty() ? feature->values[value]
                                             : on                     ? "on"
                                                                      : "off";
            throw InputError(
                place,
                std::string(feature->name) + " is already " + std::string(already) + " in " + policy.name,
                "leave it out");
        }
        feature->give(policy.rules, value);
    }
    refuse_nonsense(policy, place);
    return policy;
}

std::optional<std::string> revision_of_kernel(std::string_view version) {
    for (const Revision& revision : revisions()) {
        // "Debian's linux 6.12.117": the version is the last word.
        if (revision.source.substr(revision.source.rfind(' ') + 1) == version) {
            return std::string(revision.name);
        }
    }
    return std::nullopt;
}

std::vector<Policy> parse_policies(const std::string& text, const std::string& place) {
    std::vector<Policy> policies;
    if (text == "all") {
        for (const Revision& revision : revisions()) {
            policies.push_back(parse_policy(std::string(revision.name), place));
        }
        return policies;
    }
    std::size_t at = 0;
    while (at <= text.size()) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        policies.push_back(parse_policy(text.substr(at, end - at), place));
        for (std::size_t i = 0; i + 1 < policies.size(); ++i) {
            if (policies[i].name == policies.back().name) {
                throw InputError(place, policies[i].name + " is named twice", "name each policy once");
            }
        }
        at = end + 1;
    }
    return policies;
}

Defect parse_defect(const std::string& name, const std::string& place) {
    for (const DefectInfo& info : defects()) {
        if (info.name == name) {
            return info.defect;
        }
    }
    throw InputError(place, "unknown defect '" + name.substr(0, 60) + "'",
                     suggestion(name, names_of(defects())));
}

}  // namespace schedmc
