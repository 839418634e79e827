// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: the tables of lscpu become the machine they describe, and a damaged one an InputError with its line.
// Method: drawn machines written as tables and read back; fixtures that are odd in one way each; every prefix, every
// line and every cell taken out; the exact words of refusals.
#include "files/read_lscpu.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>

#include "files/machine_picture.hpp"
#include "files/read_machine.hpp"
#include "files/read_sysfs.hpp"
#include "model/input_error.hpp"
#include "tests/files/drawn_machine.hpp"
#include "tests/files/machine_fixtures.hpp"
#include "tests/support/golden.hpp"

namespace schedmc {
namespace {

constexpr std::array fixtures{"lscpu-two-packages", "lscpu-kinds-of-cores", "lscpu-no-caches", "lscpu-table"};

std::string refusal(const std::string& text) {
    return input_error_of([&] { read_lscpu(text, "l.txt"); });
}

std::string refusal(const std::string& name, const std::string& from, const std::string& to) {
    return refusal(edited(fixture_text(name), from, to));
}

RC_GTEST_PROP(ReadLscpu, ReadsWhatAnyMachineShowsButDistancesAndCapacities, ()) {
    Machine machine = *drawn_machines();
    const Machine read = read_lscpu(lscpu_of(machine), "l.txt");
    machine.capacity = read.capacity;
    machine.distance = read.distance;
    RC_ASSERT(read == machine);
}

TEST(ReadLscpu, SeesOddMachinesAsLinuxDoes) {
    for (const std::string name : fixtures) {
        const Machine machine = read_machine(fixture(name + ".txt"));
        expect_golden(machine_picture(machine, build_sched_domains(machine), 100),
                      "files/golden/" + name + ".txt");
    }
}

TEST(ReadLscpu, AgreesWithSysfs) {
    Machine machine = read_sysfs(fixture_text("sysfs-two-packages.txt"), "d.txt");
    machine.distance = {{10, 20}, {20, 10}};
    EXPECT_EQ(read_lscpu(fixture_text("lscpu-two-packages.txt"), "l.txt"), machine);
}

TEST(ReadLscpu, TellsKindsOfCoresApart) {
    const Machine machine = read_lscpu(fixture_text("lscpu-kinds-of-cores.txt"), "l.txt");
    EXPECT_EQ(blocks_text(machine, &Place::core), "0 1 2 3 4");
}

TEST(ReadLscpu, LetsTheL2DecideWhoAreSiblings) {
    // A guest whose threads have an L1 each.
    const Machine machine = read_lscpu(
        "# CPU,Core,Socket,Node,,L1d,L1i,L2\n0,0,0,0,,0,0,0\n1,0,0,0,,1,1,0\n2,1,0,0,,2,2,1\n", "l.txt");
    EXPECT_EQ(blocks_text(machine, &Place::core), "0-1 2");
    EXPECT_EQ(blocks_text(machine, &Place::llc), "0-1 2");
}

TEST(ReadLscpu, LeavesOutOfflineCpus) {
    EXPECT_EQ(cpu_list(read_lscpu(fixture_text("lscpu-table.txt"), "l.txt").present), "0-2,4-6");
    const Machine machine =
        read_lscpu("# CPU,Core,Socket,Node,Online\n0,0,0,0,Y\n1,,,,N\n2,0,0,0,N\n", "l.txt");
    EXPECT_EQ(cpu_list(machine.present), "0,2");
    EXPECT_EQ(cpu_list(machine.online), "0");
    EXPECT_EQ(cpu_list(read_lscpu("# CPU,Core,Socket\n0,0,0\n1,,\n", "l.txt").present), "0");
}

TEST(ReadLscpu, ReadsColumnsInAnyOrderAndEitherCase) {
    const Machine machine = read_lscpu("CORE CPU online\n0 4 yes\n0 2 yes\n1 7 yes\n", "l.txt");
    EXPECT_EQ(blocks_text(machine, &Place::core), "2,4 7");
    EXPECT_EQ(blocks_text(machine, &Place::llc), "2,4,7");
    const Machine joined = read_lscpu("# CPU,CORE,L1d:L1i:L2\n0,0,0:0:0\n1,1,1:1:0\n2,2,2:2:1\n", "l.txt");
    EXPECT_EQ(blocks_text(joined, &Place::llc), "0-1 2");
}

// Nothing but a machine or an InputError at the text.
void expect_bounded(const std::string& text) {
    try {
        EXPECT_FALSE(read_lscpu(text, "l.txt").present.empty());
    } catch (const InputError& error) {
        EXPECT_TRUE(std::string(error.what()).starts_with("l.txt")) << error.what();
    }
}

TEST(ReadLscpu, TakesEveryPrefixForAMachineOrRefusesIt) {
    for (const std::string name : fixtures) {
        const std::string text = fixture_text(name + ".txt");
        for (std::size_t length = 0; length < text.size(); ++length) {
            expect_bounded(text.substr(0, length));
        }
    }
}

TEST(ReadLscpu, TakesWhatIsLeftWithoutALineOrACellOrRefusesIt) {
    for (const std::string name : fixtures) {
        const std::string text = fixture_text(name + ".txt");
        for (const std::string ends : {"\n", ",\n", " \n"}) {
            for (std::size_t begin = 0; begin < text.size();) {
                const std::size_t end = std::min(text.find_first_of(ends, begin), text.size() - 1) + 1;
                expect_bounded(text.substr(0, begin) + text.substr(end));
                begin = end;
            }
        }
    }
}

TEST(ReadLscpu, RefusesMalformedRows) {
    const std::string name = "lscpu-two-packages.txt";
    EXPECT_EQ(refusal(name, "2,2,1,1,,2,2,2,1", "2,2,1,1,,2,2,2"),
              "l.txt:10: '2,2,1,1,,2,2,2' is no row of the table; a row has 9 columns");
    EXPECT_EQ(refusal(name, "2,2,1,1,", "1024,2,1,1,"),
              "l.txt:10: '1024' is not a CPU; CPU numbers are below 1024");
    EXPECT_EQ(refusal(name, "2,2,1,1,", "x,2,1,1,"),
              "l.txt:10: 'x' is not a CPU; CPU numbers are below 1024");
    EXPECT_EQ(refusal(name, "2,2,1,1,", ",2,1,1,"), "l.txt:10: '' is not a CPU; CPU numbers are below 1024");
    EXPECT_EQ(refusal(name, "2,2,1,1,", "1,2,1,1,"), "l.txt:10: cpu1 has two rows; a CPU has one");
    EXPECT_EQ(refusal(name, "2,2,1,1,", "2,-2,1,1,"),
              "l.txt:10: '-2' is no number of a core; numbers are decimal, '-' is unknown");
    EXPECT_EQ(refusal(name, "2,2,1,1,,2,2,2,1", "2,2,1,1,,2,2,2,123456789012345678901"),
              "l.txt:10: '123456789012345678901' is no number of a l3; numbers are decimal, '-' is unknown");
    EXPECT_EQ(refusal("lscpu-table.txt", "yes", "maybe"),
              "l.txt:2: 'maybe' is no answer; the column ONLINE has yes and no");
    EXPECT_EQ(refusal("lscpu-table.txt", "0    0 0:0:0:0", "0    - 0:0:0:0"),
              "l.txt:2: cpu0 is online and has no core; the core of a CPU is a number");
}

TEST(ReadLscpu, RefusesTablesThatTellTooLittle) {
    EXPECT_EQ(refusal("# CPU,Node\n0,0\n"),
              "l.txt:1: there is no column CORE; lscpu -p without a list of columns has it");
    EXPECT_EQ(refusal("# CPU,Core\n"),
              "l.txt:1: no CPU follows the names of the columns; the file is cut short");
    EXPECT_EQ(refusal("0,0,0,0\n"),
              "l.txt: there is no line that names the columns; give the output of lscpu -p");
    EXPECT_EQ(refusal("# CPU,Core,Socket,Node\n0,0,0,0\n1,1,0,\n"),
              "l.txt: cpu1 is in no NUMA node; each CPU is in one of the nodes that the file tells");
}

TEST(ReadLscpu, LeavesTornCoresToTheCheckOfMachines) {
    const TempFile file("# CPU,Core,Socket,Node\n0,0,0,0\n1,0,0,1\n");
    EXPECT_EQ(
        input_error_of(file, [&] { read_machine(file.path()); }),
        "FILE: a core is split between nodes: cpu0 and cpu1 share the smaller one only; the levels of a "
        "machine are nested");
}

}  // namespace
}  // namespace schedmc
