// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: groups are skipped for their cookie as the property of forks has it, which no search shows since none has core
// scheduling. Method: one question worked out by hand: cookies other than the forking CPU's, on two cores of two
// threads; the old rule and the planted defect break it, the new rule holds.
#include "properties/fork.hpp"

#include <gtest/gtest.h>

#include "model/domain/concrete.hpp"
#include "model/policy/select_task_rq_fork_exec.hpp"
#include "tests/support/machines.hpp"

namespace schedmc {
namespace {

// cpu0 and cpu2 run tasks; the cookie matches that of the given CPUs' cores.
Claim<Word> judged(const char* policy_name, Defect defect, const char* matches) {
    const Machine machine = simple_machine(1, 2, 2);
    const Topology<Word> topology(machine);
    Policy policy = parse_policy(policy_name, "test");
    policy.defect = defect;
    const auto cpus = [](const char* list) { return Word::cpus(parse_cpu_list(list, "test")); };
    LoadView<Word> view;
    view.idle = view.runs_idle = view.has_idle_state = cpus("1,3");
    view.active = view.online = topology.online;
    for (auto* numbers :
         {&view.nr_running, &view.load, &view.util, &view.runnable, &view.exit_latency, &view.idle_stamp}) {
        numbers->resize(4, Word::number(0));
    }
    for (const std::size_t cpu : {0U, 2U}) {
        view.nr_running[cpu] = Word::number(1);
        view.load[cpu] = view.util[cpu] = view.runnable[cpu] = Word::number(1024);
    }
    ForkExec<Word> question;
    question.this_cpu = question.prev = Word::cpu(0);
    question.allowed = topology.online;
    question.fits = topology.online;
    question.cookie_matches = cpus(matches);
    const auto decision = select_task_rq(topology, policy, view, question);
    return ForkGroupCookie::judge(ForkScene<Word>{topology, policy, view, question, decision});
}

TEST(ForkGroupCookie, AsksTheGroupsOwnCores) {
    for (const char* matches : {"0-1", "2-3"}) {
        const auto claim = judged("v6.1", Defect::none, matches);
        EXPECT_TRUE(claim.relevant.is_true());
        EXPECT_TRUE(claim.holds.is_true()) << matches;
    }
}

TEST(ForkGroupCookie, FailsWhereTheForkingCpuIsAskedForAll) {
    for (const char* matches : {"0-1", "2-3"}) {
        EXPECT_FALSE(judged("v5.19", Defect::none, matches).holds.is_true()) << matches;
        EXPECT_FALSE(judged("v6.12", Defect::group_cookie_of_waker, matches).holds.is_true()) << matches;
    }
}

TEST(ForkGroupCookie, SaysNothingWhereEveryCoreMatches) {
    EXPECT_FALSE(judged("v5.19", Defect::none, "0-3").relevant.is_true());
}

}  // namespace
}  // namespace schedmc
