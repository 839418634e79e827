// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: scenarios that cannot be run are refused where they are read, and what affinity changes may give is neither
// too little nor repeated. Method: one example a refusal, then laws over drawn machines.
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <algorithm>

#include "model/input_error.hpp"
#include "model/scenario.hpp"
#include "tests/model/policy/random_questions.hpp"
#include "tests/support/machines.hpp"

namespace {

using namespace schedmc;

Machine with_offline_and_isolated() {
    Machine machine = simple_machine(1, 4, 2);
    machine.online.erase(0);
    machine.isolated.insert(1);
    return machine;
}

std::string refusal(const Scenario& scenario, const Machine& machine) {
    try {
        check_scenario(scenario, machine, "scenario");
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(Scenario, PlainTasksSleepOnTheFirstHousekeepingCpu) {
    const Machine machine = with_offline_and_isolated();
    const Scenario scenario = plain_scenario(machine, 3);
    ASSERT_EQ(scenario.tasks.size(), 3U);
    for (const TaskSpec& task : scenario.tasks) {
        EXPECT_EQ(cpu_list(task.allowed), "2-7");
        EXPECT_EQ(task.cpu, 2);
        EXPECT_EQ(task.recent, 2);
        EXPECT_EQ(task.phase, TaskPhase::asleep);
        EXPECT_FALSE(task.sched_idle || task.bound_kthread);
    }
    EXPECT_EQ(scenario.affinity_changes, 0U);
    EXPECT_EQ(scenario.hints, HintStart::where_idle_core);
    EXPECT_EQ(refusal(scenario, machine), "accepted");
}

TEST(Scenario, MasksMoveTheStart) {
    const Machine machine = with_offline_and_isolated();
    TaskSpec task;
    set_allowed(task, parse_cpu_list("0-1,5", ""), machine, "");
    EXPECT_EQ(task.cpu, 1);
    EXPECT_EQ(task.recent, 1);
    EXPECT_EQ(cpu_list(task.allowed), "0-1,5");
    EXPECT_THROW(set_allowed(task, CpuMask(), machine, ""), InputError);
    EXPECT_THROW(set_allowed(task, CpuMask::single(0), machine, ""), InputError);
    try {
        set_allowed(task, parse_cpu_list("5,9", ""), machine, "--allowed");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "--allowed: cpu 9 does not exist; this machine has cpus 0-7");
    }
}

TEST(Scenario, WhatCannotRunIsRefusedByTask) {
    const Machine machine = with_offline_and_isolated();
    const Scenario good = plain_scenario(machine, 2);
    const auto refused = [&](auto change) {
        Scenario scenario = good;
        change(scenario.tasks[1]);
        return refusal(scenario, machine);
    };
    const auto begins = [](const std::string& text, const char* start) { return text.rfind(start, 0) == 0; };
    EXPECT_PRED2(begins, refused([](TaskSpec& t) { t.cpu = 0; }), "scenario: t1: cpu 0 is not an online CPU");
    EXPECT_PRED2(begins, refused([](TaskSpec& t) { t.recent = 8; }),
                 "scenario: t1: cpu 8 is not an online CPU");
    EXPECT_PRED2(begins, refused([](TaskSpec& t) { t.allowed = CpuMask::single(0); }),
                 "scenario: t1: the mask 0 has no online CPU");
    EXPECT_PRED2(begins, refused([](TaskSpec& t) { t.allowed = CpuMask(); }),
                 "scenario: t1: the mask is empty");
    EXPECT_PRED2(begins, refused([](TaskSpec& t) { t.bound_kthread = true; }),
                 "scenario: t1: a bound kernel thread has the mask 2-7");
    EXPECT_PRED2(begins, refused([](TaskSpec& t) { t.util = 1025; }),
                 "scenario: t1: a utilisation above 1024");
    EXPECT_PRED2(begins, refused([](TaskSpec& t) { t.uclamp_min = 1025; }),
                 "scenario: t1: a utilisation above 1024");
    EXPECT_PRED2(begins, refused([](TaskSpec& t) { t.phase = TaskPhase::queued, t.cpu = 1; }),
                 "scenario: t1: it starts on cpu 1, which its mask leaves out");
    EXPECT_EQ(refused([](TaskSpec& t) { t.cpu = 1; }), "accepted");

    Scenario two_running = good;
    two_running.tasks[0].phase = two_running.tasks[1].phase = TaskPhase::running;
    EXPECT_PRED2(begins, refusal(two_running, machine), "scenario: t1: two tasks run on cpu 2");
    two_running.tasks[1].phase = TaskPhase::queued;
    EXPECT_EQ(refusal(two_running, machine), "accepted");
}

TEST(Scenario, NumbersOfTasksAreBounded) {
    const Machine machine = simple_machine(1, 1, 1);
    EXPECT_NE(refusal(plain_scenario(machine, 0), machine), "accepted");
    EXPECT_EQ(refusal(plain_scenario(machine, 1), machine), "accepted");
    EXPECT_EQ(refusal(plain_scenario(machine, max_tasks), machine), "accepted");
    EXPECT_NE(refusal(plain_scenario(machine, max_tasks + 1), machine), "accepted");
}

TEST(Scenario, FourCpusHaveFifteenMasks) {
    const std::vector<CpuMask> masks = affinity_choices(simple_machine(1, 2, 2));
    ASSERT_EQ(masks.size(), 15U);
    EXPECT_EQ(cpu_list(masks.front()), "0");
    EXPECT_EQ(cpu_list(masks.back()), "0-3");
}

TEST(Scenario, LinesNameWhatDeparts) {
    const Machine machine = simple_machine(1, 2, 2);
    Scenario scenario = plain_scenario(machine, 3);
    EXPECT_EQ(scenario_line(scenario, machine), "3 tasks");
    EXPECT_EQ(scenario_line(plain_scenario(machine, 1), machine), "1 task");
    scenario.tasks[1].sched_idle = true;
    set_allowed(scenario.tasks[2], CpuMask::single(3), machine, "");
    scenario.tasks[2].bound_kthread = true;
    scenario.affinity_changes = 2;
    scenario.hints = HintStart::fresh;
    scenario.events.tick = false;
    EXPECT_EQ(
        scenario_line(scenario, machine),
        "3 tasks, t1 (mask 0-3, SCHED_IDLE), t2 (a kernel thread bound to 3), fresh hints, up to 2 affinity "
        "changes, "
        "no ticks");
    Scenario races = plain_scenario(machine, 2);
    races.events.delayed_dequeue = true;
    EXPECT_EQ(scenario_line(races, machine), "2 tasks, with delayed dequeue");
    races.races = true;
    EXPECT_EQ(scenario_line(races, machine), "2 tasks, with races");
    races.events.delayed_dequeue = false;
    EXPECT_EQ(scenario_line(races, machine), "2 tasks, with races, no delayed dequeue");
}

TEST(Scenario, RacesAndDelayedDequeueGoWithoutForks) {
    const Machine machine = simple_machine(1, 2, 2);
    Scenario scenario = plain_scenario(machine, 2);
    scenario.races = true;
    EXPECT_EQ(refusal(scenario, machine), "accepted");
    scenario.hotplug_events = 1;
    EXPECT_EQ(refusal(scenario, machine), "accepted");
    scenario.races = false;
    scenario.events.delayed_dequeue = true;
    EXPECT_EQ(
        refusal(scenario, machine),
        "scenario: delayed dequeue and CPU hotplug without races do not go together; leave one of them out");
    scenario = plain_scenario(machine, 2);
    scenario.events.delayed_dequeue = true;
    scenario.tasks[1].phase = TaskPhase::unborn;
    EXPECT_EQ(refusal(scenario, machine),
              "scenario: delayed dequeue and forks or execs do not go together; leave one of them out");
}

TEST(Scenario, NoTaskStartsInTheMiddleOfAStep) {
    const Machine machine = simple_machine(1, 2, 2);
    Scenario scenario = plain_scenario(machine, 1);
    scenario.tasks[0].phase = TaskPhase::on_wake_list;
    EXPECT_EQ(refusal(scenario, machine),
              "scenario: t0: it starts in the middle of a step; begin asleep, queued or running");
}

RC_GTEST_PROP(ScenarioLaws, AffinityChoicesAreUsableAndDistinct, (std::uint64_t seed)) {
    loops::Draws draws(seed);
    const Machine machine = loops::draw_machine(draws, 24);
    const std::vector<CpuMask> masks = affinity_choices(machine);
    const auto has = [&](const CpuMask& mask) { return std::count(masks.begin(), masks.end(), mask) != 0; };
    for (const CpuMask& mask : masks) {
        RC_ASSERT(!mask.empty());
        RC_ASSERT(mask.is_subset_of(machine.online));
        RC_ASSERT(std::count(masks.begin(), masks.end(), mask) == 1);
    }
    RC_ASSERT(has(machine.online));
    machine.online.for_each([&](std::size_t cpu) {
        RC_ASSERT(has(CpuMask::single(cpu)));
        const CpuMask rest = machine.online - CpuMask::single(cpu);
        RC_ASSERT(rest.empty() || has(rest));
    });
    RC_ASSERT(masks == affinity_choices(machine));
}

RC_GTEST_PROP(ScenarioLaws, PlainScenariosAreAccepted, (std::uint64_t seed)) {
    loops::Draws draws(seed);
    const Machine machine = loops::draw_machine(draws, 64);
    RC_ASSERT(refusal(plain_scenario(machine, 1 + draws.below(20)), machine) == "accepted");
}

}  // namespace
