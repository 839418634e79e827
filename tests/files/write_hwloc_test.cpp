// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: what is written as hwloc XML is read as the same machine; what XML cannot carry is named.
// Method: drawn machines there and back, whole and with CPUs taken offline; presets and fixtures; machines that hwloc
// cannot express.
#include "files/write_hwloc.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "files/presets.hpp"
#include "files/read_hwloc_xml.hpp"
#include "files/read_machine.hpp"
#include "tests/files/drawn_machine.hpp"
#include "tests/files/machine_fixtures.hpp"

namespace schedmc {
namespace {

using Lost = std::vector<std::string>;

Machine read_back(const WrittenMachine& written, const Machine& machine) {
    Machine read = read_hwloc_xml(written.xml, "w.xml");
    read.name = machine.name;
    return read;
}

void expect_round_trip(const Machine& machine) {
    const WrittenMachine written = write_hwloc(machine);
    EXPECT_EQ(written.lost, Lost{}) << machine.name;
    EXPECT_EQ(read_back(written, machine), machine) << machine.name;
}

RC_GTEST_PROP(WriteHwloc, IsReadAsTheSameMachineOrSaysWhatIsLost, ()) {
    Machine machine = *drawn_machines();
    if (*rc::gen::inRange(0, 2) == 1) {
        machine.present.for_each([&](std::size_t cpu) {
            if (cpu > machine.present.next(0) && *rc::gen::inRange(0, 3) == 1) {
                machine.online.erase(cpu);
            }
        });
    }
    const WrittenMachine written = write_hwloc(machine);
    const Machine read = read_back(written, machine);
    RC_ASSERT(read.online == machine.online);
    RC_ASSERT(read.present.is_subset_of(machine.present));
    RC_ASSERT((read == machine) == written.lost.empty());
    RC_ASSERT(written.lost.empty() || machine.online != machine.present);
}

TEST(WriteHwloc, CarriesEveryPreset) {
    for (const Preset& preset : presets()) {
        expect_round_trip(preset.machine);
    }
}

TEST(WriteHwloc, CarriesOddMachines) {
    for (const std::string name :
         {"offline-pu.xml", "asymmetric-smt.xml", "cluster-group.xml", "l3-over-two-nodes.xml",
          "two-l3-a-node.xml", "no-caches.xml", "sysfs-capacities.txt", "sysfs-sparse-nodes.txt",
          "sysfs-llc-over-two-nodes.txt"}) {
        expect_round_trip(read_machine(fixture(name)));
    }
    expect_round_trip(read_machine("pu:1024"));
    MachineOptions same_capacity;
    same_capacity.capacities = {"0-3=300"};
    expect_round_trip(read_machine("pu:4", same_capacity));
}

TEST(WriteHwloc, WritesTheSameBytesAgain) {
    const Machine machine = presets().front().machine;
    const std::string xml = write_hwloc(machine).xml;
    EXPECT_EQ(write_hwloc(machine).xml, xml);
    EXPECT_TRUE(xml.ends_with("</topology>\n"));
    EXPECT_EQ(xml.find("<support"), std::string::npos);
}

TEST(WriteHwloc, SaysThatIsolationIsLost) {
    MachineOptions options;
    options.isolate = "2-3";
    EXPECT_EQ(write_hwloc(read_machine("pack:1 core:2 pu:2", options)).lost,
              Lost{"the isolation of cpus 2-3"});
}

TEST(WriteHwloc, SaysWhatOfflineCpusLose) {
    MachineOptions core;
    core.offline = "2-3";
    EXPECT_EQ(write_hwloc(read_machine("pack:1 l3:1 core:2 pu:2", core)).lost, Lost{"what cpus 2-3 share"});
    MachineOptions package;
    package.offline = "4-7";
    EXPECT_EQ(write_hwloc(read_machine("pack:2 l3:1 core:2 pu:2", package)).lost,
              Lost{"cpus 4-7, which are offline with all that they share"});
}

TEST(WriteHwloc, RefusesWhatDoesNotNest) {
    Machine machine = read_machine("pack:2 core:2 pu:1");
    machine.name = "crossed";
    machine.distance = {{10, 20}, {20, 10}};
    for (std::size_t cpu = 0; cpu < 4; ++cpu) {
        machine.places[cpu].node = cpu % 2;
    }
    EXPECT_EQ(input_error_of([&] { write_hwloc(machine); }),
              "crossed: hwloc cannot express it: package 0 (cpus 0-1) and node 0 (cpus 0,2) overlap; one of "
              "them must be "
              "inside the other");
}

}  // namespace
}  // namespace schedmc
