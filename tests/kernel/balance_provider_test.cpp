// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: the kernel functions see the queues that load balance is asked about, and what they found is told as they found
// it; defects that kernels had or have show in them.
// Method: states worked out by hand, each with something that would be lost if it did not cross the line.
#include "tests/kernel/balance_provider.hpp"

#include <gtest/gtest.h>

#include "tests/kernel/load_queues.hpp"
#include "tests/kernel/programme.hpp"
#include "tests/kernel/set_machine.hpp"
#include "tests/model/policy/small_machines.hpp"
#include "tests/support/odometer.hpp"

namespace schedmc::kernel {
namespace {

using Cpu = Word::Cpu;
using CpuSet = Word::CpuSet;

CpuSet cpus(const std::string& list) { return Word::cpus(parse_cpu_list(list, "")); }

// As many tasks on each CPU, all of which ran for long.
LoadView<Word> running(const Topology<Word>& topology, const std::vector<std::size_t>& tasks) {
    constexpr LoadQueue queues[] = {LoadQueue::idle, LoadQueue::one_task, LoadQueue::two_tasks,
                                    LoadQueue::three_tasks, LoadQueue::four_tasks};
    LoadView<Word> view = empty_view(topology);
    for (std::size_t cpu = 0; cpu < tasks.size(); ++cpu) {
        set_queue(view, cpu, queues[tasks[cpu]]);
    }
    set_averages(view, topology, 0);
    return view;
}

BalanceEnv<Word> balancing(const Topology<Word>& topology, std::size_t cpu, std::size_t level,
                           IdleKind idle = IdleKind::idle) {
    return {.cpu = cpu,
            .level = level,
            .idle = Word::choice(idle),
            .dst = Cpu(cpu),
            .cpus = Word::cpus(topology.domains.of_cpu[cpu][level].span),
            .excluded = topology.none,
            .nr_balance_failed = Word::number(0)};
}

class BalanceOfEveryVersion : public testing::TestWithParam<Version> {
protected:
    bool is_newer() const { return GetParam().functions->smt_balance; }

