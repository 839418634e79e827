// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: a decision is explained when the model can make it, and only then. Method: laws over drawn decisions of the
// model itself, recorded as a kernel would record them, with answers that change from look to look; then decisions by
// hand for each input that may be open.
#include "solver/conform/conformance.hpp"

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "model/domain/concrete.hpp"
#include "model/input_error.hpp"
#include "tests/support/machines.hpp"

namespace schedmc {
namespace {

Policy policy_named(const char* name) { return parse_policy(name, "test"); }

// A decision of the model and what a kernel with all probes would have recorded of it.
struct Drawn {
    Machine machine;
    Policy policy;
    RecordedDecision decision;
    WakeRule rule = WakeRule::none;
};

bool flip() { return *rc::gen::arbitrary<bool>(); }

std::uint16_t draw_cpu(const Machine& machine) {
    return *rc::gen::inRange<std::uint16_t>(0, static_cast<std::uint16_t>(machine.cpu_count()));
}

CpuMask draw_set(const Machine& machine) {
    CpuMask set;
    set.set_word(0, *rc::gen::arbitrary<std::uint64_t>());
    if (flip()) {
        CpuMask other;
        other.set_word(0, *rc::gen::arbitrary<std::uint64_t>());
        set &= other;
    }
    return set & machine.present;
}

RunqueueView<Word> draw_view(const Topology<Word>& topology, const RunqueueView<Word>& fixed) {
    RunqueueView<Word> view = fixed;
    view.idle = Word::cpus(draw_set(topology.machine));
    view.empty = view.idle;
    return view;
}

RecordedTest as_recorded(const IdleTest& test, const Looks<Word>& looks) {
    const RunqueueView<Word>* const views[] = {&looks.affine, &looks.near, &looks.siblings, &looks.scan};
    const auto& view = *views[static_cast<std::size_t>(test.look)];
    return {test.cpu, view.idle.bits().contains(test.cpu), test.look};
}

void record(const Topology<Word>& topology, const Looks<Word>& looks, const Wakeup<Word>& wakeup,
            Drawn& drawn) {
    const auto decided = select_task_rq_fair(topology, drawn.policy, looks, wakeup);
    RecordedDecision& decision = drawn.decision;
    drawn.rule = decided.rule.value();
    for (const IdleTest& test : tests_in_order(topology, drawn.policy, looks, wakeup, decided)) {
        decision.tests.push_back(as_recorded(test, looks));
    }
    decision.answer = static_cast<std::uint16_t>(decided.answer.number());
    decision.shows_wake_affine = true;
    if (asks_wake_affine(topology, drawn.policy, wakeup).is_true()) {
        decision.affine_answer = static_cast<std::uint16_t>(decided.target.number());
    }
    decision.target = static_cast<std::uint16_t>(decided.target.number());
    decision.scan_called = decided.scan.end.value() != ScanEnd::not_reached;
    if (*decision.scan_called) {
        decision.hint = decided.saw_hint.is_true();
        decision.nr_idle_scan =
            at_block(topology.llcs, looks.scan.nr_idle_scan, Word::cpu(*decision.target)).value();
    }
}

Drawn draw() {
    Drawn drawn{.machine = flip() ? simple_machine(2, 2, 2) : simple_machine(1, 4, 2, flip()),
                .policy = policy_named(flip() ? "v6.12-stable" : "v6.1-stable"),
                .decision = {}};
    const Topology<Word> topology(drawn.machine);
    RecordedDecision& decision = drawn.decision;
    decision.this_cpu = draw_cpu(drawn.machine);
    decision.prev = draw_cpu(drawn.machine);
    decision.recent = draw_cpu(drawn.machine);
    decision.allowed = draw_set(drawn.machine) | CpuMask::single(decision.prev);
    decision.wake_flags = flip() ? 0x18 : 0x8;
    decision.in_interrupt = true;

    Wakeup<Word> wakeup;
    wakeup.this_cpu = Word::cpu(decision.this_cpu);
    wakeup.in_interrupt = Word::truth(true);
    wakeup.sync = Word::truth(decision.wake_flags == 0x18);
    wakeup.pull = Word::choice(*rc::gen::element(Pull::to_prev, Pull::to_waker, Pull::wide));
    wakeup.prev = Word::cpu(decision.prev);
    wakeup.recent = Word::cpu(decision.recent);
    wakeup.allowed = Word::cpus(decision.allowed);
    wakeup.fits = topology.online;
    wakeup.cookie_matches = topology.online;

    RunqueueView<Word> fixed;
    fixed.active = fixed.online = topology.online;
    fixed.single = Word::cpus(draw_set(drawn.machine));
    const std::size_t weight = topology.llc_weights.front();
    fixed.nr_idle_scan.resize(topology.llcs.sets.size(), Word::number(0));
    fixed.prop_budget.resize(topology.llcs.sets.size(), Word::number(4));
    for (std::size_t llc = 0; llc < topology.llcs.sets.size(); ++llc) {
        fixed.nr_idle_scan[llc] = Word::number(*rc::gen::inRange<std::size_t>(0, weight + 1));
        fixed.hinted = flip() ? fixed.hinted | topology.llcs.sets[llc] : fixed.hinted;
    }
    const auto affine = draw_view(topology, fixed);
    const auto near = draw_view(topology, fixed);
    const auto siblings = draw_view(topology, fixed);
    const auto scan = draw_view(topology, fixed);
    record(topology, {affine, near, siblings, scan}, wakeup, drawn);
    return drawn;
}

Account account_of(const Drawn& drawn) {
    return Conformance(drawn.machine, drawn.policy, "test").account_of(drawn.decision);
}

RC_GTEST_PROP(Conformance, ExplainsWhatTheModelDecides, ()) {
    const Drawn drawn = draw();
    const Account account = account_of(drawn);
    RC_ASSERT(account.explained != Explained::not_explained);
    RC_ASSERT(account.rule == drawn.rule);
    RC_ASSERT(account.answer == drawn.decision.answer);
    RC_ASSERT(account.tests.size() == drawn.decision.tests.size());
}

RC_GTEST_PROP(Conformance, ExplainsItAlsoWhenLessIsSeen, ()) {
    Drawn drawn = draw();
    RecordedDecision& decision = drawn.decision;
    decision.shows_wake_affine = false;
    decision.affine_answer.reset();
    decision.target.reset();
    decision.scan_called.reset();
    decision.hint.reset();
    decision.nr_idle_scan.reset();
    for (RecordedTest& test : decision.tests) {
        test.look.reset();
    }
    RC_ASSERT(account_of(drawn).explained != Explained::not_explained);
}

RC_GTEST_PROP(Conformance, ExplainsNoCpuThatWasNotTested, ()) {
    Drawn drawn = draw();
    const std::uint16_t other = draw_cpu(drawn.machine);
    for (const RecordedTest& test : drawn.decision.tests) {
        RC_PRE(test.cpu != other);
    }
    drawn.decision.answer = other;
    RC_ASSERT(account_of(drawn).explained == Explained::not_explained);
}

RC_GTEST_PROP(Conformance, ExplainsNoTestLess, ()) {
    Drawn drawn = draw();
    auto& tests = drawn.decision.tests;
    // Where the answer was busy in an earlier look, a SCHED_IDLE queue explains that the later one is missing.
    RC_PRE(std::count_if(tests.begin(), tests.end(),
                         [&](const RecordedTest& test) { return test.cpu == drawn.decision.answer; }) == 1);
    tests.pop_back();
    RC_ASSERT(account_of(drawn).explained == Explained::not_explained);
}

RC_GTEST_PROP(Conformance, ExplainsNoTestMore, ()) {
    Drawn drawn = draw();
    drawn.decision.tests.push_back({drawn.decision.this_cpu, true, Look::affine});
    RC_ASSERT(account_of(drawn).explained == Explained::not_explained);
}

// One LLC of two cores with two threads; a wakeup by an interrupt on the previous CPU, 0, with nothing recorded but
// the idle tests.
class OpenInputs : public ::testing::Test {
protected:
    OpenInputs() {
        decision_.allowed = CpuMask::first(4);
        decision_.wake_flags = 0x8;
        decision_.in_interrupt = true;
    }
    Account account(const std::vector<RecordedTest>& tests, std::uint16_t answer) {
        decision_.tests = tests;
        decision_.answer = answer;
        return Conformance(simple_machine(1, 2, 2), policy_named("v6.12-stable"), "test")
            .account_of(decision_);
    }
    static bool chose(const Account& account, UnseenInput input) {
        return account.explained == Explained::with_open_inputs && account.chosen.count() == 1 &&
               account.chosen[static_cast<std::size_t>(input)];
    }

