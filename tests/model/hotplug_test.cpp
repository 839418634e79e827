// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: CPU hotplug moves tasks, and rebuilds the scheduling domains, as the kernel does. Method: states and steps
// worked out by hand; step_laws_test.cpp has the laws.
#include <gtest/gtest.h>

#include "model/domain/concrete.hpp"
#include "model/input_error.hpp"
#include "model/step.hpp"
#include "tests/support/machines.hpp"

namespace schedmc {
namespace {

Event down(std::uint16_t cpu) { return {.kind = EventKind::cpu_down, .where = cpu}; }
Event up(std::uint16_t cpu) { return {.kind = EventKind::cpu_up, .where = cpu}; }
Event interrupt_wakes(std::uint16_t task, std::uint16_t cpu) {
    return {.kind = EventKind::wake, .task = task, .where = cpu, .in_interrupt = true};
}

class Hotplug {
public:
    Hotplug(const Machine& machine, Scenario scenario, const char* policy = "v6.12")
        : model(machine, parse_policy(policy, "test"), scenario), state(initial_state(model)) {}

    bool is_enabled(const Event& event) const { return enabled(model, state, event).is_true(); }
    void take(const Event& event) {
        ASSERT_TRUE(is_enabled(event));
        step(model, state, event, done);
        state = done.after;
    }
    std::string online() const { return cpu_list(CpuMask::from(state.online.bits())); }
    std::string hinted() const { return cpu_list(CpuMask::from(state.hinted.bits())); }

