// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: of each group of a domain one CPU balances at a time, the one that each revision chooses; v6.6 lets two.
// Method: every pattern of idle and busy CPUs on machines of up to eight CPUs, with the leaders counted; the states by
// which commit 6d7e4782bcf5 tells its fault; what a CPU about to idle looks at.
#include "model/policy/should_we_balance.hpp"

#include <gtest/gtest.h>

#include <map>

#include "tests/model/machine/made_machine.hpp"
#include "tests/support/machines.hpp"
#include "tests/support/steady_queues.hpp"

namespace {

using namespace schedmc;

Policy policy_of(const std::string& text) { return parse_policy(text, "test"); }

std::vector<unsigned> pattern(std::size_t cpus, std::size_t busy) {
    std::vector<unsigned> lengths(cpus);
    for (std::size_t cpu = 0; cpu < cpus; ++cpu) {
        lengths[cpu] = busy >> cpu & 1;
    }
    return lengths;
}

// The CPUs of the group around `cpu`, in its domain at `level`, that balance.
std::vector<std::size_t> leaders(const Topology<Word>& topology, const Policy& policy,
                                 const std::vector<unsigned>& lengths, std::size_t cpu, std::size_t level) {
    const LoadView<Word> view = steady_queues(topology, lengths);
    const SchedGroup& local = topology.domains.of_cpu[cpu][level].groups[0];
    std::vector<std::size_t> found;
    local.balance_mask.for_each([&](std::size_t member) {
        const auto env = first_look(topology, member, level, idleness(lengths, member));
        if (should_we_balance(topology, policy, view, env).is_true()) {
            found.push_back(member);
        }
    });
    return found;
}

// How many groups of the level have this many leaders, over all patterns.
std::map<std::size_t, std::size_t> counted(const Topology<Word>& topology, const Policy& policy,
                                           std::size_t level) {
    std::map<std::size_t, std::size_t> groups;
    const std::size_t cpus = topology.machine.cpu_count();
    for (std::size_t busy = 0; busy < std::size_t{1} << cpus; ++busy) {
        for (std::size_t cpu = 0; cpu < cpus; ++cpu) {
            if (level >= topology.domains.of_cpu[cpu].size()) {
                continue;
            }
            const SchedGroup& local = topology.domains.of_cpu[cpu][level].groups[0];
            if (local.balance_mask.next(0) == cpu) {
                ++groups[leaders(topology, policy, pattern(cpus, busy), cpu, level).size()];
            }
        }
    }
    return groups;
}

using Counts = std::map<std::size_t, std::size_t>;

TEST(ShouldWeBalance, one_cpu_of_each_group_leads_in_all_revisions_but_v6_6) {
    for (const Machine& machine :
         {simple_machine(1, 2, 2), simple_machine(2, 2, 2), simple_machine(1, 2, 2, true),
          made_machine({.nodes = 2, .cores = 2, .smt = 2}), made_machine({.nodes = 4, .cores = 2, .hop = 10}),
          made_ring_of_nodes(5), simple_machine(1, 2, 3)}) {
        const Topology<Word> topology(machine);
        for (const Revision& revision : revisions()) {
            if (revision.name == "v6.6") {
                continue;
            }
            for (std::size_t level = 0; level < topology.domains.of_cpu[0].size(); ++level) {
                const Counts groups = counted(topology, policy_of(std::string(revision.name)), level);
                EXPECT_EQ(groups.size(), 1U) << machine.name << " " << revision.name << " " << level;
                EXPECT_EQ(groups.begin()->first, 1U) << machine.name << " " << revision.name << " " << level;
            }
        }
    }
}

TEST(ShouldWeBalance, v6_6_lets_two_lead_where_no_core_is_idle) {
    const Topology<Word> cores(simple_machine(1, 2, 2));
    EXPECT_EQ(counted(cores, policy_of("v6.6"), 0), (Counts{{1, 64}}));
    EXPECT_EQ(counted(cores, policy_of("v6.6"), 1), (Counts{{1, 24}, {2, 8}}));
    const Topology<Word> caches(simple_machine(2, 2, 2));
    EXPECT_EQ(counted(caches, policy_of("v6.6"), 1), (Counts{{1, 768}, {2, 256}}));
    EXPECT_EQ(counted(caches, policy_of("v6.6"), 2), (Counts{{1, 352}, {2, 160}}));
}

TEST(ShouldWeBalance, the_planted_fall_through_is_the_one_of_v6_6) {
    Policy spoiled = policy_of("v6.12");
    spoiled.defect = Defect::leader_falls_through;
    const Topology<Word> topology(simple_machine(2, 2, 2));
    for (std::size_t level = 0; level < 3; ++level) {
        EXPECT_EQ(counted(topology, spoiled, level), counted(topology, policy_of("v6.6"), level));
    }
}

TEST(ShouldWeBalance, cpu_0_leads_beside_an_idle_cpu_of_the_other_core) {
    const Topology<Word> topology(made_machine({.nodes = 2, .cores = 2, .smt = 2}));
    const std::size_t top = topology.domains.of_cpu[0].size() - 1;
    const auto lead = [&](const std::string& policy, std::vector<unsigned> lengths) {
        lengths.resize(8);
        return leaders(topology, policy_of(policy), lengths, 0, top);
    };
    using Cpus = std::vector<std::size_t>;
    EXPECT_EQ(lead("v6.12", {1, 1, 0, 1}), Cpus{2});
    EXPECT_EQ(lead("v6.12", {1, 0, 3, 1}), Cpus{1});
    EXPECT_EQ(lead("v6.12", {1, 1, 1, 0}), Cpus{3});
    EXPECT_EQ(lead("v6.6", {1, 1, 0, 1}), (Cpus{0, 2}));
    EXPECT_EQ(lead("v6.6", {1, 0, 3, 1}), (Cpus{0, 1}));
    EXPECT_EQ(lead("v6.6", {1, 1, 1, 0}), (Cpus{0, 3}));
}

TEST(ShouldWeBalance, an_idle_core_leads_before_an_idle_sibling_from_v6_6_on) {
    const Topology<Word> topology(made_machine({.nodes = 2, .cores = 2, .smt = 2}));
    const std::size_t top = topology.domains.of_cpu[0].size() - 1;
    const std::vector<unsigned> lengths = {1, 0, 0, 0, 0, 0, 0, 0};
    const auto lead = [&](const char* policy) {
        return leaders(topology, policy_of(policy), lengths, 0, top);
    };
    EXPECT_EQ(lead("v6.4"), std::vector<std::size_t>{1});
    EXPECT_EQ(lead("v6.6"), std::vector<std::size_t>{2});
    EXPECT_EQ(lead("v7.1"), std::vector<std::size_t>{2});
    EXPECT_EQ(leaders(topology, policy_of("v7.1"), lengths, 0, 0), std::vector<std::size_t>{0})
        << "in a domain of siblings a group is one CPU";
}

TEST(ShouldWeBalance, a_cpu_about_to_idle_balances_unless_something_came_from_v6_1_on) {
    const Topology<Word> topology(simple_machine(1, 4, 1));
    const auto env = first_look(topology, 2, 0, IdleKind::newly_idle);
    LoadView<Word> queued = steady_queues(topology, {1, 1, 1, 0});
    LoadView<Word> pending = steady_queues(topology, {1, 1, 0, 0});
    pending.pending = Word::CpuSet::only(Word::cpu(2));
    const LoadView<Word> empty = steady_queues(topology, {0, 0, 0, 0});
    for (const Revision& revision : revisions()) {
        const Policy policy = policy_of(std::string(revision.name));
        const bool asked = revision.name != "v5.19";
        EXPECT_EQ(should_we_balance(topology, policy, queued, env).is_true(), !asked) << revision.name;
        EXPECT_EQ(should_we_balance(topology, policy, pending, env).is_true(), !asked) << revision.name;
        EXPECT_TRUE(should_we_balance(topology, policy, empty, env).is_true()) << revision.name;
    }
}

TEST(ShouldWeBalance, a_cpu_that_is_no_longer_looked_at_does_not_balance) {
    const Topology<Word> topology(simple_machine(1, 4, 1));
    const LoadView<Word> view = steady_queues(topology, {0, 0, 1, 1});
    for (const IdleKind idle : {IdleKind::idle, IdleKind::newly_idle}) {
        auto env = first_look(topology, 0, 0, idle);
        EXPECT_TRUE(should_we_balance(topology, policy_of("v6.12"), view, env).is_true());
        env.cpus = env.cpus - Word::CpuSet::only(env.dst);
        EXPECT_FALSE(should_we_balance(topology, policy_of("v6.12"), view, env).is_true());
    }
}

TEST(ShouldWeBalance, the_leader_is_sought_among_cpus_that_climb_by_the_group) {
    const Topology<Word> topology(made_ring_of_nodes(4));
    const std::size_t top = topology.domains.of_cpu[0].size() - 1;
    const SchedGroup& local = topology.domains.of_cpu[0][top].groups[0];
    ASSERT_EQ(local.span.count(), 3U);
    ASSERT_EQ(local.balance_mask.count(), 1U);
    // CPU 1 is idle and in the group, but climbs by a group of its own.
    const LoadView<Word> view = steady_queues(topology, {1, 0, 1, 1});
    const auto env = first_look(topology, 0, top, IdleKind::not_idle);
    EXPECT_TRUE(should_we_balance(topology, policy_of("v6.12"), view, env).is_true());
}

}  // namespace
