// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: a watch keeps its greatest score and where that occurred first, and is settled at its cap.
// Method: a few scores by hand; the laws stand with the explorer.
#include "solver/explore/judgement.hpp"

#include <gtest/gtest.h>

namespace schedmc::explore {
namespace {

TEST(Judgement, KeepsTheGreatestScoreAndItsFirstOccurrence) {
    Judgement judgement({10});
    judgement.judge_at({0, Occurrence::in_the_state});
    judgement.score(0, 0);
    EXPECT_EQ(judgement.tallies()[0].score, 0u);
    EXPECT_EQ(judgement.tallies()[0].first.state, no_state);
    judgement.judge_at({1, 4});
    judgement.score(0, 7);
    judgement.judge_at({2, 5});
    judgement.score(0, 7);
    judgement.judge_at({3, 6});
    judgement.score(0, 3);
    EXPECT_EQ(judgement.tallies()[0].score, 7u);
    EXPECT_EQ(judgement.tallies()[0].first, (Occurrence{1, 4}));
}

TEST(Judgement, IsSettledWhenEveryWatchIsAtItsCap) {
    Judgement judgement({1, 2});
    EXPECT_FALSE(judgement.all_settled());
    judgement.score(0, 1);
    judgement.score(0, 1);
    judgement.score(1, 1);
    EXPECT_FALSE(judgement.all_settled());
    judgement.score(1, 2);
    EXPECT_TRUE(judgement.all_settled());
    EXPECT_FALSE(Judgement({}).all_settled());
}

TEST(Judgement, CountsRelevanceApartFromScores) {
    Judgement judgement({1, 1});
    judgement.relevant(1);
    judgement.relevant(1);
    EXPECT_EQ(judgement.tallies()[0].relevant, 0u);
    EXPECT_EQ(judgement.tallies()[1].relevant, 2u);
    EXPECT_EQ(judgement.tallies()[1].score, 0u);
}

TEST(JudgementDeathTest, RefusesWhatNoSystemMaySay) {
    Judgement judgement({1});
    EXPECT_DEATH(judgement.score(0, 2), "a watch scores its cap at most");
    EXPECT_DEATH(judgement.score(1, 1), "the system has this watch");
    EXPECT_DEATH(judgement.relevant(1), "the system has this watch");
    EXPECT_DEATH(Judgement({0}), "a watch can score");
}

}  // namespace
}  // namespace schedmc::explore
