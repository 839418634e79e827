// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: a state that no machine could be in is refused, whatever engine made it. Method: one broken field a time;
// that every reachable state passes is a law of trace_laws_test.cpp.
#include "counterexamples/check_state.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "model/initial_state.hpp"
#include "model/input_error.hpp"
#include "tests/support/machines.hpp"

namespace schedmc {
namespace {

class CheckState : public testing::Test {
protected:
    CheckState() : model_(machine(), parse_policy("v6.12", "test"), scenario()) {}

    static Machine machine() {
        Machine machine = simple_machine(2, 2, 2);
        machine.online.erase(7);
        return machine;
    }
    static Scenario scenario() {
        Scenario scenario = plain_scenario(machine(), 3);
        set_allowed(scenario.tasks[2], CpuMask::single(1), machine(), "test");
        scenario.tasks[2].bound_kthread = true;
        scenario.affinity_changes = 1;
        return scenario;
    }
    std::string refusal_of(const std::function<void(State<Wide>&)>& edit) const {
        State<Wide> state = initial_state(model_);
        edit(state);
        try {
            check_state(model_, state, "s");
        } catch (const InputError& error) {
            return error.what();
        }
        return "accepted";
    }

    Model<Wide> model_;
};

TEST_F(CheckState, AcceptsWhatCouldBe) {
    EXPECT_EQ(refusal_of([](State<Wide>&) {}), "accepted");
    EXPECT_EQ(refusal_of([](State<Wide>& s) { s.tasks[0].cpu = Wide::cpu(7); }), "accepted")
        << "a sleeper may have run on a CPU that is offline now";
}

TEST_F(CheckState, RefusesWhatCouldNot) {
    EXPECT_EQ(refusal_of([](State<Wide>& s) { s.tasks[0].recent = Wide::cpu(8); }),
              "s/tasks/0/recent: cpu 8 does not exist; this machine has cpus 0-7");
    EXPECT_EQ(refusal_of([](State<Wide>& s) { s.tasks[0].allowed = Wide::cpus(CpuMask::single(9)); }),
              "s/tasks/0/allowed: cpu 9 does not exist; this machine has cpus 0-7");
    EXPECT_EQ(refusal_of([](State<Wide>& s) { s.tasks[0].allowed = Wide::cpus(CpuMask::single(7)); }),
              "s/tasks/0/allowed: no online CPU is in this mask; allow one of 0-6");
    EXPECT_EQ(refusal_of([](State<Wide>& s) { s.tasks[2].allowed = Wide::cpus(CpuMask::single(0)); }),
              "s/tasks/2/allowed: a bound kernel thread has another mask; it stays on 1");
    EXPECT_EQ(refusal_of([](State<Wide>& s) { s.hinted = Wide::cpus(CpuMask::single(0)); }),
              "s/has_idle_cores: cpus 0 are part of a domain; a hint belongs to a whole LLC domain");
    EXPECT_EQ(refusal_of([](State<Wide>& s) { s.nr_idle_scan[1] = Wide::number(4); }),
              "s/llcs/1/nr_idle_scan: 4 is out of range; 0 to 3");
    EXPECT_EQ(refusal_of([](State<Wide>& s) { s.affinity_changes_left = Wide::number(2); }),
              "s/affinity_changes_left: 2 is out of range; 0 to 1");
    EXPECT_EQ(refusal_of([](State<Wide>& s) {
                  s.tasks[0].cpu = Wide::cpu(7);
                  s.tasks[0].phase = Wide::choice(TaskPhase::queued);
              }),
              "s/tasks/0/cpu: cpu 7 is offline and the task is not asleep; online are 0-6");
}

TEST_F(CheckState, RefusesWhatOnlyRacesLeaveBehind) {
    EXPECT_EQ(refusal_of([](State<Wide>& s) { s.tasks[0].phase = Wide::choice(TaskPhase::waking); }),
              "s/tasks/0/phase: no task is 'waking' under this policy and scenario");
    EXPECT_EQ(refusal_of([](State<Wide>& s) { s.tasks[0].phase = Wide::choice(TaskPhase::delayed); }),
              "s/tasks/0/phase: no task is 'delayed' under this policy and scenario");
    Scenario with_races = scenario();
    with_races.races = true;
    model_ = Model<Wide>(machine(), parse_policy("v6.12", "test"), with_races);
    EXPECT_EQ(refusal_of([](State<Wide>& s) { s.tasks[0].phase = Wide::choice(TaskPhase::waking); }),
              "accepted");
    EXPECT_EQ(refusal_of([](State<Wide>& s) { s.tasks[0].phase = Wide::choice(TaskPhase::received); }),
              "s/tasks/0/phase: no task is 'received' under this policy and scenario");
    EXPECT_EQ(refusal_of([](State<Wide>& s) { s.tasks[0].waker = Wide::cpu(1); }),
              "s/tasks/0/waker: a task that is not waking has a waker or a hint to clear; cpu0 and none say "
              "nothing");
    EXPECT_EQ(refusal_of([](State<Wide>& s) { s.tasks[0].phase = Wide::choice(TaskPhase::descheduling); }),
              "s/tasks/0/phase: it is descheduling on a CPU that is not switching");
    EXPECT_EQ(refusal_of([](State<Wide>& s) { s.switching = Wide::cpus(CpuMask::single(8)); }),
              "s/switching: cpu 8 does not exist; this machine has cpus 0-7");
}

}  // namespace
}  // namespace schedmc
