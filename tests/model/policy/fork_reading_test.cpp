// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: forks and execs are placed as the kernel's loops place them, on machines of any shape, with any averages and
// under any combination of rules, on one word as on many; and the comparison would notice if they were not.
// Method: seeded random machines, rules and questions; the loop reading answers them beside both value domains. Every
// reason must have occurred, and every planted defect of fork placement must make the readings part.
#include <gtest/gtest.h>

#include <array>

#include "model/policy/select_task_rq_fork_exec.hpp"
#include "tests/model/policy/both_readings.hpp"
#include "tests/model/policy/fork_questions.hpp"
#include "tests/support/fork_defects.hpp"

namespace {

using namespace schedmc;
using namespace schedmc::loops;

// "" when the policy decides as the loops do, else where they part.
template <class D>
std::string disagreement(const Topology<D>& topology, const Policy& policy, const LoopLoads& loads,
                         const LoopForkExec& question, const LoopForkDecision& loop) {
    const ForkExecDecision<D> set =
        select_task_rq(topology, policy, view_of<D>(loads), question_of<D>(topology, question));
    const auto number = [](const typename D::Cpu& cpu) {
        return cpu.has_number() ? static_cast<int>(cpu.number()) : nobody;
    };
    if (number(set.answer) != loop.answer || number(set.cpu) != loop.cpu) {
        return "answer " + std::to_string(number(set.answer)) + " for " + std::to_string(loop.answer) +
               ", cpu " + std::to_string(number(set.cpu)) + " for " + std::to_string(loop.cpu);
    }
    if (set.repaired.is_true() != loop.repaired) {
        return "repaired";
    }
    std::vector<GroupRule> reasons;
    std::vector<GroupCpuRule> picks;
    for (const LevelStep<D>& level : set.levels) {
        if (level.visited.is_true()) {
            reasons.push_back(level.groups.rule.value());
            if (level.picked.rule.value() != GroupCpuRule::not_reached) {
                picks.push_back(level.picked.rule.value());
            }
        }
    }
    return reasons != loop.reasons ? "reasons" : picks != loop.picks ? "picks" : "";
}

struct Met {
    std::array<std::size_t, static_cast<std::size_t>(GroupRule::other_has_more_idle) + 1> reasons{};
    std::array<std::size_t, static_cast<std::size_t>(GroupCpuRule::nothing_seen) + 1> picks{};
    std::size_t repaired = 0;

    void add(const LoopForkDecision& decision) {
        for (const GroupRule reason : decision.reasons) {
            ++reasons[static_cast<std::size_t>(reason)];
        }
        for (const GroupCpuRule pick : decision.picks) {
            ++picks[static_cast<std::size_t>(pick)];
        }
        repaired += decision.repaired ? 1 : 0;
    }
    void expect_all() const {
        for (std::size_t reason = 1; reason < reasons.size(); ++reason) {
            EXPECT_GT(reasons[reason], 0U) << "group rule " << reason;
        }
        for (std::size_t pick = 1; pick < picks.size(); ++pick) {
            EXPECT_GT(picks[pick], 0U) << "group CPU rule " << pick;
        }
        EXPECT_GT(repaired, 0U);
    }
};

// A machine and questions about it.
template <class D>
void compare(std::size_t seeds, std::size_t first, std::size_t cpus_max, int questions) {
    Met met;
    for (std::size_t seed = first; seed < first + seeds; ++seed) {
        Draws draws(seed);
        const Machine machine = draw_machine(draws, cpus_max);
        Policy policy = draw_fork_policy(draws);
        const Topology<D> topology(machine, policy.rules.numa_imbalance);
        for (int i = 0; i < questions; ++i) {
            const NumaImbalanceRule fixed = policy.rules.numa_imbalance;
            policy = draw_fork_policy(draws);
            policy.rules.numa_imbalance = fixed;
            const LoopLoads loads = draw_loads(draws, machine, topology.domains.group_records);
            const LoopForkExec question = draw_fork_exec(draws, machine, loads);
            const auto loop = loop_fork_exec(machine, topology.domains, policy.rules, loads, question);
            ASSERT_EQ(disagreement(topology, policy, loads, question, loop), "")
                << "seed " << seed << " question " << i << " " << policy.name;
            met.add(loop);
        }
    }
    met.expect_all();
}

TEST(ForkReadings, WordsDecideAsLoopsDo) { compare<Word>(600, 0, 32, 100); }

TEST(ForkReadings, ManyWordsDecideAsLoopsDo) { compare<Wide>(150, 5000, 160, 40); }

TEST(ForkReadings, EveryPlantedDefectMakesThemPart) {
    for (const Defect defect : fork_defects) {
        bool noticed = false;
        for (std::size_t seed = 0; seed < 400 && !noticed; ++seed) {
            Draws draws(seed + 9000);
            const Machine machine = draw_machine(draws, 16);
            Policy policy = draw_fork_policy(draws);
            policy.defect = defect;
            const Topology<Word> topology(machine, policy.rules.numa_imbalance);
            for (int i = 0; i < 50 && !noticed; ++i) {
                const LoopLoads loads = draw_loads(draws, machine, topology.domains.group_records);
                const LoopForkExec question = draw_fork_exec(draws, machine, loads);
                const auto loop = loop_fork_exec(machine, topology.domains, policy.rules, loads, question);
                noticed = !disagreement(topology, policy, loads, question, loop).empty();
            }
        }
        EXPECT_TRUE(noticed) << static_cast<int>(defect);
    }
}

}  // namespace
