// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: the explorer finds every state of systems whose figures are known from elsewhere, and shortest paths
// in them.
// Method: tiny systems with closed forms or brute-force counts; none of them is a scheduler of ours.
#include "solver/explore/explorer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tests/support/toy_counter.hpp"
#include "tests/support/toy_digraph.hpp"
#include "tests/support/toy_grid.hpp"
#include "tests/support/toy_jugs.hpp"
#include "tests/support/toy_run_queues.hpp"

namespace schedmc::explore {
namespace {

using toys::Counter;
using toys::Digraph;
using toys::Grid;
using toys::Jugs;
using toys::RunQueues;

TEST(Explorer, CountsGridsExactly) {
    for (std::uint64_t width = 1; width <= 12; ++width) {
        for (std::uint64_t height = 1; height <= 12; ++height) {
            const auto found = breadth_first(Grid{width, height});
            EXPECT_EQ(found.ending, Ending::complete);
            EXPECT_EQ(found.states, width * height);
            EXPECT_EQ(found.transitions, 2 * width * height - width - height);
            EXPECT_EQ(found.depth, width + height - 2);
            EXPECT_EQ(found.dead_ends, 1u);
            EXPECT_EQ(found.peak_frontier, std::min(width, height));
            EXPECT_EQ(found.packed_words, 2u);
        }
    }
}

TEST(Explorer, KeepsTheGreatestValueOfAQuantityAndWhereItOccursFirst) {
    const Grid grid{5, 4};
    const auto found = breadth_first(grid);

    const auto& sum = found.watches.at(0);
    EXPECT_EQ(sum.score, 7u);
    EXPECT_EQ(sum.relevant, 20u);
    EXPECT_FALSE(sum.settled);
    ASSERT_TRUE(sum.path.has_value());
    EXPECT_EQ(sum.path->events.size(), 7u);

    // The last step to the right leaves column 3; first in the bottom row, after three steps to get there.
    const auto& column = found.watches.at(1);
    EXPECT_EQ(column.score, 3u);
    EXPECT_EQ(column.relevant, 16u);
    ASSERT_TRUE(column.path.has_value());
    EXPECT_EQ(column.path->events, std::vector<Grid::Event>(4, Grid::Event::right));
}

TEST(Explorer, GoesRoundACounterOnce) {
    const auto found = breadth_first(Counter{1000});
    EXPECT_EQ(found.ending, Ending::complete);
    EXPECT_EQ(found.states, 1000u);
    EXPECT_EQ(found.transitions, 1000u);
    EXPECT_EQ(found.depth, 999u);
    EXPECT_EQ(found.dead_ends, 0u);
    EXPECT_EQ(found.peak_frontier, 1u);
    // The step that wraps is the thousandth; the state in the middle is 500 steps away.
    EXPECT_EQ(found.watches.at(0).path->events.size(), 1000u);
    EXPECT_EQ(found.watches.at(1).path->events.size(), 500u);
    EXPECT_TRUE(found.watches.at(0).settled);
    EXPECT_TRUE(found.watches.at(1).settled);
}

TEST(Explorer, SolvesTheJugsInSixSteps) {
    const Jugs jugs;
    const auto found = breadth_first(jugs);
    EXPECT_EQ(found.ending, Ending::settled);
    EXPECT_EQ(found.depth, 6u);
    const auto& path = found.watches.at(0).path;
    ASSERT_TRUE(path.has_value());
    ASSERT_EQ(path->events.size(), 6u);

    Jugs::Transition transition{path->start};
    for (const Jugs::Event& event : path->events) {
        const Jugs::State before = transition.after;
        jugs.step(before, event, transition);
    }
    EXPECT_EQ(transition.after.large, 4u);
}

TEST(Explorer, FindsAllStatesOfTheJugs) {
    const auto found = breadth_first(Jugs{true});
    EXPECT_EQ(found.ending, Ending::complete);
    EXPECT_EQ(found.states, 16u);
    EXPECT_EQ(found.transitions, 16u * 6u);
    EXPECT_EQ(found.depth, 7u);
    EXPECT_EQ(found.watches.at(0).path->events.size(), 6u);
    EXPECT_FALSE(found.watches.at(0).settled);
}

std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
    return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

// T! [x^T] (1 + x)^C e^((C + 1) x): choose k queues that have a current task and a task for each of them, in
// order; the other tasks are absent or on any queue.
std::uint64_t run_queue_states(std::uint64_t tasks, std::uint64_t queues) {
    std::uint64_t sum = 0;
    std::uint64_t chosen_queues = 1;
    std::uint64_t ordered_tasks = 1;
    for (std::uint64_t k = 0; k <= std::min(tasks, queues); ++k) {
        sum += chosen_queues * ordered_tasks * power(queues + 1, tasks - k);
        chosen_queues = chosen_queues * (queues - k) / (k + 1);
        ordered_tasks *= tasks - k;
    }
    return sum;
}

TEST(Explorer, CountsRunQueuesByTheirGeneratingFunction) {
    EXPECT_EQ(run_queue_states(7, 4), 1933125u);
    for (std::size_t tasks = 1; tasks <= 5; ++tasks) {
        for (std::size_t queues = 1; queues <= 4; ++queues) {
            const auto found = breadth_first(RunQueues{tasks, queues, false});
            EXPECT_EQ(found.ending, Ending::complete);
            EXPECT_EQ(found.states, run_queue_states(tasks, queues))
                << tasks << " tasks, " << queues << " queues";
            EXPECT_EQ(found.depth, tasks + std::min(tasks, queues));
            EXPECT_EQ(found.dead_ends, 0u);
            EXPECT_EQ(found.watches.at(0).score, 0u);
            EXPECT_GT(found.watches.at(0).relevant, 0u);
            EXPECT_FALSE(found.watches.at(0).path.has_value());
            EXPECT_EQ(found.watches.at(1).path.has_value(), tasks <= queues);
        }
    }
}

// Every assignment of places and current tasks that obeys the invariant, without any search.
std::uint64_t run_queue_events_by_brute_force(const RunQueues& system) {
    std::uint64_t events = 0;
    const std::uint64_t places = power(system.queues + 1, system.tasks);
    const std::uint64_t currents = power(system.tasks + 1, system.queues);
    for (std::uint64_t choice = 0; choice < places * currents; ++choice) {
        RunQueues::State state;
        std::uint64_t rest = choice;
        for (std::size_t task = 0; task < system.tasks; ++task, rest /= system.queues + 1) {
            state.place[task] = static_cast<std::uint8_t>(rest % (system.queues + 1));
        }
        bool obeys = true;
        for (std::size_t queue = 0; queue < system.queues; ++queue, rest /= system.tasks + 1) {
            const std::uint64_t current = rest % (system.tasks + 1);
            state.current[queue] = static_cast<std::uint8_t>(current);
            obeys = obeys && (current == 0 || state.place[current - 1] == queue + 1);
        }
        if (obeys) {
            system.enabled(state, [&](const RunQueues::Event&) { return ++events > 0; });
        }
    }
    return events;
}

TEST(Explorer, TakesEveryStepOutOfEveryState) {
    for (std::size_t tasks = 1; tasks <= 4; ++tasks) {
        for (std::size_t queues = 1; queues <= 3; ++queues) {
            const RunQueues system{tasks, queues, false};
            EXPECT_EQ(breadth_first(system).transitions, run_queue_events_by_brute_force(system));
        }
    }
}

TEST(Explorer, CompletesTheLevelInWhichAWatchSettles) {
    // 0 -> 1 2 3; 1 -> 4, 2 -> 5, 3 -> 6; 4 -> 7. Node 4 settles the watch while 5 and 6 are not yet
    // discovered.
    Digraph graph{{{1, 2, 3}, {4}, {5}, {6}, {7}, {}, {}, {}}, {0}, {}, nullptr};
    Digraph::Watch watch;
    watch.node_scores = {0, 0, 0, 0, 1, 0, 1, 0};
    watch.edge_scores = {{0, 0, 0}, {0}, {0}, {0}, {0}, {}, {}, {}};
    graph.watches = {watch};
    const auto found = breadth_first(graph);
    EXPECT_EQ(found.ending, Ending::settled);
    EXPECT_EQ(found.states, 7u);
    EXPECT_EQ(found.transitions, 6u);
    EXPECT_EQ(found.depth, 2u);
    EXPECT_EQ(found.watches.at(0).relevant, 2u);
    EXPECT_EQ(found.watches.at(0).path->events, (std::vector<std::size_t>{0, 0}));
}

TEST(Explorer, TellsParallelEdgesApartWhenTheStepIsWhatScores) {
    Digraph graph{{{1, 1, 1}, {}}, {0}, {}, nullptr};
    Digraph::Watch watch;
    watch.node_scores = {0, 0};
    watch.edge_scores = {{0, 0, 1}, {}};
    graph.watches = {watch};
    const auto found = breadth_first(graph);
    EXPECT_EQ(found.watches.at(0).path->events, std::vector<std::size_t>{2});
}

TEST(Explorer, AnswersForASystemWithoutAnyState) {
    const auto found = breadth_first(Digraph{});
    EXPECT_EQ(found.ending, Ending::complete);
    EXPECT_EQ(found.states, 0u);
    EXPECT_EQ(found.depth, 0u);
    EXPECT_EQ(found.peak_frontier, 0u);
}

// A system with one state, which needs no bits at all.
struct OneState : toys::NothingWatched {
    struct State {};
    enum class Event { stay };
    using Transition = toys::PlainTransition<State>;