    RecordedDecision decision_;
};

TEST_F(OpenInputs, AreNoneWhereTheTestsTellAll) {
    const Account found = account({{0, true}}, 0);
    EXPECT_EQ(found.explained, Explained::exactly);
    EXPECT_EQ(found.rule, WakeRule::target_is_idle);
}

TEST_F(OpenInputs, MayBeTheHint) {
    const Account found = account({{0, false}, {1, true}}, 1);
    EXPECT_EQ(found.rule, WakeRule::idle_sibling_of_prev);
    EXPECT_TRUE(chose(found, UnseenInput::hint));
    decision_.hint = false;
    EXPECT_EQ(account({{0, false}, {1, true}}, 1).explained, Explained::exactly);
    decision_.hint = true;
    EXPECT_EQ(account({{0, false}, {1, true}}, 1).explained, Explained::not_explained);
}

TEST_F(OpenInputs, MayBeTheBudget) {
    decision_.hint = false;
    const std::vector<RecordedTest> tests = {{0, false}, {1, false}, {1, false}, {2, false}};
    const Account found = account(tests, 0);
    EXPECT_EQ(found.rule, WakeRule::target_though_busy);
    EXPECT_TRUE(chose(found, UnseenInput::nr_idle_scan));
    EXPECT_EQ(found.unseen.nr_idle_scan, 2U);
    decision_.nr_idle_scan = 3;
    EXPECT_EQ(account(tests, 0).explained, Explained::not_explained);
}

TEST_F(OpenInputs, MayBeTheWaker) {
    decision_.this_cpu = 2;
    // Pulled to a busy waker by load.
    const Account pulled = account({{2, false}, {0, false}, {2, true}}, 2);
    EXPECT_TRUE(chose(pulled, UnseenInput::pull));
    // Its answer tells, also where nobody announced the probe.
    decision_.affine_answer = 2;
    EXPECT_EQ(account({{2, false}, {0, false}, {2, true}}, 2).explained, Explained::exactly);
    decision_.affine_answer.reset();
    // A sync waker that is alone in its queue pulls without a look at the previous CPU.
    decision_.wake_flags = 0x18;
    const Account alone = account({{2, false}, {2, true}}, 2);
    EXPECT_TRUE(alone.chosen[static_cast<std::size_t>(UnseenInput::waker_alone)]);
    decision_.affine_sync = false;
    EXPECT_EQ(account({{2, false}, {2, true}}, 2).explained, Explained::not_explained);
}

TEST_F(OpenInputs, MayBeABoundKernelThread) {
    decision_.scan_called = false;
    EXPECT_EQ(account({{0, false}}, 0).explained, Explained::not_explained);
    decision_.in_interrupt = false;
    const Account found = account({{0, false}}, 0);
    EXPECT_EQ(found.rule, WakeRule::beside_bound_kthread);
    EXPECT_TRUE(chose(found, UnseenInput::bound_kthread));
}

TEST_F(OpenInputs, MayBeASchedIdleQueue) {
    decision_.recent = 3;
    const Account found = account({{0, false}, {3, false}}, 3);
    EXPECT_EQ(found.rule, WakeRule::recent_is_idle);
    EXPECT_TRUE(chose(found, UnseenInput::sched_idle));
}

TEST_F(OpenInputs, MayBeACookieWhereCookiesAreRecorded) {
    decision_.hint = false;
    decision_.nr_idle_scan = 4;
    const std::vector<RecordedTest> tests = {{0, false}, {1, false}, {1, false}, {2, true}, {3, true}};
    EXPECT_EQ(account(tests, 3).explained, Explained::not_explained);
    decision_.cookie = 0;
    const Account found = account(tests, 3);
    EXPECT_EQ(found.rule, WakeRule::idle_cpu);
    EXPECT_TRUE(chose(found, UnseenInput::cookie));
}

TEST(Conformance, TellsWhereAnUnexplainedDecisionParts) {
    RecordedDecision decision;
    decision.allowed = CpuMask::first(4);
    decision.wake_flags = 0x8;
    decision.in_interrupt = true;
    decision.tests = {{0, false}, {3, true}};
    decision.answer = 3;
    const Account found =
        Conformance(simple_machine(1, 2, 2), policy_named("v6.12-stable"), "test").account_of(decision);
    EXPECT_EQ(found.explained, Explained::not_explained);
    EXPECT_EQ(found.agreeing, 1U);
    ASSERT_EQ(found.tests.size(), 2U);
    EXPECT_EQ(found.tests[1].cpu, 1);
    EXPECT_TRUE(found.chosen.none());
}

TEST(Conformance, IsTheSameOnMachinesBeyondAWord) {
    const Machine machine = simple_machine(2, 20, 2);
    RecordedDecision decision;
    decision.this_cpu = decision.prev = decision.recent = 70;
    decision.allowed = CpuMask::first(80);
    decision.wake_flags = 0x8;
    decision.tests = {{70, false}, {71, true}};
    decision.answer = 71;
    EXPECT_EQ(Conformance(machine, policy_named("v6.12-stable"), "test").account_of(decision).rule,
              WakeRule::idle_sibling_of_prev);
}

TEST(Conformance, RefusesMachinesOfUnequalCapacities) {
    Machine machine = simple_machine(1, 2, 1);
    machine.capacity[1] = 512;
    EXPECT_THROW(Conformance(machine, policy_named("v6.12-stable"), "here"), InputError);
}

}  // namespace
}  // namespace schedmc
