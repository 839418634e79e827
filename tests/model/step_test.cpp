// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: each step does what the kernel does around a decision, and nothing else. Method: states and steps worked
// out by hand; step_laws_test.cpp has the laws.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/model/random_walk.hpp"
#include "tests/support/machines.hpp"

namespace {

using namespace schedmc;

// A task that begins where and as told, allowed everywhere.
TaskSpec task(const Machine& machine, TaskPhase phase, std::uint16_t cpu) {
    TaskSpec spec;
    spec.allowed = machine.online;
    spec.phase = phase;
    spec.cpu = spec.recent = cpu;
    return spec;
}

// A model with its state, moved by hand.
class Played {
public:
    Played(const Machine& machine, const char* policy, std::vector<TaskSpec> tasks, bool hints = false,
           std::uint32_t affinity_changes = 0)
        : model_(machine, parse_policy(policy, ""),
                 scenario(machine, std::move(tasks), hints, affinity_changes)),
          state_(initial_state(model_)) {}

    bool is_enabled(const Event& event) const { return enabled(model_, state_, event).is_true(); }
    // Takes the step, which must be enabled.
    void take(const Event& event) {
        ASSERT_TRUE(is_enabled(event)) << text_of(event) << " in " << text_of(state_);
        step(model_, state_, event, last_);
        state_ = last_.after;
    }
    std::string hinted() const { return cpu_list(CpuMask::from(state_.hinted.bits())); }
    TaskPhase phase(std::size_t task) const { return state_.tasks[task].phase.value(); }
    std::size_t cpu(std::size_t task) const { return state_.tasks[task].cpu.number(); }
    State<Word>& state() { return state_; }
    const Model<Word>& model() const { return model_; }
    const Transition<Word>& last() const { return last_; }
    // The number of a mask among those an affinity change may give.
    std::uint32_t mask(const char* list) const {
        const auto found = std::find(model_.masks.begin(), model_.masks.end(), parse_cpu_list(list, ""));
        return static_cast<std::uint32_t>(found - model_.masks.begin());
    }

private:
    static Scenario scenario(const Machine& machine, std::vector<TaskSpec> tasks, bool hints,
                             std::uint32_t changes) {
        Scenario made;
        made.tasks = std::move(tasks);
        made.hints = hints ? HintStart::where_idle_core : HintStart::fresh;
        made.affinity_changes = changes;
        check_scenario(made, machine, "test");
        return made;
    }
    Model<Word> model_;
    State<Word> state_;
    Transition<Word> last_;
};

Event wake(std::uint16_t task, std::uint16_t waker_cpu, bool in_interrupt = false) {
    return {.kind = EventKind::wake, .task = task, .where = waker_cpu, .in_interrupt = in_interrupt};
}
Event block(std::uint16_t task, std::uint16_t next = nobody) {
    return {.kind = EventKind::block, .task = task, .next = next};
}
Event run(std::uint16_t task) { return {.kind = EventKind::run, .task = task}; }
Event preempt(std::uint16_t task) { return {.kind = EventKind::preempt, .task = task}; }
Event repick(std::uint16_t cpu) { return {.kind = EventKind::idle_repick, .where = cpu}; }
Event set_affinity(std::uint16_t task, std::uint32_t mask, std::uint16_t where = nobody) {
    return {.kind = EventKind::set_affinity, .task = task, .where = where, .value = mask};
}

TEST(Step, AWakeeIsQueuedAndRunsWhenItsCpuSchedules) {
    const Machine machine = simple_machine(1, 2, 2);
    Played played(machine, "v6.12",
                  {task(machine, TaskPhase::running, 0), task(machine, TaskPhase::asleep, 2)});
    EXPECT_FALSE(played.is_enabled(wake(0, 0)));
    EXPECT_FALSE(played.is_enabled(wake(1, 1)));
    EXPECT_TRUE(played.is_enabled(wake(1, 1, true)));
    EXPECT_FALSE(played.is_enabled(run(1)));
    played.take(wake(1, 0));
    EXPECT_TRUE(played.last().wakes);
    EXPECT_EQ(played.phase(1), TaskPhase::queued);
    EXPECT_EQ(played.cpu(1), 2U);
    EXPECT_FALSE(played.is_enabled(wake(1, 0)));
    EXPECT_FALSE(played.is_enabled(preempt(1)));
    played.take(run(1));
    EXPECT_FALSE(played.last().wakes);
    EXPECT_EQ(played.phase(1), TaskPhase::running);
    EXPECT_EQ(played.phase(0), TaskPhase::running);
}

TEST(Step, AQueuedTaskWaitsForThePickOrThePreemption) {
    const Machine machine = simple_machine(1, 2, 1);
    Played played(machine, "v6.12",
                  {task(machine, TaskPhase::running, 1), task(machine, TaskPhase::queued, 1),
                   task(machine, TaskPhase::queued, 1), task(machine, TaskPhase::running, 0)});
    EXPECT_FALSE(played.is_enabled(run(1)));
    EXPECT_FALSE(played.is_enabled(block(0)));
    EXPECT_FALSE(played.is_enabled(block(0, 3)));
    EXPECT_FALSE(played.is_enabled(block(1)));
    EXPECT_FALSE(played.is_enabled(preempt(0)));
    played.take(preempt(2));
    EXPECT_EQ(played.phase(0), TaskPhase::queued);
    EXPECT_EQ(played.phase(1), TaskPhase::queued);
    EXPECT_EQ(played.phase(2), TaskPhase::running);
    EXPECT_EQ(played.phase(3), TaskPhase::running);
    played.take(block(2, 1));
    EXPECT_EQ(played.phase(2), TaskPhase::asleep);
    EXPECT_EQ(played.cpu(2), 1U);
    EXPECT_EQ(played.phase(1), TaskPhase::running);
    EXPECT_EQ(played.phase(0), TaskPhase::queued);
}

// Both cores are half busy. The scan starts at cpu 1, whose core gives it as fallback, finds no idle core, clears.
TEST(Step, AFailedSearchForACoreClearsTheHintAndTakesTheFallback) {
    const Machine machine = simple_machine(1, 2, 2);
    Played played(machine, "v6.1",
                  {task(machine, TaskPhase::running, 0), task(machine, TaskPhase::running, 2),
                   task(machine, TaskPhase::asleep, 0)});
    played.state().hinted = played.model().topology.llcs.sets[0];
    played.state().nr_idle_scan[0] = Word::number(1);
    played.take(wake(2, 0));
    EXPECT_EQ(played.cpu(2), 1U);
    EXPECT_EQ(played.hinted(), "");
    EXPECT_EQ(played.last().decision.rule.value(), WakeRule::fallback_of_core_scan);
}

TEST(Step, TheRecentCpuIsThePreviousOneAfterwards) {
    const Machine machine = simple_machine(1, 4, 1);
    std::vector<TaskSpec> tasks = {task(machine, TaskPhase::running, 0), task(machine, TaskPhase::asleep, 0)};
    tasks[1].recent = 3;
    Played played(machine, "v6.12", tasks);
    played.take(wake(1, 0));
    EXPECT_EQ(played.cpu(1), 3U);
    EXPECT_EQ(played.state().tasks[1].recent.number(), 0U);
}

TEST(Step, TheSecondSiblingToGoIdleRaisesTheHint) {
    const Machine machine = simple_machine(1, 2, 2);
    Played played(machine, "v6.12",
                  {task(machine, TaskPhase::running, 0), task(machine, TaskPhase::running, 1),
                   task(machine, TaskPhase::running, 2), task(machine, TaskPhase::running, 3)});
    played.take(block(0));
    EXPECT_EQ(played.hinted(), "");
    played.take(block(2));
    EXPECT_EQ(played.hinted(), "");
    played.take(block(1));
    EXPECT_EQ(played.hinted(), "0-3");
}

TEST(Step, AQueuedSiblingKeepsTheHintDown) {
    const Machine machine = simple_machine(1, 1, 2);
    Played played(machine, "v6.12",
                  {task(machine, TaskPhase::running, 0), task(machine, TaskPhase::queued, 1)});
    played.take(block(0));
    EXPECT_EQ(played.hinted(), "");
}

// CPU 3 is isolated: it has no LLC to hint in, but CPU 2 looks at it.
TEST(Step, TheLastSiblingOfAHalfIsolatedCoreRaisesTheHintOnlyInsideTheLlc) {
    Machine machine = simple_machine(1, 2, 2);
    machine.isolated.insert(3);
    const std::vector<TaskSpec> tasks = {task(machine, TaskPhase::running, 2),
                                         task(machine, TaskPhase::running, 3)};
    for (const char* policy : {"v5.19", "v6.1", "v6.12"}) {
        Played isolated_last(machine, policy, tasks);
        isolated_last.take(block(0));
        isolated_last.take(block(1));
        EXPECT_EQ(isolated_last.hinted(), "") << policy;
        Played isolated_first(machine, policy, tasks);
        isolated_first.take(block(1));
        isolated_first.take(block(0));
        EXPECT_EQ(isolated_first.hinted(), "0-2") << policy;
    }
}

TEST(Step, AnIdleCpuThatPicksIdleAgainRepairsTheHintUpToV61) {
    Machine machine = simple_machine(1, 2, 2);
    machine.isolated.insert(3);
    const std::vector<TaskSpec> tasks = {task(machine, TaskPhase::running, 0)};
    Played old(machine, "v6.1", tasks);
    EXPECT_FALSE(old.is_enabled(repick(0)));
    old.take(repick(1));
    EXPECT_EQ(old.hinted(), "");
    old.take(repick(3));
    EXPECT_EQ(old.hinted(), "");
    old.take(repick(2));
    EXPECT_EQ(old.hinted(), "0-2");
    const auto repicks = [&](const char* policy) {
        const std::vector<Event> events = all_events(Played(machine, policy, tasks).model());
        return std::count_if(events.begin(), events.end(),
                             [](const Event& event) { return event.kind == EventKind::idle_repick; });
    };
    EXPECT_EQ(repicks("v5.19"), 4);
    EXPECT_EQ(repicks("v6.1"), 4);
    EXPECT_EQ(repicks("v6.12"), 0);
}

TEST(Step, HintsBeginWhereIdleCoresAre) {
    Machine machine = simple_machine(2, 1, 2);
    EXPECT_EQ(Played(machine, "v6.12", {task(machine, TaskPhase::running, 1)}, true).hinted(), "2-3");
    EXPECT_EQ(Played(machine, "v6.12", {task(machine, TaskPhase::queued, 1)}, true).hinted(), "2-3");
    EXPECT_EQ(Played(machine, "v6.12", {task(machine, TaskPhase::asleep, 1)}, true).hinted(), "0-3");
    EXPECT_EQ(Played(machine, "v6.12", {task(machine, TaskPhase::asleep, 1)}).hinted(), "");
    const Machine flat = simple_machine(1, 4, 1);
    EXPECT_EQ(Played(flat, "v6.12", {task(flat, TaskPhase::asleep, 1)}, true).hinted(), "");
}

TEST(Step, ARunningTaskThatMayNotStayLeavesItsCpuIdle) {
    const Machine machine = simple_machine(1, 2, 2);
    Played played(machine, "v6.12", {task(machine, TaskPhase::running, 1)}, false, 2);
    const std::uint32_t elsewhere = played.mask("2-3");
    EXPECT_FALSE(played.is_enabled(set_affinity(0, elsewhere)));
    EXPECT_FALSE(played.is_enabled(set_affinity(0, played.mask("0-3"))));
    EXPECT_TRUE(played.is_enabled(set_affinity(0, elsewhere, 2)));
    played.take(set_affinity(0, elsewhere, 3));
    EXPECT_EQ(played.phase(0), TaskPhase::queued);
    EXPECT_EQ(played.cpu(0), 3U);
    EXPECT_EQ(played.hinted(), "0-3");
    EXPECT_EQ(played.state().affinity_changes_left.value(), 1U);
}

TEST(Step, AQueuedTaskThatMayNotStayRunsNoIdleHook) {
    const Machine machine = simple_machine(1, 2, 2);
    Played played(machine, "v6.12", {task(machine, TaskPhase::queued, 1)}, false, 1);
    played.take(set_affinity(0, played.mask("2"), 2));
    EXPECT_EQ(played.cpu(0), 2U);
    EXPECT_EQ(played.hinted(), "");
    EXPECT_FALSE(played.is_enabled(set_affinity(0, played.mask("1"), 1)));
}

// Both LLCs' idle cores would be hinted if the left CPU counted as idle; a task is still queued there.
TEST(Step, ARunningTaskThatLeavesAQueueBehindRaisesNoHint) {
    const Machine machine = simple_machine(1, 2, 2);
    Played played(machine, "v6.12",
                  {task(machine, TaskPhase::running, 1), task(machine, TaskPhase::queued, 1)}, false, 1);
    played.take(set_affinity(0, played.mask("2-3"), 2));
    EXPECT_EQ(played.hinted(), "");
    played.take(run(1));
    EXPECT_EQ(played.phase(1), TaskPhase::running);
}

TEST(Step, ATaskThatMayStayStays) {
    const Machine machine = simple_machine(1, 2, 2);
    Played played(machine, "v6.12",
                  {task(machine, TaskPhase::running, 1), task(machine, TaskPhase::asleep, 0)}, false, 2);
    EXPECT_FALSE(played.is_enabled(set_affinity(0, played.mask("1-2"), 2)));
    played.take(set_affinity(0, played.mask("1-2")));
    EXPECT_EQ(played.phase(0), TaskPhase::running);
    EXPECT_EQ(played.cpu(0), 1U);
    // A sleeper is left where it was, even outside its new mask; the next wakeup repairs it.
    EXPECT_FALSE(played.is_enabled(set_affinity(1, played.mask("3"), 3)));
    played.take(set_affinity(1, played.mask("2-3")));
    EXPECT_EQ(played.cpu(1), 0U);
    played.take(wake(1, 1));
    EXPECT_TRUE(played.last().decision.repaired.is_true());
    EXPECT_EQ(played.cpu(1), 2U);
}

TEST(Step, TicksSetOneBudget) {
    const Machine machine = simple_machine(2, 1, 2);
    Played util(machine, "v6.12", {task(machine, TaskPhase::asleep, 0)});
    EXPECT_FALSE(util.is_enabled({.kind = EventKind::tick, .where = 1, .value = 0}));
    util.take({.kind = EventKind::tick, .where = 1, .value = 2});
    EXPECT_EQ(util.state().nr_idle_scan[0].value(), 0U);
    EXPECT_EQ(util.state().nr_idle_scan[1].value(), 2U);
    Played prop(simple_machine(1, 4, 2), "v5.19", {task(machine, TaskPhase::asleep, 0)});
    EXPECT_FALSE(prop.is_enabled({.kind = EventKind::tick, .where = 0, .value = 4}));
    prop.take({.kind = EventKind::tick, .where = 0, .value = 9});
    EXPECT_EQ(prop.state().prop_budget[0].value(), 9U);
    EXPECT_EQ(prop.state().nr_idle_scan[0].value(), 0U);
}

// util 700 wants 875 of capacity; a boost of 900 is part of that up to v6.1 and a second question later.
TEST(Step, FitnessFollowsTheVersion) {
    Machine machine = simple_machine(1, 3, 1);
    machine.capacity = {512, 880, 1024};
    TaskSpec boosted = task(machine, TaskPhase::asleep, 0);
    boosted.util = 700;
    boosted.uclamp_min = 900;
    const auto asked = [&](const char* policy) {
        Played played(machine, policy, {boosted});
        return wakeup_of(played.model(), played.state(), wake(0, 0, true));
    };
    EXPECT_EQ(cpu_list(CpuMask::from(asked("v6.12").fits.bits())), "2");
    EXPECT_EQ(cpu_list(CpuMask::from(asked("v6.12").misses_boost.bits())), "1");
    EXPECT_EQ(cpu_list(CpuMask::from(asked("v6.1").fits.bits())), "");
    EXPECT_EQ(cpu_list(CpuMask::from(asked("v6.1").misses_boost.bits())), "");
    boosted.uclamp_min = 819;
    EXPECT_EQ(cpu_list(CpuMask::from(asked("v6.1").fits.bits())), "2");
    EXPECT_EQ(cpu_list(CpuMask::from(asked("v6.12").fits.bits())), "1-2");
    // A boost of all there is is met; a utilisation of four fifths of it is one too many.
    boosted.uclamp_min = 880;
    EXPECT_EQ(cpu_list(CpuMask::from(asked("v6.12").fits.bits())), "1-2");
    boosted.util = 704;
    EXPECT_EQ(cpu_list(CpuMask::from(asked("v6.12").fits.bits())), "2");
    EXPECT_EQ(cpu_list(CpuMask::from(asked("v6.12").misses_boost.bits())), "");
}

}  // namespace
