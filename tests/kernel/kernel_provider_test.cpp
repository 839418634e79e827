// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: the provider hands the kernel functions the state that the model means, and gives back what they did.
// Method: states worked out by hand, and every way in which a CPU can fail to be idle.
#include "tests/kernel/kernel_provider.hpp"

#include <gtest/gtest.h>

#include "tests/kernel/programme.hpp"
#include "tests/model/policy/small_machines.hpp"

namespace schedmc::kernel {
namespace {

using Cpu = Word::Cpu;
using CpuSet = Word::CpuSet;

CpuSet cpus(const std::string& list) { return Word::cpus(parse_cpu_list(list, "")); }

// All CPUs are online and active; those not idle run one task.
RunqueueView<Word> view_with(const Topology<Word>& topology, const CpuSet& idle, const CpuSet& hinted,
                             std::size_t nr_idle_scan) {
    RunqueueView<Word> view{};
    view.idle = view.empty = idle;
    view.active = view.online = topology.online;
    view.single = topology.online - idle;
    view.hinted = hinted;
    view.nr_idle_scan.resize(topology.llcs.sets.size(), Word::number(nr_idle_scan));
    view.prop_budget.resize(topology.llcs.sets.size(), Word::number(4));
    return view;
}

Wakeup<Word> interrupt_on(const Topology<Word>& topology, std::size_t cpu) {
    Wakeup<Word> wakeup{};
    wakeup.this_cpu = wakeup.prev = wakeup.recent = Cpu(cpu);
    wakeup.in_interrupt = Word::truth(true);
    wakeup.allowed = wakeup.fits = wakeup.cookie_matches = topology.online;
    return wakeup;
}

std::vector<int> examined(const KernelDecision& decision) {
    return {decision.examined.begin(), decision.examined.end()};
}

class EveryVersion : public testing::TestWithParam<Version> {
protected:
    const Topology<Word> topology_{simple_machine(1, 2, 2)};
    KernelProvider kernel_{*GetParam().functions, topology_, parse_policy(GetParam().revision, "").rules};
};

INSTANTIATE_TEST_SUITE_P(All, EveryVersion, testing::ValuesIn(versions()), [](const auto& made) {
    return std::string(made.param.functions == &kernel_6_1 ? "v6_1_stable" : "v6_12_stable");
});

// The counterexample that README.md opens with, told by the kernel itself.
TEST_P(EveryVersion, StacksBesideAnIdleCoreWhereSisUtilAllowsNoScan) {
    kernel_.see(view_with(topology_, cpus("1-3"), topology_.online, 0));
    const KernelDecision stacked = kernel_.select_task_rq(interrupt_on(topology_, 0));
    EXPECT_EQ(stacked.cpu.number(), 0U);
    EXPECT_TRUE(stacked.scanned && stacked.saw_hint);
    EXPECT_EQ(examined(stacked), std::vector<int>());

    kernel_.see(view_with(topology_, cpus("1-3"), topology_.online, 1));
    const KernelDecision spread = kernel_.select_task_rq(interrupt_on(topology_, 0));
    EXPECT_EQ(spread.cpu.number(), 2U);
    EXPECT_EQ(examined(spread), (std::vector{1, 2}));
    EXPECT_TRUE(spread.by_wake_list);
}

TEST_P(EveryVersion, ExaminesUpwardsFromTheTargetWithinTheBudget) {
    kernel_.see(view_with(topology_, cpus(""), cpus(""), 3));
    Wakeup<Word> wakeup = interrupt_on(topology_, 0);
    wakeup.recent = Cpu(3);
    const KernelDecision decision = kernel_.select_idle_sibling(wakeup, Cpu(2));
    EXPECT_EQ(decision.cpu.number(), 2U);
    EXPECT_EQ(decision.target.number(), 2U);
    EXPECT_EQ(examined(decision), (std::vector{3, 0, 1}));
    EXPECT_FALSE(decision.scan_cpu.has_number());
    EXPECT_EQ(decision.recent.number(), 0U);
}

TEST_P(EveryVersion, ClearsTheHintAndFindsItAgainForTheNextQuestion) {
    kernel_.see(view_with(topology_, cpus("1"), topology_.online, 4));
    Wakeup<Word> wakeup = interrupt_on(topology_, 2);
    wakeup.allowed = cpus("2-3");
    for (int time = 0; time < 2; ++time) {
        const KernelDecision decision = kernel_.select_idle_sibling(wakeup, Cpu(2));
        EXPECT_TRUE(decision.saw_hint);
        EXPECT_TRUE((decision.hinted == cpus("")).is_true());
        EXPECT_EQ(decision.cpu.number(), 2U);
    }
}

TEST_P(EveryVersion, RaisesTheHintWhereAllOtherSiblingsAreIdle) {
    kernel_.see(view_with(topology_, cpus("1"), cpus(""), 4));
    EXPECT_TRUE((kernel_.update_idle_core(Cpu(0)) == topology_.online).is_true());
    EXPECT_TRUE((kernel_.update_idle_core(Cpu(1)) == cpus("")).is_true());
    EXPECT_TRUE((kernel_.update_idle_core(Cpu(2)) == cpus("")).is_true());
}

TEST_P(EveryVersion, TakesNoQueueForIdleThatIsNearlySo) {
    RunqueueView<Word> view = view_with(topology_, cpus("0"), cpus(""), 4);
    // 1 has not switched to its idle task yet, 2 has a wakeup pending, 3 runs.
    view.empty = cpus("0-2");
    view.single = cpus("3");
    kernel_.see(view);
    EXPECT_TRUE(kernel_.available_idle_cpu(Cpu(0)));
    for (const std::size_t cpu : {1U, 2U, 3U}) {
        EXPECT_FALSE(kernel_.available_idle_cpu(Cpu(cpu))) << cpu;
    }
}

TEST_P(EveryVersion, TakesAQueueForSchedIdleOnlyIfAllOfItIs) {
    RunqueueView<Word> view = view_with(topology_, cpus("0"), cpus(""), 4);
    // 1 runs one SCHED_IDLE task, 2 runs two, 3 runs one beside another.
    view.single = cpus("1");
    view.sched_idle = cpus("1-2");
    kernel_.see(view);
    EXPECT_FALSE(kernel_.sched_idle_cpu(Cpu(0)));
    EXPECT_TRUE(kernel_.sched_idle_cpu(Cpu(1)));
    EXPECT_TRUE(kernel_.sched_idle_cpu(Cpu(2)));
    EXPECT_FALSE(kernel_.sched_idle_cpu(Cpu(3)));
}

TEST_P(EveryVersion, ReplacesAnAnswerThatTheWakeeMayNotUse) {
    kernel_.see(view_with(topology_, cpus("0"), cpus(""), 4));
    Wakeup<Word> wakeup = interrupt_on(topology_, 0);
    wakeup.allowed = cpus("2-3");
    const KernelDecision decision = kernel_.select_task_rq(wakeup);
    EXPECT_EQ(decision.answer.number(), 0U);
    EXPECT_TRUE(decision.repaired);
    EXPECT_EQ(decision.cpu.number(), 2U);
}

TEST(ClusteredKernels, LookAtTheTargetsClusterFirst) {
    const Topology<Word> topology(two_clusters());
    KernelProvider kernel(kernel_6_12, topology, parse_policy("v6.12-stable", "").rules);
    kernel.see(view_with(topology, cpus(""), cpus(""), 4));
    EXPECT_EQ(examined(kernel.select_idle_sibling(interrupt_on(topology, 0), Cpu(2))),
              (std::vector{3, 2, 0, 1}));
    EXPECT_TRUE(kernel.cpus_share_resources(Cpu(2), Cpu(3)));
    EXPECT_FALSE(kernel.cpus_share_resources(Cpu(1), Cpu(2)));
    EXPECT_TRUE(kernel.cpus_share_cache(Cpu(1), Cpu(2)));
}

}  // namespace
}  // namespace schedmc::kernel
