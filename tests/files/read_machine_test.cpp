// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: a source is taken for what it is - a preset, this machine, a file, a description - and what is none of them
// is refused with a remedy.
// Method: one example of each, and the exact words of each refusal.
#include "files/read_machine.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "files/presets.hpp"
#include "tests/files/machine_fixtures.hpp"

namespace schedmc {
namespace {

std::string refusal(const std::string& source) {
    return input_error_of([&] { read_machine(source); });
}

constexpr const char* known_formats =
    "known are hwloc XML (lstopo FILE.xml), lscpu -p, lscpu -e, and "
    "grep -r . /sys/devices/system/cpu /sys/devices/system/node";
constexpr const char* example = "; write for instance \"pack:2 l3:2 core:2 pu:2\"";

TEST(ReadMachine, KnowsPresetsByName) {
    for (const Preset& preset : presets()) {
        EXPECT_EQ(read_machine(preset.name), preset.machine);
    }
}

TEST(ReadMachine, FindsTheMachineItRunsOn) {
    const Machine machine = read_machine("this");
    EXPECT_EQ(machine.name, "this");
    EXPECT_FALSE(machine.online.empty());
}

TEST(ReadMachine, IsBlindToTheEnvironment) {
    const Machine plain = read_machine("this");
    ::setenv("HWLOC_XMLFILE", fixture("two-packages.xml").c_str(), 1);
    ::setenv("HWLOC_SYNTHETIC", "pack:3 core:3 pu:3", 1);
    EXPECT_EQ(read_machine("this"), plain);
    ::unsetenv("HWLOC_XMLFILE");
    ::unsetenv("HWLOC_SYNTHETIC");
}

TEST(ReadMachine, TakesSyntheticDescriptions) {
    const Machine machine = read_machine("pack:2 l3:2 core:2 pu:2");
    EXPECT_EQ(machine.name, "pack:2 l3:2 core:2 pu:2");
    EXPECT_EQ(cpu_list(machine.online), "0-15");
    EXPECT_EQ(blocks_text(machine, &Place::core), "0-1 2-3 4-5 6-7 8-9 10-11 12-13 14-15");
    EXPECT_EQ(blocks_text(machine, &Place::cluster), blocks_text(machine, &Place::core));
    EXPECT_EQ(blocks_text(machine, &Place::llc), "0-3 4-7 8-11 12-15");
    EXPECT_EQ(blocks_text(machine, &Place::package), "0-7 8-15");
    EXPECT_EQ(blocks_text(machine, &Place::node), "0-15");
}

TEST(ReadMachine, TakesNodesAndClustersFromDescriptions) {
    const Machine machine = read_machine("pack:2 numa:2 l3:1 l2:2 core:2 pu:2");
    EXPECT_EQ(blocks_text(machine, &Place::node), "0-7 8-15 16-23 24-31");
    EXPECT_EQ(blocks_text(machine, &Place::llc), "0-7 8-15 16-23 24-31");
    EXPECT_EQ(blocks_text(machine, &Place::cluster), "0-3 4-7 8-11 12-15 16-19 20-23 24-27 28-31");
    const std::vector<std::uint16_t> row{20, 10, 20, 20};
    EXPECT_EQ(machine.distance[1], row);
}

TEST(ReadMachine, TakesTheL2ForTheLlcWhereThereIsNoL3) {
    const Machine machine = read_machine("pack:1 l2:2 core:2 pu:1");
    EXPECT_EQ(blocks_text(machine, &Place::llc), "0-1 2-3");
    EXPECT_EQ(blocks_text(machine, &Place::cluster), "0 1 2 3");
}

TEST(ReadMachine, TakesThePackageForTheLlcWithoutCaches) {
    EXPECT_EQ(blocks_text(read_machine("pack:2 core:2 pu:2"), &Place::llc), "0-3 4-7");
    EXPECT_EQ(blocks_text(read_machine("core:2 pu:2"), &Place::llc), "0-3");
    EXPECT_EQ(blocks_text(read_machine("pack:1 numa:2 core:1 pu:2"), &Place::llc), "0-1 2-3");
}

TEST(ReadMachine, FollowsIndexesOfDescriptions) {
    EXPECT_EQ(blocks_text(read_machine("pack:2 core:2 pu:2(indexes=2*4:1*2)"), &Place::core),
              "0,4 1,5 2,6 3,7");
    EXPECT_EQ(blocks_text(read_machine("core:2 pu:2(indexes=3,1,2,7)"), &Place::core), "1,3 2,7");
}

TEST(ReadMachine, RefusesDescriptionsThatHwlocWouldIgnoreInPart) {
    EXPECT_EQ(refusal("core:2 pu:2(indexes=0,1,2)"),
              "core:2 pu:2(indexes=0,1,2): hwloc would ignore part of it: Missing comma after synthetic "
              "index #2 at "
              "'2)'" +
                  std::string(example));
    EXPECT_EQ(
        refusal("core:2 pu:2(indexes=0,1,1,2)"),
        "core:2 pu:2(indexes=0,1,1,2): hwloc would ignore part of it: objects contradict each other, while "
        "inserting Core (P#1 cpuset 0x00000006) at Core (P#0 cpuset 0x00000003)" +
            std::string(example));
    EXPECT_EQ(refusal("pu:4(indexes=0,1,1,2)"),
              "pu:4(indexes=0,1,1,2): hwloc takes only 3 of its 4 CPUs; give each CPU a number of its own");
}

TEST(ReadMachine, RefusesCpuNumbersBeyondTheLimit) {
    EXPECT_EQ(refusal("pu:2(indexes=0,1024)"),
              "pu:2(indexes=0,1024): CPU number 1024 is out of range; CPU numbers are below 1024");
    EXPECT_EQ(refusal("pu:2(indexes=0,4000000000)"),
              "pu:2(indexes=0,4000000000): index 4000000000 is out of range; numbers are below 1024");
}

TEST(ReadMachine, TakesAsManyCpusAsCanBeModelled) {
    EXPECT_EQ(read_machine("pu:1024").online.count(), 1024U);
    EXPECT_EQ(refusal("pu:1025"),
              "pu:1025: the machine has more than 1024 CPUs; they are the product of all counts");
}

TEST(ReadMachine, RefusesGarbage) {
    EXPECT_EQ(refusal("foo:3"),
              "foo:3: hwloc cannot read it: Synthetic string with unknown object type at 'foo:3'" +
                  std::string(example));
    EXPECT_EQ(refusal("pack:2 core:2"),
              "pack:2 core:2: hwloc cannot read it: Synthetic string cannot use non-PU type for last level" +
                  std::string(example));
    EXPECT_EQ(refusal("pu:0"), "pu:0: the level 'pu:0' has no count" + std::string(example));
}

TEST(ReadMachine, SaysWhichPresetMayBeMeant) {
    EXPECT_EQ(refusal("xeon-8620"),
              "xeon-8620: there is no preset and no file of that name; did you mean xeon-8260?");
    EXPECT_EQ(refusal("elephant"),
              "elephant: there is no preset and no file of that name; known: this, xeon-8260, xeon-8260-snc, "
              "power-12c-smt8, hygon-7447v, coffee-lake-6c, epyc-2x64c");
    EXPECT_NE(refusal("").find("--machine: no machine is named"), std::string::npos);
    EXPECT_NE(refusal(std::string(5000, 'x')).find("xxx...: there is no preset"), std::string::npos);
}

TEST(ReadMachine, RefusesWhatIsNoFileToRead) {
    EXPECT_EQ(refusal("/"), "/: this is not a regular file; give the path of a file");
    EXPECT_EQ(refusal("/dev/zero"), "/dev/zero: this is not a regular file; give the path of a file");
    const TempFile large(std::string((std::size_t{16} << 20) + 1, ' '));
    EXPECT_EQ(input_error_of(large, [&] { read_machine(large.path()); }),
              "FILE: the file is too large; at most 16384 KiB are read");
    const TempFile empty("");
    EXPECT_EQ(input_error_of(empty, [&] { read_machine(empty.path()); }),
              std::string("FILE: the file is empty; ") + known_formats);
    const TempFile text("0,0,0,0\n");
    EXPECT_EQ(input_error_of(text, [&] { read_machine(text.path()); }),
              std::string("FILE:1: '0,0,0,0' begins no description of a machine; ") + known_formats);
}

TEST(ReadMachine, AppliesItsOptions) {
    MachineOptions options;
    options.numbering = Numbering::interleaved;
    options.offline = "3,7";
    options.isolate = "0";
    const Machine machine = read_machine("pack:2 core:2 pu:2", options);
    EXPECT_EQ(blocks_text(machine, &Place::core), "0,4 1,5 2,6 3,7");
    EXPECT_EQ(cpu_list(machine.online), "0-2,4-6");
    EXPECT_EQ(cpu_list(machine.housekeeping()), "1-2,4-6");
}

}  // namespace
}  // namespace schedmc