    std::size_t packed_words() const { return 0; }
    void pack(const State&, std::span<std::uint64_t>) const {}
    void unpack(std::span<const std::uint64_t>, State&) const {}
    template <class Visit>
    void initial_states(Visit&& visit) const {
        visit(State{});
    }
    template <class Visit>
    void enabled(const State&, Visit&& visit) const {
        visit(Event::stay);
    }
    void step(const State&, const Event&, Transition&) const {}
};

TEST(Explorer, NeedsNoWordsForASingleState) {
    const auto found = breadth_first(OneState{});
    EXPECT_EQ(found.ending, Ending::complete);
    EXPECT_EQ(found.states, 1u);
    EXPECT_EQ(found.transitions, 1u);
}

struct ForgetfulGrid : Grid {
    void unpack(std::span<const std::uint64_t> words, State& state) const { state = {words[0], 0}; }
    template <class Visit>
    void initial_states(Visit&& visit) const {
        visit(State{0, 1});
    }
};

TEST(ExplorerDeathTest, NoticesAFieldThatUnpackingForgets) {
    EXPECT_DEATH(breadth_first(ForgetfulGrid{{2, 2}}), "a state packs to the same words");
}

TEST(Explorer, NamesItsEndings) {
    EXPECT_EQ(std::string(ending_name(Ending::complete)), "complete");
    EXPECT_EQ(std::string(ending_name(Ending::interrupted)), "interrupted");
}

}  // namespace
}  // namespace schedmc::explore
