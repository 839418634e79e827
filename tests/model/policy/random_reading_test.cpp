// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: the policy decides as the kernel's loops do on machines of any shape and under any combination of rules, on
// one word as on many; and the comparison would notice if it did not.
// Method: seeded random machines, rules and questions; the loop reading answers them beside both value domains.
// Every rule and every end of a scan must have occurred, and every planted defect must make the readings part.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>

#include "model/policy/sis_cache.hpp"
#include "model/policy/update_idle_core.hpp"
#include "tests/model/policy/both_readings.hpp"
#include "tests/model/policy/random_questions.hpp"
#include "tests/support/balance_defects.hpp"
#include "tests/support/defects_beyond_selections.hpp"
#include "tests/support/fork_defects.hpp"

namespace {

using namespace schedmc;
using namespace schedmc::loops;

// How often, beside the default: thirty times with SCHEDMC_EXHAUSTIVE in the environment.
std::size_t times(std::size_t by_default) {
    return std::getenv("SCHEDMC_EXHAUSTIVE") != nullptr ? 30 * by_default : by_default;
}

// What a run has met; a comparison that never got anywhere is worth nothing.
struct Met {
    std::array<std::size_t, static_cast<std::size_t>(WakeRule::target_though_busy) + 1> rules{};
    std::array<std::size_t, static_cast<std::size_t>(ScanEnd::nothing_idle) + 1> ends{};
    std::size_t hints_cleared = 0;
    std::size_t repaired = 0;
    std::size_t by_wake_list = 0;

    void add(const LoopDecision& decision) {
        ++rules[static_cast<std::size_t>(decision.rule)];
        ++ends[static_cast<std::size_t>(decision.scan.end)];
        hints_cleared += decision.scan.hint_cleared_of != nobody ? 1 : 0;
        repaired += decision.repaired ? 1 : 0;
        by_wake_list += decision.by_wake_list ? 1 : 0;
    }
    // `but` is an end too rare for this run.
    void expect_all(ScanEnd but = ScanEnd::not_reached) const {
        for (std::size_t rule = 1; rule < rules.size(); ++rule) {
            EXPECT_GT(rules[rule], 0U) << "rule " << rule;
        }
        for (std::size_t end = 0; end < ends.size(); ++end) {
            EXPECT_TRUE(ends[end] > 0U || end == static_cast<std::size_t>(but)) << "scan end " << end;
        }
        EXPECT_GT(hints_cleared, 0U);
        EXPECT_GT(repaired, 0U);
        EXPECT_GT(by_wake_list, 0U);
    }
};

// The hook of a CPU that turns idle, in the policy's terms and by loops.
template <class D>
bool hook_agrees(const BothReadings<D>& both, const Policy& policy, const LoopRunqueues& rq,
                 const RunqueueView<D>& view, int cpu) {
    auto expected = view.hinted;
    if (loop_raises_hint(both.loops, rq, cpu)) {
        expected = expected | both.topology.llcs.of_cpu[at(cpu)];
    }
    return (update_idle_core(both.topology, policy, view, D::cpu(at(cpu))) == expected).is_true();
}

// What a CPU's reservation becomes when a task goes to sleep there, against the patches' two ways.
bool reservations_agree(const Policy& policy) {
    for (std::size_t held = 0; held < 3; ++held) {
        for (std::size_t wanted = 0; wanted < 3; ++wanted) {
            std::size_t expected = held;
            if (wanted != 0 && (policy.rules.sis_cache == SisCache::rfc || wanted > held)) {
                expected = wanted;
            }
            if (reservation_after<Word>(policy, Word::number(held), Word::number(wanted)).value() !=
                expected) {
                return false;
            }
        }
    }
    return true;
}

// Asks about one drawn state, and says where the readings part.
template <class D>
std::string ask(const BothReadings<D>& both, const Policy& policy, const LoopRunqueues& rq,
                const LoopWakeup& wakeup) {
    const RunqueueView<D> view = view_of(both, rq);
    const std::string parted = disagreement(both, policy, rq, view, wakeup);
    if (!parted.empty()) {
        return parted;
    }
    if (!reservations_agree(policy)) {
        return "reservation_after() differs in " + policy.name;
    }
    if (hook_agrees(both, policy, rq, view, wakeup.this_cpu)) {
        return "";
    }
    return "update_idle_core() on " + std::to_string(wakeup.this_cpu) + " differs\n" +
           describe(both.topology.machine, policy.name, rq, wakeup, LoopDecision());
}

TEST(RandomReadings, WordsDecideAsLoopsDo) {
    Met met;
    for (std::size_t seed = 0; seed < times(400); ++seed) {
        Draws draws(seed);
        const Machine machine = draw_machine(draws, seed % 2 == 0 ? 16 : 64);
        const BothReadings<Word> both(machine);
        for (int question = 0; question < 600; ++question) {
            const Policy policy = draw_policy(draws);
            const LoopRunqueues rq = draw_runqueues(draws, both.loops, machine);
            const LoopWakeup wakeup = draw_wakeup(draws, both.loops, machine);
            ASSERT_EQ(ask(both, policy, rq, wakeup), "") << "seed " << seed;
            met.add(loop_select_task_rq(both.loops, policy.rules, rq, wakeup));
        }
    }
    met.expect_all();
}

TEST(RandomReadings, ManyWordsDecideAsLoopsAndOneWordDo) {
    Met met;
    for (std::size_t seed = 0; seed < times(300); ++seed) {
        Draws draws(seed + 1000000);
        const bool small = seed % 3 == 0;
        const Machine machine = draw_machine(draws, small ? 64 : 200);
        const BothReadings<Wide> both(machine);
        for (int question = 0; question < 150; ++question) {
            const Policy policy = draw_policy(draws);
            const LoopRunqueues rq = draw_runqueues(draws, both.loops, machine);
            const LoopWakeup wakeup = draw_wakeup(draws, both.loops, machine);
            ASSERT_EQ(ask(both, policy, rq, wakeup), "") << "seed " << seed;
            met.add(loop_select_task_rq(both.loops, policy.rules, rq, wakeup));
            if (small && question % 10 == 0) {
                ASSERT_EQ(ask(BothReadings<Word>(machine), policy, rq, wakeup), "") << "seed " << seed;
            }
        }
    }
    met.expect_all(ScanEnd::found_last_hot);
}

TEST(RandomReadings, EveryPlantedDefectMakesThemPart) {
    for (const DefectInfo& info : defects()) {
        if (spoils_forks_only(info.defect) || spoils_balance_only(info.defect) ||
            lies_beyond_selections(info.defect)) {
            continue;
        }
        bool noticed = false;
        for (std::size_t seed = 0; seed < 400 && !noticed; ++seed) {
            Draws draws(seed + 2000000);
            const Machine machine = draw_machine(draws, 32);
            const BothReadings<Word> both(machine);
            for (int question = 0; question < 200 && !noticed; ++question) {
                Policy policy = draw_policy(draws);
                policy.defect = info.defect;
                const LoopRunqueues rq = draw_runqueues(draws, both.loops, machine);
                noticed = !ask(both, policy, rq, draw_wakeup(draws, both.loops, machine)).empty();
            }
        }
        EXPECT_TRUE(noticed) << info.name;
    }
}

}  // namespace
