// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: a replay says at each event why it cannot happen, and at the end whether the claim is shown there and not
// before. Method: the example traces, and edits of them.
#include "counterexamples/replay.hpp"

#include <gtest/gtest.h>

#include "model/input_error.hpp"
#include "tests/counterexamples/example_traces.hpp"
#include "tests/support/machines.hpp"

namespace schedmc {
namespace {

Event interrupt_wakes(std::uint16_t task, std::uint16_t cpu) {
    return {.kind = EventKind::wake, .task = task, .where = cpu, .in_interrupt = true};
}

std::string refusal_of(const std::vector<Event>& events, std::uint32_t affinity_changes = 0) {
    Trace trace = idle_core_ignored();
    trace.scenario.affinity_changes = affinity_changes;
    trace.start.affinity_changes_left = Wide::number(affinity_changes);
    trace.events = events;
    try {
        replay(trace, "t.json");
    } catch (const InputError& error) {
        return error.what();
    }
    return "replayed";
}

TEST(Replay, ShowsTheExamples) {
    for (const Trace& trace : {idle_core_ignored(), isolated_sibling_taken(), fresh_hints()}) {
        const Replay replayed = replay(trace, "t.json");
        EXPECT_EQ(replayed.finding, Finding::violated) << trace.property << ": " << replayed.reason;
        EXPECT_FALSE(replayed.shown_earlier.has_value()) << trace.property;
        EXPECT_EQ(replayed.last.has_value(), !trace.events.empty());
    }
}

TEST(Replay, KeepsTheLastStep) {
    const Replay replayed = replay(idle_core_ignored(), "t.json");
    ASSERT_TRUE(replayed.last.has_value());
    EXPECT_EQ(replayed.last->number, 2U);
    EXPECT_EQ(replayed.last->event, idle_core_ignored().events[1]);
    EXPECT_EQ(replayed.last->before.tasks[1].phase.value(), TaskPhase::asleep);
    EXPECT_EQ(replayed.end.tasks[1].phase.value(), TaskPhase::queued);
    EXPECT_EQ(replayed.last->transition.decision.scan.end.value(), ScanEnd::refused_by_sis_util);
}

TEST(Replay, SaysWhyAnEventCannotHappen) {
    const Event t0_wakes = interrupt_wakes(0, 0);
    const Event t0_runs = {.kind = EventKind::run, .task = 0};
    // The masks of a machine of four CPUs are its sets of CPUs, by their bits, less one.
    const Event t0_moves_to_1 = {.kind = EventKind::set_affinity, .task = 0, .where = 1, .value = 0b0010 - 1};
    const Event t0_may_on_1 = {.kind = EventKind::set_affinity, .task = 0, .value = 0b0010 - 1};
    const Event t0_may_everywhere = {.kind = EventKind::set_affinity, .task = 0, .value = 0b1111 - 1};
    EXPECT_EQ(refusal_of({t0_wakes, t0_wakes}),
              "t.json:/events/1: this wake cannot happen here: t0 is queued on cpu0, not asleep");
    EXPECT_EQ(refusal_of({{.kind = EventKind::wake, .task = 0, .where = 2}}),
              "t.json:/events/0: this wake cannot happen here: no task runs on cpu2 that could wake t0");
    EXPECT_EQ(refusal_of({t0_runs}),
              "t.json:/events/0: this run cannot happen here: t0 is asleep, not queued");
    EXPECT_EQ(refusal_of({t0_wakes, t0_runs, interrupt_wakes(1, 0), {.kind = EventKind::run, .task = 1}}),
              "t.json:/events/3: this run cannot happen here: t1 is queued on cpu0, where another task runs");
    EXPECT_EQ(refusal_of({t0_wakes, {.kind = EventKind::block, .task = 0}}),
              "t.json:/events/1: this block cannot happen here: t0 is queued on cpu0 and cannot block");
    EXPECT_EQ(
        refusal_of({t0_wakes, t0_runs, {.kind = EventKind::block, .task = 0, .next = 1}}),
        "t.json:/events/2: this block cannot happen here: t1 is asleep and is not what cpu0 picks next");
    EXPECT_EQ(refusal_of({t0_wakes, t0_runs, interrupt_wakes(1, 0), {.kind = EventKind::block, .task = 0}}),
              "t.json:/events/3: this block cannot happen here: t1 is queued on cpu0, so that a task has to "
              "be picked "
              "next");
    EXPECT_EQ(refusal_of({t0_wakes, {.kind = EventKind::preempt, .task = 0}}),
              "t.json:/events/1: this preempt cannot happen here: t0 is queued on cpu0, where no task runs");
    EXPECT_EQ(refusal_of({t0_wakes, {.kind = EventKind::idle_repick, .where = 0}}),
              "t.json:/events/1: this idle_repick cannot happen here: cpu0 is not idle");
    EXPECT_EQ(refusal_of({{.kind = EventKind::tick, .where = 0, .value = 0}}),
              "t.json:/events/0: this tick cannot happen here: the budget of llc0 is 0 already");
    EXPECT_EQ(refusal_of({t0_may_on_1, t0_may_everywhere}, 1),
              "t.json:/events/1: this set_affinity cannot happen here: no affinity change is left");
    EXPECT_EQ(refusal_of({t0_may_everywhere}, 1),
              "t.json:/events/0: this set_affinity cannot happen here: t0 has this mask already");
    EXPECT_EQ(
        refusal_of({t0_moves_to_1}, 1),
        "t.json:/events/0: this set_affinity cannot happen here: t0 is asleep and has no reason to move");
    EXPECT_EQ(refusal_of({t0_wakes, t0_may_on_1}, 1),
              "t.json:/events/1: this set_affinity cannot happen here: t0 is queued on cpu0 and must move to "
              "a CPU of "
              "the mask");
    EXPECT_EQ(refusal_of({t0_wakes, t0_runs, interrupt_wakes(1, 0), t0_moves_to_1}, 1), "replayed");
}

TEST(Replay, RefusesEventsOfAnotherModel) {
    EXPECT_EQ(refusal_of({interrupt_wakes(0, 0), interrupt_wakes(7, 0)}),
              "t.json:/events/1/task: t7 does not exist; this scenario has t0 to t2");
    Trace trace = idle_core_ignored();
    trace.policy = "v9.9";
    EXPECT_THROW(replay(trace, "t.json"), InputError);
}

TEST(Replay, SaysWhatIsNotShownAnyMore) {
    Trace trace = idle_core_ignored();
    trace.policy = "v6.1+sis-ignore-util-if-idle-core";
    const Replay mended = replay(trace, "t.json");
    EXPECT_EQ(mended.finding, Finding::not_shown);
    EXPECT_EQ(mended.reason, "wakeup.idle-core-not-ignored holds for the last wakeup");
    trace.events.push_back({.kind = EventKind::run, .task = 0});
    EXPECT_EQ(replay(trace, "t.json").reason, "the last event is no wakeup");
    trace.events.clear();
    EXPECT_EQ(replay(trace, "t.json").reason, "there is no event");
    trace.events = {interrupt_wakes(0, 0)};
    EXPECT_EQ(replay(trace, "t.json").reason,
              "wakeup.idle-core-not-ignored does not speak of the last wakeup");
}

TEST(Replay, NoticesThatTheClaimIsShownEarlier) {
    Trace trace = idle_core_ignored();
    trace.events.push_back(interrupt_wakes(2, 0));
    const Replay longer = replay(trace, "t.json");
    EXPECT_EQ(longer.finding, Finding::violated);
    EXPECT_EQ(longer.shown_earlier, 2U);
    Trace fresh = fresh_hints();
    fresh.events = {interrupt_wakes(0, 0)};
    EXPECT_EQ(replay(fresh, "t.json").shown_earlier, 0U);
}

TEST(Replay, JudgesSituationsAndQuantities) {
    Trace trace = idle_core_ignored();
    trace.property = "reach.scan-refused-hint-true";
    EXPECT_EQ(replay(trace, "t.json").finding, Finding::reached);
    trace.policy = "v5.19";
    EXPECT_EQ(replay(trace, "t.json").finding, Finding::not_shown);
    EXPECT_EQ(replay(trace, "t.json").reason, "the last wakeup is not of that kind");

    trace.property = "wakeup.scan-cost";
    trace.value = 2;
    const Replay measured = replay(trace, "t.json");
    EXPECT_EQ(measured.finding, Finding::value) << measured.reason;
    EXPECT_EQ(measured.value, 2U);
    trace.value = 3;
    EXPECT_EQ(replay(trace, "t.json").finding, Finding::not_shown);
    EXPECT_EQ(replay(trace, "t.json").reason, "wakeup.scan-cost is 2 there, not 3");
}

}  // namespace
}  // namespace schedmc
