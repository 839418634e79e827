// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: reaching a limit is an honest answer: the limit is kept, what was found until then is told, and a
// system that just fits is explored to its end.
// Method: systems of known counts under limits around those counts; the allocator is asked what is really in
// use.
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "solver/explore/explorer.hpp"
#include "tests/support/toy_counter.hpp"
#include "tests/support/toy_grid.hpp"
#include "tests/support/toy_run_queues.hpp"

namespace schedmc::explore {
namespace {

using toys::Counter;
using toys::Grid;
using toys::RunQueues;

Options with_limits(const Limits& limits) {
    Options options;
    options.limits = limits;
    return options;
}

TEST(ExplorerLimits, AStateLimitThatJustFitsIsNotReached) {
    const auto fits = breadth_first(Counter{500}, with_limits({.states = 500}));
    EXPECT_EQ(fits.ending, Ending::complete);
    EXPECT_EQ(fits.states, 500u);

    const auto reached = breadth_first(Counter{501}, with_limits({.states = 500}));
    EXPECT_EQ(reached.ending, Ending::states);
    EXPECT_EQ(reached.states, 500u);
    EXPECT_EQ(reached.depth, 499u);
    EXPECT_EQ(reached.transitions, 500u);
    // The middle was passed; the step that wraps was not taken.
    EXPECT_TRUE(reached.watches.at(1).settled);
    EXPECT_EQ(reached.watches.at(1).path->events.size(), 250u);
    EXPECT_FALSE(reached.watches.at(0).path.has_value());
}

TEST(ExplorerLimits, ADepthLimitJudgesTheLastLevelAndDoesNotLeaveIt) {
    const auto found = breadth_first(Grid{20, 20}, with_limits({.depth = 5}));
    EXPECT_EQ(found.ending, Ending::depth);
    EXPECT_EQ(found.depth, 5u);
    EXPECT_EQ(found.states, 21u);       // 1 + 2 + ... + 6
    EXPECT_EQ(found.transitions, 30u);  // two from each of the first 15
    EXPECT_EQ(found.watches.at(0).score, 5u);
    EXPECT_EQ(found.watches.at(0).relevant, 21u);
}

TEST(ExplorerLimits, ADepthLimitBeyondTheLastStepIsReachedAndOneFurtherIsNot) {
    EXPECT_EQ(breadth_first(Grid{4, 4}, with_limits({.depth = 6})).ending, Ending::depth);
    EXPECT_EQ(breadth_first(Grid{4, 4}, with_limits({.depth = 7})).ending, Ending::complete);
}

TEST(ExplorerLimits, StopsBeforeItsFirstStepWhenAskedBefore) {
    const std::atomic<bool> stop{true};
    Options options;
    options.stop = &stop;
    const auto found = breadth_first(Grid{4, 4}, options);
    EXPECT_EQ(found.ending, Ending::interrupted);
    EXPECT_EQ(found.states, 1u);
    EXPECT_EQ(found.transitions, 0u);
}

TEST(ExplorerLimits, AMemoryLimitIsKeptAndMoreMemoryNeverFindsLess) {
    const auto free = breadth_first(Grid{300, 300});
    ASSERT_EQ(free.ending, Ending::complete);
    std::uint64_t states_before = 0;
    bool completed = false;
    for (std::uint64_t limit = 1; limit <= 4 * free.bytes; limit += 50'000) {
        const auto found = breadth_first(Grid{300, 300}, with_limits({.memory_bytes = limit}));
        EXPECT_LE(found.bytes, limit);
        EXPECT_GE(found.states, states_before);
        states_before = found.states;
        completed = found.ending == Ending::complete;
        EXPECT_EQ(found.ending, found.states == 90'000 ? Ending::complete : Ending::memory);
        EXPECT_EQ(found.watches.at(0).score, found.depth);
    }
    EXPECT_TRUE(completed);
}

TEST(ExplorerLimits, NoMemoryAtAllIsAnAnswerToo) {
    const auto found = breadth_first(Grid{3, 3}, with_limits({.memory_bytes = 1}));
    EXPECT_EQ(found.ending, Ending::memory);
    EXPECT_EQ(found.states, 0u);
    EXPECT_EQ(found.bytes, 0u);
}

std::uint64_t bytes_in_use() {
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

// Asks the allocator at each new state how much is in use.
struct WatchfulRunQueues : RunQueues {
    std::uint64_t* most = nullptr;

    void judge_state(const State& state, Judgement& judgement) const {
        *most = std::max(*most, bytes_in_use());
        RunQueues::judge_state(state, judgement);
    }
};

TEST(ExplorerLimits, TheAllocatorConfirmsTheMemoryLimit) {
    const std::uint64_t before = bytes_in_use();
    if (before == 0) {
        GTEST_SKIP() << "this allocator does not tell what is in use";
    }
    constexpr std::uint64_t limit_bytes = 400'000;
    constexpr std::uint64_t slack_bytes = 16'384;  // buffers for a state, the allocator's own headers
    WatchfulRunQueues system;
    system.tasks = 6;
    system.queues = 4;
    std::uint64_t most = 0;
    system.most = &most;
    const auto found = breadth_first(system, with_limits({.memory_bytes = limit_bytes}));
    EXPECT_EQ(found.ending, Ending::memory);
    EXPECT_GT(found.states, 10'000u);
    EXPECT_LE(most - before, limit_bytes + slack_bytes);
    // What is reported is what is in use, not a guess on the safe side.
    EXPECT_GE(most - before + slack_bytes, found.bytes);
}

TEST(ExplorerLimits, SettlingComesBeforeTheDepthLimitAndAfterCompleteness) {
    // With two tasks on two queues all are current after four steps, which is also the deepest level.
    const RunQueues system{2, 2, true};
    EXPECT_EQ(breadth_first(system, with_limits({.depth = 4})).ending, Ending::depth);
    const Counter counter{8};
    EXPECT_EQ(breadth_first(counter).ending, Ending::complete);
}

// Remembers every report.
struct Remembering final : ProgressSink {
    void report(const ProgressReport& report) override { reports.push_back(report); }
    void done() override { ++times_done; }
    std::vector<ProgressReport> reports;
    int times_done = 0;
};

TEST(ExplorerLimits, ReportsProgressAfterSoManyStates) {
    Remembering sink;
    Options options;
    options.progress = &sink;
    options.states_between_reports = 100;
    const auto found = breadth_first(Grid{50, 50}, options);
    ASSERT_EQ(sink.reports.size(), 25u);
    EXPECT_EQ(sink.times_done, 1);
    for (std::size_t i = 0; i < sink.reports.size(); ++i) {
        const ProgressReport& report = sink.reports[i];
        EXPECT_EQ(report.states - report.frontier, 100 * (i + 1));
        EXPECT_EQ(report.states, std::min<std::uint64_t>(report.states, found.states));
        EXPECT_LE(report.frontier, 2 * found.peak_frontier);
        EXPECT_LE(report.bytes, found.bytes);
    }
    EXPECT_EQ(sink.reports.back().states, found.states);
    EXPECT_EQ(sink.reports.back().transitions, found.transitions);
    EXPECT_EQ(sink.reports.back().depth, found.depth);
}

}  // namespace
}  // namespace schedmc::explore
