// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: tasks are taken from the queue that the kernel takes them from.
// Method: states worked out by hand, one for each way to count an imbalance, in revisions with a rule and without.
#include "model/policy/find_busiest_queue.hpp"

#include <gtest/gtest.h>

#include "tests/model/machine/made_machine.hpp"
#include "tests/model/policy/balance_look.hpp"
#include "tests/support/machines.hpp"

namespace {

using namespace schedmc;

constexpr int nobody = -1;

// The busiest CPU of the last four of eight, which are a cluster, for CPU 0.
struct Queues {
    explicit Queues(const std::string& revision,
                    const std::vector<unsigned>& lengths = {0, 0, 0, 0, 1, 2, 3, 3})
        : look(made_machine({.clusters = 2, .cores = 4}), revision, lengths, 0, 1) {}

    int busiest(MigrationType type, std::size_t imbalance) const {
        BusiestGroup<Word> group = look.group();
        group.busiest = Word::cpus(parse_cpu_list("4-7", "test"));
        group.migration = Word::choice(type);
        group.imbalance = Word::number(imbalance);
        const auto cpu = find_busiest_queue(look.topology, look.policy, look.view, look.env, group);
        return cpu.has_number() ? static_cast<int>(cpu.number()) : nobody;
    }

    Look look;
};

TEST(FindBusiestQueue, of_tasks_the_first_longest_queue_is_taken) {
    EXPECT_EQ(Queues("v6.12").busiest(MigrationType::task, 1), 6);
    EXPECT_EQ(Queues("v6.12", {0, 0, 0, 0, 1, 0, 1, 0}).busiest(MigrationType::task, 1), 4);
    EXPECT_EQ(Queues("v6.12", {1, 0, 0, 0, 0, 0, 0, 0}).busiest(MigrationType::task, 1), nobody);
}

TEST(FindBusiestQueue, cpus_excluded_and_no_longer_looked_at_are_passed_over) {
    Queues queues("v6.12");
    queues.look.env.excluded = Word::CpuSet::only(Word::cpu(6));
    EXPECT_EQ(queues.busiest(MigrationType::task, 1), 7);
    queues.look.env.cpus = queues.look.env.cpus - Word::CpuSet::only(Word::cpu(7));
    EXPECT_EQ(queues.busiest(MigrationType::task, 1), 5);
}

TEST(FindBusiestQueue, a_single_task_with_more_load_than_asked_for_is_left) {
    Queues queues("v6.12", {0, 0, 0, 0, 1, 1, 0, 0});
    EXPECT_EQ(queues.busiest(MigrationType::load, 1024), 4);
    EXPECT_EQ(queues.busiest(MigrationType::load, 1023), nobody);
    queues.look.view.load[5] = Word::number(500);
    EXPECT_EQ(queues.busiest(MigrationType::load, 1023), 5);
    EXPECT_EQ(Queues("v6.12").busiest(MigrationType::load, 100), 6) << "queues of more tasks are taken anyway";
}

TEST(FindBusiestQueue, loads_are_compared_for_each_unit_of_capacity) {
    Machine machine = made_machine({.clusters = 2, .cores = 4});
    machine.capacity = {1024, 1024, 1024, 1024, 1024, 512, 768, 512};
    Look look(machine, "v6.12", {0, 0, 0, 0, 3, 2, 2, 2}, 0, 1);
    BusiestGroup<Word> group = look.group();
    group.busiest = Word::cpus(parse_cpu_list("4-7", "test"));
    group.migration = Word::choice(MigrationType::load);
    const auto cpu = find_busiest_queue(look.topology, look.policy, look.view, look.env, group);
    EXPECT_EQ(cpu.number(), 5U) << "4 a unit, before 3, 2.7 and another 4";
}

TEST(FindBusiestQueue, of_utilisation_cpus_with_two_tasks_are_asked_boosted_since_v6_6) {
    for (const char* name : {"v6.4", "v6.6"}) {
        Queues queues(name);
        EXPECT_EQ(queues.busiest(MigrationType::util, 100), 5) << "all are utilised to their capacity";
        queues.look.view.util[5] = Word::number(700);
        queues.look.view.util[6] = Word::number(800);
        queues.look.view.util[7] = Word::number(900);
        const bool boosted = queues.look.policy.rules.util_is_boosted;
        EXPECT_EQ(queues.busiest(MigrationType::util, 100), boosted ? 5 : 7) << name;
    }
    const std::vector<unsigned> single = {0, 0, 0, 0, 1, 1, 0, 0};
    EXPECT_EQ(Queues("v6.12", single).busiest(MigrationType::util, 100), nobody);
}

TEST(FindBusiestQueue, of_misfit_tasks_the_greatest_is_taken) {
    Queues queues("v6.12");
    EXPECT_EQ(queues.busiest(MigrationType::misfit, 1), nobody);
    queues.look.view.misfit_load[4] = Word::number(600);
    queues.look.view.misfit_load[7] = Word::number(700);
    EXPECT_EQ(queues.busiest(MigrationType::misfit, 1), 7);
}

TEST(FindBusiestQueue, a_single_task_is_not_taken_to_a_lesser_cpu) {
    Machine machine = two_clusters_of_two();
    machine.capacity = {512, 512, 1024, 1024};
    const auto busiest = [&](const std::vector<unsigned>& lengths, std::size_t cpu, const char* from) {
        Look look(machine, "v6.12", lengths, cpu, 1);
        BusiestGroup<Word> group = look.group();
        group.busiest = Word::cpus(parse_cpu_list(from, "test"));
        group.migration = Word::choice(MigrationType::task);
        const auto found = find_busiest_queue(look.topology, look.policy, look.view, look.env, group);
        return found.has_number() ? static_cast<int>(found.number()) : nobody;
    };
    EXPECT_EQ(busiest({0, 0, 1, 1}, 0, "2-3"), nobody);
    EXPECT_EQ(busiest({0, 0, 1, 2}, 0, "2-3"), 3);
    EXPECT_EQ(busiest({1, 1, 0, 0}, 2, "0-1"), 0);
}

}  // namespace
