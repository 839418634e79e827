// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: the number of rounds after which a claim holds is exact, and what witnesses it is the first of its kind.
// Method: tables of a few states whose numbers are plain to see.
#include "solver/within/rounds.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "tests/support/toy_rounds.hpp"

namespace schedmc::within {
namespace {

using explore::Ending;
using toys::RoundTable;
using Event = RoundTable::Event;
using Numbers = std::vector<std::size_t>;

constexpr std::size_t follow_up = most_cpus;

/// States count down to 0, one a round, by one CPU; those from 1 on break the claim.
RoundTable drain(std::size_t from) {
    RoundTable table{.start_numbers = {from}, .tick_to = {{{0}}}};
    for (std::size_t state = 1; state <= from; ++state) {
        table.tick_to[0].push_back({state - 1});
        table.broken.push_back(state);
    }
    return table;
}

TEST(Rounds, CountWhatDrainsOneARound) {
    for (std::size_t from = 0; from <= 20; ++from) {
        const auto found = rounds_until_it_holds(drain(from));
        EXPECT_EQ(found.ending, Ending::complete);
        EXPECT_FALSE(found.never);
        EXPECT_EQ(found.rounds, from);
        EXPECT_EQ(found.starts, 1u);
        EXPECT_EQ(found.states, from + 1);
        EXPECT_EQ(found.relevant, from + 1);
        ASSERT_EQ(found.witness.has_value(), from != 0);
        if (from != 0) {
            EXPECT_EQ(found.witness->start.number, from);
            EXPECT_EQ(found.witness->events.size(), from - 1);
            EXPECT_EQ(found.witness->ends.size(), from);
            EXPECT_FALSE(found.witness->cycle);
        }
    }
}

TEST(Rounds, TakeTheWorstOfTheStarts) {
    RoundTable table = drain(5);
    table.start_numbers = {2, 4, 0, 4, 1};
    const auto found = rounds_until_it_holds(table);
    EXPECT_EQ(found.rounds, 4u);
    EXPECT_EQ(found.starts, 4u);
    EXPECT_EQ(found.witness->start.number, 4u);
    EXPECT_EQ(found.witness->events, (std::vector<Event>{{0, 3}, {0, 2}, {0, 1}}));
    EXPECT_EQ(found.witness->ends, (Numbers{0, 1, 2, 3}));
}

TEST(Rounds, WithoutAStartClaimNothing) {
    RoundTable table = drain(3);
    table.start_numbers = {};
    const auto found = rounds_until_it_holds(table);
    EXPECT_EQ(found.ending, Ending::complete);
    EXPECT_EQ(found.rounds, 0u);
    EXPECT_EQ(found.relevant, 0u);
    EXPECT_FALSE(found.witness);
}

TEST(Rounds, CountEveryLaterRoundToo) {
    // It holds at the end of rounds 0, 1 and 3, not of 2.
    RoundTable table{.start_numbers = {0}, .tick_to = {{{1}, {2}, {3}, {3}}}};
    table.broken = {2};
    EXPECT_EQ(rounds_until_it_holds(table).rounds, 3u);
}

TEST(Rounds, LetEveryCpuTickOnceInAnyOrder) {
    // CPU 0 takes 2 to 1 and 1 to 0, CPU 1 takes 2 to 1 only. In the order 1, 0 a round drains all; in the other not.
    RoundTable table{.start_numbers = {2}, .tick_to = {{{0}, {0}, {1}}, {{0}, {1}, {1}}}};
    table.broken = {1};
    const auto found = rounds_until_it_holds(table);
    EXPECT_EQ(found.rounds, 2u);
    EXPECT_EQ(found.witness->events, (std::vector<Event>{{0, 1}, {1, 1}}));
}

TEST(Rounds, LetAChoiceDelayTheEnd) {
    // State 0 may turn to 3, from where it takes three rounds more than by 1.
    RoundTable table{.start_numbers = {0}, .tick_to = {{{1, 2}, {5}, {3}, {4}, {5}, {5}}}};
    table.broken = {0, 1, 2, 3, 4};
    const auto found = rounds_until_it_holds(table);
    EXPECT_EQ(found.rounds, 4u);
    EXPECT_EQ(found.witness->events, (std::vector<Event>{{0, 2}, {0, 3}, {0, 4}}));
}

TEST(Rounds, TakeTheFirstOfEqualWays) {
    RoundTable table{.start_numbers = {0}, .tick_to = {{{3}, {4}, {4}, {1, 2}, {4}}}};
    table.broken = {1, 2};
    const auto found = rounds_until_it_holds(table);
    EXPECT_EQ(found.rounds, 3u);
    EXPECT_EQ(found.witness->events, (std::vector<Event>{{0, 3}, {0, 1}}));
}

TEST(Rounds, HandleWhatFollowsBeforeTheNextTick) {
    // The tick of CPU 0 makes 1, which breaks the claim and is mended by what follows: no round ends in it.
    RoundTable table{.start_numbers = {0}, .tick_to = {{{1}, {}, {2}}, {{0}, {}, {2}}}};
    table.follow_to = {{}, {2}};
    table.broken = {1};
    const auto found = rounds_until_it_holds(table);
    EXPECT_FALSE(found.never);
    EXPECT_EQ(found.rounds, 0u);
}

TEST(Rounds, HandleWhatFollowsAStartInRoundZero) {
    RoundTable table{.start_numbers = {1}, .tick_to = {{{0}, {}, {0}}}};
    table.follow_to = {{}, {0, 2}};
    table.broken = {1};
    EXPECT_EQ(rounds_until_it_holds(table).rounds, 0u) << "1 is the end of no round";
    table.broken = {2};
    const auto found = rounds_until_it_holds(table);
    EXPECT_EQ(found.rounds, 1u);
    EXPECT_EQ(found.witness->events, (std::vector<Event>{{follow_up, 2}}));
    EXPECT_EQ(found.witness->ends, (Numbers{1}));
}

TEST(Rounds, PassOverACpuThatCannotTick) {
    // CPU 1 can tick in state 1 only. Where its turn comes first it is passed over.
    RoundTable table{.start_numbers = {0}, .tick_to = {{{1}, {1}, {2}}, {{}, {2}, {}}}};
    table.broken = {0, 1};
    const auto found = rounds_until_it_holds(table);
    EXPECT_EQ(found.rounds, 2u);
    EXPECT_EQ(found.witness->events, (std::vector<Event>{{0, 1}}));
    EXPECT_EQ(found.witness->ends, (Numbers{0, 1}));
}

TEST(Rounds, FindAPingPongThatNeverEnds) {
    RoundTable table{.start_numbers = {0}, .tick_to = {{{1}, {2}, {3}, {2}}}};
    table.broken = {3};
    const auto found = rounds_until_it_holds(table);
    ASSERT_EQ(found.never, Recurrence::breaks_again);
    EXPECT_EQ(found.witness->events, (std::vector<Event>{{0, 1}, {0, 2}, {0, 3}, {0, 2}, {0, 3}}));
    EXPECT_EQ(found.witness->cycle, (Cycle{3, 5}));
    EXPECT_EQ(found.witness->ends, (Numbers{0, 1, 2, 3, 4, 5}));
}

TEST(Rounds, FindABreakThatComesAsLateAsItLikes) {
    // 1 may stay as it is, and go to 3 by way of 2 at any time.
    RoundTable table{.start_numbers = {0}, .tick_to = {{{1}, {1, 2}, {3}, {4}, {4}}}};
    table.broken = {3};
    const auto found = rounds_until_it_holds(table);
    ASSERT_EQ(found.never, Recurrence::may_break_after);
    EXPECT_EQ(found.witness->events, (std::vector<Event>{{0, 1}, {0, 1}, {0, 2}, {0, 3}}));
    EXPECT_EQ(found.witness->cycle, (Cycle{1, 2}));
}

TEST(Rounds, FindARoundThatNeedNotEnd) {
    RoundTable table{.start_numbers = {0}, .tick_to = {{{1}, {}, {}, {3}}}};
    table.follow_to = {{}, {2}, {1, 3}};
    const auto found = rounds_until_it_holds(table);
    ASSERT_EQ(found.never, Recurrence::round_without_end);
    EXPECT_EQ(found.witness->events, (std::vector<Event>{{0, 1}, {follow_up, 2}, {follow_up, 1}}));
    EXPECT_EQ(found.witness->cycle, (Cycle{1, 3}));
    EXPECT_EQ(found.witness->ends, (Numbers{0}));
}

TEST(Rounds, FindSuchARoundAmongThoseThatRecur) {
    // What follows may go from 1 to 2 and back, or on to 0, from where the next tick leads to 1 again.
    RoundTable table{.start_numbers = {0}, .tick_to = {{{1}, {}, {}}}};
    table.follow_to = {{}, {2}, {0, 1}};
    const auto found = rounds_until_it_holds(table);
    ASSERT_EQ(found.never, Recurrence::round_without_end);
    EXPECT_EQ(found.witness->cycle, (Cycle{1, 3}));
    EXPECT_EQ(found.witness->events, (std::vector<Event>{{0, 1}, {follow_up, 2}, {follow_up, 1}}));
}

TEST(Rounds, SayThatNothingHappensAnyMore) {
    RoundTable table{.start_numbers = {0}, .tick_to = {{{}}}};
    table.broken = {0};
    const auto found = rounds_until_it_holds(table);
    ASSERT_EQ(found.never, Recurrence::breaks_again);
    EXPECT_TRUE(found.witness->events.empty());
    EXPECT_EQ(found.witness->cycle, (Cycle{0, 0}));
}

TEST(Rounds, DoNotMindACycleThatBreaksNothing) {
    RoundTable table{.start_numbers = {0}, .tick_to = {{{1}, {2}, {1}}}};
    table.broken = {0};
    const auto found = rounds_until_it_holds(table);
    EXPECT_FALSE(found.never);
    EXPECT_EQ(found.rounds, 1u);
}

TEST(Rounds, AskOfTheStatesThatTheClaimIsAboutAlone) {
    RoundTable table = drain(4);
    table.irrelevant = {1, 2};
    const auto found = rounds_until_it_holds(table);
    EXPECT_EQ(found.rounds, 2u);
    EXPECT_EQ(found.relevant, 3u);
}

TEST(Rounds, EndAtLimitsWithWhatIsCertain) {
    const RoundTable table = drain(10);
    const auto states = rounds_until_it_holds(table, {.limits = {.states = 4}});
    EXPECT_EQ(states.ending, Ending::states);
    EXPECT_EQ(states.states, 4u);
    EXPECT_EQ(states.rounds, 4u);
    const auto depth = rounds_until_it_holds(table, {.limits = {.depth = 6}});
    EXPECT_EQ(depth.ending, Ending::depth);
    EXPECT_EQ(depth.depth, 6u);
    EXPECT_EQ(depth.rounds, 7u);
    EXPECT_EQ(rounds_until_it_holds(table, {.limits = {.memory_bytes = 64}}).ending, Ending::memory);
    EXPECT_EQ(rounds_until_it_holds(table, {.limits = {.states = 11}}).ending, Ending::complete);

    const std::atomic<bool> stop = true;
    const auto stopped = rounds_until_it_holds(table, {.limits = {}, .stop = &stop});
    EXPECT_EQ(stopped.ending, Ending::interrupted);
    EXPECT_FALSE(stopped.witness);

    RoundTable some = table;
    some.starts_end = Ending::states;
    const auto partly = rounds_until_it_holds(some);
    EXPECT_EQ(partly.ending, Ending::states);
    EXPECT_EQ(partly.rounds, 10u);
}

TEST(Rounds, AreCertainOfALassoAtALimit) {
    RoundTable table{.start_numbers = {0}, .tick_to = {{{0, 1}, {2}, {3}, {3}}}};
    table.broken = {0};
    const auto found = rounds_until_it_holds(table, {.limits = {.states = 2}});
    EXPECT_EQ(found.ending, Ending::states);
    EXPECT_EQ(found.never, Recurrence::breaks_again);
}

}  // namespace
}  // namespace schedmc::within
