// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: the policy and property that the explorer runs are proved and refuted for every well-formed question.
// Method: the headline property of wakeups where it is known to hold and to fail; each counterexample is decided and
// judged once more in one machine word.
#include <gtest/gtest.h>

#include "properties/wakeup.hpp"
#include "solver/prove/decide.hpp"
#include "tests/support/machines.hpp"

namespace schedmc::prove {
namespace {

Policy policy(const std::string& text, Defect defect = Defect::none) {
    Policy parsed = parse_policy(text, "here");
    parsed.defect = defect;
    return parsed;
}

template <class P>
Proof prove(const Machine& machine, const Policy& rules, const ProofLimits& limits = {}) {
    return prove_decision(Topology<Symbolic>(machine), rules, decision_claim<P>(), limits);
}

/// A counterexample in one word, and what the policy makes of it there.
struct InOneWord {
    Topology<Word> topology;
    DecisionInput<Word> input;
    WakeupDecision<Word> decision;

    InOneWord(const Machine& machine, const Policy& rules, const DecisionInput<Wide>& found)
        : topology(machine), input(blank_input(topology)) {
        ReadFields<Wide> reader;
        visit_fields(Topology<Wide>(machine), rules, found, reader);
        visit_fields(topology, rules, input, WriteFields<Word>(reader.values));
        decision = select_task_rq(topology, rules, input.view, input.wakeup);
    }
    template <class P>
    bool violates(const Policy& rules) const {
        const Claim<Word> claim = P::judge(DecisionScene<Word>{topology, rules, input.view, input.wakeup, decision});
        return (claim.relevant & !claim.holds).is_true();
    }
};

/// Expects a refutation that one word confirms, and gives it.
template <class P>
InOneWord expect_refuted(const Machine& machine, const Policy& rules) {
    const Proof proof = prove<P>(machine, rules);
    EXPECT_EQ(proof.answer, Answer::refuted) << P::info.id << " of " << rules.name;
    expects(proof.counterexample.has_value(), "a refutation brings its counterexample");
    InOneWord found(machine, rules, *proof.counterexample);
    EXPECT_TRUE(well_formed(found.topology, found.input).is_true());
    EXPECT_TRUE(found.violates<P>(rules)) << P::info.id << " of " << rules.name;
    return found;
}

template <class P>
void expect_proved(const Machine& machine, const Policy& rules) {
    const Proof proof = prove<P>(machine, rules);
    EXPECT_EQ(proof.answer, Answer::proved) << P::info.id << " of " << rules.name << " on " << machine.name;
    EXPECT_FALSE(proof.vacuous) << P::info.id << " of " << rules.name << " on " << machine.name;
}

// Two cores; two LLCs of four cores; the same with siblings far apart.
std::vector<Machine> machines() {
    return {simple_machine(1, 2, 2), simple_machine(2, 4, 2), simple_machine(2, 4, 2, true)};
}

TEST(WakeupProof, WithThePatchNoIdleCoreIsIgnored) {
    for (const Machine& machine : machines()) {
        expect_proved<IdleCoreNotIgnored>(machine, policy("v6.1+sis-ignore-util-if-idle-core"));
        expect_proved<IdleCoreNotIgnored>(machine, policy("v6.12+sis-ignore-util-if-idle-core"));
    }
}

TEST(WakeupProof, WithoutItSisUtilEndsTheScan) {
    for (const Machine& machine : machines()) {
        const InOneWord found = expect_refuted<IdleCoreNotIgnored>(machine, policy("v6.1"));
        EXPECT_EQ(found.decision.scan.end.value(), ScanEnd::refused_by_sis_util);
        EXPECT_EQ(at_block(found.topology.llcs, found.input.view.nr_idle_scan, found.decision.target).value(), 0U);
    }
}

TEST(WakeupProof, BeforeSisUtilAnIsolatedWakerIgnoresIdleCores) {
    Machine machine = simple_machine(2, 2, 2);
    expect_proved<IdleCoreNotIgnored>(machine, policy("v5.19"));
    machine.isolated = CpuMask::single(7);
    const InOneWord found = expect_refuted<IdleCoreNotIgnored>(machine, policy("v5.19"));
    EXPECT_EQ(found.decision.scan.end.value(), ScanEnd::waker_has_no_llc);
    EXPECT_EQ(found.input.wakeup.this_cpu.number(), 7U);
}

TEST(WakeupProof, ASearchThatStopsEarlyIsRefuted) {
    for (const Machine& machine : machines()) {
        expect_refuted<IdleCoreNotIgnored>(machine, policy("v5.19", Defect::idle_core_scan_stops_early));
    }
}

TEST(WakeupProof, OfOneCpuEverythingHoldsVacuously) {
    const Proof proof = prove<IdleCoreNotIgnored>(simple_machine(1, 1, 1), policy("v6.1"));
    EXPECT_EQ(proof.answer, Answer::proved);
    EXPECT_TRUE(proof.vacuous);
}

TEST(WakeupProof, PartsProveWhatTheWholeProves) {
    const Topology<Symbolic> topology(simple_machine(2, 2, 2));
    const auto parts = parts_by_llc(topology);
    ASSERT_EQ(parts.size(), 4U);
    const auto claim = decision_claim<IdleCoreNotIgnored>();
    const Proof patched = prove_decision_in_parts(topology, policy("v6.1+sis-ignore-util-if-idle-core"), claim, parts);
    EXPECT_EQ(patched.answer, Answer::proved);
    EXPECT_FALSE(patched.vacuous);
    const Proof plain = prove_decision_in_parts(topology, policy("v6.1"), claim, parts);
    ASSERT_EQ(plain.answer, Answer::refuted);
    EXPECT_TRUE(parts[0].prev.contains(plain.counterexample->wakeup.prev.number()));
}

TEST(WakeupProof, PartsCoverCpusOutsideOfLlcDomains) {
    Machine machine = simple_machine(2, 2, 2);
    machine.isolated = CpuMask::single(7);
    const auto parts = parts_by_llc(Topology<Symbolic>(machine));
    ASSERT_EQ(parts.size(), 9U);
    CpuMask covered;
    for (const DecisionPart& part : parts) {
        covered |= part.prev;
    }
    EXPECT_EQ(covered, machine.online);
}

TEST(WakeupProof, TheLimitIsAnAnswerAndRepeats) {
    const auto asked = [] {
        return prove<IdleCoreNotIgnored>(simple_machine(2, 4, 2), policy("v6.1+sis-ignore-util-if-idle-core"), {1000});
    };
    const Proof first = asked();
    EXPECT_EQ(first.answer, Answer::unknown);
    EXPECT_FALSE(first.reason.empty());
    EXPECT_FALSE(first.counterexample.has_value());
    EXPECT_EQ(first.rlimit_used, asked().rlimit_used);
}

TEST(WakeupProof, TheSameQuestionFindsTheSameCounterexample) {
    const Machine machine = simple_machine(2, 4, 2);
    const Topology<Wide> words(machine);
    std::vector<std::vector<FieldValue>> found;
    for (int round = 0; round < 2; ++round) {
        const Proof proof = prove<IdleCoreNotIgnored>(machine, policy("v6.1"));
        ReadFields<Wide> reader;
        visit_fields(words, policy("v6.1"), *proof.counterexample, reader);
        found.push_back(reader.values);
    }
    EXPECT_EQ(found[0], found[1]);
}

}  // namespace
}  // namespace schedmc::prove
