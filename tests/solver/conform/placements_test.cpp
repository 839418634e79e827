// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: placements are counted by what they can tell. Method: one of each kind.
#include "solver/conform/placements.hpp"

#include <gtest/gtest.h>

#include "tests/support/machines.hpp"

namespace schedmc {
namespace {

RecordedPlacement placement(std::uint16_t waker, std::uint16_t prev, std::uint16_t cpu) {
    return {.line = 7, .pid = 1, .is_new = false, .prio = 120, .waker = waker, .prev = prev, .cpu = cpu};
}

TEST(PlacementTally, CountsByWhatAPlacementTells) {
    PlacementTally tally(simple_machine(3, 2, 1));
    tally.add(placement(0, 0, 1));
    tally.add(placement(0, 2, 3));
    tally.add(placement(0, 2, 4));
    tally.add(placement(0, 0, 2));
    RecordedPlacement other = placement(0, 0, 5);
    other.prio = 89;
    tally.add(other);
    other = placement(0, 0, 5);
    other.is_new = true;
    tally.add(other);
    other = placement(0, 0, 5);
    other.prev.reset();
    tally.add(other);
    EXPECT_EQ(tally.near, 2U);
    EXPECT_EQ(tally.elsewhere, 2U);
    EXPECT_EQ(tally.elsewhere_lines, (std::vector<std::uint64_t>{7, 7}));
    EXPECT_EQ(tally.of_other_classes, 1U);
    EXPECT_EQ(tally.forked, 1U);
    EXPECT_EQ(tally.without_origin, 1U);
    EXPECT_EQ(tally.nowhere_else, 0U);
    EXPECT_EQ(tally.all(), 7U);
}

TEST(PlacementTally, SaysWhereNothingCouldBeTold) {
    PlacementTally one(simple_machine(1, 2, 2));
    one.add(placement(0, 1, 3));
    EXPECT_EQ(one.nowhere_else, 1U);
    PlacementTally two(simple_machine(2, 1, 2));
    two.add(placement(0, 2, 3));
    EXPECT_EQ(two.nowhere_else, 1U);
}

}  // namespace
}  // namespace schedmc
