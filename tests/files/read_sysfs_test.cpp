// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: a dump of sysfs becomes the machine that Linux makes of these files, and a damaged dump an InputError with its
// line, never more.
// Method: drawn machines written as dumps and read back; fixtures that are odd in one way each, as pictures; every
// prefix of them and every line taken out; one wrong value at a time.
#include "files/read_sysfs.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>

#include "files/machine_picture.hpp"
#include "files/read_machine.hpp"
#include "model/input_error.hpp"
#include "tests/files/drawn_machine.hpp"
#include "tests/files/machine_fixtures.hpp"
#include "tests/support/golden.hpp"

namespace schedmc {
namespace {

constexpr std::array fixtures{"sysfs-two-packages",   "sysfs-llc-over-two-nodes", "sysfs-uneven-cores",
                              "sysfs-no-caches",      "sysfs-capacities",         "sysfs-sparse-nodes",
                              "sysfs-sockets-of-s390"};

std::string refusal(const std::string& text) {
    return input_error_of([&] { read_sysfs(text, "d.txt"); });
}

// The refusal of a fixture with one thing changed.
std::string refusal(const std::string& name, const std::string& from, const std::string& to) {
    return refusal(edited(fixture_text(name), from, to));
}

RC_GTEST_PROP(ReadSysfs, ReadsWhatAnyMachineShows, ()) {
    const Machine machine = *drawn_machines();
    RC_ASSERT(read_sysfs(sysfs_of(machine), "d.txt") == machine);
}

TEST(ReadSysfs, SeesOddMachinesAsLinuxDoes) {
    for (const std::string name : fixtures) {
        const Machine machine = read_machine(fixture(name + ".txt"));
        expect_golden(machine_picture(machine, build_sched_domains(machine), 100),
                      "files/golden/" + name + ".txt");
    }
}

TEST(ReadSysfs, ReadsMapsAndListsAlike) {
    const std::string text = fixture_text("sysfs-no-caches.txt");
    const std::string lists = edited(text, "thread_siblings: 00000000,00000004", "thread_siblings_list: 2");
    EXPECT_EQ(read_sysfs(lists, "d.txt"), read_sysfs(text, "d.txt"));
    EXPECT_EQ(read_sysfs(edited(text, "00000000,0000000f", "f"), "d.txt"), read_sysfs(text, "d.txt"));
}

TEST(ReadSysfs, LeavesOutOfflineCpusOfUnknownPlace) {
    const Machine machine = read_sysfs(fixture_text("sysfs-uneven-cores.txt"), "d.txt");
    EXPECT_EQ(cpu_list(machine.present), "0-1,4-7");
    EXPECT_EQ(cpu_list(machine.isolated), "7");
}

TEST(ReadSysfs, EndsTheLlcAtThePackage) {
    // An Arm phone under a kernel that shows clusters as packages.
    std::string text;
    for (const std::string cpu : {"0", "1", "2"}) {
        text += "cpu/cpu" + cpu + "/topology/thread_siblings_list: " + cpu + "\n";
        text += "cpu/cpu" + cpu + "/topology/core_siblings_list: " + (cpu < "2" ? "0-1" : "2") + "\n";
        text += "cpu/cpu" + cpu + "/cache/index3: level=3 type=Unified shared=0-2\n";
    }
    EXPECT_EQ(blocks_text(read_sysfs(text, "d.txt"), &Place::llc), "0-1 2");
}

TEST(ReadSysfs, GivesACoreAtLeastItsOwnLlc) {
    const Machine machine = read_sysfs(
        "cpu/cpu0/topology/thread_siblings_list: 0-1\ncpu/cpu0/cache/index0: level=1 type=Data shared=0\n"
        "cpu/cpu1/topology/thread_siblings_list: 0-1\ncpu/cpu1/cache/index0: level=1 type=Data shared=1\n"
        "cpu/cpu2/topology/thread_siblings_list: 2\ncpu/cpu2/cache/index0: level=1 type=Data shared=2\n",
        "d.txt");
    EXPECT_EQ(blocks_text(machine, &Place::llc), "0-1 2");
}

TEST(ReadSysfs, KeepsOfflineCpusWhosePlaceIsTold) {
    const std::string text = edited(fixture_text("sysfs-no-caches.txt"), "online: 0-3", "online: 0-2");
    const Machine machine = read_sysfs(text, "d.txt");
    EXPECT_EQ(cpu_list(machine.present), "0-3");
    EXPECT_EQ(cpu_list(machine.online), "0-2");
    EXPECT_EQ(blocks_text(machine, &Place::package), "0-1 2-3");
}

TEST(ReadSysfs, TakesAnL2ForAClusterOnlyWhereNothingElseTells) {
    const std::string cluster = "cpu/cpu0/topology/cluster_cpus_list: 0-1\n";
    std::string text;
    for (const std::string cpu : {"0", "1", "2", "3"}) {
        text += "cpu/cpu" + cpu + "/topology/thread_siblings_list: " + cpu + "\n";
        text += "cpu/cpu" + cpu +
                "/cache/index2: level=2 type=Unified shared=" + (cpu < "2" ? "0-1" : "2-3") + "\n";
        text += "cpu/cpu" + cpu + "/cache/index3: level=3 type=Unified shared=0-3\n";
    }
    EXPECT_EQ(blocks_text(read_sysfs(text, "d.txt"), &Place::cluster), "0-1 2-3");
    for (const std::string cpu : {"0", "1", "2", "3"}) {
        text += "cpu/cpu" + cpu + "/cpu_capacity: 1024\n";
    }
    EXPECT_EQ(blocks_text(read_sysfs(text, "d.txt"), &Place::cluster), "0 1 2 3");
}

// Nothing but a machine or an InputError at the dump.
void expect_bounded(const std::string& text) {
    try {
        const Machine machine = read_sysfs(text, "d.txt");
        EXPECT_FALSE(machine.present.empty());
        EXPECT_TRUE(machine.online.is_subset_of(machine.present));
    } catch (const InputError& error) {
        EXPECT_TRUE(std::string(error.what()).starts_with("d.txt")) << error.what();
    }
}

TEST(ReadSysfs, TakesEveryPrefixForAMachineOrRefusesIt) {
    for (const std::string name : fixtures) {
        const std::string text = fixture_text(name + ".txt");
        for (std::size_t length = 0; length < text.size(); ++length) {
            expect_bounded(text.substr(0, length));
        }
    }
}

TEST(ReadSysfs, NoticesCpusThatAreCutOff) {
    const std::string text = fixture_text("sysfs-two-packages.txt");
    EXPECT_EQ(refusal(text.substr(0, text.find("/sys/devices/system/cpu/cpu5"))),
              "d.txt:2: cpu5 is online and has no topology here; the dump is cut short");
}

TEST(ReadSysfs, TakesWhatIsLeftWithoutALineOrRefusesIt) {
    for (const std::string name : fixtures) {
        const std::string text = fixture_text(name + ".txt");
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = text.find('\n', begin) + 1;
            expect_bounded(text.substr(0, begin) + text.substr(end));
            begin = end;
        }
    }
}

TEST(ReadSysfs, RefusesWhatIsNoDump) {
    EXPECT_EQ(refusal("cpu/online: 0-3\nhello\n"),
              "d.txt:2: 'hello' is no line of a dump of sysfs; write cpu/cpu0/topology/core_id: 0");
    EXPECT_EQ(refusal("cpu/online: 0-3\n"),
              "d.txt: the dump has no CPU: there is no line cpu/cpuN/topology/...; dump it with grep -r . "
              "/sys/devices/system/cpu /sys/devices/system/node");
    EXPECT_EQ(refusal(std::string("cpu/online: 0\n\0", 15)), "d.txt:2: a NUL byte; this is not text");
    EXPECT_EQ(refusal("cpu/online: " + std::string(70000, '0')),
              "d.txt:1: the line is too long; at most 64 KiB are read");
}

TEST(ReadSysfs, BoundsLines) {
    EXPECT_EQ(refusal(std::string(1'000'001, '\n')),
              "d.txt:1000001: the text has too many lines; at most 1000000 are read");
}

TEST(ReadSysfs, RefusesNumbersOutOfRange) {
    const std::string name = "sysfs-two-packages.txt";
    EXPECT_EQ(refusal("cpu/cpu1024/topology/core_id: 0"),
              "d.txt:1: cpu 1024 is out of range; CPU numbers are below 1024");
    EXPECT_EQ(refusal("cpu/cpu99999999999999999999/online: 0"),
              "d.txt:1: cpu 99999999999999999999 is out of range; CPU numbers are below 1024");
    EXPECT_EQ(refusal(name, "online:0-7", "online:0-1024"),
              "d.txt:2: cpu 1024 is out of range; CPU numbers are below 1024");
    EXPECT_EQ(refusal(name, "level:2", "level:0"),
              "d.txt:20: '0' is not a level of a cache; levels are 1 to 9");
    EXPECT_EQ(refusal(name, "10 21", "10 256"),
              "d.txt:183: '256' is not a distance; 10 to itself, 11 to 255 to others");
    EXPECT_EQ(refusal("sysfs-capacities.txt", "400", "0"),
              "d.txt:4: '0' is not a capacity; capacities are 1 to 1024");
    EXPECT_EQ(refusal("sysfs-sparse-nodes.txt", "0,4,9", "0,4,9999"),
              "d.txt:3: cpu 9999 is out of range; CPU numbers are below 1024");
}

TEST(ReadSysfs, BoundsMaps) {
    const std::string name = "sysfs-no-caches.txt";
    const std::string map = "00000000,0000000f";
    const std::string words_of_1024 = [] {
        std::string text = "00000000";
        for (int word = 1; word < 32; ++word) {
            text += ",00000000";
        }
        return text;
    }();
    EXPECT_NO_THROW(
        read_sysfs(edited(fixture_text(name), map, words_of_1024.substr(9) + ",0000000f"), "d.txt"));
    EXPECT_EQ(refusal(name, map, "1," + words_of_1024),
              "d.txt:16: cpu 1024 is out of range; CPU numbers are below 1024");
    for (const std::string bad : {"", "0000000g", "0000000f,", "000000000f", "f,f", "0x0000000f"}) {
        EXPECT_EQ(refusal(name, map, bad),
                  "d.txt:16: '" + bad +
                      "' is not a map of CPUs; write 00000000,0000000f: words of 8 hexadecimal digits");
    }
}

TEST(ReadSysfs, RefusesContradictions) {
    const std::string name = "sysfs-two-packages.txt";
    const std::string one_time = "; a dump is of one machine at one time";
    EXPECT_EQ(
        refusal(name, "core_cpus_list:0,4", "core_cpus_list:0-1,4"),
        "d.txt:8: the core of cpu0 is 0-1,4, that of cpu1 is 1,5; CPUs that share are named by each other");
    EXPECT_EQ(refusal(name, "core_cpus_list:0,4", "core_cpus_list:4"),
              "d.txt:8: cpu0 is not in its own core; a CPU shares with itself");
    EXPECT_EQ(refusal(name, "shared_cpu_list:0-1,4-5", "shared_cpu_list:0-1,4-6"),
              "d.txt:26: the level 3 cache of cpu0 is 0-1,4-6, that of cpu1 is 0-1,4-5; CPUs that share are "
              "named by "
              "each other");
    EXPECT_EQ(refusal(name, "node/node1/cpulist:2-3", "node/node1/cpulist:1-3"),
              "d.txt:185: cpu1 is in two NUMA nodes; each CPU is in one");
    EXPECT_EQ(refusal(name, "node/node1/cpulist:2-3", "node/node1/cpulist:3"),
              "d.txt: cpu2 is in no NUMA node; each CPU is in one of the nodes that the file tells");
    EXPECT_EQ(refusal(fixture_text(name) + "cpu/online: 0-6\n"),
              "d.txt:187: cpu/online has another value in line 2" + one_time);
    EXPECT_EQ(refusal(fixture_text(name) + "cpu/cpu0/online: 0\n"),
              "d.txt:187: cpu/online says otherwise of cpu0" + one_time);
    EXPECT_EQ(refusal(fixture_text(name) + "cpu/cpu0/online: 2\n"),
              "d.txt:187: '2' is no answer; 1: the CPU is online, 0: it is not");
    EXPECT_EQ(refusal(name, "present:0-7", "present:0-6"),
              "d.txt:4: cpu7 has a topology and is not present" + one_time);
    EXPECT_EQ(refusal(name, "10 21", "10 21 21"),
              "d.txt:183: a row of 3 distances; one for each of the machine's 2 nodes");
    EXPECT_EQ(refusal(name, "node1/distance:", "node1/distant:"),
              "d.txt: some nodes have distances and some have not; the dump is cut short");
}

TEST(ReadSysfs, SaysWhatIsMissing) {
    const std::string name = "sysfs-two-packages.txt";
    const std::string cut = "; the dump is cut short";
    EXPECT_EQ(refusal(name, "cpu0/topology/core_cpus_list", "cpu0/topology/x"),
              "d.txt: cpu0 has no topology/thread_siblings_list" + cut);
    EXPECT_EQ(refusal(name, "cpu0/cache/index2/level", "cpu0/cache/index2/x"),
              "d.txt: cpu/cpu0/cache/index2 has no level" + cut);
    EXPECT_EQ(refusal("sysfs-llc-over-two-nodes.txt", "node/online: 0-1", "node/online: 0,7"),
              "d.txt: node7 has neither cpulist nor cpumap" + cut);
    EXPECT_EQ(refusal("sysfs-capacities.txt", "type=Unified", "kind=Unified"),
              "d.txt:10: the cache has no type=; write level=2 type=Unified shared=0-1");
}

}  // namespace
}  // namespace schedmc
