// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: groups are as busy as the kernel takes them to be.
// Method: tasks that run for ever, spread in ways worked out by hand; each mark on a group of each state.
#include <gtest/gtest.h>

#include "model/domain/concrete.hpp"
#include "model/policy/update_pick_idlest.hpp"
#include "model/policy/update_sg_wakeup_stats.hpp"

namespace {

using namespace schedmc;

const GroupMarks<Word> unmarked{};

// A group of this many CPUs, where so many tasks run on so many of them.
GroupType type_of(std::size_t weight, std::size_t tasks, std::size_t busy,
                  const GroupMarks<Word>& marks = unmarked) {
    GroupStats<Word> stats{};
    stats.nr_running = Word::number(tasks);
    stats.util = Word::number(1024 * busy);
    stats.runnable = Word::number(1024 * tasks);
    return group_classify<Word>(117, 1024 * weight, weight, stats, marks).value();
}

TEST(GroupClassify, more_tasks_than_cpus_overload_unless_cpus_idle_beside_them) {
    EXPECT_EQ(type_of(1, 2, 1), GroupType::overloaded);
    EXPECT_EQ(type_of(2, 3, 1), GroupType::overloaded);
    EXPECT_EQ(type_of(2, 3, 2), GroupType::overloaded);
    EXPECT_EQ(type_of(8, 9, 8), GroupType::overloaded);
    EXPECT_EQ(type_of(8, 9, 7), GroupType::overloaded);
    EXPECT_EQ(type_of(8, 9, 6), GroupType::has_spare);
}

TEST(GroupClassify, as_many_tasks_as_cpus_fill_a_group_unless_one_idles) {
    EXPECT_EQ(type_of(2, 2, 2), GroupType::fully_busy);
    EXPECT_EQ(type_of(2, 2, 1), GroupType::has_spare);
    EXPECT_EQ(type_of(2, 1, 1), GroupType::has_spare);
    EXPECT_EQ(type_of(8, 8, 8), GroupType::fully_busy);
    EXPECT_EQ(type_of(8, 8, 7), GroupType::fully_busy) << "at 117 percent, seven of eight are full";
    EXPECT_EQ(type_of(8, 8, 6), GroupType::has_spare);
}

TEST(GroupClassify, marks_come_between_overloaded_and_the_rest) {
    const auto yes = Word::truth(true);
    const auto no = Word::truth(false);
    for (const std::size_t busy : {1, 2}) {
        EXPECT_EQ(type_of(2, 3, busy, {yes, yes, yes}), GroupType::overloaded);
        EXPECT_EQ(type_of(2, 2, busy, {yes, yes, yes}), GroupType::imbalanced);
        EXPECT_EQ(type_of(2, 2, busy, {yes, yes, no}), GroupType::smt_balance);
        EXPECT_EQ(type_of(2, 2, busy, {yes, no, no}), GroupType::misfit_task);
    }
}

TEST(GroupClassify, types_are_in_the_order_of_the_kernels_enumeration) {
    std::uint32_t last = 0;
    for (const GroupType type : {GroupType::has_spare, GroupType::fully_busy, GroupType::misfit_task,
                                 GroupType::smt_balance, GroupType::imbalanced, GroupType::overloaded}) {
        const std::uint32_t rank = severity<Word>(Word::choice(type)).value();
        EXPECT_EQ(rank, last++);
    }
}

TEST(GroupClassify, a_group_is_marked_by_its_record) {
    LoadView<Word> view{};
    SchedGroup group;
    group.record = 1;
    EXPECT_FALSE(is_marked(view, group).is_true()) << "no marks are kept";
    view.imbalanced.resize(2);
    view.imbalanced[0] = Word::truth(true);
    EXPECT_FALSE(is_marked(view, group).is_true());
    view.imbalanced[1] = Word::truth(true);
    EXPECT_TRUE(is_marked(view, group).is_true());
}

}  // namespace
