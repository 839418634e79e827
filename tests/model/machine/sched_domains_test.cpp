// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: a machine gets the scheduling domains that Linux would give it.
// Method: small machines whose domains the rules of kernel/sched/topology.c fix by hand, told as text.
#include "model/machine/sched_domains.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "model/input_error.hpp"
#include "tests/model/machine/made_machine.hpp"

namespace schedmc {
namespace {

// "MC 0-3 {0-1}{2-3} | PKG ...": each domain's name, span and groups, the local group first.
std::string told(const SchedDomains& domains, std::size_t cpu) {
    std::string text;
    for (const SchedDomain& domain : domains.of_cpu[cpu]) {
        text += (text.empty() ? "" : " | ") + domain.name + " " + cpu_list(domain.span) + " ";
        for (const SchedGroup& group : domain.groups) {
            text += "{" + cpu_list(group.span) + "}";
        }
    }
    return text;
}

std::vector<std::string> balance_masks(const SchedDomain& domain) {
    std::vector<std::string> masks;
    for (const SchedGroup& group : domain.groups) {
        masks.push_back(cpu_list(group.balance_mask));
    }
    return masks;
}

std::vector<unsigned> imbalances(const SchedDomains& domains, std::size_t cpu) {
    std::vector<unsigned> values;
    for (const SchedDomain& domain : domains.of_cpu[cpu]) {
        values.push_back(domain.imb_numa_nr);
    }
    return values;
}

TEST(SchedDomains, GiveCoresOfOneLlcSmtAndMc) {
    const SchedDomains domains = build_sched_domains(made_machine({.cores = 2, .smt = 2}));
    EXPECT_EQ(told(domains, 0), "SMT 0-1 {0}{1} | MC 0-3 {0-1}{2-3}");
    EXPECT_EQ(told(domains, 3), "SMT 2-3 {3}{2} | MC 0-3 {2-3}{0-1}");
    EXPECT_EQ(cpu_list(domains.llc(1)->span), "0-3");
    EXPECT_EQ(domains.cluster(1), nullptr);
    EXPECT_EQ(domains.asym_cpucapacity(1), nullptr);
    EXPECT_TRUE(domains.smt_active);
    EXPECT_FALSE(domains.cluster_active);
}

TEST(SchedDomains, TellWhatTheDomainsTolerateAndDo) {
    const SchedDomains domains =
        build_sched_domains(made_machine({.nodes = 2, .llcs = 2, .cores = 2, .smt = 2}));
    ASSERT_EQ(told(domains, 0),
              "SMT 0-1 {0}{1} | MC 0-3 {0-1}{2-3} | PKG 0-7 {0-3}{4-7} | NUMA-1 0-15 {0-7}{8-15}");
    const std::vector<SchedDomain>& of_cpu0 = domains.of_cpu[0];
    using namespace sd_flag;
    constexpr unsigned always = balance_newidle | balance_exec | balance_fork | wake_affine;
    const std::array<unsigned, 4> flags{always | prefer_sibling | share_llc | share_cpucapacity,
                                        always | prefer_sibling | share_llc, always | prefer_sibling,
                                        always | numa | overlap | serialize};
    const std::array<unsigned, 4> imbalance_pct{110, 117, 117, 117};
    const std::array<unsigned, 4> cache_nice_tries{0, 1, 1, 2};
    const std::array<unsigned, 4> level{0, 2, 3, 5};
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(of_cpu0[i].flags, flags[i]) << of_cpu0[i].name;
        EXPECT_EQ(of_cpu0[i].imbalance_pct, imbalance_pct[i]) << of_cpu0[i].name;
        EXPECT_EQ(of_cpu0[i].cache_nice_tries, cache_nice_tries[i]) << of_cpu0[i].name;
        EXPECT_EQ(of_cpu0[i].level, level[i]) << of_cpu0[i].name;
        for (const SchedGroup& group : of_cpu0[i].groups) {
            EXPECT_EQ(group.flags, i == 0 ? 0U : flags[i - 1]) << of_cpu0[i].name << cpu_list(group.span);
            EXPECT_EQ(group.level, level[i]) << of_cpu0[i].name;
        }
    }
}

TEST(SchedDomains, GiveNothingToACpuAlone) {
    const SchedDomains domains = build_sched_domains(made_machine({}));
    EXPECT_TRUE(domains.of_cpu[0].empty());
    EXPECT_EQ(domains.llc(0), nullptr);
    EXPECT_TRUE(domains.wake_affine_span(0).empty());
}

TEST(SchedDomains, LeaveTheSmtLevelOutWhereCoresHaveOneCpu) {
    const SchedDomains domains = build_sched_domains(made_machine({.cores = 3}));
    EXPECT_EQ(told(domains, 1), "MC 0-2 {1}{2}{0}");
    EXPECT_FALSE(domains.smt_active);
}

TEST(SchedDomains, GiveClustersALevelAboveTheirCores) {
    const SchedDomains domains = build_sched_domains(made_machine({.clusters = 2, .cores = 4}));
    EXPECT_EQ(told(domains, 5), "CLS 4-7 {5}{6}{7}{4} | MC 0-7 {4-7}{0-3}");
    ASSERT_NE(domains.cluster(5), nullptr);
    EXPECT_EQ(cpu_list(domains.cluster(5)->span), "4-7");
    EXPECT_EQ(cpu_list(domains.llc(5)->span), "0-7");
    EXPECT_NE(domains.llc(5)->groups[0].flags & sd_flag::cluster, 0U);
    EXPECT_TRUE(domains.cluster_active);
}

// Cores 0-1 and 2-3 with two CPUs, 4 and 5 with one. The groups of the single CPUs forget the flags of the
// SMT level that went, those of the cores keep theirs.
TEST(SchedDomains, ShowAHybridMachineFromBothKindsOfCore) {
    Machine machine = made_machine({.cores = 3, .smt = 2});
    machine.places[5].core = machine.places[5].cluster = 3;
    const SchedDomains domains = build_sched_domains(machine);
    EXPECT_EQ(told(domains, 0), "SMT 0-1 {0}{1} | MC 0-5 {0-1}{2-3}{4}{5}");
    EXPECT_EQ(told(domains, 4), "MC 0-5 {4}{5}{0-1}{2-3}");
    EXPECT_EQ(domains.of_cpu[4][0].groups[0].flags, 0U);
    EXPECT_EQ(domains.of_cpu[0][1].groups[2].flags, 0U);
    EXPECT_NE(domains.of_cpu[4][0].groups[2].flags & sd_flag::share_cpucapacity, 0U);
}

// The ring that every CPU enters is the one that the highest CPU of the domain linked: {1,5}, {0,3}, {2,4}.
TEST(SchedDomains, KeepTheRingThatTheHighestCpuLinked) {
    Machine machine = made_machine({.cores = 3, .smt = 2});
    const std::array<std::uint16_t, 6> core{0, 1, 2, 0, 2, 1};
    for (std::size_t cpu = 0; cpu < 6; ++cpu) {
        machine.places[cpu].core = machine.places[cpu].cluster = core[cpu];
    }
    const SchedDomains domains = build_sched_domains(machine);
    EXPECT_EQ(told(domains, 5), "SMT 1,5 {5}{1} | MC 0-5 {1,5}{0,3}{2,4}");
    EXPECT_EQ(told(domains, 0), "SMT 0,3 {0}{3} | MC 0-5 {0,3}{2,4}{1,5}");
}

TEST(SchedDomains, AllowTheImbalanceOfTheNodeNotOfItsLlcs) {
    const auto of = [](const MadeShape& shape) {
        return imbalances(build_sched_domains(made_machine(shape)), 0);
    };
    using Values = std::vector<unsigned>;
    EXPECT_EQ(of({.nodes = 2, .cores = 2, .smt = 2}), (Values{0, 0, 1}));
    EXPECT_EQ(of({.nodes = 2, .cores = 16, .smt = 2}), (Values{0, 0, 4}));
    EXPECT_EQ(of({.nodes = 2, .llcs = 2, .cores = 2}), (Values{0, 2, 2}));
    EXPECT_EQ(of({.nodes = 4, .cores = 2, .hop = 10}), (Values{0, 1, 1, 2}));
    EXPECT_EQ(of({.nodes = 2, .cores = 1}), (Values{1}));
}

TEST(SchedDomains, AllowTheOldImbalanceOnRequest) {
    const Machine small = made_machine({.nodes = 2, .cores = 2});
    const Machine large = made_machine({.nodes = 2, .cores = 16, .smt = 2});
    EXPECT_EQ(imbalances(build_sched_domains(small, {4, 0}), 0), (std::vector<unsigned>{0, 0}));
    EXPECT_EQ(imbalances(build_sched_domains(large, {4, 0}), 0), (std::vector<unsigned>{0, 0, 8}));
}

// Nodes 0-1-2-3-0: node 0 sees its opposite, node 2, as the middle of that node's own neighbourhood.
TEST(SchedDomains, LetGroupsOfARingOfNodesOverlap) {
    const SchedDomains domains = build_sched_domains(made_ring_of_nodes(4));
    EXPECT_EQ(told(domains, 0), "NUMA-1 0-1,3 {0}{1}{3} | NUMA-2 0-3 {0-1,3}{1-3}");
    EXPECT_EQ(told(domains, 2), "NUMA-1 1-3 {2}{3}{1} | NUMA-2 0-3 {1-3}{0-1,3}");
    EXPECT_EQ(balance_masks(domains.of_cpu[0][0]), (std::vector<std::string>{"0", "1", "3"}));
    EXPECT_EQ(balance_masks(domains.of_cpu[0][1]), (std::vector<std::string>{"0", "2"}));
    EXPECT_EQ(balance_masks(domains.of_cpu[1][1]), (std::vector<std::string>{"1", "3"}));
}

// Nodes in a line: node 0 sees 0-2 at two hops, where node 2's own neighbours {1,2,3} would reach outside, so
// that node 2 is the group of its smaller domain. The record is that domain's.
TEST(SchedDomains, DescendWhereAGroupWouldLeaveTheDomain) {
    const SchedDomains domains = build_sched_domains(made_machine({.nodes = 4, .hop = 10}));
    EXPECT_EQ(told(domains, 0), "NUMA-1 0-1 {0}{1} | NUMA-2 0-2 {0-1}{2} | NUMA-3 0-3 {0-2}{1-3}");
    EXPECT_EQ(told(domains, 1), "NUMA-1 0-2 {1}{2}{0} | NUMA-2 0-3 {0-2}{2-3}");
    const SchedDomain& two_hops = domains.of_cpu[0][1];
    EXPECT_EQ(two_hops.groups[0].level, two_hops.level);
    EXPECT_EQ(two_hops.groups[1].level, two_hops.level - 1);
    EXPECT_EQ(balance_masks(two_hops), (std::vector<std::string>{"0", "2"}));
    EXPECT_EQ(balance_masks(domains.of_cpu[0][2]), (std::vector<std::string>{"0", "3"}));
}

TEST(SchedDomains, KeepFarNodesOutOfPlacementButNotOfBalancing) {
    constexpr unsigned placed = sd_flag::wake_affine | sd_flag::balance_exec | sd_flag::balance_fork;
    const SchedDomains domains = build_sched_domains(made_machine({.nodes = 4, .cores = 2, .hop = 10}));
    const std::vector<SchedDomain>& of_cpu0 = domains.of_cpu[0];
    ASSERT_EQ(of_cpu0.size(), 4U);
    EXPECT_EQ(of_cpu0[2].flags & placed, placed) << "distance 30 is near";
    EXPECT_EQ(of_cpu0[3].flags & placed, 0U) << "distance 40 is far";
    EXPECT_NE(of_cpu0[3].flags & sd_flag::balance_newidle, 0U);
    EXPECT_EQ(cpu_list(domains.wake_affine_span(0)), "0-5");
    EXPECT_EQ(cpu_list(domains.wake_affine_span(2)), "0-7");
}

TEST(SchedDomains, ForgetIsolatedCpus) {
    Machine machine = made_machine({.cores = 4, .smt = 2});
    machine.isolated = parse_cpu_list("1,3,6-7", "test");
    const SchedDomains domains = build_sched_domains(machine);
    EXPECT_EQ(told(domains, 0), "MC 0,2,4-5 {0}{2}{4-5}");
    EXPECT_EQ(told(domains, 4), "SMT 4-5 {4}{5} | MC 0,2,4-5 {4-5}{0}{2}");
    EXPECT_EQ(told(domains, 1), "");
    EXPECT_EQ(domains.llc(6), nullptr);
}

TEST(SchedDomains, GiveHalfIsolatedCoresNoSmtLevel) {
    Machine machine = made_machine({.cores = 2, .smt = 2});
    machine.places[1].core = machine.places[1].cluster = 1;
    machine.places[2].core = machine.places[2].cluster = 0;
    machine.isolated = parse_cpu_list("2-3", "test");
    const SchedDomains domains = build_sched_domains(machine);
    EXPECT_EQ(told(domains, 0), "MC 0-1 {0}{1}");
    EXPECT_TRUE(domains.smt_active) << "both cores have a sibling online, though isolated";
}

TEST(SchedDomains, ForgetOfflineCpus) {
    Machine machine = made_machine({.nodes = 3, .cores = 2, .smt = 2, .hop = 10});
    machine.online = parse_cpu_list("0,2,8-9", "test");
    const SchedDomains domains = build_sched_domains(machine);
    EXPECT_EQ(told(domains, 0), "MC 0,2 {0}{2} | NUMA-1 0,2,8-9 {0,2}{8-9}")
        << "no level for the node without CPUs";
    EXPECT_EQ(told(domains, 8), "SMT 8-9 {8}{9} | NUMA-1 0,2,8-9 {8-9}{0,2}");
    EXPECT_EQ(told(domains, 1), "");
    EXPECT_TRUE(domains.smt_active);
    machine.online = parse_cpu_list("0,2,8", "test");
    EXPECT_FALSE(build_sched_domains(machine).smt_active);
}

// The middle one of three nodes has an isolated CPU only: no domain has it, but the distances count.
TEST(SchedDomains, CountTheDistancesOfIsolatedNodes) {
    Machine machine = made_machine({.nodes = 3, .hop = 10});
    machine.isolated = parse_cpu_list("1", "test");
    EXPECT_EQ(told(build_sched_domains(machine), 0), "NUMA-2 0,2 {0}{2}");
}

TEST(SchedDomains, SplitACacheSharedAcrossNodes) {
    Machine machine = made_machine({.nodes = 2, .cores = 2});
    for (Place& place : machine.places) {
        place.llc = 0;
        place.package = 0;
    }
    const SchedDomains domains = build_sched_domains(machine);
    EXPECT_EQ(told(domains, 0), "MC 0-1 {0}{1} | NUMA-1 0-3 {0-1}{2-3}");
    EXPECT_EQ(cpu_list(domains.llc(3)->span), "2-3");
}

// Four LLCs: as two packages in one node, as one package of two nodes.
TEST(SchedDomains, TakeTheNodeForThePackage) {
    Machine one_node = made_machine({.nodes = 2, .llcs = 2, .cores = 2});
    Machine one_package = one_node;
    for (std::size_t cpu = 0; cpu < 8; ++cpu) {
        one_node.places[cpu].node = 0;
        one_package.places[cpu].package = 0;
    }
    EXPECT_EQ(told(build_sched_domains(one_node), 0), "MC 0-1 {0}{1} | PKG 0-7 {0-1}{2-3}{4-5}{6-7}");
    EXPECT_EQ(told(build_sched_domains(one_package), 0),
              "MC 0-1 {0}{1} | NODE 0-3 {0-1}{2-3} | NUMA-1 0-7 {0-3}{4-7}");
}

TEST(SchedDomains, MarkDomainsThatSeeSeveralCapacities) {
    Machine machine = made_machine({.nodes = 2, .clusters = 2, .cores = 2});
    machine.capacity = {512, 512, 1024, 1024, 256, 256, 256, 256};
    const SchedDomains domains = build_sched_domains(machine);
    ASSERT_EQ(told(domains, 0), "CLS 0-1 {0}{1} | MC 0-3 {0-1}{2-3} | NUMA-1 0-7 {0-3}{4-7}");
    constexpr unsigned asym = sd_flag::asym_cpucapacity | sd_flag::asym_cpucapacity_full;
    const auto flags = [&](std::size_t cpu, std::size_t i) { return domains.of_cpu[cpu][i].flags; };
    EXPECT_EQ(flags(0, 0) & asym, 0U);
    EXPECT_EQ(flags(0, 1) & asym, static_cast<unsigned>(sd_flag::asym_cpucapacity)) << "256 is elsewhere";
    EXPECT_EQ(flags(0, 2) & asym, asym);
    EXPECT_EQ(flags(0, 0) & sd_flag::prefer_sibling, 0U) << "the parent sees several";
    EXPECT_NE(flags(4, 0) & sd_flag::prefer_sibling, 0U) << "the parent sees one";
    ASSERT_NE(domains.asym_cpucapacity(0), nullptr);
    EXPECT_EQ(domains.asym_cpucapacity(0)->name, "NUMA-1");
    machine.isolated = parse_cpu_list("4-7", "test");
    const SchedDomains smaller = build_sched_domains(machine);
    ASSERT_NE(smaller.asym_cpucapacity(0), nullptr);
    EXPECT_EQ(smaller.asym_cpucapacity(0)->name, "MC") << "isolated CPUs do not count";
    EXPECT_NE(smaller.of_cpu[0][1].flags & sd_flag::prefer_sibling, 0U) << "MC spans all and has no parent";
    EXPECT_EQ(smaller.of_cpu[0][0].flags & sd_flag::prefer_sibling, 0U);
}

// Node 1 reaches all nodes at once and has no second level; node 0, which needs two, finds nobody there to
// stand for node 1, and keeps the level for the sake of wakeups. At 40 it has no use left.
TEST(SchedDomains, FollowDistancesThatDifferByDirection) {
    Machine machine = made_machine({.nodes = 3});
    machine.distance[0][1] = 30;
    EXPECT_EQ(told(build_sched_domains(machine), 0), "NUMA-1 0,2 {0}{2} | NUMA-2 0-2 {0,2}");
    EXPECT_EQ(told(build_sched_domains(machine), 1), "NUMA-1 0-2 {1}{2}{0}");
    machine.distance[0][1] = 40;
    EXPECT_EQ(told(build_sched_domains(machine), 0), "NUMA-1 0,2 {0}{2}");
}

TEST(SchedDomains, RefuseMoreThanSixtyFourNodes) {
    EXPECT_EQ(build_sched_domains(made_machine({.nodes = 64})).of_cpu[63].size(), 1U);
    EXPECT_THROW(build_sched_domains(made_machine({.nodes = 65})), InputError);
}

TEST(SchedDomains, RefuseCpusOfOtherMachines) {
    const SchedDomains domains = build_sched_domains(made_machine({.cores = 2}));
    EXPECT_DEATH(static_cast<void>(domains.llc(2)), "the CPU belongs to the machine");
    EXPECT_DEATH(static_cast<void>(domains.of_cpu[0][0].groups[2]), "inside the ring of groups");
}

}  // namespace
}  // namespace schedmc
