// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: whatever rule decides a wakeup and however its scan ends, the text names it in words of its own. Method: a
// real wakeup's decision with every rule and every end put into it.
#include "counterexamples/narrate.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tests/counterexamples/example_traces.hpp"

namespace schedmc {
namespace {

class Narrate : public testing::Test {
protected:
    Narrate() : trace_(idle_core_ignored()), replayed_(replay(trace_, "t.json")), step_(*replayed_.last) {
        step_.transition.decision.scan.cpu = Wide::cpu(1);
        step_.transition.decision.scan.end = Wide::choice(ScanEnd::not_reached);
    }
    std::vector<std::string> texts() const { return decision_texts(replayed_.model, step_); }

    Trace trace_;
    Replay replayed_;
    ReplayedStep step_;
};

TEST_F(Narrate, EveryRuleHasItsSentence) {
    std::set<std::string> sentences;
    const auto last = static_cast<std::size_t>(WakeRule::target_though_busy);
    for (std::size_t number = 0; number <= last; ++number) {
        const auto rule = static_cast<WakeRule>(number);
        step_.transition.decision.rule = Wide::choice(rule);
        const bool takes_what_the_scan_found = rule == WakeRule::idle_core || rule == WakeRule::idle_cpu ||
                                               rule == WakeRule::fallback_of_core_scan ||
                                               rule == WakeRule::hot_cpu_of_scan;
        ASSERT_EQ(texts().size(), takes_what_the_scan_found ? 0U : 1U) << number;
        for (const std::string& text : texts()) {
            EXPECT_TRUE(sentences.insert(text).second) << text;
        }
    }
}

TEST_F(Narrate, EveryEndOfTheScanHasItsSentence) {
    std::set<std::string> sentences;
    const auto last = static_cast<std::size_t>(ScanEnd::nothing_idle);
    for (std::size_t end = 1; end <= last; ++end) {
        step_.transition.decision.scan.end = Wide::choice(static_cast<ScanEnd>(end));
        ASSERT_EQ(texts().size(), 2U) << end;
        EXPECT_EQ(texts()[0].substr(0, 17), "select_idle_cpu()") << end;
        sentences.insert(texts()[0]);
    }
    EXPECT_EQ(sentences.size(), last);
}

TEST_F(Narrate, HotCpusThatWerePassedOverAreNamed) {
    step_.transition.decision.scan.end = Wide::choice(ScanEnd::found_first_hot);
    step_.transition.decision.scan.examined = Wide::cpus(CpuMask::first(3));
    step_.transition.decision.scan.passed_over_as_hot = Wide::cpus(CpuMask::single(1));
    EXPECT_EQ(texts().front(),
              "select_idle_cpu() looks at cpus 0-2, passes over cpu1 as hot, and finds none that is not hot, "
              "so that "
              "it takes the first of them, cpu1");
}

TEST_F(Narrate, ARepairAndAnAffineTargetAreTold) {
    step_.transition.wakeup.prev = Wide::cpu(3);
    step_.transition.decision.repaired = Wide::truth(true);
    step_.transition.decision.cpu = Wide::cpu(1);
    EXPECT_EQ(texts().front(), "wake_affine_idle() makes cpu0, where the waker is, the target");
    step_.transition.view.idle = Wide::cpus(CpuMask());
    EXPECT_EQ(texts().front(), "wake_affine_weight() makes cpu0, where the waker is, the target");
    EXPECT_EQ(texts().back(), "select_fallback_rq() replaces it by cpu1: t1 may not run on cpu0");
}

TEST_F(Narrate, ARecentCpuOutsideOfTheMaskIsExplained) {
    step_.transition.decision.rule = Wide::choice(WakeRule::recent_is_idle);
    const std::string plain = "the recently used CPU cpu0 shares the target's cache and is idle";
    step_.transition.wakeup.allowed = Wide::cpus(CpuMask::first(4));
    EXPECT_EQ(texts().back(), plain);
    step_.transition.wakeup.allowed = Wide::cpus(CpuMask::single(2));
    step_.transition.wakeup.prev = Wide::cpu(2);
    EXPECT_EQ(texts().back(),
              plain + "; whether t1 may run there is asked of cpu2, which recent_used_cpu has just become");
}

TEST_F(Narrate, ACpuOfSchedIdleTasksIsNotCalledIdle) {
    step_.transition.decision.rule = Wide::choice(WakeRule::target_is_idle);
    EXPECT_EQ(texts().back(), "the target cpu0 is idle");
    step_.transition.view.sched_idle = Wide::cpus(CpuMask::single(0));
    EXPECT_EQ(texts().back(), "the target cpu0 runs SCHED_IDLE tasks only, which counts as idle");
}

}  // namespace
}  // namespace schedmc
