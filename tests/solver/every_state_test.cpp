// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: two policies are compared in every well-formed state, simple states first, and the first difference is a trace
// that replays. Method: states are counted against a formula, and verdicts on machines worked out by hand.
#include "solver/every_state.hpp"

#include <gtest/gtest.h>

#include "counterexamples/replay.hpp"
#include "properties/catalogue.hpp"
#include "solver/check.hpp"
#include "tests/support/machines.hpp"

namespace schedmc {
namespace {

/// Two nodes of two LLCs of two CPUs; the LLCs' second CPUs are 4 to 7.
Machine two_nodes() {
    Machine machine = simple_machine(4, 1, 2, true);
    for (std::size_t cpu = 0; cpu < 8; ++cpu) {
        const auto node = static_cast<std::uint16_t>(cpu % 4 / 2);
        machine.places[cpu].node = machine.places[cpu].package = node;
    }
    machine.distance = {{10, 20}, {20, 10}};
    return machine;
}

Scenario forking(const Machine& machine, std::size_t tasks, const std::string& allowed) {
    Scenario scenario = plain_scenario(machine, tasks);
    for (std::size_t t = 0; t < tasks; ++t) {
        set_allowed(scenario.tasks[t], parse_cpu_list(allowed, "test"), machine, "test");
        scenario.tasks[t].phase = t == 0 ? TaskPhase::asleep : TaskPhase::unborn;
    }
    return scenario;
}

Verdict verdict_of(const Machine& machine, const Scenario& scenario, const char* policy) {
    const Policy parsed = parse_policy(policy, "test");
    return check_exhaustively({.machine = machine,
                               .policy = parsed,
                               .scenario = scenario,
                               .properties = match_properties("fork.affinity-shortcut-exact", "test"),
                               .limits = {}},
                              "test")
        .front();
}

TEST(EveryState, CountsWhatIsWellFormed) {
    // A task alone is asleep, unborn, or queued or running on one of two CPUs. Two of them may not run on one CPU.
    const Machine machine = simple_machine(1, 2, 1);
    Scenario one = forking(machine, 1, "0-1");
    one.events.exec = true;
    one.tasks[0].phase = TaskPhase::unborn;
    EXPECT_EQ(verdict_of(machine, one, "v6.12").states, 6U);
    Scenario two = forking(machine, 2, "0-1");
    // The one that does not start unborn never is.
    EXPECT_EQ(verdict_of(machine, two, "v6.12").states, 5U * 6U - 2U);
}

TEST(EveryState, TheMergedTestIsExactAndTheOneWithOnlineCpusIsNot) {
    Machine machine = two_nodes();
    machine.online = parse_cpu_list("0-3", "test");
    Scenario scenario = forking(machine, 4, "0,2,4,6");
    // A task that never got a mask has the full count, and may run everywhere; it execs.
    scenario.tasks[3].allowed = machine.present;
    scenario.tasks[3].full_mask_count = true;
    scenario.events.exec = true;
    for (const char* policy : {"v6.1", "v6.12", "v7.1"}) {
        const Verdict merged = verdict_of(machine, scenario, policy);
        EXPECT_EQ(merged.answer, Answer::holds) << policy;
        EXPECT_GT(merged.relevant, 0U);
    }
    const Verdict online = verdict_of(machine, scenario, "v6.12+numa-imbalance-affinity=online-cpus");
    EXPECT_EQ(online.answer, Answer::violated);
    ASSERT_TRUE(online.trace.has_value());
    // The simplest state in which they part has one task awake.
    EXPECT_EQ(online.trace->events.size(), 1U);
    std::size_t awake = 0;
    for (const TaskState<Wide>& task : online.trace->start.tasks) {
        awake += is_away(task).is_true() ? 0U : 1U;
    }
    EXPECT_EQ(awake, 1U);
    EXPECT_EQ(replay(*online.trace, "trace").finding, Finding::violated);
}

TEST(EveryState, ScenariosWithoutForksSaySo) {
    const Machine machine = simple_machine(1, 2, 1);
    const Verdict verdict = verdict_of(machine, plain_scenario(machine, 2), "v6.12");
    EXPECT_EQ(verdict.answer, Answer::holds);
    EXPECT_TRUE(verdict.vacuous());
    EXPECT_EQ(verdict.states, 0U);
}

TEST(EveryState, TooManyStatesAreUndecided) {
    const Machine machine = simple_machine(2, 4, 2);
    const Verdict verdict = verdict_of(machine, forking(machine, 6, "0-15"), "v6.12");
    EXPECT_EQ(verdict.answer, Answer::undecided);
    EXPECT_EQ(verdict.open_because, "there are more than 50,000,000 states to compare the policies in");
}

}  // namespace
}  // namespace schedmc
