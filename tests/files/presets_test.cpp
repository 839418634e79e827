// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: each preset has the shape and the numbering that its name promises.
// Method: a table of counts and sibling pairs, and what holds for all of them.
#include "files/presets.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/files/machine_fixtures.hpp"

namespace schedmc {
namespace {

struct Expected {
    std::string name;
    std::size_t cpus;
    std::size_t cores;
    std::size_t llcs;
    std::size_t packages;
    std::size_t nodes;
    std::string siblings_of_0;
    std::string last_core;
    std::string llc_0;
};

const std::vector<Expected> table{
    {"xeon-8260", 96, 48, 2, 2, 2, "0,48", "47,95", "0-23,48-71"},
    {"xeon-8260-snc", 96, 48, 4, 2, 4, "0,48", "47,95", "0-11,48-59"},
    {"power-12c-smt8", 96, 12, 12, 2, 2, "0-7", "88-95", "0-7"},
    {"hygon-7447v", 384, 192, 24, 2, 2, "0,192", "191,383", "0-7,192-199"},
    {"coffee-lake-6c", 12, 6, 1, 1, 1, "0,6", "5,11", "0-11"},
    {"epyc-2x64c", 256, 128, 16, 2, 2, "0,128", "127,255", "0-7,128-135"},
};

TEST(Presets, AreTheKnownMachines) {
    const std::vector<Preset> known = presets();
    ASSERT_EQ(known.size(), table.size());
    for (std::size_t i = 0; i < table.size(); ++i) {
        EXPECT_EQ(known[i].name, table[i].name);
    }
}

TEST(Presets, HaveTheirShape) {
    const std::vector<Preset> known = presets();
    for (std::size_t i = 0; i < table.size(); ++i) {
        SCOPED_TRACE(table[i].name);
        const Machine& machine = known[i].machine;
        const std::vector<CpuMask> cores = blocks_of(machine, &Place::core);
        EXPECT_EQ(machine.present.count(), table[i].cpus);
        EXPECT_EQ(cores.size(), table[i].cores);
        EXPECT_EQ(blocks_of(machine, &Place::cluster), cores);
        EXPECT_EQ(blocks_of(machine, &Place::llc).size(), table[i].llcs);
        EXPECT_EQ(blocks_of(machine, &Place::package).size(), table[i].packages);
        EXPECT_EQ(blocks_of(machine, &Place::node).size(), table[i].nodes);
        EXPECT_EQ(cpu_list(cores.front()), table[i].siblings_of_0);
        EXPECT_EQ(cpu_list(cores.back()), table[i].last_core);
        EXPECT_EQ(cpu_list(blocks_of(machine, &Place::llc).front()), table[i].llc_0);
    }
}

TEST(Presets, AreWholeAndPlain) {
    for (const Preset& preset : presets()) {
        SCOPED_TRACE(preset.name);
        const Machine& machine = preset.machine;
        EXPECT_NO_THROW(check_machine(machine, preset.name));
        EXPECT_EQ(machine.name, preset.name);
        EXPECT_EQ(machine.present, CpuMask::first(machine.cpu_count()));
        EXPECT_EQ(machine.online, machine.present);
        EXPECT_TRUE(machine.isolated.empty());
        EXPECT_TRUE(
            std::all_of(machine.capacity.begin(), machine.capacity.end(), [](auto c) { return c == 1024; }));
        for (std::size_t a = 0; a < machine.distance.size(); ++a) {
            for (std::size_t b = 0; b < machine.distance.size(); ++b) {
                EXPECT_EQ(machine.distance[a][b], a == b ? 10 : 20);
            }
        }
        EXPECT_FALSE(preset.description.empty());
        EXPECT_EQ(preset.description.find('\n'), std::string::npos);
    }
}

TEST(Presets, OfSncSplitEachPackageIntoTwoNodes) {
    const Machine machine = presets()[1].machine;
    EXPECT_EQ(blocks_text(machine, &Place::package), "0-23,48-71 24-47,72-95");
    EXPECT_EQ(blocks_text(machine, &Place::node), "0-11,48-59 12-23,60-71 24-35,72-83 36-47,84-95");
    EXPECT_EQ(blocks_text(machine, &Place::llc), blocks_text(machine, &Place::node));
}

}  // namespace
}  // namespace schedmc