    Model<Word> model;
    State<Word> state;
    Transition<Word> done;
};

Scenario tasks_with_hotplug(const Machine& machine, std::size_t tasks, std::uint32_t events) {
    Scenario scenario = plain_scenario(machine, tasks);
    scenario.hotplug_events = events;
    return scenario;
}

TEST(Hotplug, TasksOfADyingCpuMoveToTheFirstUsableCpuOfItsNode) {
    Machine machine = simple_machine(2, 2, 1);
    for (std::size_t cpu = 0; cpu < 4; ++cpu) {
        machine.places[cpu].node = machine.places[cpu].package = cpu < 2 ? 0 : 1;
    }
    machine.distance = {{10, 20}, {20, 10}};
    Scenario scenario = tasks_with_hotplug(machine, 3, 2);
    for (TaskSpec& task : scenario.tasks) {
        task.cpu = 3;
        task.phase = TaskPhase::queued;
    }
    scenario.tasks[0].phase = TaskPhase::running;
    scenario.tasks[1].allowed = parse_cpu_list("1,3", "test");
    scenario.tasks[2].phase = TaskPhase::asleep;
    Hotplug played(machine, scenario);
    played.take(down(3));
    EXPECT_EQ(played.online(), "0-2");
    EXPECT_EQ(played.state.tasks[0].cpu.number(), 2U);
    EXPECT_EQ(played.state.tasks[0].phase.value(), TaskPhase::queued);
    EXPECT_EQ(played.state.tasks[1].cpu.number(), 1U);
    // A sleeper stays where it was until it is woken.
    EXPECT_EQ(played.state.tasks[2].cpu.number(), 3U);
    EXPECT_EQ(played.state.tasks[2].phase.value(), TaskPhase::asleep);
}

TEST(Hotplug, DomainsComeBackWithoutHintsAndBudgets) {
    const Machine machine = simple_machine(2, 2, 2);
    Hotplug played(machine, tasks_with_hotplug(machine, 1, 2));
    played.state.nr_idle_scan[1] = Word::number(3);
    EXPECT_EQ(played.hinted(), "0-7");
    played.take(down(0));
    EXPECT_EQ(played.hinted(), "");
    EXPECT_EQ(played.state.nr_idle_scan[1].value(), 0U);
    EXPECT_EQ(cpu_list(CpuMask::from(topology_of(played.model, played.state).llcs.sets[0].bits())), "1-3");
    played.take(up(0));
    EXPECT_EQ(played.online(), "0-7");
    EXPECT_EQ(played.hinted(), "");
    EXPECT_FALSE(played.is_enabled(down(1)));
}

TEST(Hotplug, ASleeperOfAnOfflineCpuIsPlacedByTheFallback) {
    const Machine machine = simple_machine(1, 4, 1);
    Scenario scenario = tasks_with_hotplug(machine, 2, 1);
    scenario.tasks[0].cpu = 3;
    scenario.tasks[1].phase = TaskPhase::running;
    Hotplug played(machine, scenario);
    played.take(down(3));
    played.take(interrupt_wakes(0, 1));
    // The unplugged CPU passes for idle, so that the class answers it; the first CPU, busy as it is, takes its place.
    EXPECT_EQ(played.done.decision.answer.number(), 3U);
    EXPECT_TRUE(played.done.decision.repaired.is_true());
    EXPECT_EQ(played.state.tasks[0].cpu.number(), 0U);
}

TEST(Hotplug, AMaskWithoutOnlineCpuIsWidened) {
    const Machine machine = simple_machine(1, 3, 1);
    Scenario scenario = tasks_with_hotplug(machine, 1, 1);
    set_allowed(scenario.tasks[0], parse_cpu_list("2", "test"), machine, "test");
    scenario.tasks[0].phase = TaskPhase::running;
    Hotplug played(machine, scenario);
    played.take(down(2));
    EXPECT_EQ(played.state.tasks[0].cpu.number(), 0U);
    EXPECT_EQ(cpu_list(CpuMask::from(played.state.tasks[0].allowed.bits())), "0-2");
}

TEST(Hotplug, AnLlcOfOneCpuHasNoRecordAndItsPartnersRecordSurvives) {
    const Machine machine = simple_machine(2, 1, 2);
    Hotplug played(machine, tasks_with_hotplug(machine, 1, 2));
    played.take(down(0));
    const Topology<Word>& topology = topology_of(played.model, played.state);
    ASSERT_EQ(topology.llcs.sets.size(), 1U);
    EXPECT_EQ(layout_of(played.model, played.state)->whole_llc, std::vector<std::size_t>{1});
    played.state.nr_idle_scan[1] = Word::number(2);
    played.state.hinted = played.model.topology.llcs.sets[1];
    const RunqueueView<Word> view = view_of(played.model, played.state);
    EXPECT_EQ(view.nr_idle_scan[0].value(), 2U);
    EXPECT_EQ(cpu_list(CpuMask::from(view.hinted.bits())), "2-3");
}

TEST(Hotplug, TheLastHousekeepingCpuAndABusyBoundThreadStay) {
    Machine machine = simple_machine(1, 3, 1);
    machine.isolated = CpuMask::single(2);
    Scenario scenario = tasks_with_hotplug(machine, 1, 4);
    set_allowed(scenario.tasks[0], CpuMask::single(1), machine, "test");
    scenario.tasks[0].bound_kthread = true;
    scenario.tasks[0].phase = TaskPhase::running;
    Hotplug played(machine, scenario);
    EXPECT_FALSE(played.is_enabled(down(1)));
    played.take({.kind = EventKind::block, .task = 0});
    played.take(down(1));
    // It is parked with its CPU.
    EXPECT_FALSE(played.is_enabled(interrupt_wakes(0, 0)));
    EXPECT_FALSE(played.is_enabled(down(0)));
    EXPECT_TRUE(played.is_enabled(down(2)));
    EXPECT_TRUE(played.is_enabled(up(1)));
}

TEST(Hotplug, CpusThatAreOfflineAtTheStartMayComeOnline) {
    Machine machine = simple_machine(1, 2, 2);
    machine.online = parse_cpu_list("0-1", "test");
    Hotplug played(machine, tasks_with_hotplug(machine, 1, 1));
    EXPECT_EQ(played.online(), "0-1");
    played.take(up(3));
    EXPECT_EQ(played.online(), "0-1,3");
}

TEST(Hotplug, WithRacesAWakeeReachesACpuThatCeasedToBeActive) {
    const Machine machine = simple_machine(1, 3, 1);
    Scenario scenario = tasks_with_hotplug(machine, 1, 1);
    scenario.races = true;
    scenario.tasks[0].cpu = 2;
    Hotplug played(machine, scenario);
    const Event enqueue{.kind = EventKind::enqueue, .task = 0};
    const Event offline{.kind = EventKind::cpu_offline, .where = 2};
    const auto migrate = [](std::uint16_t to) {
        return Event{.kind = EventKind::migrate, .task = 0, .where = to};
    };
    played.take(interrupt_wakes(0, 0));
    played.take(down(2));
    EXPECT_EQ(played.online(), "0-2");
    EXPECT_FALSE(played.is_enabled(offline));
    // No wake list takes it, since the CPU is not active; the queue does.
    played.take(enqueue);
    EXPECT_EQ(played.state.tasks[0].phase.value(), TaskPhase::queued);
    EXPECT_EQ(played.state.tasks[0].cpu.number(), 2U);
    EXPECT_FALSE(played.is_enabled({.kind = EventKind::run, .task = 0}));
    EXPECT_FALSE(played.is_enabled(offline));
    EXPECT_FALSE(played.is_enabled(migrate(2)));
    played.take(migrate(1));
    played.take(offline);
    EXPECT_EQ(played.online(), "0-1");
    EXPECT_EQ(played.hinted(), "");
    EXPECT_TRUE(is_empty(played.state.leaving).is_true());
}

TEST(Hotplug, SetsOfOnlineCpusAreCountedAndBounded) {
    const Machine machine = simple_machine(1, 4, 1);
    EXPECT_TRUE(hotplug_online_sets(machine, 0).empty());
    EXPECT_EQ(hotplug_online_sets(machine, 1).size(), 5U);
    EXPECT_EQ(hotplug_online_sets(machine, 9).size(), 15U);
    const Machine large = simple_machine(1, 64, 1);
    try {
        check_scenario(tasks_with_hotplug(large, 1, 2), large, "place");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(
            error.what(),
            "place: CPU hotplug of 2 events leads to more than 1024 sets of online CPUs; allow fewer, or "
            "take a smaller machine");
    }
}

}  // namespace
}  // namespace schedmc
