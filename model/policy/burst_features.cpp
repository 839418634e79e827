// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/policy/burst_features.hpp"

#include "model/policy/feature_row.hpp"

namespace schedmc {

namespace {

constexpr std::size_t most_burst_threshold = 1000;

FeatureInfo open_choice(FeatureInfo feature) {
    feature.open_in = "burst-threshold";
    return feature;
}

}  // namespace

std::vector<FeatureInfo> burst_features() {
    FeatureInfo threshold = feature_row<&Rules::burst_threshold>(
        "burst-threshold",
        "a wakeup, fork or exec that has chosen a CPU with more tasks than this goes to an idle one (SMT_BUDDY_ASSIST "
        "patch 5, Li Kunyu, RFC, where it is 4; not merged)");
    threshold.greatest = most_burst_threshold;
    return {
        open_choice(feature_row<&Rules::burst_cookies>(
            "burst-cookies", "open: whether burst-threshold keeps to cores of the task's cookie",
            {"respected", "ignored"})),
        open_choice(feature_row<&Rules::burst_counts>(
            "burst-counts", "open: whether burst-threshold counts the task that is placed", {"others", "with-itself"})),
        open_choice(feature_row<&Rules::burst_scope>(
            "burst-scope", "open: where burst-threshold looks for an idle CPU", {"llc-then-all", "llc", "all"})),
        threshold,
    };
}

std::vector<DefectInfo> burst_defects() {
    return {
        {Defect::burst_at_threshold, "burst-at-threshold", "the burst path is taken at its threshold, not above"},
        {Defect::burst_ignores_affinity, "burst-ignores-affinity",
         "the burst path takes an idle CPU that the task may not use"},
        {Defect::burst_takes_busy, "burst-takes-busy", "the burst path does not ask whether a CPU is idle"},
        {Defect::burst_of_wakeups_only, "burst-of-wakeups-only", "forks and execs have no burst path"},
    };
}

}  // namespace schedmc
