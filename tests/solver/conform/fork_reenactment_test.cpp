// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: a fork is explained when the rules allow what was recorded, and only then. Method: forks of the model itself,
// recorded as a kernel would, on two machines; and recordings by hand that no kernel makes.
#include "solver/conform/fork_reenactment.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "model/domain/concrete.hpp"
#include "tests/support/machines.hpp"

namespace schedmc {
namespace {

Machine two_nodes() {
    Machine machine = simple_machine(2, 2, 2);
    for (std::size_t cpu = 0; cpu < 8; ++cpu) {
        machine.places[cpu].node = machine.places[cpu].package = cpu < 4 ? 0 : 1;
    }
    machine.distance = {{10, 20}, {20, 10}};
    return machine;
}

RecordedDecision fork_on(std::uint16_t cpu, std::uint16_t answer, const std::vector<RecordedTest>& tests,
                         const char* allowed = "0-7") {
    RecordedDecision recorded;
    recorded.this_cpu = recorded.prev = recorded.recent = cpu;
    recorded.wake_flags = 0x4;
    recorded.allowed = parse_cpu_list(allowed, "test");
    recorded.tests = tests;
    recorded.answer = answer;
    return recorded;
}

ForkExplained explained(const RecordedDecision& recorded, const Machine& machine = simple_machine(1, 4, 2),
                        Defect defect = Defect::none) {
    Policy policy = parse_policy("v6.12-stable", "test");
    policy.defect = defect;
    return explain_fork(Topology<Word>(machine), policy, recorded);
}

TEST(ForkReenactment, AGroupIsSearchedInOrder) {
    const auto good = fork_on(6, 3, {{2, true, {}}, {3, true, {}}});
    EXPECT_EQ(explained(good), ForkExplained::by_tests);
    EXPECT_EQ(explained(fork_on(6, 2, {{2, true, {}}, {3, true, {}}})), ForkExplained::by_tests);
    EXPECT_EQ(explained(fork_on(6, 3, {{3, true, {}}, {2, true, {}}})), ForkExplained::not_explained);
    EXPECT_EQ(explained(fork_on(6, 3, {{2, true, {}}})), ForkExplained::not_explained);
    EXPECT_EQ(explained(fork_on(6, 3, {{2, true, {}}, {4, true, {}}})), ForkExplained::not_explained);
    EXPECT_EQ(explained(good, simple_machine(1, 4, 2), Defect::way_down_forgets_cpu),
              ForkExplained::not_explained);
}

TEST(ForkReenactment, ABusyCpuIsNotTakenBesideAnIdleOne) {
    EXPECT_EQ(explained(fork_on(6, 3, {{2, false, {}}, {3, true, {}}})), ForkExplained::by_tests);
    // Nothing in the core was idle, so the less loaded CPU is taken; the way on may then end at its sibling.
    EXPECT_EQ(explained(fork_on(6, 3, {{2, false, {}}, {3, false, {}}})), ForkExplained::by_tests);
    EXPECT_EQ(explained(fork_on(6, 0, {{2, true, {}}, {3, true, {}}})), ForkExplained::not_explained);
}

TEST(ForkReenactment, WithoutTestsTheTaskStaysInItsCore) {
    EXPECT_EQ(explained(fork_on(6, 6, {})), ForkExplained::by_tests);
    EXPECT_EQ(explained(fork_on(6, 7, {})), ForkExplained::by_tests);
    EXPECT_EQ(explained(fork_on(6, 2, {})), ForkExplained::not_explained);
}

TEST(ForkReenactment, TheMaskLeavesCpusOut) {
    EXPECT_EQ(explained(fork_on(6, 3, {{3, true, {}}}, "3,6")), ForkExplained::by_tests);
    EXPECT_EQ(explained(fork_on(6, 2, {{2, true, {}}, {3, true, {}}}, "3,6")), ForkExplained::not_explained);
}

TEST(ForkReenactment, ANodeIsSearchedBeforeItsCores) {
    const std::vector<RecordedTest> node = {{4, true, {}}, {5, true, {}}, {6, true, {}}, {7, true, {}}};
    EXPECT_EQ(explained(fork_on(0, 5, node), two_nodes()), ForkExplained::by_tests);
    EXPECT_EQ(explained(fork_on(0, 1, node), two_nodes()), ForkExplained::not_explained);
}

TEST(ForkReenactment, CookiesLeaveTheAnswerOnly) {
    auto recorded = fork_on(6, 3, {{0, true, {}}, {1, false, {}}, {6, false, {}}});
    EXPECT_EQ(explained(recorded), ForkExplained::not_explained);
    recorded.asks_cookies = true;
    EXPECT_EQ(explained(recorded), ForkExplained::by_answer);
}

// What the model does with queues and stamps of the kinds supposed is explained.
RC_GTEST_PROP(ForkReenactmentLaws, ForksOfTheModelAreExplained, ()) {
    const Machine machine = *rc::gen::arbitrary<bool>() ? two_nodes() : simple_machine(1, 4, 2);
    const Topology<Word> topology(machine);
    const Policy policy = parse_policy("v6.12-stable", "test");
    RecordedDecision recorded = fork_on(*rc::gen::inRange<std::uint16_t>(0, 8), 0, {});
    recorded.wake_flags = *rc::gen::element<std::uint32_t>(0x2, 0x4);
    recorded.answer = *rc::gen::inRange<std::uint16_t>(0, 8);
    const auto shapes = reenacting::fork_shapes(topology, recorded);
    const ForkUnseen unseen{*rc::gen::elementOf(shapes), *rc::gen::inRange<std::size_t>(1, 4), false,
                            recorded.answer};
    const auto view = reenacting::loads_of(topology, recorded, unseen);
    const auto question = reenacting::fork_exec_of(topology, recorded);
    const auto decision = select_task_rq_fair(topology, policy, view, question);
    RC_PRE(decision.answer.number() == recorded.answer);
    for (const std::uint16_t cpu : fork_tests_in_order(topology, policy, view, question, decision)) {
        recorded.tests.push_back({cpu, view.idle.bits().contains(cpu), {}});
    }
    RC_ASSERT(explain_fork(topology, policy, recorded) == ForkExplained::by_tests);
}

}  // namespace
}  // namespace schedmc
