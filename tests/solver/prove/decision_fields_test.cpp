// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: what is proved of well-formed questions is proved of all that a run can put: none that a reachable state puts
// is ill-formed; and fields survive being read and written.
// Method: random walks through scenarios with every kind of task; contradictions by hand.
#include "solver/prove/decision_fields.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <vector>

#include "model/domain/concrete.hpp"
#include "model/event.hpp"
#include "model/step.hpp"
#include "tests/support/machines.hpp"

namespace schedmc::prove {
namespace {

std::size_t below(std::size_t end) { return *rc::gen::resize(100, rc::gen::inRange<std::size_t>(0, end)); }

Machine draw_machine() {
    Machine machine = simple_machine(1 + below(2), 1 + below(3), 1 + below(2), below(2) == 0);
    for (std::size_t cpu = 1; cpu < machine.cpu_count(); ++cpu) {
        const std::size_t fate = below(10);
        machine.capacity[cpu] = static_cast<std::uint16_t>(fate < 3 ? 512 : 1024);
        if (fate == 4) {
            machine.isolated.insert(cpu);
        } else if (fate == 5) {
            machine.online.erase(cpu);
        }
    }
    return machine;
}

Scenario draw_scenario(const Machine& machine) {
    Scenario scenario = plain_scenario(machine, 1 + below(4));
    for (TaskSpec& task : scenario.tasks) {
        const std::size_t kind = below(4);
        if (kind == 0) {
            set_allowed(task, CpuMask::single(machine.online.next(0)), machine, "here");
            task.bound_kthread = true;
        }
        task.sched_idle = kind == 1;
        task.util = static_cast<std::uint16_t>(below(900));
        task.uclamp_min = static_cast<std::uint16_t>(below(1000));
    }
    scenario.affinity_changes = static_cast<std::uint32_t>(below(3));
    scenario.events.current_cpu = true;
    return scenario;
}

RC_GTEST_PROP(WellFormed, CoversEveryQuestionOfARun, ()) {
    const std::vector<Revision>& known = revisions();
    const Policy policy = parse_policy(std::string(known[below(known.size())].name), "here");
    const Machine machine = draw_machine();
    const Model<Word> model(machine, policy, draw_scenario(machine));
    const std::vector<Event> events = all_events(model);
    State<Word> state = initial_state(model);
    Transition<Word> transition;
    for (std::size_t i = 0; i < 40; ++i) {
        std::vector<Event> possible;
        for (const Event& event : events) {
            if (enabled(model, state, event).is_true()) {
                possible.push_back(event);
            }
        }
        if (possible.empty()) {
            break;
        }
        step(model, state, possible[below(possible.size())], transition);
        if (transition.wakes) {
            const DecisionInput<Word> input{transition.view, transition.wakeup};
            RC_ASSERT(well_formed(model.topology, input).is_true());
        }
        state = transition.after;
    }
}

RC_GTEST_PROP(DecisionFields, AreWrittenAsTheyWereRead, ()) {
    const Machine machine = draw_machine();
    const Policy policy = parse_policy("v6.12", "here");
    const Topology<Word> words(machine);
    const Topology<Wide> wide(machine);
    DecisionInput<Word> input = blank_input(words);
    input.view.idle = Word::CpuSet::only(Word::cpu(machine.online.next(0)));
    input.wakeup.allowed = input.view.idle;
    input.wakeup.pull = Word::choice(static_cast<Pull>(below(3)));
    input.wakeup.sync = Word::truth(below(2) == 0);
    ReadFields<Word> read;
    visit_fields(words, policy, input, read);
    DecisionInput<Wide> copy = blank_input(wide);
    visit_fields(wide, policy, copy, WriteFields<Wide>(read.values));
    ReadFields<Wide> again;
    visit_fields(wide, policy, copy, again);
    RC_ASSERT(read.values == again.values);
    RC_ASSERT(copy.wakeup.pull.value() == input.wakeup.pull.value());
    RC_ASSERT(CpuMask::from(copy.wakeup.allowed.bits()) == CpuMask::from(input.wakeup.allowed.bits()));
}

class IllFormed : public testing::Test {
protected:
    bool is_well_formed() const { return well_formed(topology_, input_).is_true(); }
    static Word::CpuSet only(std::size_t cpu) { return Word::CpuSet::only(Word::cpu(cpu)); }

    Topology<Word> topology_{simple_machine(1, 2, 2)};
    DecisionInput<Word> input_ = blank_input(topology_);
};

TEST_F(IllFormed, NotABlankInput) { EXPECT_TRUE(is_well_formed()); }

TEST_F(IllFormed, AnIdleCpuWithAQueue) {
    input_.view.idle = only(1);
    EXPECT_FALSE(is_well_formed());
    input_.view.empty = only(1);
    EXPECT_TRUE(is_well_formed());
}

TEST_F(IllFormed, AnEmptyCpuWithOneTask) {
    input_.view.empty = input_.view.single = only(1);
    EXPECT_FALSE(is_well_formed());
}

TEST_F(IllFormed, AnEmptyCpuThatRunsSchedIdleTasks) {
    input_.view.empty = input_.view.sched_idle = only(1);
    EXPECT_FALSE(is_well_formed());
}

TEST_F(IllFormed, AKernelThreadThatRunsOnAnEmptyCpu) {
    input_.wakeup.current_is_bound_kthread = Word::truth(true);
    input_.wakeup.this_cpu = Word::cpu(2);
    EXPECT_TRUE(is_well_formed());
    input_.view.empty = only(2);
    EXPECT_FALSE(is_well_formed());
}

TEST_F(IllFormed, AWakeeThatMayRunNowhere) {
    input_.wakeup.allowed = topology_.none;
    EXPECT_FALSE(is_well_formed());
}

TEST_F(IllFormed, ABoundKernelThreadWithAChoice) {
    input_.wakeup.bound_kthread = Word::truth(true);
    EXPECT_FALSE(is_well_formed());
    input_.wakeup.allowed = only(3);
    EXPECT_TRUE(is_well_formed());
}

TEST(IllFormedFitness, ASmallCpuFitsWhereAGreatOneDoesNot) {
    Machine machine = simple_machine(1, 2, 1);
    machine.capacity[1] = 512;
    const Topology<Word> topology(machine);
    DecisionInput<Word> input = blank_input(topology);
    input.wakeup.fits = Word::CpuSet::only(Word::cpu(0));
    EXPECT_TRUE(well_formed(topology, input).is_true());
    input.wakeup.fits = Word::CpuSet::only(Word::cpu(1));
    EXPECT_FALSE(well_formed(topology, input).is_true());
    input.wakeup.misses_boost = Word::CpuSet::only(Word::cpu(0));
    EXPECT_FALSE(well_formed(topology, input).is_true());
}

}  // namespace
}  // namespace schedmc::prove
