// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: the comparison would notice a mistake in the model: each planted defect is one.
// Method: the fast comparison with every version and every defect. What no kernel here can show is named, with why.
#include <gtest/gtest.h>

#include <algorithm>

#include "model/input_error.hpp"
#include "tests/kernel/programme.hpp"
#include "tests/support/balance_defects.hpp"
#include "tests/support/defects_beyond_selections.hpp"
#include "tests/support/fork_defects.hpp"

namespace schedmc::kernel {
namespace {

// They spoil the rule that a SCHED_IDLE wakee seeks an idle CPU, which came with v7.1; a patch; and the preference for
// an idle core, which came with v6.6.
bool is_shown(const Version& version, Defect defect) {
    const bool asks_cores = defect == Defect::leader_falls_through || defect == Defect::leader_ignores_cores;
    return defect != Defect::sched_idle_target_taken && defect != Defect::idle_cpus_wrap &&
           (!asks_cores || version.functions->smt_balance);
}

// The comparison of wake lists asks for CPUs that the wakee may not use.
bool lies_beyond_comparisons(Defect defect) {
    return shows_in_passes(defect) || (lies_beyond_selections(defect) && !shows_in_looks(defect) &&
                                       defect != Defect::on_cpu_affinity_not_tested);
}

Subject subject_of(Defect defect) {
    return spoils_forks_only(defect)     ? Subject::forks
           : spoils_balance_only(defect) ? Subject::balance
                                         : Subject::wakeups;
}

// The first difference, or "".
std::string noticed(const Version& version, Defect defect) {
    for (const Result& result : compare(version, subject_of(defect), defect, Extent::fast, 1)) {
        if (!result.differences.empty()) {
            return result.differences.front();
        }
    }
    return "";
}

class PlantedDefects : public testing::TestWithParam<DefectInfo> {};

TEST_P(PlantedDefects, AreNoticedByEveryVersionThatCanShowThem) {
    for (const Version& version : versions()) {
        const std::string difference = noticed(version, GetParam().defect);
        EXPECT_EQ(difference.empty(), !is_shown(version, GetParam().defect) ||
                                          lies_beyond_comparisons(GetParam().defect) ||
                                          needs_sis_cache(GetParam().defect))
            << version.revision << ": " << GetParam().does << "\n"
            << difference;
    }
}

INSTANTIATE_TEST_SUITE_P(All, PlantedDefects, testing::ValuesIn(defects()), [](const auto& made) {
    std::string name(made.param.name);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

TEST(Comparison, SaysWhatTheKernelDidAndWhatTheModelDid) {
    const std::string told = noticed(version_of("v6.12-stable", ""), Defect::core_fallback_leaves_scan);
    EXPECT_TRUE(told.starts_with("DIFFERENCE  select_idle_sibling(): the CPU     v6.12-stable (6.12."))
        << told;
    for (const char* part :
         {"machine   1 x 2 x 2, 4 CPUs, isolated 3", "cpu2      runs one task; core of cpus 2-3",
          "llc0      cpus 0-2: has_idle_cores = true", "wakee     last on cpu2", "kernel    cpu2;",
          "model     cpu3;"}) {
        EXPECT_NE(told.find(part), std::string::npos) << part << " in\n" << told;
    }
}

TEST(Versions, AreKnownByTheirRevision) {
    EXPECT_EQ(std::string(version_of("v6.1-stable", "").functions->version).substr(0, 4), "6.1.");
    EXPECT_EQ(std::string(version_of("v6.12-stable", "").functions->version).substr(0, 5), "6.12.");
    try {
        version_of("v6.1-stabel", "--revision");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(),
                     "--revision: no compiled functions of 'v6.1-stabel'; did you mean v6.1-stable?");
    }
}

}  // namespace
}  // namespace schedmc::kernel
