// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: forks, exits and execs do to queues what the kernel does around their placement, and ask about what they
// should.
// Method: states and steps worked out by hand; step_laws_test.cpp has the laws.
#include <gtest/gtest.h>

#include "model/domain/concrete.hpp"
#include "model/step.hpp"
#include "tests/support/machines.hpp"

namespace {

using namespace schedmc;

TaskSpec task(const Machine& machine, TaskPhase phase, std::uint16_t cpu) {
    TaskSpec spec = plain_scenario(machine, 1).tasks[0];
    spec.phase = phase;
    spec.cpu = spec.recent = cpu;
    return spec;
}

// A model with its state, moved by hand.
struct Played {
    Model<Word> model;
    State<Word> state;
    Transition<Word> last;

    Played(const Machine& machine, const char* policy, const Scenario& scenario)
        : model(machine, parse_policy(policy, ""), scenario), state(initial_state(model)) {
        check_scenario(scenario, machine, "test");
    }
    bool is_enabled(const Event& event) const { return enabled(model, state, event).is_true(); }
    void take(const Event& event) {
        ASSERT_TRUE(is_enabled(event));
        step(model, state, event, last);
        state = last.after;
    }
    TaskPhase phase(std::size_t t) const { return state.tasks[t].phase.value(); }
    std::size_t cpu(std::size_t t) const { return state.tasks[t].cpu.number(); }
    std::string unstamped() const { return cpu_list(CpuMask::from(state.unstamped.bits())); }
};

Event fork(std::uint16_t child, std::uint16_t cpu, std::uint16_t freshest = nobody) {
    return {.kind = EventKind::fork, .task = child, .where = cpu, .freshest = freshest};
}
Event exec(std::uint16_t who, std::uint16_t freshest = nobody) {
    return {.kind = EventKind::exec, .task = who, .freshest = freshest};
}
Event exit_of(std::uint16_t who, std::uint16_t next = nobody) {
    return {.kind = EventKind::exit, .task = who, .next = next};
}
Event run(std::uint16_t who) { return {.kind = EventKind::run, .task = who}; }
Event block(std::uint16_t who) { return {.kind = EventKind::block, .task = who}; }

TEST(ForkStep, AChildIsBornOnAnIdleCoreAndEndsAsItWas) {
    const Machine machine = simple_machine(1, 2, 2);
    Scenario scenario;
    scenario.tasks = {task(machine, TaskPhase::running, 0), task(machine, TaskPhase::unborn, 0)};
    Played played(machine, "v6.12", scenario);
    EXPECT_FALSE(played.is_enabled(fork(1, 1, 2))) << "nobody runs there";
    EXPECT_FALSE(played.is_enabled(fork(1, 0, 0))) << "cpu0 is busy, not fresh";
    EXPECT_FALSE(played.is_enabled(fork(1, 0))) << "some idle CPU is the freshest";
    played.take(fork(1, 0, 3));
    EXPECT_EQ(played.phase(1), TaskPhase::queued);
    EXPECT_EQ(played.cpu(1), 3U);
    EXPECT_EQ(played.state.tasks[1].recent.number(), 0U);
    EXPECT_TRUE(played.last.places);
    EXPECT_FALSE(played.last.wakes);
    EXPECT_FALSE(played.is_enabled(fork(1, 0, 2))) << "it is born already";
    EXPECT_FALSE(played.is_enabled(exit_of(1))) << "it does not run yet";
    played.take(run(1));
    EXPECT_TRUE(played.is_enabled(exit_of(1)));
    played.take(exit_of(1));
    EXPECT_EQ(played.phase(1), TaskPhase::unborn);
    EXPECT_EQ(played.cpu(1), 0U);
}

TEST(ForkStep, OnlyAParentOfTheSameMaskAndPolicyForks) {
    const Machine machine = simple_machine(1, 2, 2);
    Scenario scenario;
    scenario.tasks = {task(machine, TaskPhase::running, 0), task(machine, TaskPhase::unborn, 0)};
    scenario.tasks[1].sched_idle = true;
    EXPECT_FALSE(Played(machine, "v6.12", scenario).is_enabled(fork(1, 0, 2)));
    scenario.tasks[1].sched_idle = false;
    scenario.tasks[1].allowed = parse_cpu_list("0-2", "");
    EXPECT_FALSE(Played(machine, "v6.12", scenario).is_enabled(fork(1, 0, 2)));
    scenario.tasks[0].allowed = scenario.tasks[1].allowed;
    EXPECT_TRUE(Played(machine, "v6.12", scenario).is_enabled(fork(1, 0, 2)));
    EXPECT_FALSE(Played(machine, "v6.12", scenario).is_enabled(fork(1, 0, 3))) << "cpu3 is not in the mask";
}

TEST(ForkStep, AnExecMovesToAnIdleCpuAndLeavesItsOwn) {
    const Machine machine = simple_machine(1, 2, 2);
    Scenario scenario;
    scenario.tasks = {task(machine, TaskPhase::running, 0), task(machine, TaskPhase::running, 1)};
    scenario.events.exec = true;
    Played played(machine, "v6.12", scenario);
    played.take(exec(0, 2));
    EXPECT_EQ(played.cpu(0), 2U);
    EXPECT_EQ(played.phase(0), TaskPhase::queued);
    // Without the other it stays: its own CPU, without it, is as idle as any.
    scenario.tasks.pop_back();
    Played alone(machine, "v6.12", scenario);
    alone.take(exec(0, 2));
    EXPECT_EQ(alone.cpu(0), 0U);
    EXPECT_EQ(alone.phase(0), TaskPhase::running);
}

TEST(ForkStep, WithoutCpuidleACpuThatNeverWentIdleIsNotSeen) {
    const Machine machine = simple_machine(1, 2, 2);
    Scenario scenario;
    scenario.tasks = {task(machine, TaskPhase::running, 0), task(machine, TaskPhase::running, 2),
                      task(machine, TaskPhase::unborn, 0)};
    scenario.cpuidle = false;
    Played played(machine, "v6.12", scenario);
    EXPECT_EQ(played.unstamped(), "0-3");
    played.take(block(1));
    EXPECT_EQ(played.unstamped(), "0-1,3");
    EXPECT_FALSE(played.is_enabled(fork(2, 0, 3))) << "it has no stamp to be the freshest by";
    played.take(fork(2, 0, 2));
    EXPECT_EQ(played.cpu(2), 2U);
    EXPECT_EQ(cpu_list(CpuMask::from(played.last.placement.levels[0].picked.invisible.bits())), "3");
    // A wakeup takes the stamp, and a task that leaves again does not give it back.
    played.take({.kind = EventKind::wake, .task = 1, .where = 0});
    EXPECT_TRUE(played.state.unstamped.bits().contains(played.cpu(1)));
}

TEST(ForkStep, AveragesFollowTheQueuesOrSayTheOpposite) {
    const Machine machine = simple_machine(1, 2, 1);
    Scenario scenario;
    scenario.tasks = {task(machine, TaskPhase::running, 0), task(machine, TaskPhase::queued, 0),
                      task(machine, TaskPhase::unborn, 0)};
    scenario.tasks[1].sched_idle = true;
    scenario.loads = Loads::any;
    Played played(machine, "v6.12", scenario);
    played.take(fork(2, 0, 1));
    EXPECT_EQ(played.last.loads.load[0].value(), 1027U);
    EXPECT_EQ(played.last.loads.util[0].value(), 1024U);
    EXPECT_EQ(played.last.loads.runnable[0].value(), 2048U);
    EXPECT_EQ(played.last.loads.nr_running[0].value(), 2U);
    EXPECT_EQ(played.last.loads.load[1].value(), 0U);
    EXPECT_EQ(played.cpu(2), 1U);
    Played contrary(machine, "v6.12", scenario);
    Event event = fork(2, 0, 1);
    const auto both = std::find(contrary.model.masks.begin(), contrary.model.masks.end(), CpuMask::first(2));
    event.value = static_cast<std::uint32_t>(both - contrary.model.masks.begin()) + 1;
    contrary.take(event);
    EXPECT_EQ(contrary.last.loads.load[0].value(), 0U);
    EXPECT_EQ(contrary.last.loads.load[1].value(), 1024U);
    EXPECT_EQ(contrary.last.loads.nr_running[0].value(), 2U) << "counts are no averages";
}

}  // namespace
