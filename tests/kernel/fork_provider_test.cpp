// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: the kernel functions see the queues and averages that a fork or an exec is asked about, and what they did is
// told as they did it.
// Method: states worked out by hand, each with something that would be lost if it did not cross the line.
#include "tests/kernel/fork_provider.hpp"

#include <gtest/gtest.h>

#include "tests/kernel/programme.hpp"
#include "tests/kernel/set_machine.hpp"
#include "tests/model/policy/small_machines.hpp"

namespace schedmc::kernel {
namespace {

using Cpu = Word::Cpu;
using CpuSet = Word::CpuSet;

CpuSet cpus(const std::string& list) { return Word::cpus(parse_cpu_list(list, "")); }

// The CPUs named run one task of full load; the others are idle, without idle states, and went idle in their order.
LoadView<Word> busy_on(const Topology<Word>& topology, const CpuSet& busy) {
    LoadView<Word> view{};
    view.idle = view.runs_idle = topology.online - busy;
    view.active = view.online = topology.online;
    for (auto* numbers :
         {&view.nr_running, &view.load, &view.util, &view.runnable, &view.exit_latency, &view.idle_stamp}) {
        numbers->resize(topology.machine.cpu_count());
    }
    for (std::size_t cpu = 0; cpu < topology.machine.cpu_count(); ++cpu) {
        const bool runs = contains(busy, Cpu(cpu)).is_true();
        view.nr_running[cpu] = Word::number(runs ? 1 : 0);
        view.load[cpu] = view.util[cpu] = view.runnable[cpu] = Word::number(runs ? 1024 : 0);
        view.idle_stamp[cpu] = Word::number(1 + cpu);
    }
    return view;
}

ForkExec<Word> fork_on(const Topology<Word>& topology, std::size_t cpu) {
    ForkExec<Word> question{};
    question.this_cpu = question.prev = Cpu(cpu);
    question.allowed = question.fits = question.cookie_matches = topology.online;
    return question;
}

ForkExec<Word> exec_on(const Topology<Word>& topology, std::size_t cpu) {
    ForkExec<Word> question = fork_on(topology, cpu);
    question.exec = true;
    question.own_load = question.own_util = question.own_runnable = Word::number(1024);
    return question;
}

class ForksOfEveryVersion : public testing::TestWithParam<Version> {
protected:
    const Topology<Word> topology_{simple_machine(1, 2, 2)};
    ForkProvider kernel_{*GetParam().functions, topology_};
};

INSTANTIATE_TEST_SUITE_P(All, ForksOfEveryVersion, testing::ValuesIn(versions()), [](const auto& made) {
    return std::string(made.param.functions == &kernel_6_1 ? "v6_1_stable" : "v6_12_stable");
});

TEST_P(ForksOfEveryVersion, LeaveACoreThatRunsForTheIdleOne) {
    kernel_.see(busy_on(topology_, cpus("0")));
    const kernel_fork_decision& fork = kernel_.decide(fork_on(topology_, 0));
    EXPECT_EQ(fork.cpu, 3);
    EXPECT_TRUE(fork.slow_path);
    ASSERT_EQ(fork.pass_count, 2);
    const kernel_pass& cores = fork.passes[0];
    EXPECT_EQ(cores.near, 0);
    EXPECT_EQ(cores.span, 0xfU);
    EXPECT_EQ(cores.local.span, 0x3U);
    EXPECT_EQ(cores.local.nr_running, 1U);
    EXPECT_EQ(cores.local.idle_cpus, 1U);
    EXPECT_EQ(cores.local.load, 1024U);
    EXPECT_EQ(cores.idlest.span, 0xcU);
    EXPECT_EQ(cores.idlest.idle_cpus, 2U);
    EXPECT_EQ(cores.chosen, 0xcU);
    EXPECT_EQ(cores.picked, 3);
    EXPECT_EQ(cores.numa_limit, -1);
    // Within the core that was found nothing is idler.
    EXPECT_EQ(fork.passes[1].near, 3);
    EXPECT_EQ(fork.passes[1].chosen, 0U);
    EXPECT_EQ(fork.passes[1].picked, kernel_no_cpu);
    EXPECT_EQ(fork.stats_count, 4);
    EXPECT_EQ(fork.pick_count, 2);
}

TEST_P(ForksOfEveryVersion, CountTheTaskOfAnExecNowhere) {
    kernel_.see(busy_on(topology_, cpus("0")));
    const kernel_fork_decision& exec = kernel_.decide(exec_on(topology_, 0));
    EXPECT_EQ(exec.cpu, 0);
    ASSERT_EQ(exec.pass_count, 2);
    EXPECT_EQ(exec.passes[0].local.nr_running, 0U);
    EXPECT_EQ(exec.passes[0].local.idle_cpus, 2U);
    EXPECT_EQ(exec.passes[0].local.load, 0U);
    EXPECT_EQ(exec.passes[0].local.util, 0U);
    EXPECT_EQ(exec.passes[0].local.runnable, 0U);
}

TEST_P(ForksOfEveryVersion, ReadUtilisationFromAverageOrEstimate) {
    LoadView<Word> view = busy_on(topology_, cpus("0-3"));
    view.util[2] = Word::number(300);
    view.util[3] = Word::number(500);
    kernel_.see(view);
    EXPECT_EQ(kernel_.decide(fork_on(topology_, 0)).passes[0].idlest.util, 800U);
}

TEST_P(ForksOfEveryVersion, PreferTheIdleStateThatIsLeftSooner) {
    LoadView<Word> view = busy_on(topology_, cpus("0"));
    view.has_idle_state = cpus("2-3");
    view.exit_latency[2] = Word::number(1);
    view.exit_latency[3] = Word::number(2);
    kernel_.see(view);
    EXPECT_EQ(kernel_.decide(fork_on(topology_, 0)).cpu, 2);
}

TEST_P(ForksOfEveryVersion, PassOverIdleCpusThatNeverWentIdle) {
    LoadView<Word> view = busy_on(topology_, cpus("0"));
    view.idle_stamp[2] = view.idle_stamp[3] = Word::number(0);
    kernel_.see(view);
    const kernel_fork_decision& fork = kernel_.decide(fork_on(topology_, 0));
    EXPECT_EQ(fork.passes[0].chosen, 0xcU);
    // Nothing was seen there, so the CPU that asks is the answer, and the search goes on in its core.
    EXPECT_EQ(fork.passes[0].picked, 0);
    EXPECT_EQ(fork.cpu, 1);
}

TEST_P(ForksOfEveryVersion, PassOverGroupsOfAnotherCookie) {
    kernel_.see(busy_on(topology_, cpus("0,2")));
    ForkExec<Word> question = fork_on(topology_, 0);
    question.cookie_matches = cpus("0-1");
    EXPECT_EQ(kernel_.decide(question).passes[0].idlest.span, 0U);
    question.cookie_matches = cpus("0-3");
    EXPECT_EQ(kernel_.decide(question).passes[0].idlest.span, 0xcU);
}

TEST_P(ForksOfEveryVersion, AreReplacedWhereTheAnswerIsNotActive) {
    LoadView<Word> view = busy_on(topology_, cpus("0"));
    view.active = cpus("0-2");
    kernel_.see(view);
    const kernel_fork_decision fork = kernel_.decide(fork_on(topology_, 0));
    EXPECT_EQ(fork.answer, 3);
    EXPECT_TRUE(fork.repaired);
    EXPECT_EQ(fork.cpu, 0);
    // An exec stays where it is.
    view.nr_running[0] = Word::number(2);
    kernel_.see(view);
    const kernel_fork_decision exec = kernel_.decide(exec_on(topology_, 0));
    EXPECT_EQ(exec.answer, 3);
    EXPECT_EQ(exec.cpu, 0);
}

TEST_P(ForksOfEveryVersion, GoWhereTheyMustWithoutAskingTheClass) {
    kernel_.see(busy_on(topology_, cpus("0")));
    ForkExec<Word> question = fork_on(topology_, 0);
    question.allowed = cpus("1");
    const kernel_fork_decision& fork = kernel_.decide(question);
    EXPECT_EQ(fork.answer, kernel_no_cpu);
    EXPECT_EQ(fork.cpu, 1);
    EXPECT_FALSE(fork.slow_path);
}

class ForksBetweenNodes : public testing::TestWithParam<Version> {
protected:
    const Topology<Word> topology_{made_machine({.nodes = 2, .llcs = 2, .cores = 2})};
    ForkProvider kernel_{*GetParam().functions, topology_};
};

INSTANTIATE_TEST_SUITE_P(All, ForksBetweenNodes, testing::ValuesIn(versions()), [](const auto& made) {
    return std::string(made.param.functions == &kernel_6_1 ? "v6_1_stable" : "v6_12_stable");
});

TEST_P(ForksBetweenNodes, AreAllowedAsManyTasksAsTheyHaveCpusThere) {
    kernel_.see(busy_on(topology_, cpus("0")));
    ForkExec<Word> question = fork_on(topology_, 0);
    EXPECT_EQ(kernel_.decide(question).passes[0].numa_limit, 2);
    question.allowed = cpus("0,4-7");
    EXPECT_EQ(kernel_.decide(question).passes[0].numa_limit, 1);
    question.full_mask_count = Word::truth(true);
    EXPECT_EQ(kernel_.decide(question).passes[0].numa_limit, 2);
}

TEST_P(ForksBetweenNodes, GoToThePreferredNode) {
    kernel_.see(busy_on(topology_, cpus("0")));
    ForkExec<Word> question = fork_on(topology_, 0);
    question.preferred_node = cpus("4-7");
    const kernel_fork_decision& fork = kernel_.decide(question);
    EXPECT_EQ(fork.passes[0].chosen, 0xf0U);
    EXPECT_EQ(fork.passes[0].numa_limit, -1);
    EXPECT_EQ(fork.cpu, 7);
}

TEST(ForkCapacities, AreThoseOfTheGroups) {
    for (const Version& version : versions()) {
        const Topology<Word> topology(big_and_little());
        ForkProvider kernel(*version.functions, topology);
        kernel.see(busy_on(topology, cpus("0")));
        ForkExec<Word> question = fork_on(topology, 0);
        question.fits = cpus("1,3");
        const kernel_fork_decision& fork = kernel.decide(question);
        EXPECT_EQ(fork.passes[0].local.type, kernel_misfit_task);
        EXPECT_EQ(fork.passes[0].local.max_capacity, 512U);
        EXPECT_EQ(fork.passes[0].idlest.type, kernel_has_spare);
        EXPECT_EQ(fork.cpu, 1);
    }
}

}  // namespace
}  // namespace schedmc::kernel
