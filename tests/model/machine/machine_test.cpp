// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: a machine says which CPUs belong together, machines that cannot be scheduled on are refused with the
// reason, and CPU lists are read as they are written.
// Method: cases a rule, each defect alone in a good machine; lists by round trip.
#include "model/machine/machine.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "model/input_error.hpp"
#include "tests/model/machine/made_machine.hpp"

namespace schedmc {
namespace {

std::vector<std::string> lists(const std::vector<CpuMask>& blocks) {
    std::vector<std::string> texts;
    for (const CpuMask& block : blocks) {
        texts.push_back(cpu_list(block));
    }
    return texts;
}

using Lists = std::vector<std::string>;

// What check_machine says of two nodes x two cores x SMT2 with one defect; empty when it accepts them.
std::string complaint(const std::function<void(Machine&)>& defect) {
    Machine machine = made_machine({.nodes = 2, .cores = 2, .smt = 2});
    defect(machine);
    try {
        check_machine(machine, "place");
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

bool says(const std::string& text, const std::string& part) {
    return text.rfind("place: ", 0) == 0 && text.find(part) != std::string::npos;
}

std::string refusal(const std::string& list) {
    try {
        return "accepted as " + cpu_list(parse_cpu_list(list, "place"));
    } catch (const InputError& error) {
        return error.what();
    }
}

TEST(Machine, ListsItsBlocksByLowestCpu) {
    const Machine machine = made_machine({.nodes = 2, .cores = 2, .smt = 2});
    EXPECT_EQ(lists(blocks_of(machine, &Place::core)), (Lists{"0-1", "2-3", "4-5", "6-7"}));
    EXPECT_EQ(lists(blocks_of(machine, &Place::llc)), (Lists{"0-3", "4-7"}));
}

TEST(Machine, HasNoBlocksForAbsentCpus) {
    Machine machine = made_machine({.cores = 4, .smt = 2});
    machine.present = machine.online = parse_cpu_list("2-4,7", "test");
    number_blocks(machine, &Place::core);
    EXPECT_EQ(lists(blocks_of(machine, &Place::core)), (Lists{"2-3", "4", "7"}));
}

TEST(Machine, NumbersBlocksDenselyByLowestCpu) {
    Machine machine = made_machine({.cores = 3, .smt = 2});
    for (std::size_t cpu = 0; cpu < 6; ++cpu) {
        machine.places[cpu].core = cpu % 3 == 0 ? 700 : cpu % 3 == 1 ? 9 : 300;
    }
    number_blocks(machine, &Place::core);
    EXPECT_EQ(lists(blocks_of(machine, &Place::core)), (Lists{"0,3", "1,4", "2,5"}));
    EXPECT_EQ(machine.places[0].core, 0);
    EXPECT_EQ(machine.places[5].core, 2);
}

TEST(Machine, KeepsOnlineCpusHouseUnlessIsolated) {
    Machine machine = made_machine({.cores = 4});
    machine.online = parse_cpu_list("0-2", "test");
    machine.isolated = parse_cpu_list("2-3", "test");
    EXPECT_EQ(cpu_list(machine.housekeeping()), "0-1");
}

TEST(CheckMachine, AcceptsWhatCanBeScheduledOn) {
    EXPECT_EQ(complaint([](Machine&) {}), "");
    EXPECT_EQ(complaint([](Machine& m) {
                  m.online = m.isolated = CpuMask::first(8) - CpuMask::single(3);
                  m.online.insert(3);
              }),
              "");
    EXPECT_EQ(complaint([](Machine& m) { m.distance[0][1] = 11, m.distance[1][0] = 255; }), "");
    EXPECT_EQ(complaint([](Machine& m) { m.capacity[2] = 1; }), "");
}

TEST(CheckMachine, RefusesMachinesWithoutAWorkingCpu) {
    EXPECT_TRUE(
        says(complaint([](Machine& m) { m.present = m.online = CpuMask(); }), "the machine has no CPU"));
    EXPECT_TRUE(says(complaint([](Machine& m) { m.online = CpuMask(); }), "every CPU is offline"));
    EXPECT_TRUE(says(complaint([](Machine& m) { m.isolated = m.online; }), "every online CPU is isolated"));
}

TEST(CheckMachine, RefusesMoreCpusThanCanBeModelled) {
    EXPECT_TRUE(says(complaint([](Machine& m) {
                         m.places.resize(max_cpus + 1);
                         m.capacity.resize(max_cpus + 1, 1024);
                     }),
                     "CPU numbers up to 1024"));
}

TEST(CheckMachine, RefusesPartsThatAreSplit) {
    EXPECT_TRUE(says(complaint([](Machine& m) { m.places[1].cluster = 1; }),
                     "a core is split between clusters: cpu0 and cpu1 share the smaller one only"));
    EXPECT_TRUE(says(complaint([](Machine& m) { m.places[2].cluster = m.places[3].cluster = 2; }),
                     "a cluster is split between LLCs: cpu2 and cpu4"));
    EXPECT_TRUE(says(complaint([](Machine& m) { m.places[2].package = m.places[3].package = 1; }),
                     "an LLC is split between packages: cpu0 and cpu2"));
    EXPECT_TRUE(says(complaint([](Machine& m) { m.places[5].node = 0; }),
                     "a core is split between nodes: cpu4 and cpu5"));
}

TEST(CheckMachine, RefusesDistancesThatAreNone) {
    EXPECT_TRUE(says(complaint([](Machine& m) { m.distance.resize(1); }), "1 rows for 2 nodes"));
    EXPECT_TRUE(says(complaint([](Machine& m) { m.distance[1].pop_back(); }), "not square"));
    EXPECT_TRUE(
        says(complaint([](Machine& m) { m.distance[1][1] = 11; }), "distance 11 from node 1 to node 1"));
    EXPECT_TRUE(
        says(complaint([](Machine& m) { m.distance[0][1] = 10; }), "distance 10 from node 0 to node 1"));
    EXPECT_TRUE(
        says(complaint([](Machine& m) { m.distance[1][0] = 256; }), "distance 256 from node 1 to node 0"));
}

TEST(CheckMachine, RefusesCapacitiesOutOfRange) {
    EXPECT_TRUE(says(complaint([](Machine& m) { m.capacity[6] = 0; }), "cpu6 has capacity 0"));
    EXPECT_TRUE(says(complaint([](Machine& m) { m.capacity[0] = 1025; }), "cpu0 has capacity 1025"));
}

TEST(CpuList, IsReadAsTheKernelWritesIt) {
    EXPECT_EQ(cpu_list(parse_cpu_list("0-3,8,10-12", "test")), "0-3,8,10-12");
    EXPECT_EQ(cpu_list(parse_cpu_list("5,3,4,4,9-9", "test")), "3-5,9");
    EXPECT_TRUE(parse_cpu_list("", "test").empty());
    EXPECT_EQ(cpu_list(CpuMask()), "");
    EXPECT_EQ(cpu_list(CpuMask::first(1024)), "0-1023");
}

TEST(CpuList, IsRefusedWhereItIsNone) {
    for (const char* text :
         {",", "1,", ",1", "1,,2", "-", "1-", "-1", "3-1", "1-2-3", "a", "1 ,2", " ", "0x1"}) {
        EXPECT_TRUE(says(refusal(text), "is not a list of CPUs")) << text << ": " << refusal(text);
    }
    for (const char* text : {"1024", "0-1024", "4294967296", "99999999999999999999999"}) {
        EXPECT_TRUE(says(refusal(text), "is out of range")) << text << ": " << refusal(text);
    }
}

RC_GTEST_PROP(CpuList, ReadsBackWhatItWrote, ()) {
    CpuMask cpus;
    for (const std::size_t cpu : *rc::gen::container<std::vector<std::size_t>>(rc::gen::resize(
             100, rc::gen::inRange<std::size_t>(0, *rc::gen::element<std::size_t>(8, 200, 1024))))) {
        cpus.insert(cpu);
    }
    RC_ASSERT(parse_cpu_list(cpu_list(cpus), "test") == cpus);
}

}  // namespace
}  // namespace schedmc
