// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: where states that behave alike are looked at once, rounds begin in the same states as where each is, and as
// many are needed. Method: small machines under every revision; each state that is reached with all that it holds is
// made the one that stands for it.
#include "solver/scheduler_rounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "counterexamples/trace.hpp"
#include "model/domain/concrete.hpp"
#include "properties/catalogue.hpp"
#include "solver/within/rounds.hpp"
#include "tests/support/machines.hpp"

namespace schedmc {
namespace {

using Packed = std::vector<std::uint64_t>;
using Rounds = SchedulerRounds<Word>;

Property<Word> work_conserving() {
    return property_over<Word>(property_of("balance.work-conserving", "test"));
}

Scenario balancing(const Machine& machine, std::size_t tasks) {
    Scenario scenario = plain_scenario(machine, tasks);
    scenario.balance = true;
    return scenario;
}

/// The states that rounds begin in, each as the one that stands for it.
std::set<Packed> starts(const Model<Word>& model, Reduction reduction) {
    const Rounds rounds(model, work_conserving(), {}, reduction);
    const Rounds reduced(model, work_conserving(), {});
    std::set<Packed> found;
    const explore::Ending ending = rounds.starts([&](const State<Word>& state) {
        State<Word> representative = state;
        reduced.represent(representative);
        Packed packed(rounds.packed_words());
        rounds.pack(representative, packed);
        found.insert(packed);
        return true;
    });
    EXPECT_EQ(ending, explore::Ending::complete);
    return found;
}

void expect_the_same(const Machine& machine, const Policy& policy, const Scenario& scenario) {
    const Model<Word> model(machine, policy, scenario);
    EXPECT_TRUE(starts(model, Reduction::none) == starts(model, Reduction::full))
        << policy.name << ", " << scenario_line(scenario, machine);
    const Rounds whole(model, work_conserving(), {}, Reduction::none);
    const Rounds reduced(model, work_conserving(), {});
    const auto of_whole = within::rounds_until_it_holds(whole);
    const auto of_reduced = within::rounds_until_it_holds(reduced);
    EXPECT_EQ(of_whole.never, of_reduced.never) << policy.name;
    EXPECT_EQ(of_whole.rounds, of_reduced.rounds) << policy.name;
    EXPECT_GE(of_whole.states, of_reduced.states) << policy.name;
}

TEST(SchedulerRounds, ReducedAreTheSameUnderEveryRevision) {
    const Machine pair = simple_machine(1, 2, 1);
    const std::vector<Machine> machines = {pair, simple_machine(2, 1, 2)};
    for (const Revision& revision : revisions()) {
        const Policy policy = parse_policy(std::string(revision.name), "test");
        for (const Machine& machine : machines) {
            Scenario two = balancing(machine, 2);
            two.events.sync = false;
            expect_the_same(machine, policy, two);
        }
        Scenario three = balancing(pair, 3);
        three.events.sync = three.events.pull = false;
        expect_the_same(pair, policy, three);
    }
}

TEST(SchedulerRounds, ReducedAreTheSameUnderFeatures) {
    const Machine machine = simple_machine(1, 2, 2);
    for (const char* name : {"v6.12+smt-buddy-assist", "v6.12+smt-push+smt-push-memory=sticky",
                             "v6.12+newidle-llc", "v6.12+burst-threshold=1", "v6.6+sis-cache=rfc"}) {
        Scenario two = balancing(machine, 2);
        two.events.tick = false;
        expect_the_same(machine, parse_policy(name, "test"), two);
    }
}

TEST(SchedulerRounds, ReducedAreTheSameWhereTasksDiffer) {
    const Machine machine = simple_machine(1, 2, 1);
    const Policy policy = parse_policy("v6.12", "test");
    Scenario scenario = balancing(machine, 3);
    scenario.tasks[2].sched_idle = true;
    expect_the_same(machine, policy, scenario);
    scenario.tasks[2] = scenario.tasks[1];
    set_allowed(scenario.tasks[2], CpuMask::single(1), machine, "test");
    expect_the_same(machine, policy, scenario);
    scenario.tasks[2].bound_kthread = true;
    expect_the_same(machine, policy, scenario);
}

TEST(SchedulerRounds, ReducedAreTheSameWhateverElseHappens) {
    const Machine machine = simple_machine(1, 2, 1);
    const Policy policy = parse_policy("v6.12", "test");
    Scenario changing = balancing(machine, 2);
    changing.affinity_changes = 2;
    expect_the_same(machine, policy, changing);
    Scenario nohz = balancing(machine, 3);
    nohz.nohz = true;
    nohz.events.sync = nohz.events.tick = false;
    expect_the_same(machine, policy, nohz);
    Scenario counted = balancing(machine, 3);
    counted.failures = Failures::counted;
    counted.events.sync = counted.events.tick = false;
    expect_the_same(machine, policy, counted);
    Scenario forks = balancing(machine, 3);
    forks.tasks[2].phase = TaskPhase::unborn;
    forks.events.sync = forks.events.pull = forks.events.tick = false;
    expect_the_same(machine, policy, forks);
}

TEST(SchedulerRounds, OneStateStandsForAllThatChangePlaces) {
    const Machine machine = simple_machine(1, 2, 1);
    const Model<Word> model(machine, parse_policy("v6.12", "test"), balancing(machine, 3));
    const Rounds rounds(model, work_conserving(), {});
    State<Word> state = initial_state(model);
    std::set<Packed> found;
    std::array<std::size_t, 3> places = {0, 1, 2};
    do {
        State<Word> changed = state;
        changed.tasks[places[0]].phase = Word::choice(TaskPhase::running);
        changed.tasks[places[1]].phase = changed.tasks[places[2]].phase = Word::choice(TaskPhase::queued);
        changed.tasks[places[1]].rank = Word::number(1);
        changed.tasks[places[2]].rank = Word::number(2);
        rounds.represent(changed);
        Packed packed(rounds.packed_words());
        rounds.pack(changed, packed);
        found.insert(packed);
    } while (std::next_permutation(places.begin(), places.end()));
    EXPECT_EQ(found.size(), 1U);
}

}  // namespace
}  // namespace schedmc
