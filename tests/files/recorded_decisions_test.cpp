// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: what one CPU records between entry and return of select_task_rq_fair() becomes one decision, and what is not
// whole becomes none and is counted. Method: a few events written by hand, then with one taken away or put between.
#include "files/recorded_decisions.hpp"

#include <gtest/gtest.h>

#include "model/input_error.hpp"
#include "tests/support/machines.hpp"

namespace schedmc {
namespace {

const std::vector<std::string> whole = {
    "pong-5 [002] d.h.. 1.0: srq: (f+0x4/0x270) pid=464 prev=3 wf=0x18 mask=0xff0f nca=8 ruc=1 cookie=0x7",
    "pong-5 [002] d.h.. 1.1: wa: (wake_affine+0x0/0xd0) this=2 prev=3 sync=0",
    "pong-5 [002] d.h.. 1.2: aic: (available_idle_cpu+0x4/0x50) cpu=2",
    "pong-5 [002] d.h.. 1.3: aic_r: (wake_affine_idle+0x1b/0x90 <- available_idle_cpu) ret=0",
    "pong-5 [002] d.h.. 1.4: wa_r: (select_task_rq_fair+0x181/0x270 <- wake_affine) ret=3",
    "pong-5 [002] d.h.. 1.5: sis: (select_idle_sibling+0x0/0x380) prev=3 target=3",
    "pong-5 [002] d.h.. 1.6: sic: (select_idle_cpu+0x0/0x4e0) pid=464 hic=1 target=3 nis=5",
    "pong-5 [002] d.h.. 1.7: aic: (available_idle_cpu+0x4/0x50) cpu=0",
    "pong-5 [002] d.h.. 1.8: aic_r: (select_idle_core+0x67/0xd0 <- available_idle_cpu) ret=1",
    "pong-5 [002] d.h.. 1.9: srq_r: (try_to_wake_up+0x12a/0x380 <- select_task_rq_fair) ret=0",
};

class RecordedDecisionsTest : public ::testing::Test {
protected:
    RecordedDecisionsTest() {
        for (const char* probe : {"wa", "wa_r", "sis", "sis1", "sic"}) {
            header_.take(std::string("### probe ok: p:k/") + probe + " f", 1);
        }
    }
    std::vector<RecordedDecision> read(const std::vector<std::string>& lines) {
        RecordedDecisions decisions(header_, machine_, "r");
        std::vector<RecordedDecision> all;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (lines[i].starts_with("LOST")) {
                decisions.lost(2);
                continue;
            }
            if (auto decision = decisions.take(*parse_ftrace_line(lines[i]), i + 1)) {
                all.push_back(std::move(*decision));
            }
        }
        decisions.end();
        left_out_ = decisions.left_out();
        return all;
    }
    std::vector<std::string> without(std::size_t line) const {
        auto lines = whole;
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(line));
        return lines;
    }

    Machine machine_ = simple_machine(1, 2, 2);
    RecordingHeader header_{"r"};
    LeftOut left_out_;
};

TEST_F(RecordedDecisionsTest, HaveWhatTheProbesTold) {
    const auto all = read(whole);
    ASSERT_EQ(all.size(), 1U);
    const RecordedDecision& decision = all.front();
    EXPECT_EQ(decision.line, 1U);
    EXPECT_EQ(decision.pid, 464);
    EXPECT_EQ(decision.this_cpu, 2);
    EXPECT_TRUE(decision.in_interrupt);
    EXPECT_EQ(decision.prev, 3);
    EXPECT_EQ(decision.recent, 1);
    EXPECT_EQ(decision.wake_flags, 0x18U);
    EXPECT_EQ(cpu_list(decision.allowed), "0-3");
    EXPECT_TRUE(decision.allowed_is_whole);
    EXPECT_EQ(decision.cookie, 7U);
    EXPECT_TRUE(decision.shows_wake_affine);
    EXPECT_EQ(decision.affine_answer, 3);
    EXPECT_EQ(decision.affine_sync, false);
    EXPECT_EQ(decision.target, 3);
    EXPECT_EQ(decision.scan_called, true);
    EXPECT_EQ(decision.hint, true);
    EXPECT_EQ(decision.nr_idle_scan, 5U);
    EXPECT_EQ(decision.answer, 0);
    ASSERT_EQ(decision.tests.size(), 2U);
    EXPECT_EQ(decision.tests[0].cpu, 2);
    EXPECT_FALSE(decision.tests[0].idle);
    EXPECT_EQ(decision.tests[0].look, Look::affine);
    EXPECT_TRUE(decision.tests[1].idle);
    EXPECT_EQ(decision.tests[1].look, Look::scan);
    EXPECT_EQ(left_out_.all(), 0U);
}

