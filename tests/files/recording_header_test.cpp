// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: the header's lines give the machine, the kernel and the probes, and contradictions are refused at their line.
// Method: headers written by hand.
#include "files/recording_header.hpp"

#include <gtest/gtest.h>

#include "model/input_error.hpp"

namespace schedmc {
namespace {

RecordingHeader header_of(const std::vector<std::string>& lines) {
    RecordingHeader header("r");
    for (std::size_t i = 0; i < lines.size(); ++i) {
        header.take(lines[i], i + 1);
    }
    return header;
}

std::string refusal_of(const std::vector<std::string>& lines) {
    try {
        header_of(lines).machine();
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

const std::vector<std::string> two_nodes = {
    "### topo cpu0 core_id=0 pkg=0 smt=0,2 cl=0,2 pkgcpus=0,2 l2=0,2 l3=0,2 node=node1",
    "### topo cpu1 core_id=0 pkg=1 smt=1 cl=1 pkgcpus=1,3 l2=1 l3=1,3 node=node0",
    "### topo cpu2 core_id=0 pkg=0 smt=0,2 cl=0,2 pkgcpus=0,2 l2=0,2 l3=0,2 node=node1",
    "### topo cpu3 core_id=1 pkg=1 smt=3 cl=3 pkgcpus=1,3 l2=3 l3=1,3 node=node0",
    "### numa node0 cpus=1,3 dist=10 22 50",
    "### numa node1 cpus=0,2 dist=21 10 51",
    "### numa node2 cpus= dist=50 51 10",
};

TEST(RecordingHeader, DescribesTheMachine) {
    const auto machine = header_of(two_nodes).machine();
    ASSERT_TRUE(machine.has_value());
    EXPECT_EQ(cpu_list(machine->online), "0-3");
    const auto blocks = [&](std::uint16_t Place::*index) {
        std::string text;
        for (const CpuMask& block : blocks_of(*machine, index)) {
            text += "{" + cpu_list(block) + "}";
        }
        return text;
    };
    EXPECT_EQ(blocks(&Place::core), "{0,2}{1}{3}");
    EXPECT_EQ(blocks(&Place::cluster), "{0,2}{1}{3}");
    EXPECT_EQ(blocks(&Place::llc), "{0,2}{1,3}");
    EXPECT_EQ(blocks(&Place::package), "{0,2}{1,3}");
    // Nodes are numbered by their lowest CPU; one without CPUs has no place.
    EXPECT_EQ(blocks(&Place::node), "{0,2}{1,3}");
    EXPECT_EQ(machine->distance, (std::vector<std::vector<std::uint16_t>>{{10, 21}, {22, 10}}));
}

TEST(RecordingHeader, TakesWhatACpuDoesNotTellFromTheLevelBelow) {
    const auto machine =
        header_of({"### topo cpu0 smt=0-1 l2=0-1", "### topo cpu1 smt=0-1 l2=0-1", "### topo cpu2"})
            .machine();
    ASSERT_TRUE(machine.has_value());
    EXPECT_EQ(blocks_of(*machine, &Place::llc).size(), 2U);
    EXPECT_EQ(blocks_of(*machine, &Place::node).size(), 1U);
}

TEST(RecordingHeader, NamesTheKernel) {
    EXPECT_EQ(
        header_of({"### uname: Linux (none) 6.12.117 #2 SMP Mon Nov 30 2026 x86_64 GNU/Linux"}).kernel(),
        "6.12.117");
    EXPECT_EQ(
        header_of({"### uname: Linux h 6.1.0-57-cloud-amd64 #1 SMP PREEMPT_DYNAMIC Debian 6.1.192-3 (2026)"})
            .kernel(),
        "6.1.192");
    EXPECT_EQ(header_of({"### uname: Linux"}).kernel(), "");
    EXPECT_EQ(header_of({}).kernel(), "");
}

TEST(RecordingHeader, KnowsTheProbesThatWerePlaced) {
    const auto header =
        header_of({"### probe ok: p:k/srq select_task_rq_fair pid=+1376($arg1):s32",
                   "### probe FAIL: p:k/sis select_idle_sibling prev=$arg2:s32", "### probe ok: x"});
    EXPECT_TRUE(header.has_probe("srq"));
    EXPECT_FALSE(header.has_probe("sis"));
}

TEST(RecordingHeader, KnowsSwitchesAndDomains) {
    const auto header =
        header_of({"### features: PLACE_LAG NO_SIS_PROP SIS_UTIL ", "### dom cpu0 domain0 name=MC flags="});
    EXPECT_EQ(header.feature("SIS_UTIL"), true);
    EXPECT_EQ(header.feature("SIS_PROP"), false);
    EXPECT_EQ(header.feature("WA_IDLE"), std::nullopt);
    EXPECT_EQ(header.domains().size(), 1U);
    EXPECT_NE(refusal_of({"### topo cpu0", "### dom cpu0"}).find("r:2: the domain has no CPU and number"),
              std::string::npos);
}

TEST(RecordingHeader, TellsNoMachineWithoutCpus) {
    EXPECT_FALSE(header_of({"### uname: Linux h 6.12.117", "### knob nr_migrate=32"}).machine().has_value());
}

TEST(RecordingHeader, RefusesWhatCannotBe) {
    EXPECT_NE(refusal_of({"### topo cpu0 smt=0-"}).find("r:1"), std::string::npos);
    EXPECT_NE(refusal_of({"### topo cpu0 smt=1"}).find("r:1: smt does not name cpu0"), std::string::npos);
    EXPECT_NE(refusal_of({"### topo cpu0", "### topo cpu0"}).find("r:2: cpu0 is told twice"),
              std::string::npos);
    EXPECT_NE(refusal_of({"### topo cpu0 smt=0-1", "### topo cpu1 smt=1"}).find("do not agree"),
              std::string::npos);
    EXPECT_NE(refusal_of({"### topo cpux"}).find("r:1: the CPU has no number"), std::string::npos);
    EXPECT_NE(refusal_of({"### topo cpu1024"}).find("r:1: the CPU has no number"), std::string::npos);
    EXPECT_NE(refusal_of({"### topo cpu0", "### numa node0 cpus=0 dist=1x"}).find("r:2: a distance"),
              std::string::npos);
    EXPECT_NE(refusal_of({"### topo cpu0", "### numa node0 cpus=0"}).find("r:2: a distance is missing"),
              std::string::npos);
    EXPECT_NE(refusal_of({"### topo cpu0", "### numa node0 cpus=0 dist=11"}), "");
    // Levels that are not nested.
    EXPECT_NE(refusal_of({"### topo cpu0 smt=0-1 l3=0", "### topo cpu1 smt=0-1 l3=1"}), "");
}

}  // namespace
}  // namespace schedmc
