// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: what must hold within some rounds is judged over the scheduler model as it says, and its traces replay. Method:
// machines of two to four CPUs whose rounds are worked out by hand, and traces changed in one place.
#include "solver/check_rounds.hpp"

#include <gtest/gtest.h>

#include "counterexamples/explain.hpp"
#include "counterexamples/replay.hpp"
#include "counterexamples/trace_file.hpp"
#include "tests/support/machines.hpp"
#include "tests/support/placed.hpp"

namespace schedmc {
namespace {

Scenario balancing(const Machine& machine, std::size_t tasks) {
    Scenario scenario = plain_scenario(machine, tasks);
    scenario.balance = true;
    scenario.events.sync = scenario.events.pull = scenario.events.tick = scenario.events.preempt = false;
    return scenario;
}

Verdict verdict_of(const Machine& machine, const Scenario& scenario, const Limits& limits = {},
                   const char* revision = "v6.12", const char* property = "balance.work-conserving") {
    const Policy policy = parse_policy(revision, "test");
    const std::vector<const PropertyInfo*> properties = {&property_of(property, "test")};
    return check_exhaustively({.machine = machine,
                               .policy = policy,
                               .scenario = scenario,
                               .properties = properties,
                               .limits = limits},
                              "test")
        .at(0);
}

/// Two LLCs of two CPUs, three tasks; searched once.
const Verdict& across_llcs() {
    const Machine machine = simple_machine(2, 2, 1);
    static const Verdict verdict = verdict_of(machine, balancing(machine, 3));
    return verdict;
}

TEST(CheckRounds, OneRoundIsEnoughInOneLlc) {
    const Machine machine = simple_machine(1, 2, 1);
    const Verdict verdict = verdict_of(machine, balancing(machine, 3));
    EXPECT_EQ(verdict.answer, Answer::holds);
    EXPECT_EQ(verdict.value, 1U);
    EXPECT_GT(verdict.relevant, 0U);
    EXPECT_EQ(verdict_words(verdict), "holds (within 1 round, exhaustive)");
    ASSERT_TRUE(verdict.trace.has_value());
    const Replay replayed = replay(*verdict.trace, "trace");
    EXPECT_EQ(replayed.finding, Finding::broken_late) << replayed.reason;
    EXPECT_EQ(replayed.value, 0U);
}

TEST(CheckRounds, AcrossLlcsItTakesTwo) {
    // The pull across LLCs takes two tasks at once, and the LLC that gets them may have ticked before.
    const Verdict& verdict = across_llcs();
    EXPECT_EQ(verdict.answer, Answer::holds);
    EXPECT_EQ(verdict.value, 2U);
    ASSERT_TRUE(verdict.trace.has_value());
    EXPECT_EQ(verdict.trace->round_ends.size(), 2U);
    const Replay replayed = replay(*verdict.trace, "trace");
    EXPECT_EQ(replayed.finding, Finding::broken_late) << replayed.reason;
    EXPECT_EQ(replayed.value, 1U);
    const std::string text =
        explain(replayed, *verdict.trace, {.whole = true, .colour = false, .replay_command = ""});
    EXPECT_NE(text.find("-- round 1 ends --"), std::string::npos) << text;
    EXPECT_NE(text.find("NOT YET  balance.work-conserving after 1 round"), std::string::npos) << text;
}

TEST(CheckRounds, ACoreGivesATaskAwayOnceFourPassesHaveFailed) {
    // The idle CPU finds no task that waits, and asks for the running one when it has failed more often than
    // cache_nice_tries + 2. Up to v6.4 no pass over groups of different kinds finds anything.
    Placed made = placed(core_beside_single_thread(), {"0*", "1*"});
    made.scenario.failures = Failures::counted;
    made.scenario.events.block = false;
    const char* const property = "balance.cores-share-the-work";
    for (const char* const revision : {"v6.6", "v6.12", "v7.1"}) {
        const Verdict verdict = verdict_of(made.machine, made.scenario, {}, revision, property);
        EXPECT_EQ(verdict_words(verdict), "holds (within 4 rounds, exhaustive)") << revision;
        EXPECT_GT(verdict.relevant, 0U);
    }
    for (const char* const revision : {"v5.19", "v6.1", "v6.4"}) {
        const Verdict verdict = verdict_of(made.machine, made.scenario, {}, revision, property);
        EXPECT_EQ(verdict_words(verdict), "violated (after any number of rounds)") << revision;
    }
}

TEST(CheckRounds, OneTaskAloneInItsCoreSharesItWithNobody) {
    Placed made = placed(core_beside_single_thread(), {"0*", "2*"});
    made.scenario.events.block = false;
    const Verdict verdict =
        verdict_of(made.machine, made.scenario, {}, "v6.12", "balance.cores-share-the-work");
    EXPECT_EQ(verdict.answer, Answer::holds);
    EXPECT_EQ(verdict.value, 0U);
    EXPECT_TRUE(verdict.vacuous());
}

TEST(CheckRounds, WithoutBalanceNothingIsRepaired) {
    const Machine machine = simple_machine(1, 2, 1);
    Scenario scenario = balancing(machine, 2);
    scenario.balance = false;
    const Verdict verdict = verdict_of(machine, scenario);
    EXPECT_EQ(verdict.answer, Answer::violated);
    EXPECT_EQ(verdict_words(verdict), "violated (after any number of rounds)");
    ASSERT_TRUE(verdict.trace.has_value());
    ASSERT_TRUE(verdict.trace->cycle.has_value());
    const Replay replayed = replay(*verdict.trace, "trace");
    EXPECT_EQ(replayed.finding, Finding::violated) << replayed.reason;
    EXPECT_NE(replayed.reason.find("nothing more happens"), std::string::npos) << replayed.reason;
}

TEST(CheckRounds, OneTaskNeverWaits) {
    const Machine machine = simple_machine(1, 2, 1);
    const Verdict verdict = verdict_of(machine, balancing(machine, 1));
    EXPECT_EQ(verdict.answer, Answer::holds);
    EXPECT_EQ(verdict.value, 0U);
    EXPECT_TRUE(verdict.vacuous());
    EXPECT_FALSE(verdict.trace.has_value());
}

TEST(CheckRounds, LimitsAndRacesLeaveItOpen) {
    const Machine machine = simple_machine(1, 2, 1);
    const Verdict few = verdict_of(machine, balancing(machine, 3), {.states = 50});
    EXPECT_EQ(few.answer, Answer::undecided);
    EXPECT_EQ(few.open_because, "the limit of 50 states was reached");
    Scenario races = balancing(machine, 2);
    races.races = true;
    EXPECT_EQ(verdict_of(machine, races).open_because,
              "rounds are made of whole steps, and races split them");
}

TEST(CheckRounds, TracesAreFiles) {
    const Machine machine = simple_machine(1, 2, 1);
    Scenario scenario = balancing(machine, 2);
    for (const bool balance : {false, true}) {
        scenario.balance = balance;
        const Verdict verdict = verdict_of(machine, scenario);
        ASSERT_TRUE(verdict.trace.has_value());
        EXPECT_EQ(parse_trace(to_json(*verdict.trace), "t.json"), *verdict.trace);
    }
}

TEST(CheckRounds, ATraceThatIsNotOfRoundsIsNotShown) {
    const Trace good = *across_llcs().trace;
    const auto reason = [](const Trace& trace) {
        const Replay replayed = replay(trace, "trace");
        EXPECT_EQ(replayed.finding, Finding::not_shown);
        return replayed.reason;
    };
    Trace early = good;
    --early.round_ends.back();
    EXPECT_NE(reason(early).find("round 1 ends without a tick of cpu"), std::string::npos) << reason(early);
    Trace more = good;
    more.round_ends.push_back(more.events.size());
    EXPECT_NE(reason(more).find("round 2 ends without a tick of cpu"), std::string::npos) << reason(more);
    Trace begun = good;
    begun.round_ends.front() = 0;
    EXPECT_NE(reason(begun).find("round 0 ends while something follows yet"), std::string::npos)
        << reason(begun);
    Trace partly = good;
    partly.events.back().levels = 1;
    EXPECT_NE(reason(partly).find("no tick with every domain due"), std::string::npos) << reason(partly);
    Trace twice = good;
    const Event first_tick = twice.events[twice.round_ends[0]];
    twice.events.insert(twice.events.begin() + static_cast<std::ptrdiff_t>(twice.round_ends[0]), first_tick);
    ++twice.round_ends.back();
    EXPECT_NE(reason(twice).find("ticks again in the same round"), std::string::npos) << reason(twice);
    Trace goes_on = good;
    goes_on.cycle = EventRange{0, good.events.size()};
    EXPECT_EQ(reason(goes_on), "the cycle does not lead back to where it begins");
    Trace mended = good;
    mended.events.resize(mended.round_ends[0]);
    mended.round_ends = {mended.round_ends[0]};
    EXPECT_EQ(replay(mended, "trace").finding, Finding::broken_late) << "the start breaks the claim as well";
}

}  // namespace
}  // namespace schedmc
