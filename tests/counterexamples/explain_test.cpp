// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: who arrives at a failure reads what was found, the situation, the step and the contradiction. Method: golden
// texts of whole explanations; trace_laws_test.cpp has what holds of all of them.
#include "counterexamples/explain.hpp"

#include <gtest/gtest.h>

#include "tests/counterexamples/example_traces.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/machines.hpp"

namespace schedmc {
namespace {

std::string explained(const Trace& trace, const ExplainOptions& options = {}) {
    return explain(replay(trace, "t.json"), trace, options);
}

TEST(Explain, AnIdleCoreThatIsIgnored) {
    expect_golden(explained(idle_core_ignored(), {.replay_command = "schedmc replay idle-core-ignored.json"}),
                  "counterexamples/golden/idle-core-ignored.txt");
    expect_golden(explained(idle_core_ignored(),
                            {.whole = true, .replay_command = "schedmc replay idle-core-ignored.json"}),
                  "counterexamples/golden/idle-core-ignored-whole.txt");
}

TEST(Explain, AnIsolatedSiblingThatIsTaken) {
    expect_golden(explained(isolated_sibling_taken()), "counterexamples/golden/isolated-sibling-taken.txt");
}

TEST(Explain, FreshHintsNeedNoEvent) {
    expect_golden(explained(fresh_hints(), {.whole = true}), "counterexamples/golden/fresh-hints-whole.txt");
}

TEST(Explain, EveryKindOfEvent) {
    const Machine machine = simple_machine(2, 2, 2);
    Scenario scenario = plain_scenario(machine, 4);
    scenario.affinity_changes = 2;
    set_allowed(scenario.tasks[3], CpuMask::single(0), machine, "test");
    scenario.tasks[3].bound_kthread = true;
    scenario.tasks[2].sched_idle = true;
    Trace trace =
        make_trace(machine, parse_policy("v6.1", "test"), scenario,
                   {{.kind = EventKind::wake, .task = 3, .where = 0, .in_interrupt = true},
                    {.kind = EventKind::run, .task = 3},
                    {.kind = EventKind::wake, .task = 0, .where = 0},
                    {.kind = EventKind::block, .task = 3, .next = 0},
                    {.kind = EventKind::tick, .where = 0, .value = 3},
                    {.kind = EventKind::wake, .task = 1, .where = 0, .sync = true, .pull = Pull::wide},
                    {.kind = EventKind::set_affinity, .task = 0, .where = 4, .value = 4},
                    {.kind = EventKind::wake, .task = 3, .where = 5, .in_interrupt = true},
                    {.kind = EventKind::run, .task = 3},
                    {.kind = EventKind::idle_repick, .where = 1},
                    {.kind = EventKind::wake, .task = 2, .where = 0, .pull = Pull::to_waker},
                    {.kind = EventKind::preempt, .task = 2},
                    {.kind = EventKind::block, .task = 2, .next = 3},
                    {.kind = EventKind::wake, .task = 2, .where = 0, .in_interrupt = true}},
                   property_of("wakeup.scan-cost", "test"), 2, "explore", false);
    expect_golden(explained(trace, {.whole = true}), "counterexamples/golden/every-event-whole.txt");
}

TEST(Explain, EveryKindOfEventBetweenTheStepsOfAWakeup) {
    const Machine machine = simple_machine(1, 2, 2);
    Scenario scenario = plain_scenario(machine, 4);
    scenario.races = true;
    scenario.affinity_changes = 1;
    scenario.tasks[0].phase = scenario.tasks[3].phase = TaskPhase::running;
    scenario.tasks[1].phase = TaskPhase::queued;
    scenario.tasks[3].cpu = 2;
    Trace trace = make_trace(machine, parse_policy("v5.19", "test"), scenario,
                             {{.kind = EventKind::block, .task = 0, .next = 1},
                              {.kind = EventKind::wake_on_cpu, .task = 0, .where = 1, .in_interrupt = true},
                              {.kind = EventKind::finish_switch, .where = 0},
                              {.kind = EventKind::receive, .where = 0},
                              {.kind = EventKind::activate, .where = 0},
                              {.kind = EventKind::wake, .task = 2, .where = 2},
                              {.kind = EventKind::clear_hint, .task = 2},
                              {.kind = EventKind::enqueue, .task = 2},
                              {.kind = EventKind::set_affinity, .task = 1, .value = 1},
                              {.kind = EventKind::migrate, .task = 1, .where = 1}},
                             property_of("wakeup.cpu-usable.when-queued", "test"), 0, "explore", false);
    trace.start.hinted = Wide::cpus(machine.online);
    std::string text = explained(trace, {.whole = true});
    scenario.races = false;
    scenario.events.delayed_dequeue = true;
    text +=
        "\n" + explained(make_trace(machine, parse_policy("v6.12", "test"), scenario,
                                    {{.kind = EventKind::block, .task = 0, .next = 1, .delayed = true},
                                     {.kind = EventKind::wake_delayed, .task = 0, .where = 0},
                                     {.kind = EventKind::block, .task = 1, .next = 0, .delayed = true},
                                     {.kind = EventKind::drop_delayed, .task = 1}},
                                    property_of("wakeup.no-stacking.delayed", "test"), 0, "explore", false),
                         {.whole = true});
    expect_golden(text, "counterexamples/golden/races-whole.txt");
}

TEST(Explain, SituationsQuantitiesAndWhatIsNotShown) {
    Trace trace = idle_core_ignored();
    trace.property = "reach.scan-refused-hint-true";
    std::string text = explained(trace);
    trace.policy = "v6.1+sis-ignore-util-if-idle-core";
    text += "\n" + explained(trace);
    trace.property = "wakeup.scan-cost";
    trace.value = 2;
    text += "\n" + explained(trace);
    trace.property = "wakeup.scan-cost.within-budget";
    trace.defect = "scan-overruns-budget";
    trace.value = 0;
    text += "\n" + explained(trace);
    expect_golden(text, "counterexamples/golden/other-findings.txt");
}

TEST(Explain, ALargeMachineIsFolded) {
    Machine machine = simple_machine(12, 4, 2, true);
    machine.isolated = parse_cpu_list("90-95", "test");
    machine.online -= parse_cpu_list("7", "test");
    const Scenario scenario = plain_scenario(machine, 60);
    Trace trace = make_trace(machine, parse_policy("v6.1", "test"), scenario,
                             {{.kind = EventKind::wake, .task = 59, .where = 0, .in_interrupt = true}},
                             property_of("wakeup.idle-core-not-ignored", "test"));
    for (std::uint16_t t = 0; t < 59; ++t) {
        TaskState<Wide>& task = trace.start.tasks[t];
        const std::size_t cpu = t < 6 ? t : 4 * (t % 20u) + t / 20u;
        task.cpu = task.recent = Wide::cpu(cpu == 3 || cpu == 7 ? 8 : cpu);
        task.phase = Wide::choice(t < 40 ? TaskPhase::queued : TaskPhase::asleep);
    }
    for (std::uint16_t t = 20; t < 40; ++t) {
        trace.start.tasks[t].phase = Wide::choice(TaskPhase::running);
    }
    trace.start.nr_idle_scan[3] = Wide::number(5);
    expect_golden(explained(trace), "counterexamples/golden/large-machine.txt");
}

TEST(Explain, OnlyTheFirstWordHasColour) {
    const std::string plain = explained(idle_core_ignored());
    const std::string coloured = explained(idle_core_ignored(), {.colour = true});
    EXPECT_EQ(coloured, "\x1b[1;31mVIOLATED\x1b[0m" + plain.substr(8));
}

TEST(Explain, ATraceThatIsNotShortestDoesNotSaySo) {
    Trace trace = idle_core_ignored();
    EXPECT_NE(explained(trace).find(" · shortest\n"), std::string::npos);
    trace.shortest = false;
    EXPECT_EQ(explained(trace).find("shortest"), std::string::npos);
    trace.shortest = true;
    trace.events.push_back({.kind = EventKind::wake, .task = 2, .where = 0, .in_interrupt = true});
    std::string longer = explained(trace);
    EXPECT_EQ(longer.find(" · shortest"), std::string::npos);
    EXPECT_NE(longer.find("\nAlready event 2 shows as much: the trace is not a shortest one.\n"),
              std::string::npos);
    trace.shortest = false;
    longer = explained(trace);
    EXPECT_EQ(longer.find("Already"), std::string::npos) << "it need not be";
}

}  // namespace
}  // namespace schedmc
