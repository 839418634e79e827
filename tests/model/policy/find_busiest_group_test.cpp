// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: the group that load balancing finds, and how much it is to move, are those of the kernel.
// Method: states worked out by hand, among them those by which reports and commits tell their faults, in revisions with
// the rule and without; all states of small machines where a fault has been counted.
#include "model/policy/find_busiest_group.hpp"

#include <gtest/gtest.h>

#include "tests/model/machine/made_machine.hpp"
#include "tests/model/policy/balance_look.hpp"
#include "tests/model/policy/small_machines.hpp"

namespace {

using namespace schedmc;

// "not balanced, one task" and the like.
struct Found {
    BusiestRule rule;
    std::size_t amount;
    MigrationType type = MigrationType::task;
    friend bool operator==(const Found&, const Found&) = default;
    friend std::ostream& operator<<(std::ostream& out, const Found& found) {
        return out << "rule " << static_cast<int>(found.rule) << ", " << found.amount << " of type "
                   << static_cast<int>(found.type);
    }
};

Found found(const Look& look) {
    const auto group = look.group();
    return is_empty(group.busiest).is_true()
               ? Found{group.rule.value(), 0}
               : Found{group.rule.value(), group.imbalance.value(), group.migration.value()};
}

// One LLC of two clusters whose CPUs are nearly of one capacity: that takes prefer_sibling from the clusters, and no
// CPU is clearly greater than another.
Machine clusters_without_prefer_sibling() {
    Machine machine = two_clusters_of_two();
    machine.capacity = {1024, 1024, 1000, 1000};
    return machine;
}

constexpr BusiestRule busier = BusiestRule::busiest_busier;

TEST(FindBusiestGroup, an_idle_domain_is_balanced) {
    const Look look(two_clusters_of_two(), "v6.12", {0, 0, 0, 0}, 1, 1);
    EXPECT_EQ(found(look), (Found{BusiestRule::no_busiest, 0}));
    EXPECT_TRUE(is_empty(look.group().candidate).is_true());
}

TEST(FindBusiestGroup, one_idle_cpu_more_leaves_a_stack_of_two_without_prefer_sibling) {
    for (const Revision& revision : revisions()) {
        const std::string name(revision.name);
        for (const IdleKind idle : {IdleKind::idle, IdleKind::newly_idle}) {
            const Look stuck(clusters_without_prefer_sibling(), name, {1, 0, 2, 1}, 1, 1, idle);
            EXPECT_EQ(found(stuck), (Found{busier, 0})) << name;
            const Look moved(two_clusters_of_two(), name, {1, 0, 2, 1}, 1, 1, idle);
            EXPECT_EQ(found(moved), (Found{BusiestRule::prefer_sibling, 1})) << name;
        }
    }
}

TEST(FindBusiestGroup, tasks_pinned_beside_an_idle_cpu_keep_others_away_by_their_load) {
    for (const char* name : {"v6.1-stable", "v6.12-stable"}) {
        for (const bool prefers : {true, false}) {
            for (unsigned movable = 3; movable <= 16; ++movable) {
                for (unsigned pinned = 3; pinned <= 15; ++pinned) {
                    Look look(two_clusters_of_two(), name,
                              {(movable + 1) / 2, movable / 2, 0, pinned}, 2, 1);
                    if (!prefers) {
                        look.forget_prefer_sibling();
                    }
                    EXPECT_EQ(is_empty(look.group().busiest).is_true(), 100 * movable <= 117 * pinned)
                        << movable << " movable, " << pinned << " pinned";
                }
            }
        }
    }
}

TEST(FindBusiestGroup, fewer_idle_cpus_than_the_busiest_wrap) {
    const auto wraps = [](const std::string& policy, bool prefers) {
        Look look(made_machine({.clusters = 2, .cores = 4}), policy, {0, 0, 0, 0, 0, 0, 0, 0}, 0, 1);
        if (!prefers) {
            look.forget_prefer_sibling();
        }
        std::size_t count = 0;
        for (std::size_t state = 0; state < 78125; ++state) {
            std::vector<unsigned> lengths(8);
            std::size_t rest = state;
            for (std::size_t cpu = 1; cpu < 8; ++cpu) {
                lengths[cpu] = static_cast<unsigned>(rest % 5);
                rest /= 5;
            }
            look.view = steady_queues(look.topology, lengths);
            const Found here = found(look);
            count += here.type == MigrationType::task && here.amount > 8 ? 1 : 0;
        }
        return count;
    };
    for (const char* name : {"v5.19", "v6.1-stable", "v6.12"}) {
        EXPECT_EQ(wraps(name, false), 240U) << name;
        EXPECT_EQ(wraps(name, true), 0U) << name;
    }
    EXPECT_EQ(wraps("v6.12+signed-idle-cpus", false), 0U);
}

TEST(FindBusiestGroup, an_idle_cpu_takes_every_task_but_one_where_the_difference_wraps) {
    Machine machine = made_machine({.clusters = 2, .cores = 4});
    machine.capacity = {1024, 1024, 1024, 1024, 1000, 1000, 1000, 1000};
    const std::vector<unsigned> lengths = {1, 1, 1, 0, 3, 3, 0, 0};
    const std::string fixed = "v6.12+signed-idle-cpus";
    EXPECT_EQ(found(Look(machine, fixed, lengths, 3, 1)), (Found{busier, 0}));
    EXPECT_EQ(found(Look(machine, fixed, lengths, 3, 1, Defect::idle_cpus_wrap)),
              (Found{busier, 2147483647}));
    EXPECT_EQ(found(Look(machine, "v6.12", lengths, 3, 1)), (Found{busier, 2147483647}));
}

// Two heavy tasks fill the local group, three lighter ones overload the next, the third is empty.
Look above_average(const std::string& policy, Defect defect = Defect::none) {
    Look look(made_machine({.clusters = 3, .cores = 2}), policy, {1, 1, 2, 1, 0, 0}, 0, 1, defect);
    look.view.load[0] = look.view.load[1] = Word::number(2048);
    look.view.load[2] = Word::number(3072);
    look.view.load[3] = Word::number(1536);
    return look;
}

TEST(FindBusiestGroup, a_full_group_above_the_average_pulls_nothing_since_v6_4) {
    for (const char* name : {"v5.19", "v6.1"}) {
        EXPECT_EQ(found(above_average(name)), (Found{busier, 1708, MigrationType::load})) << name;
    }
    for (const char* name : {"v6.1-stable", "v6.4", "v6.6", "v6.8", "v6.12", "v6.12-stable", "v6.19", "v7.1"}) {
        EXPECT_EQ(found(above_average(name)), (Found{busier, 0})) << name;
        EXPECT_EQ(found(above_average(name, Defect::average_not_asked)),
                  (Found{busier, 1708, MigrationType::load}))
            << name;
    }
}

TEST(FindBusiestGroup, the_lesser_of_excess_and_lack_is_load_to_move) {
    // Averages 1024 and 3072, the domain's 2048.
    const Look two(two_clusters_of_two(), "v6.12", {1, 1, 3, 3}, 0, 1);
    EXPECT_EQ(found(two), (Found{busier, 2048, MigrationType::load}));
    EXPECT_EQ(two.group().avg_load.value(), 2048U);
    EXPECT_EQ(two.group().candidate_stats.avg_load.value(), 3072U);
    // With a third group idle the average is 1365: the local group lacks less than the other has too much.
    const Look three(made_machine({.clusters = 3, .cores = 2}), "v6.12", {1, 1, 3, 3, 0, 0}, 0, 1);
    EXPECT_EQ(found(three), (Found{busier, 682, MigrationType::load}));
}

TEST(FindBusiestGroup, overloaded_groups_are_compared_by_their_averages) {
    const auto rule = [](const std::vector<unsigned>& lengths) {
        return Look(made_machine({.clusters = 3, .cores = 2}), "v6.12", lengths, 0, 1).rule();
    };
    EXPECT_EQ(rule({2, 2, 2, 2, 0, 0}), BusiestRule::local_load_not_lower);
    EXPECT_EQ(rule({2, 2, 3, 2, 0, 0}), BusiestRule::local_load_above_average);
    EXPECT_EQ(rule({4, 4, 5, 4, 4, 4}), BusiestRule::load_within_percentage);
    EXPECT_EQ(rule({2, 2, 4, 4, 2, 2}), busier);
    EXPECT_EQ(rule({3, 1, 1, 1, 1, 1}), BusiestRule::local_type_higher);
    EXPECT_EQ(rule({1, 1, 1, 1, 1, 1}), BusiestRule::cpu_not_idle);
}

TEST(FindBusiestGroup, tasks_that_share_a_hybrid_core_are_spread_since_v6_6) {
    for (const Revision& revision : revisions()) {
        const bool spreads = revision.rules.sibling_imbalance;
        const std::string name(revision.name);
        // Three on the core: its group prefers siblings, the local CPU has no domain below that would.
        const Look three(asymmetric_smt(), name, {3, 0, 0, 0}, 2, 0);
        EXPECT_EQ(found(three), spreads ? (Found{BusiestRule::prefer_sibling, 1}) : (Found{busier, 0})) << name;
        // Two on the core, and a CPU of its own idle.
        const Look two(asymmetric_smt(), name, {1, 1, 0, 0}, 2, 0);
        EXPECT_EQ(found(two), spreads ? (Found{BusiestRule::prefer_sibling, 1})
                                      : (Found{BusiestRule::idle_not_more, 0}))
            << name;
        Look helped(asymmetric_smt(), name, {1, 1, 0, 0}, 2, 0);
        helped.forget_prefer_sibling();
        EXPECT_EQ(found(helped), spreads ? (Found{BusiestRule::smt_helped, 1})
                                         : (Found{BusiestRule::idle_not_more, 0}))
            << name;
    }
}

TEST(FindBusiestGroup, three_tasks_leave_a_core_of_four_siblings_since_v6_6) {
    const Machine machine = simple_machine(1, 2, 4);
    const std::vector<unsigned> lengths = {1, 1, 1, 0, 2, 0, 0, 0};
    EXPECT_EQ(found(Look(machine, "v6.1", lengths, 5, 1)), (Found{busier, 0}));
    EXPECT_EQ(found(Look(machine, "v6.12", lengths, 5, 1)), (Found{busier, 1}));
    EXPECT_EQ(Look(machine, "v6.12", lengths, 5, 1).group().candidate_stats.type.value(),
              GroupType::smt_balance);
}

TEST(FindBusiestGroup, across_nodes_the_domain_below_decided_on_siblings_up_to_v6_4) {
    const Machine line = made_machine({.nodes = 4, .cores = 2, .hop = 10});
    const std::vector<unsigned> lengths = {0, 0, 1, 1, 0, 0, 0, 0};
    EXPECT_EQ(found(Look(line, "v6.1", lengths, 6, 2)), (Found{busier, 2}));
    EXPECT_EQ(found(Look(line, "v6.12", lengths, 6, 2)), (Found{BusiestRule::prefer_sibling, 1}));
}

TEST(FindBusiestGroup, a_pair_across_nodes_is_tolerated_before_halving_since_v6_1) {
    // A node of eight CPUs tolerates a pair while it runs no more than the limit: 2 in v5.19, 1 later.
    const Machine machine = made_machine({.nodes = 2, .cores = 8});
    const std::vector<unsigned> two = {1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    const std::vector<unsigned> four = {1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    EXPECT_EQ(found(Look(machine, "v6.12", two, 8, 1)).amount, 0U);
    EXPECT_EQ(found(Look(machine, "v5.19", two, 8, 1)).amount, 0U);
    EXPECT_EQ(found(Look(machine, "v6.12", four, 8, 1)).amount, 2U);
    EXPECT_EQ(found(Look(machine, "v5.19", four, 8, 1)).amount, 0U) << "half of four is a pair";
}

TEST(FindBusiestGroup, spare_capacity_of_another_llc_is_filled_by_utilisation) {
    const Machine machine = simple_machine(2, 2, 1);
    EXPECT_EQ(found(Look(machine, "v6.12", {1, 0, 3, 2}, 1, 1)),
              (Found{BusiestRule::prefer_sibling, 1024, MigrationType::util}));
    // Full by utilisation though a CPU is idle: one task in any case.
    Look full(machine, "v6.12", {1, 0, 3, 2}, 1, 1);
    full.view.util[0] = Word::number(2048);
    EXPECT_EQ(found(full), (Found{BusiestRule::prefer_sibling, 1}));
    Look busy(machine, "v6.12", {1, 0, 3, 2}, 0, 1);
    busy.view.util[0] = Word::number(2048);
    EXPECT_EQ(found(busy), (Found{busier, 0, MigrationType::task})) << "for a busy CPU there is no room";
}

TEST(FindBusiestGroup, a_group_marked_imbalanced_gives_one_task) {
    Look look(two_clusters_of_two(), "v6.12", {1, 0, 1, 1}, 1, 1);
    EXPECT_EQ(found(look), (Found{BusiestRule::idle_not_more, 0}));
    look.view.imbalanced.resize(look.topology.domains.group_records);
    const auto& groups = domain_of(look.topology, look.env).groups;
    look.view.imbalanced[groups[1].record] = Word::truth(true);
    EXPECT_EQ(found(look), (Found{BusiestRule::imbalanced, 1}));
    look.view.imbalanced[groups[1].record] = Word::truth(false);
    look.view.imbalanced[groups[0].record] = Word::truth(true);
    EXPECT_EQ(found(look), (Found{BusiestRule::local_type_higher, 0}));
}

TEST(FindBusiestGroup, half_of_an_odd_difference_is_rounded_down) {
    const auto amount = [](const std::vector<unsigned>& lengths) {
        return found(Look(made_machine({.clusters = 2, .cores = 4}), "v6.12", lengths, 0, 1)).amount;
    };
    EXPECT_EQ(amount({0, 0, 0, 0, 1, 1, 0, 0}), 1U);
    EXPECT_EQ(amount({0, 0, 0, 0, 1, 1, 1, 0}), 1U);
    EXPECT_EQ(amount({0, 0, 0, 0, 1, 1, 1, 1}), 2U);
}

TEST(FindBusiestGroup, an_overloaded_group_comes_before_one_with_spare_capacity) {
    const Machine machine = made_machine({.clusters = 3, .cores = 2});
    const std::vector<unsigned> lengths = {0, 0, 1, 0, 3, 3};
    EXPECT_EQ(Look(machine, "v6.12", lengths, 0, 1).candidate(), "4-5");
    EXPECT_EQ(Look(machine, "v6.12", {0, 0, 3, 3, 1, 0}, 0, 1).candidate(), "2-3");
}

TEST(FindBusiestGroup, only_cpus_still_looked_at_are_counted) {
    Look look(two_clusters_of_two(), "v6.12", {1, 0, 2, 1}, 1, 1);
    look.env.cpus = look.env.cpus - Word::CpuSet::only(Word::cpu(2));
    const auto group = look.group();
    EXPECT_EQ(group.candidate_stats.nr_running.value(), 1U);
    EXPECT_EQ(found(look), (Found{BusiestRule::idle_not_more, 0}));
    EXPECT_FALSE(group.overloaded.is_true());
    EXPECT_TRUE(Look(two_clusters_of_two(), "v6.12", {1, 0, 2, 1}, 1, 1).group().overloaded.is_true());
}

TEST(FindBusiestGroup, sleepers_that_stay_queued_are_no_tasks_to_move_since_v6_19) {
    for (const char* name : {"v6.12", "v6.12-stable", "v6.19", "v7.1"}) {
        Look look(two_clusters_of_two(), name, {0, 0, 1, 0}, 1, 1);
        look.view.awake[2] = Word::number(0);
        const bool awake_only = look.policy.rules.balance_counts_awake;
        EXPECT_EQ(look.rule(), awake_only ? BusiestRule::no_busiest : BusiestRule::idle_not_more) << name;
    }
}

}  // namespace
