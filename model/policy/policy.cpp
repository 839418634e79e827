// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/policy/policy.hpp"

#include <algorithm>

#include "model/input_error.hpp"
#include "model/policy/burst_features.hpp"
#include "model/policy/feature_row.hpp"

namespace schedmc {

namespace {

/// A choice that the series leaves open, which matters where that feature is in use.
FeatureInfo open(std::string_view in, FeatureInfo feature) {
    feature.open_in = in;
    return feature;
}

/// All of the series at once.
FeatureInfo smt_buddy_assist() {
    return {
        "smt-buddy-assist",
        "smt-push, smt-push-skip, smt-push-exclude, newidle-llc and burst-threshold=4 (thread \"sched/fair: "
        "Introduce the "
        "SMT_BUDDY_ASSIST feature\", Li Kunyu, RFC; not merged)",
        {},
        [](const Rules& rules) {
            return static_cast<std::size_t>(rules.smt_push && rules.smt_push_skip && rules.smt_push_exclude &&
                                            rules.newidle_llc && rules.burst_threshold != 0);
        },
        [](Rules& rules, std::size_t value) {
            rules.smt_push = rules.smt_push_skip = rules.smt_push_exclude = rules.newidle_llc = value != 0;
            rules.burst_threshold = value != 0 ? 4 : 0;
        },
        0,
        {}};
}

}  // namespace

namespace {

std::vector<FeatureInfo> smt_features() {
    return {
        smt_buddy_assist(),
        feature_row<&Rules::smt_push>(
            "smt-push",
            "a tick's balance begins with a push of a waiting task to an idle SMT sibling "
            "(SMT_BUDDY_ASSIST patch 1)"),
        open("smt-push", feature_row<&Rules::smt_push_count>("smt-push-count", "how many tasks a push moves",
                                                             {"one", "half"})),
        feature_row<&Rules::smt_push_exclude>("smt-push-exclude",
                                              "after a push nothing is taken from siblings for the rest of "
                                              "the pass (SMT_BUDDY_ASSIST patch 3)"),
        open("smt-push",
             feature_row<&Rules::smt_push_locks>(
                 "smt-push-locks", "whether a push holds one queue's lock after the other, or both",
                 {"split", "both"})),
        open("smt-push",
             feature_row<&Rules::smt_push_memory>(
                 "smt-push-memory", "whether a push is known to its pass alone, or until the CPU's next",
                 {"pass", "sticky"})),
        open("smt-push", feature_row<&Rules::smt_push_order>("smt-push-order", "which sibling is tried first",
                                                             {"wrap", "lowest"})),
        open("smt-push", feature_row<&Rules::smt_push_runs>(
                             "smt-push-runs", "whether CPUs that balance for another one push there too",
                             {"own", "any"})),
        feature_row<&Rules::smt_push_skip>(
            "smt-push-skip", "after a push the SMT domain is left out (SMT_BUDDY_ASSIST patch 2)"),
        open("smt-push", feature_row<&Rules::smt_push_skipped>(
                             "smt-push-skipped", "whether a domain left out counts as found balanced",
                             {"balanced", "untouched"})),
        open("smt-push",
             feature_row<&Rules::smt_push_stats>(
                 "smt-push-stats", "whether siblings that are no sources count in the figures of groups",
                 {"kept", "removed"})),
        open("smt-push", feature_row<&Rules::smt_push_target>(
                             "smt-push-target", "whether the sibling is idle, or has a queue shorter by two",
                             {"idle", "shorter"})),
    };
}

std::vector<FeatureInfo> other_features() {
    return {
        feature_row<&Rules::newidle_llc>(
            "newidle-llc",
            "a newly idle CPU looks no farther than its LLC (SMT_BUDDY_ASSIST patch 4, Li "
            "Kunyu, RFC; not merged)"),
        open("newidle-llc",
             feature_row<&Rules::newidle_no_llc>(
                 "newidle-no-llc", "what newidle-llc does on a CPU that shares its cache with none",
                 {"stop", "search"})),
        feature_row<&Rules::numa_imbalance_affinity>(
            "numa-imbalance-affinity",
            "when a fork looks at the task's mask before it tolerates an imbalance between nodes (K Prateek "
            "Nayak, 2022; merged is commit f5b2eeb49991, online-cpus was proposed in its discussion)",
            {"none", "merged", "online-cpus", "always"}),
        feature_row<&Rules::sched_idle_wakee_seeks_idle>(
            "sched-idle-wakee-seeks-idle",
            "a SCHED_IDLE wakee keeps looking where only SCHED_IDLE "
            "tasks run (commit fd54d81c2c0e, merged for "
            "v7.1)"),
        feature_row<&Rules::signed_idle_cpus>(
            "signed-idle-cpus",
            "a difference in idle CPUs between groups ends at zero (Pierre Gondois, "
            "2024-10; not merged)"),
        feature_row<&Rules::sis_cache>(
            "sis-cache",
            "a CPU left idle by a short sleeper is reserved for it, and scans pass it "
            "over (Chen Yu, RFC, v1 and "
            "v2, 2023-09-11 to 2023-11-21, made for v6.6 and v6.7-rc; not merged)",
            {"none", "rfc", "v1", "v2"}),
        feature_row<&Rules::sis_ignore_util_if_idle_core>(
            "sis-ignore-util-if-idle-core",
            "SIS_UTIL's budget is not looked at while has_idle_cores is true (Abel Wu, v5 1/5, 2022-09-09; "
            "not "
            "merged)"),
        feature_row<&Rules::sis_prop>(
            "sis-prop",
            "the scan is limited in proportion to the waker's idle time (SIS_PROP; default in v5.19)"),
        feature_row<&Rules::sis_util>(
            "sis-util", "the scan is limited by the LLC's utilisation (SIS_UTIL; default from v6.1)"),
    };
}

}  // namespace

const std::vector<FeatureInfo>& features() {
    static const std::vector<FeatureInfo> table = [] {
        std::vector<FeatureInfo> all = burst_features();
        for (const std::vector<FeatureInfo>& more : {other_features(), smt_features()}) {
            all.insert(all.end(), more.begin(), more.end());
        }
        return all;
    }();
    return table;
}

std::string value_word(const FeatureInfo& feature, const Rules& rules) {
    const std::size_t value = feature.value_in(rules);
    if (!feature.values.empty()) {
        return std::string(feature.values[value]);
    }
    return value == 0 ? "off" : feature.greatest != 0 ? std::to_string(value) : "on";
}

std::vector<std::string> open_choices(const Policy& policy) {
    std::vector<std::string> choices;
    for (const FeatureInfo& choice : features()) {
        for (const FeatureInfo& feature : features()) {
            if (feature.name == choice.open_in && feature.value_in(policy.rules) != 0) {
                choices.push_back(std::string(choice.name) + "=" + value_word(choice, policy.rules));
            }
        }
    }
    return choices;
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
    const bool burst_choices = rules.burst_counts != BurstCounts::others ||
                               rules.burst_scope != BurstScope::llc_then_all ||
                               rules.burst_cookies != BurstCookies::respected;
    if (burst_choices && rules.burst_threshold == 0) {
        throw InputError(place, policy.name + ": choices of the burst path change nothing without it",
                         "add +burst-threshold=4 before them");
    }
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

/// The number that follows a feature's name as `word` begins, taken off the front of `rest`.
std::size_t read_number(const FeatureInfo& feature, const std::string& word, std::string_view& rest,
                        const std::string& place) {
    const std::string digits = word.substr(0, word.find('-'));
    const bool is_number =
        !digits.empty() && digits.size() <= 6 && digits.find_first_not_of("0123456789") == std::string::npos;
    const std::size_t number = is_number ? std::stoul(digits) : 0;
    if (number < 1 || number > feature.greatest) {
        throw InputError(place,
                         std::string(feature.name) +
                             (word.empty() ? " needs a number" : " cannot be '" + word.substr(0, 60) + "'"),
                         "a number from 1 to " + std::to_string(feature.greatest));
    }
    rest.remove_prefix(1 + digits.size());
    return number;
}

/// The value that follows a feature's name, taken off the front of `rest`.
std::size_t read_value(const FeatureInfo& feature, bool on, std::string_view& rest,
                       const std::string& place) {
    const std::string name(feature.name);
    const bool given = !rest.empty() && rest.front() == '=';
    const std::string word(given ? rest.substr(1, rest.find_first_of("+", 1) - 1) : "");
    if ((feature.values.empty() && feature.greatest == 0) || !on) {
        if (given) {
            throw InputError(
                place, (on ? "+" : "-") + name + " takes no value, but has '" + word.substr(0, 60) + "'",
                "leave =" + word.substr(0, 60) + " out");
        }
        return on ? 1 : 0;
    }
    if (feature.greatest != 0) {
        return read_number(feature, given ? word : "", rest, place);
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
            throw InputError(place,
                             std::string(feature->name) + " is already " +
                                 value_word(*feature, policy.rules) + " in " + policy.name,
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
