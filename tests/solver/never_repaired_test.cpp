// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: two states that load balance never repairs, in any version, are found as such, and their conditions are exact.
// Method: tasks placed on one LLC of two groups of two CPUs that nobody wakes or stops, with numbers on both sides of
// each condition.
#include <gtest/gtest.h>

#include "counterexamples/replay.hpp"
#include "properties/catalogue.hpp"
#include "solver/check.hpp"
#include "tests/support/machines.hpp"
#include "tests/support/placed.hpp"

namespace schedmc {
namespace {

/// Failed passes are counted, since they make smaller loads worth a move.
Verdict rounds_of(Placed made, const std::string& policy, Failures failures = Failures::counted) {
    made.scenario.events.block = false;
    made.scenario.failures = failures;
    const Policy rules = parse_policy(policy, "test");
    return check_exhaustively({.machine = made.machine,
                               .policy = rules,
                               .scenario = made.scenario,
                               .properties = match_properties("balance.work-conserving", "test"),
                               .limits = {}},
                              "test")
        .front();
}

void expect_a_lasso(const Verdict& verdict) {
    EXPECT_EQ(verdict.answer, Answer::violated) << verdict_words(verdict);
    ASSERT_TRUE(verdict.trace.has_value());
    EXPECT_TRUE(verdict.trace->cycle.has_value());
    const Replay replayed = replay(*verdict.trace, "trace");
    EXPECT_EQ(replayed.finding, Finding::violated) << replayed.reason;
}

TEST(NeverRepaired, AnIdleCpuAmongUnequalClustersInAnyVersion) {
    // One idle CPU more than the other group makes half a task to be moved, which is none.
    for (const Revision& revision : revisions()) {
        SCOPED_TRACE(revision.name);
        const std::string policy(revision.name);
        expect_a_lasso(rounds_of(placed(big_cluster_and_little_cluster(), {"0*", "2*", "2", "3*"}), policy));
        expect_a_lasso(
            rounds_of(placed(big_cluster_and_little_cluster(), {"0*", "2*:1-2", "2:1-2", "3*"}), policy));
    }
}

TEST(NeverRepaired, TwoIdleCpusAmongUnequalClustersAreNoTrouble) {
    const Machine machine = big_cluster_and_little_cluster();
    EXPECT_EQ(rounds_of(placed(machine, {"2*", "2", "3*"}), "v6.12").answer, Answer::holds);
}

TEST(NeverRepaired, EqualClustersPreferSiblings) {
    const Machine machine = two_clusters_of_two();
    EXPECT_EQ(rounds_of(placed(machine, {"0*", "2*", "2", "3*"}), "v6.12").answer, Answer::holds);
}

/// Tasks that may run anywhere on CPUs 0 and 1 in turn, and tasks pinned to CPU 3.
Placed beside_a_pinned_crowd(const Machine& machine, std::size_t movable, std::size_t pinned) {
    std::vector<std::string> words;
    for (std::size_t task = 0; task < movable; ++task) {
        words.push_back(std::string(task % 2 == 0 ? "0" : "1") + (task < 2 ? "*" : ""));
    }
    for (std::size_t task = 0; task < pinned; ++task) {
        words.push_back(task == 0 ? "3*:3" : "3:3");
    }
    return placed(machine, words);
}

/// Both groups are overloaded, and the other one's average is not above this one's by more than a domain tolerates:
/// imbalance_pct is 117.
bool hides_the_idle_cpu(std::size_t movable, std::size_t pinned) {
    return movable >= 3 && pinned >= 3 && 100 * movable <= 117 * pinned;
}

/// The idle CPU takes a task, but the group of the pinned ones is marked imbalanced, for which a task is taken away
/// again.
bool is_taken_back(std::size_t movable, std::size_t pinned) { return movable == pinned + 1; }

void expect_the_boundary(const Machine& machine, const std::string& policy, std::size_t most) {
    for (std::size_t movable = 2; movable <= most + 1; ++movable) {
        for (std::size_t pinned = 2; pinned <= most; ++pinned) {
            const Verdict verdict = rounds_of(beside_a_pinned_crowd(machine, movable, pinned), policy);
            const bool never = hides_the_idle_cpu(movable, pinned) || is_taken_back(movable, pinned);
            EXPECT_EQ(verdict.answer, never ? Answer::violated : Answer::holds)
                << policy << ", " << movable << " movable, " << pinned
                << " pinned: " << verdict_words(verdict);
        }
    }
}

/// The idle CPU, cpu2, has a task at some time.
bool uses_the_idle_cpu(const Trace& trace) {
    const Model<Wide> model(trace.machine, parse_policy(trace.policy, "test"), trace.scenario);
    bool uses = false;
    for_each_step(trace, model, "trace", [&](const ReplayedStep& step) {
        for (const TaskState<Wide>& task : step.transition.after.tasks) {
            uses = uses || (task.cpu == Wide::cpu(2)).is_true();
        }
    });
    return uses;
}

TEST(NeverRepaired, APinnedCrowdHidesAnIdleCpuInAnyVersion) {
    for (const Revision& revision : revisions()) {
        SCOPED_TRACE(revision.name);
        const std::string policy(revision.name);
        for (const Machine& machine : {simple_machine(1, 2, 2), two_clusters_of_two()}) {
            const Verdict hidden = rounds_of(beside_a_pinned_crowd(machine, 3, 3), policy);
            expect_a_lasso(hidden);
            EXPECT_FALSE(uses_the_idle_cpu(*hidden.trace));
            EXPECT_EQ(rounds_of(beside_a_pinned_crowd(machine, 5, 3), policy).answer, Answer::holds);
            EXPECT_EQ(rounds_of(beside_a_pinned_crowd(machine, 4, 2), policy).answer, Answer::holds);
        }
    }
}

TEST(NeverRepaired, ThePinnedCrowdHidesItForTheseNumbersAlone) {
    for (const Machine& machine : {simple_machine(1, 2, 2), two_clusters_of_two()}) {
        expect_the_boundary(machine, "v6.1", 5);
        expect_the_boundary(machine, "v6.12", 6);
    }
}

TEST(NeverRepaired, OneMovableTaskMoreIsTakenBackAgainInAnyVersion) {
    for (const Revision& revision : revisions()) {
        SCOPED_TRACE(revision.name);
        const Verdict verdict =
            rounds_of(beside_a_pinned_crowd(simple_machine(1, 2, 2), 3, 2), std::string(revision.name));
        expect_a_lasso(verdict);
        EXPECT_TRUE(uses_the_idle_cpu(*verdict.trace));
    }
}

TEST(NeverRepaired, WhereSevenTasksAreTooFewByAHair) {
    // 700 is below 702, 800 is not; 800 is below 819, 900 is not.
    const Machine machine = simple_machine(1, 2, 2);
    for (const auto& [movable, pinned, hidden] : {std::tuple{7U, 6U, true}, std::tuple{8U, 6U, false},
                                                  std::tuple{8U, 7U, true}, std::tuple{9U, 7U, false}}) {
        EXPECT_EQ(hides_the_idle_cpu(movable, pinned), hidden);
        const Verdict verdict = rounds_of(beside_a_pinned_crowd(machine, movable, pinned), "v6.12");
        EXPECT_EQ(verdict.answer, hidden ? Answer::violated : Answer::holds) << movable << ", " << pinned;
    }
}

}  // namespace
}  // namespace schedmc
