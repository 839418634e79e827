// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: the burst path takes the idle CPU that its features say, and only above its threshold. Method: views and
// states of small machines worked out by hand.
#include "model/policy/burst.hpp"

#include <gtest/gtest.h>

#include "model/domain/concrete.hpp"
#include "model/input_error.hpp"
#include "model/initial_state.hpp"
#include "model/policy/select_task_rq.hpp"
#include "tests/support/machines.hpp"

namespace schedmc {
namespace {

Policy policy_of(const std::string& features) { return parse_policy("v6.12" + features, "test"); }

std::string refusal(const std::string& features) {
    try {
        policy_of(features);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

Word::CpuSet cpus(const char* list) { return Word::cpus(parse_cpu_list(list, "test")); }

/// Two LLCs of four CPUs; the task may run on all but CPU 1, and CPU 3 has another cookie.
class BurstPath : public testing::Test {
protected:
    BurstAnswer<Word> ask(const std::string& features, const char* idle, std::size_t from,
                          const char* bursting = "0-7") const {
        RunqueueView<Word> view;
        view.idle = cpus(idle);
        view.active = view.online = topology_.online;
        Wakeup<Word> wakeup;
        wakeup.allowed = topology_.online - cpus("1");
        wakeup.bound_kthread = Word::truth(false);
        wakeup.cookie_matches = topology_.online - cpus("3");
        return select_burst_cpu(topology_, policy_of(features), view, wakeup, cpus(bursting), Word::cpu(from));
    }
    std::size_t cpu(const std::string& features, const char* idle, std::size_t from) const {
        return ask(features, idle, from).cpu.number();
    }

private:
    Topology<Word> topology_{simple_machine(2, 4, 1)};
};

TEST_F(BurstPath, TakesTheNextIdleCpuOfTheLlcThenOfAny) {
    EXPECT_EQ(cpu("+burst-threshold=4", "2,4,6", 0), 2U);
    EXPECT_EQ(cpu("+burst-threshold=4", "0,4", 2), 0U) << "counting wraps within the LLC";
    EXPECT_EQ(cpu("+burst-threshold=4", "4,6", 2), 4U);
    EXPECT_EQ(cpu("+burst-threshold=4", "0,2", 5), 0U) << "counting wraps";
    EXPECT_EQ(cpu("+burst-threshold=4", "", 5), 5U);
}

TEST_F(BurstPath, SearchesTheScopeOfTheFeature) {
    EXPECT_EQ(cpu("+burst-threshold=4+burst-scope=all", "0,4", 2), 4U);
    EXPECT_EQ(cpu("+burst-threshold=4+burst-scope=llc", "4,6", 2), 2U);
    EXPECT_EQ(cpu("+burst-threshold=4+burst-scope=llc", "0,4", 2), 0U);
}

TEST_F(BurstPath, TakesWhatTheTaskMayUse) {
    EXPECT_EQ(cpu("+burst-threshold=4", "1,2", 0), 2U);
    EXPECT_EQ(cpu("+burst-threshold=4", "3,5", 0), 5U) << "CPU 3 has another cookie";
    EXPECT_EQ(cpu("+burst-threshold=4+burst-cookies=ignored", "3,5", 0), 3U);
}

TEST_F(BurstPath, TellsWhatItDid) {
    EXPECT_EQ(ask("+burst-threshold=4", "2", 0, "1").burst.end.value(), BurstEnd::below_threshold);
    EXPECT_EQ(ask("+burst-threshold=4", "2", 0, "1").cpu.number(), 0U);
    EXPECT_EQ(ask("+burst-threshold=4", "2", 0).burst.end.value(), BurstEnd::moved_within_llc);
    EXPECT_EQ(ask("+burst-threshold=4", "4", 0).burst.end.value(), BurstEnd::moved_beyond_llc);
    EXPECT_EQ(ask("+burst-threshold=4+burst-scope=all", "2", 0).burst.end.value(), BurstEnd::moved_within_llc);
    EXPECT_EQ(ask("+burst-threshold=4", "1", 0).burst.end.value(), BurstEnd::nothing_idle);
    EXPECT_EQ(ask("+burst-threshold=4", "2", 0).burst.from.number(), 0U);
}

TEST(Burst, IsOfCpusWithMoreTasksThanTheThreshold) {
    const Machine machine = simple_machine(1, 2, 1);
    Scenario scenario = plain_scenario(machine, 6);
    for (TaskSpec& task : scenario.tasks) {
        task.phase = TaskPhase::queued;
    }
    scenario.tasks[5].cpu = 1;
    const auto bursting = [&](const std::string& features) {
        const Model<Word> model(machine, policy_of(features), scenario);
        return cpu_list(CpuMask::from(view_of(model, initial_state(model)).bursting.bits()));
    };
    EXPECT_EQ(bursting(""), "0") << "five are more than the four of the series";
    EXPECT_EQ(bursting("+burst-threshold=4"), "0");
    EXPECT_EQ(bursting("+burst-threshold=5"), "");
    EXPECT_EQ(bursting("+burst-threshold=5+burst-counts=with-itself"), "0");
    EXPECT_EQ(bursting("+burst-threshold=1"), "0");
    EXPECT_EQ(bursting("+burst-threshold=1+burst-counts=with-itself"), "0-1");
    EXPECT_EQ(bursting("+burst-threshold=1000"), "");
}

TEST(Burst, ThresholdsAreNumbers) {
    EXPECT_EQ(policy_of("+burst-threshold=1000").rules.burst_threshold, 1000U);
    EXPECT_EQ(policy_of("+burst-threshold=3-burst-threshold").rules.burst_threshold, 0U);
    EXPECT_EQ(policy_of("+burst-threshold=3-sis-util").rules.burst_threshold, 3U);
    EXPECT_EQ(refusal("+burst-threshold"), "test: burst-threshold needs a number; a number from 1 to 1000");
    for (const std::string word : {"0", "1001", "x", "9999999", "4x"}) {
        EXPECT_EQ(refusal("+burst-threshold=" + word),
                  "test: burst-threshold cannot be '" + word + "'; a number from 1 to 1000");
    }
    EXPECT_NE(refusal("-burst-threshold=4").find("takes no value"), std::string::npos);
    EXPECT_NE(refusal("-burst-threshold").find("is already off"), std::string::npos);
    EXPECT_NE(refusal("+burst-scope=all").find("change nothing without it"), std::string::npos);
}

TEST(Burst, ItsOpenChoicesAreTold) {
    EXPECT_TRUE(open_choices(policy_of("")).empty());
    EXPECT_EQ(open_choices(policy_of("+burst-threshold=2+burst-scope=llc")),
              (std::vector<std::string>{"burst-cookies=respected", "burst-counts=others", "burst-scope=llc"}));
}

}  // namespace
}  // namespace schedmc
