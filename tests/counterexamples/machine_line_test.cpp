// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: a machine's line says what sets it apart and nothing else. Method: one machine a phrase.
#include "counterexamples/machine_line.hpp"

#include <gtest/gtest.h>

#include "tests/support/machines.hpp"

namespace schedmc {
namespace {

TEST(MachineLine, RegularMachines) {
    EXPECT_EQ(machine_line(simple_machine(1, 2, 2)), "4 cpus: 2 cores x 2 threads, one LLC");
    EXPECT_EQ(machine_line(simple_machine(1, 2, 2, true)), "4 cpus: 2 cores x 2 threads, one LLC");
    EXPECT_EQ(machine_line(simple_machine(1, 1, 1)), "1 cpu: one core, one LLC");
    EXPECT_EQ(machine_line(simple_machine(1, 1, 2)), "2 cpus: one core x 2 threads, one LLC");
    EXPECT_EQ(machine_line(simple_machine(3, 4, 2)), "24 cpus: 12 cores x 2 threads, 3 LLCs of 8 cpus");
}

TEST(MachineLine, PackagesNodesAndClusters) {
    Machine machine = simple_machine(2, 4, 2);
    for (Place& place : machine.places) {
        place.package = place.node = place.llc;
        place.cluster = static_cast<std::uint16_t>(place.core / 2);
    }
    machine.distance = {{10, 20}, {20, 10}};
    EXPECT_EQ(machine_line(machine),
              "16 cpus: 8 cores x 2 threads, 4 clusters of 4 cpus, 2 LLCs of 8 cpus, "
              "2 packages of 8 cpus, 2 nodes of 8 cpus");
}

TEST(MachineLine, WhatIsUneven) {
    Machine machine = simple_machine(2, 2, 2);
    machine.present.erase(5);
    machine.online = machine.present - CpuMask::single(6);
    machine.isolated = parse_cpu_list("1-3", "test");
    machine.capacity[0] = 512;
    EXPECT_EQ(machine_line(machine),
              "7 cpus: 4 cores x 1-2 threads, 2 LLCs of 3-4 cpus, capacities 512 to 1024, "
              "cpu6 offline, cpus 1-3 isolated");
}

TEST(MachineLine, ScatteredCpusAreCounted) {
    Machine machine = simple_machine(4, 16, 2);
    machine.isolated = parse_cpu_list("1,3,5,7,9,11,13,15,17,19,21,23,25,27,29", "test");
    EXPECT_EQ(machine_line(machine), "128 cpus: 64 cores x 2 threads, 4 LLCs of 32 cpus, 15 cpus isolated");
}

}  // namespace
}  // namespace schedmc
