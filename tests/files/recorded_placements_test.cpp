// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: a wakeup's way from waker and previous CPU to its new one is read from tracepoints alone, in both forms.
// Method: the events of one wakeup written by hand.
#include "files/recorded_placements.hpp"

#include <gtest/gtest.h>

#include "model/input_error.hpp"
#include "tests/support/machines.hpp"

namespace schedmc {
namespace {

std::vector<RecordedPlacement> read(const std::vector<std::string>& lines) {
    RecordedPlacements placements(simple_machine(1, 2, 2), "r");
    std::vector<RecordedPlacement> all;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (const auto placement = placements.take(*parse_ftrace_line(lines[i]), i + 1)) {
            all.push_back(*placement);
        }
    }
    return all;
}

const char* const waking =
    "a-5 [002] d..3 1.0: sched_waking: comm=kworker/3:2 pid=66 prio=120 target_cpu=003";
const char* const migrate =
    "a-5 [002] d..3 1.0: sched_migrate_task: comm=kworker/3:2 pid=66 prio=120 orig_cpu=3 dest_cpu=1";
const char* const wakeup =
    "a-5 [001] d..3 1.1: sched_wakeup: comm=kworker/3:2 pid=66 prio=120 target_cpu=001";
const char* const columns = "a-5 [001] d..3 1.1: sched_wakeup:         kworker/3:2:66 [120] CPU:001";

void expect_the_one(const std::vector<RecordedPlacement>& all, std::uint64_t line) {
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].line, line);
    EXPECT_EQ(all[0].pid, 66);
    EXPECT_EQ(all[0].prio, 120);
    EXPECT_EQ(all[0].waker, 2);
    EXPECT_EQ(all[0].prev, 3);
    EXPECT_EQ(all[0].cpu, 1);
    EXPECT_FALSE(all[0].is_new);
}

TEST(RecordedPlacements, AreReadInBothForms) {
    expect_the_one(read({waking, wakeup}), 2);
    expect_the_one(read({waking, columns}), 2);
}

TEST(RecordedPlacements, AreToldOnceWhereTheTaskMoves) {
    expect_the_one(read({waking, migrate}), 2);
    expect_the_one(read({waking, migrate, wakeup}), 2);
}

TEST(RecordedPlacements, MayLackTheirOrigin) {
    const auto all = read({wakeup});
    ASSERT_EQ(all.size(), 1U);
    EXPECT_FALSE(all[0].waker.has_value());
    EXPECT_FALSE(all[0].prev.has_value());
    // A task that is balanced is not placed.
    EXPECT_TRUE(read({migrate}).empty());
}

TEST(RecordedPlacements, TellForkedTasksApart) {
    const auto all = read({"a-5 [002] 1.0: sched_wakeup_new: comm=a pid=7 prio=120 success=1 target_cpu=2"});
    ASSERT_EQ(all.size(), 1U);
    EXPECT_TRUE(all[0].is_new);
}

TEST(RecordedPlacements, AreNothingWithoutPidOrCpu) {
    EXPECT_TRUE(read({"a-5 [002] 1.0: sched_wakeup: comm=a prio=120", "a-5 [002] 1.0: sched_wakeup: a CPU:1",
                      "a-5 [002] 1.0: sched_wakeup: a:x [120] CPU:001", "a-5 [002] 1.0: sched_switch: pid=7"})
                    .empty());
}

TEST(RecordedPlacements, OnCpusOfAnotherMachineAreRefused) {
    EXPECT_THROW(read({"a-5 [002] 1.0: sched_wakeup: comm=a pid=7 prio=120 target_cpu=004"}), InputError);
}

}  // namespace
}  // namespace schedmc