    // What one look finds.
    kernel_balance_decision found(const Machine& machine, const std::vector<std::size_t>& tasks, std::size_t cpu,
                                  std::size_t level, IdleKind idle = IdleKind::idle) {
        const Topology<Word> topology(machine);
        BalanceProvider kernel(*GetParam().functions, topology);
        kernel.see(running(topology, tasks));
        return kernel.look(balancing(topology, cpu, level, idle));
    }
    // The CPUs that would balance their domain at that level.
    std::vector<std::size_t> leaders(const Machine& machine, const std::vector<std::size_t>& tasks,
                                     std::size_t level) {
        std::vector<std::size_t> result;
        for (std::size_t cpu = 0; cpu < tasks.size(); ++cpu) {
            if (found(machine, tasks, cpu, level).leads) {
                result.push_back(cpu);
            }
        }
        return result;
    }
};

INSTANTIATE_TEST_SUITE_P(All, BalanceOfEveryVersion, testing::ValuesIn(versions()), [](const auto& made) {
    return std::string(made.param.functions == &kernel_6_1 ? "v6_1_stable" : "v6_12_stable");
});

TEST_P(BalanceOfEveryVersion, TellsFiguresOfBothGroupsAndTheQueue) {
    const kernel_balance_decision look = found(simple_machine(1, 2, 2), {0, 0, 3, 1}, 0, 1);
    EXPECT_TRUE(look.leads);
    EXPECT_EQ(look.local.span, 0x3U);
    EXPECT_EQ(look.local.type, kernel_has_spare);
    EXPECT_EQ(look.local.idle_cpus, 2U);
    EXPECT_EQ(look.local.weight, 2U);
    EXPECT_EQ(look.busiest.span, 0xcU);
    EXPECT_EQ(look.busiest.type, kernel_overloaded);
    EXPECT_EQ(look.busiest.load, 4096U);
    EXPECT_EQ(look.busiest.util, 2048U);
    EXPECT_EQ(look.busiest.runnable, 4096U);
    EXPECT_EQ(look.busiest.nr_running, 4U);
    EXPECT_EQ(look.busiest.avg_load, 2048U);
    EXPECT_EQ(look.busiest.capacity, 2048U);
    EXPECT_TRUE(look.calculated);
    EXPECT_EQ(look.migration, kernel_migrate_task);
    EXPECT_EQ(look.imbalance, 2);
    EXPECT_EQ(look.chosen, 0xcU);
    EXPECT_EQ(look.queue, 2);
    EXPECT_TRUE(look.top);
    EXPECT_TRUE(look.overloaded);
    EXPECT_EQ(look.stats_count, 2);
    EXPECT_EQ(look.pick_count, 1);
}

TEST_P(BalanceOfEveryVersion, TellsWhereNothingIsToBeMoved) {
    const kernel_balance_decision look = found(simple_machine(1, 2, 2), {1, 0, 1, 0}, 1, 1);
    EXPECT_FALSE(look.calculated);
    EXPECT_EQ(look.chosen, 0U);
    EXPECT_FALSE(look.searched);
    EXPECT_EQ(look.queue, kernel_no_cpu);
    EXPECT_FALSE(look.overloaded);
    EXPECT_FALSE(found(simple_machine(1, 2, 2), {2, 0, 1, 0}, 1, 0).top);
}

TEST_P(BalanceOfEveryVersion, ReadsMarks) {
    const Topology<Word> topology(simple_machine(1, 2, 2));
    BalanceProvider kernel(*GetParam().functions, topology);
    LoadView<Word> view = running(topology, {0, 1, 1, 0});
    view.imbalanced[topology.domains.of_cpu[0][1].groups[1].record] = Word::truth(true);
    kernel.see(view);
    const kernel_balance_decision& look = kernel.look(balancing(topology, 0, 1));
    EXPECT_EQ(look.busiest.type, kernel_imbalanced);
    EXPECT_EQ(look.imbalance, 1);
    EXPECT_EQ(look.queue, 2);
}

TEST_P(BalanceOfEveryVersion, ReadsMisfitTasks) {
    const Topology<Word> topology(big_and_little());
    BalanceProvider kernel(*GetParam().functions, topology);
    LoadView<Word> view = running(topology, {1, 0, 1, 0});
    view.misfit_load[0] = Word::number(400);
    view.misfit_load[2] = Word::number(500);
    kernel.see(view);
    const kernel_balance_decision& look = kernel.look(balancing(topology, 1, 0));
    EXPECT_EQ(look.busiest.type, kernel_misfit_task);
    EXPECT_EQ(look.busiest.misfit_load, 500U);
    EXPECT_EQ(look.migration, kernel_migrate_misfit);
    EXPECT_EQ(look.queue, 2);
    EXPECT_TRUE(look.active);
    EXPECT_TRUE(look.overloaded);
}

TEST_P(BalanceOfEveryVersion, CountsFailures) {
    const Topology<Word> topology(simple_machine(1, 2, 2));
    BalanceProvider kernel(*GetParam().functions, topology);
    kernel.see(running(topology, {0, 0, 3, 1}));
    BalanceEnv<Word> env = balancing(topology, 0, 1);
    env.nr_balance_failed = Word::number(3);
    EXPECT_FALSE(kernel.look(env).active);
    env.nr_balance_failed = Word::number(4);
    EXPECT_TRUE(kernel.look(env).active);
}

TEST_P(BalanceOfEveryVersion, LooksAtTheCpusOfThePassAlone) {
    const Topology<Word> topology(simple_machine(1, 2, 2));
    BalanceProvider kernel(*GetParam().functions, topology);
    kernel.see(running(topology, {0, 0, 3, 2}));
    BalanceEnv<Word> env = balancing(topology, 0, 1);
    env.cpus = cpus("0-1,3");
    EXPECT_EQ(kernel.look(env).busiest.nr_running, 2U);
    EXPECT_EQ(kernel.busiest_queue(env, 1, MigrationType::task, 1).queue, 3);
    env.cpus = cpus("1-3");
    EXPECT_FALSE(kernel.look(env).leads);
}

TEST_P(BalanceOfEveryVersion, LearnsOfPinnedTasks) {
    const Topology<Word> topology(simple_machine(1, 2, 2));
    BalanceProvider kernel(*GetParam().functions, topology);
    kernel.see(running(topology, {0, 0, 3, 1}));
    const BalanceEnv<Word> env = balancing(topology, 0, 1);
    const Word::Truth no = Word::truth(false);
    MigrationCandidate<Word> task{cpus("1-3"), no, no, no, no, no, Word::truth(true)};
    Pinned<Word> pinned{Word::truth(true), no, {}};
    EXPECT_FALSE(kernel.can_migrate_task(env, task, MigrationType::task, cpus("0-1"), false, pinned));
    EXPECT_TRUE(pinned.all.is_true());
    EXPECT_TRUE(pinned.some.is_true());
    EXPECT_EQ(number_of(pinned.new_dst), 1);
    task.allowed = cpus("0-3");
    EXPECT_TRUE(kernel.can_migrate_task(env, task, MigrationType::task, cpus("0-1"), false, pinned));
    EXPECT_FALSE(pinned.all.is_true());
    task.ran_lately = Word::truth(true);
    EXPECT_FALSE(kernel.can_migrate_task(env, task, MigrationType::task, cpus("0-1"), false, pinned));
    EXPECT_TRUE(kernel.can_migrate_task(env, task, MigrationType::task, cpus("0-1"), true, pinned));
}

// Commit 6d7e4782bcf5: for some months two CPUs balanced where no core was idle. Neither version has it.
TEST_P(BalanceOfEveryVersion, HasOneLeader) {
    const Machine machine = simple_machine(2, 2, 2);
    // Node-wide groups are LLCs of two cores each.
    EXPECT_EQ(leaders(machine, {1, 1, 0, 1, 1, 1, 1, 1}, 2), (std::vector<std::size_t>{2, 4}));
    EXPECT_EQ(leaders(machine, {1, 0, 3, 1, 1, 1, 1, 0}, 2), (std::vector<std::size_t>{1, 7}));
    // Commit b1bfeab9b002: a wholly idle core goes before an idle CPU.
    const std::size_t first = is_newer() ? 2 : 1;
    EXPECT_EQ(leaders(machine, {1, 0, 0, 0, 1, 1, 1, 1}, 2), (std::vector<std::size_t>{first, 4}));
}

// Commit 91dcf1e8068e: a group above the domain's average pulled load from a busier one. It takes three groups.
TEST_P(BalanceOfEveryVersion, AsksTheAverageOfTheDomain) {
    const Topology<Word> topology(simple_machine(1, 3, 2));
    BalanceProvider kernel(*GetParam().functions, topology);
    LoadView<Word> view = running(topology, {1, 1, 3, 0, 0, 0});
    for (const std::size_t cpu : {0U, 1U}) {
        view.load[cpu] = Word::number(2048);
    }
    view.load[2] = Word::number(4608);
    kernel.see(view);
    const kernel_balance_decision& look = kernel.look(balancing(topology, 0, 1, IdleKind::not_idle));
    EXPECT_EQ(look.local.type, kernel_fully_busy);
    EXPECT_EQ(look.busiest.type, kernel_overloaded);
    EXPECT_TRUE(look.calculated);
    EXPECT_EQ(look.imbalance, 0);
    EXPECT_EQ(look.chosen, 0U);
}

// An idle CPU beside a stack of two for ever: half of one idle CPU more is nothing.
TEST_P(BalanceOfEveryVersion, LeavesAnIdleCpuToAStackWhereSiblingsAreNotPreferred) {
    const Topology<Word> topology(two_clusters());
    const bool prefers = (topology.domains.of_cpu[1][0].flags & sd_flag::prefer_sibling) != 0;
    const kernel_balance_decision look = found(two_clusters(), {1, 0, 2, 1}, 1, 1);
    EXPECT_EQ(look.busiest.type, kernel_overloaded);
    EXPECT_EQ(look.imbalance, prefers ? 1 : 0);
}

// Both groups are overloaded alike, so that CPU 2 stays idle although the tasks of the other group could run there.
TEST_P(BalanceOfEveryVersion, SeesNoImbalanceBetweenEqualAverages) {
    const kernel_balance_decision look = found(two_clusters(), {2, 1, 0, 3}, 2, 1);
    EXPECT_EQ(look.local.type, kernel_overloaded);
    EXPECT_FALSE(look.calculated);
}

}  // namespace
}  // namespace schedmc::kernel
