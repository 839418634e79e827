// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: a trace in a file is the trace that was written, and what the model does can be written, read, replayed and
// told. Method: laws over random walks of random machines, scenarios and policies.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "counterexamples/check_event.hpp"
#include "counterexamples/check_state.hpp"
#include "counterexamples/explain.hpp"
#include "counterexamples/text_rows.hpp"
#include "counterexamples/trace_file.hpp"
#include "model/input_error.hpp"
#include "tests/counterexamples/random_trace.hpp"

namespace schedmc {
namespace {

RC_GTEST_PROP(TraceLaws, WhatIsWrittenIsRead, ()) {
    const Trace trace = random_trace();
    const std::string text = to_json(trace);
    const Trace read = parse_trace(text, "trace.json");
    RC_ASSERT(read == trace);
    RC_ASSERT(to_json(read) == text);
}

RC_GTEST_PROP(TraceLaws, EveryWalkReplaysAndItsStatesAreWellFormed, ()) {
    const Trace trace = random_trace();
    const Replay replayed = replay(trace, "trace.json");
    RC_ASSERT(replayed.last.has_value() == !trace.events.empty());
    check_state(replayed.model, trace.start, "start");
    std::size_t steps = 0;
    for_each_step(trace, replayed.model, "trace.json", [&](const ReplayedStep& step) {
        RC_ASSERT(step.event == trace.events[steps]);
        RC_ASSERT(step.number == ++steps);
        check_state(replayed.model, step.transition.after, "state");
    });
    RC_ASSERT(steps == trace.events.size());
}

RC_GTEST_PROP(TraceLaws, AStoryIsNarrowPlainAndEndsInItsArgument, ()) {
    const Trace trace = random_trace();
    const Replay replayed = replay(trace, "trace.json");
    const std::string argument = explain(replayed, trace, {.replay_command = "schedmc replay trace.json"});
    const std::string story =
        explain(replayed, trace, {.whole = true, .replay_command = "schedmc replay trace.json"});
    RC_ASSERT(story.ends_with(argument));
    RC_ASSERT(argument.ends_with("\nReplay:  schedmc replay trace.json\n"));
    for (std::size_t at = 0; at < story.size();) {
        const std::size_t end = story.find('\n', at);
        const std::string line = story.substr(at, end - at);
        RC_ASSERT(characters(line) <= text_columns);
        RC_ASSERT(!line.ends_with(" "));
        at = end + 1;
    }
    const bool plain = std::all_of(story.begin(), story.end(), [](char c) {
        return c == '\n' || (c >= ' ' && c <= '~') || c == '\xC2' || c == '\xB7';
    });
    RC_ASSERT(plain);
}

RC_GTEST_PROP(TraceLaws, EventsThatAreAcceptedAreThoseOfTheModel, ()) {
    const Machine machine = random_machine();
    const Model<Wide> model(machine, random_policy(), random_scenario(machine));
    const Event event = random_event(model);
    const std::vector<Event> all = all_events(model);
    const bool belongs = std::find(all.begin(), all.end(), event) != all.end();
    bool accepted = true;
    try {
        check_event(model, event, "events/0");
    } catch (const InputError& error) {
        accepted = false;
        RC_ASSERT(std::string(error.what()).substr(0, 8) == "events/0");
    }
    RC_ASSERT(accepted == belongs);
}

RC_GTEST_PROP(TraceLaws, AReasonIsGivenExactlyForWhatCannotHappen, ()) {
    const Machine machine = random_machine();
    const Model<Wide> model(machine, random_policy(), random_scenario(machine));
    State<Wide> state = initial_state(model);
    random_walk(model, pick(8), state);
    for (const Event& event : all_events(model)) {
        RC_ASSERT(why_not_enabled(model, state, event).empty() == enabled(model, state, event).is_true());
    }
}

}  // namespace
}  // namespace schedmc