TEST_F(RecordedDecisionsTest, OfOtherCpusMayComeBetween) {
    std::vector<std::string> mixed;
    for (const std::string& line : whole) {
        mixed.push_back(line);
        std::string other = line;
        other.replace(other.find("[002]"), 5, "[001]");
        mixed.push_back(other);
        mixed.emplace_back("pong-5 [002] d.h.. 1.5: enq: (f+0x4/0x580) pid=464 fl=0x88");
    }
    const auto all = read(mixed);
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].this_cpu, 2);
    EXPECT_EQ(all[1].this_cpu, 1);
    EXPECT_EQ(all[0].tests.size(), 2U);
    EXPECT_EQ(all[1].tests.size(), 2U);
}

TEST_F(RecordedDecisionsTest, WithoutAnAnswerToATestAreLeftOut) {
    for (const std::size_t line : {3U, 8U}) {
        EXPECT_TRUE(read(without(line)).empty()) << line;
        EXPECT_EQ(left_out_.incomplete, 1U) << line;
    }
    // An answer without its test.
    EXPECT_TRUE(read(without(2)).empty());
    EXPECT_EQ(left_out_.incomplete, 1U);
}

TEST_F(RecordedDecisionsTest, WithoutEntryOrReturnAreLeftOut) {
    EXPECT_TRUE(read(without(0)).empty());
    EXPECT_EQ(left_out_.begun_before, 1U);
    EXPECT_EQ(left_out_.incomplete, 0U);
    EXPECT_TRUE(read(without(9)).empty());
    EXPECT_EQ(left_out_.incomplete, 1U);
    auto twice = without(9);
    twice.insert(twice.end(), whole.begin(), whole.end());
    EXPECT_EQ(read(twice).size(), 1U);
    EXPECT_EQ(left_out_.incomplete, 1U);
}

TEST_F(RecordedDecisionsTest, WithLostEventsAreLeftOut) {
    auto lines = whole;
    lines.insert(lines.begin() + 4, "LOST");
    EXPECT_TRUE(read(lines).empty());
    EXPECT_EQ(left_out_.incomplete, 1U);
    EXPECT_EQ(left_out_.begun_before, 1U);
}

TEST_F(RecordedDecisionsTest, WithoutAFieldAreSkipped) {
    for (const char* field : {"pid=464", "prev=3", "wf=0x18", "mask=0xff0f", "ruc=1"}) {
        auto lines = whole;
        lines[0].replace(lines[0].find(field), std::string(field).size(), "");
        EXPECT_TRUE(read(lines).empty()) << field;
        EXPECT_EQ(left_out_.without_fields, 1U) << field;
    }
    auto lines = whole;
    lines[0].replace(lines[0].find("prev=3"), 6, "prev=4");
    EXPECT_TRUE(read(lines).empty());
    EXPECT_EQ(left_out_.without_fields, 1U);
}

TEST_F(RecordedDecisionsTest, OfMoreThan64CpusSayWhetherTheirMaskIsWhole) {
    machine_ = simple_machine(2, 20, 2);
    auto lines = whole;
    EXPECT_FALSE(read(without(1)).empty());
    for (const auto& [mask, is_whole] :
         {std::pair("mask=0xff nca=8", true), std::pair("mask=0xff nca=9", false),
          std::pair("mask=0xff", false)}) {
        lines[0] = std::string("pong-5 [002] d.h.. 1.0: srq: () pid=464 prev=3 wf=0x18 ruc=1 ") + mask;
        const auto all = read(lines);
        ASSERT_EQ(all.size(), 1U);
        EXPECT_EQ(all[0].allowed_is_whole, is_whole) << mask;
    }
}

TEST_F(RecordedDecisionsTest, WithEndlessTestsAreLeftOut) {
    auto lines = whole;
    for (int i = 0; i < 5000; ++i) {
        lines.insert(lines.begin() + 4, whole.begin() + 2, whole.begin() + 4);
    }
    EXPECT_TRUE(read(lines).empty());
    EXPECT_EQ(left_out_.too_long, 1U);
}

TEST_F(RecordedDecisionsTest, OnCpusOfAnotherMachineAreRefused) {
    auto lines = whole;
    lines[3].replace(lines[3].find("[002]"), 5, "[004]");
    try {
        read(lines);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(),
                     "r:4: cpu4 is not one of the machine's cpus 0-3; name the machine that was recorded "
                     "with --machine");
    }
}

TEST_F(RecordedDecisionsTest, AssumeNothingOfProbesThatWereNotPlaced) {
    header_ = RecordingHeader("r");
    const auto all = read({whole[0], whole[2], whole[3], whole[9]});
    ASSERT_EQ(all.size(), 1U);
    EXPECT_FALSE(all[0].shows_wake_affine);
    EXPECT_FALSE(all[0].target.has_value());
    EXPECT_FALSE(all[0].scan_called.has_value());
    EXPECT_FALSE(all[0].hint.has_value());
}

}  // namespace
}  // namespace schedmc
