// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: hwloc's objects become the machine that Linux sees, and damaged files an InputError, never more.
// Method: fixtures that are odd in one way each; contradictions made by hand; bytes flipped with fixed seeds.
#include "files/import_topology.hpp"

#include <gtest/gtest.h>

#include <random>

#include "files/read_machine.hpp"
#include "model/input_error.hpp"
#include "tests/files/machine_fixtures.hpp"

namespace schedmc {
namespace {

using Distances = std::vector<std::vector<std::uint16_t>>;

std::string refusal(const std::string& text) {
    const TempFile file(text);
    return input_error_of(file, [&] { read_machine(file.path()); });
}

// All but the name.
Machine nameless(const std::string& name) {
    Machine machine = read_machine(fixture(name));
    machine.name.clear();
    return machine;
}

TEST(ImportTopology, ReadsVersion2) {
    const Machine machine = read_machine(fixture("two-packages.xml"));
    EXPECT_EQ(machine.name, fixture("two-packages.xml"));
    EXPECT_EQ(cpu_list(machine.online), "0-7");
    EXPECT_EQ(blocks_text(machine, &Place::core), "0-1 2-3 4-5 6-7");
    EXPECT_EQ(blocks_text(machine, &Place::cluster), "0-1 2-3 4-5 6-7");
    EXPECT_EQ(blocks_text(machine, &Place::llc), "0-3 4-7");
    EXPECT_EQ(blocks_text(machine, &Place::package), "0-3 4-7");
    EXPECT_EQ(blocks_text(machine, &Place::node), "0-3 4-7");
    EXPECT_EQ(machine.distance, (Distances{{10, 21}, {21, 10}}));
}

TEST(ImportTopology, ReadsVersions1And3Alike) {
    EXPECT_EQ(nameless("two-packages-v1.xml"), nameless("two-packages.xml"));
    Machine without_latencies = nameless("two-packages.xml");
    without_latencies.distance = {{10, 20}, {20, 10}};
    EXPECT_EQ(nameless("version-3.xml"), without_latencies);
}

TEST(ImportTopology, KeepsOfflineCpusWherePlacesAreTold) {
    const Machine machine = nameless("offline-pu.xml");
    EXPECT_EQ(cpu_list(machine.present), "0-3");
    EXPECT_EQ(cpu_list(machine.online), "0-2");
    EXPECT_EQ(blocks_text(machine, &Place::core), "0-1 2-3");
    EXPECT_EQ(nameless("offline-pu-v1.xml"), machine);
}

TEST(ImportTopology, LeavesOutCpusThatCouldBePluggedIn) {
    const Machine machine = nameless("unplaced-offline.xml");
    EXPECT_EQ(cpu_list(machine.present), "0-3");
    EXPECT_EQ(machine.cpu_count(), 4U);
}

TEST(ImportTopology, LeavesOutCpusOfNoKnownLlc) {
    std::string text = fixture_text("unplaced-offline.xml");
    for (const char* const type : {"Package\"", "NUMANode\""}) {
        const std::string begin = std::string("type=\"") + type + " os_index=\"0\" cpuset=\"0x0000000f\" ";
        text =
            edited(text, begin + "complete_cpuset=\"0x0000000f\"", begin + "complete_cpuset=\"0x000000ff\"");
    }
    const TempFile file(text);
    EXPECT_EQ(cpu_list(read_machine(file.path()).present), "0-3");
}

TEST(ImportTopology, LeavesOutCpusOfNoKnownPackage) {
    const TempFile file(edited(fixture_text("no-caches.xml"), "complete_cpuset=\"0x000000ff\"",
                               "complete_cpuset=\"0x00000fff\""));
    EXPECT_EQ(cpu_list(read_machine(file.path()).present), "0-7");
}

TEST(ImportTopology, KeepsDisallowedCpusOnline) {
    const TempFile file(
        edited(fixture_text("bare.xml"), "allowed_cpuset=\"0x0000000f\"", "allowed_cpuset=\"0x00000003\""));
    EXPECT_EQ(cpu_list(read_machine(file.path()).online), "0-3");
}

TEST(ImportTopology, EndsTheLlcAtTheNode) {
    const Machine machine = nameless("l3-over-two-nodes.xml");
    EXPECT_EQ(blocks_text(machine, &Place::package), "0-7");
    EXPECT_EQ(blocks_text(machine, &Place::node), "0-3 4-7");
    EXPECT_EQ(blocks_text(machine, &Place::llc), "0-3 4-7");
}

TEST(ImportTopology, FindsSeveralLlcsInANode) {
    const Machine machine = nameless("two-l3-a-node.xml");
    EXPECT_EQ(blocks_text(machine, &Place::core), "0,8 1,9 2,10 3,11 4,12 5,13 6,14 7,15");
    EXPECT_EQ(blocks_text(machine, &Place::llc), "0-1,8-9 2-3,10-11 4-5,12-13 6-7,14-15");
    EXPECT_EQ(blocks_text(machine, &Place::node), "0-3,8-11 4-7,12-15");
}

TEST(ImportTopology, TakesThePackageForTheLlcWithoutCaches) {
    const Machine machine = nameless("no-caches.xml");
    EXPECT_EQ(blocks_text(machine, &Place::llc), "0-3 4-7");
    EXPECT_EQ(blocks_text(machine, &Place::node), "0-7");
}

TEST(ImportTopology, MakesDoWithCpusAlone) {
    const Machine machine = nameless("bare.xml");
    EXPECT_EQ(blocks_text(machine, &Place::core), "0 1 2 3");
    EXPECT_EQ(blocks_text(machine, &Place::llc), "0-3");
    EXPECT_EQ(blocks_text(machine, &Place::package), "0-3");
}

TEST(ImportTopology, ReadsUnevenCores) {
    const Machine machine = nameless("asymmetric-smt.xml");
    EXPECT_EQ(blocks_text(machine, &Place::core), "0-1 2-3 4 5 6 7");
    EXPECT_EQ(blocks_text(machine, &Place::cluster), "0-1 2-3 4-7");
    EXPECT_EQ(blocks_text(machine, &Place::llc), "0-7");
    const std::vector<std::uint16_t> capacity{1024, 1024, 1024, 1024, 446, 446, 446, 446};
    EXPECT_EQ(machine.capacity, capacity);
}

TEST(ImportTopology, LeavesOutMemoryWithoutCpus) {
    const Machine machine = nameless("memory-only-nodes.xml");
    EXPECT_EQ(blocks_text(machine, &Place::node), "0-3 4-7");
    EXPECT_EQ(machine.distance, (Distances{{10, 21}, {21, 10}}));
}

TEST(ImportTopology, ReadsClusterGroups) {
    const Machine machine = nameless("cluster-group.xml");
    EXPECT_EQ(blocks_text(machine, &Place::cluster), "0-3 4-7");
    EXPECT_EQ(blocks_text(machine, &Place::llc), "0-7");
}

TEST(ImportTopology, KnowsClusterGroupsByKindOrSubtype) {
    const auto clusters = [](const std::string& attributes) {
        const std::string both = "subtype=\"Cluster\" kind=\"222\"";
        const TempFile file(
            edited(edited(fixture_text("cluster-group.xml"), both, attributes), both, attributes));
        return blocks_text(read_machine(file.path()), &Place::cluster);
    };
    EXPECT_EQ(clusters("kind=\"222\""), "0-3 4-7");
    EXPECT_EQ(clusters("subtype=\"Cluster\" kind=\"0\""), "0-3 4-7");
    EXPECT_EQ(clusters("subtype=\"Tile\" kind=\"0\""), "0 1 2 3 4 5 6 7");
}

TEST(ImportTopology, MakesNoClusterOfAWholeLlc) {
    const std::string group = "kind=\"1001\"";
    const TempFile file(
        edited(edited(fixture_text("l3-over-two-nodes.xml"), group, "kind=\"222\""), group, "kind=\"222\""));
    const Machine machine = read_machine(file.path());
    EXPECT_EQ(blocks_text(machine, &Place::llc), "0-3 4-7");
    EXPECT_EQ(blocks_text(machine, &Place::cluster), "0-1 2-3 4-5 6-7");
}

TEST(ImportTopology, RefusesContradictions) {
    const std::string text = fixture_text("bare.xml");
    const std::string twice = edited(edited(text, "\"PU\" os_index=\"3\" cpuset=\"0x00000008\"",
                                            "\"PU\" os_index=\"2\" cpuset=\"0x00000004\""),
                                     "complete_cpuset=\"0x00000008\"", "complete_cpuset=\"0x00000004\"");
    EXPECT_EQ(refusal(twice),
              "FILE: there are two CPUs 2, or its cpuset names others; each PU object has one CPU of "
              "its own in its cpuset");
    EXPECT_EQ(refusal(edited(text, "type=\"PU\" os_index=\"3\"", "type=\"PU\" os_index=\"1\"")),
              "FILE: there are two CPUs 1, or its cpuset names others; each PU object has one CPU of its own "
              "in its "
              "cpuset");
    EXPECT_EQ(refusal(edited(text, "version=\"2.0\"", "version=\"9.0\""))
                  .rfind("FILE: hwloc cannot read it: cannot import XML version 9.0", 0),
              0U);
}

TEST(ImportTopology, GivesTheReasonsOfHwloc) {
    const std::string text = fixture_text("bare.xml");
    EXPECT_EQ(refusal(edited(text, "\"NUMANode\"", "\"Elephant\"")),
              "FILE: hwloc cannot read it: unrecognized object type string Elephant; save the machine again "
              "with lstopo "
              "FILE.xml");
    EXPECT_EQ(
        refusal(edited(text, "<object type=\"NUMANode\"", "<info name=\"\x01\"/><object type=\"NUMANode\""))
            .rfind("FILE: hwloc cannot read it: ", 0),
        0U);
}

TEST(ImportTopology, PrefersTheLatenciesOfLinux) {
    const std::string measured =
        "<distances2 type=\"NUMANode\" nbobjs=\"2\" kind=\"6\" name=\"Measured\" indexing=\"os\">"
        "<indexes length=\"4\">0 1 </indexes><u64values length=\"12\">10 99 99 10 </u64values></distances2>";
    const std::string both =
        edited(fixture_text("two-packages.xml"), "<distances2", measured + "<distances2");
    const TempFile file(both);
    EXPECT_EQ(read_machine(file.path()).distance, (Distances{{10, 21}, {21, 10}}));
    const TempFile other(edited(both, "name=\"NUMALatency\"", "name=\"Other\""));
    EXPECT_EQ(read_machine(other.path()).distance, (Distances{{10, 99}, {99, 10}}));
}

TEST(ImportTopology, RefusesOddLatencies) {
    const std::string text = fixture_text("two-packages.xml");
    EXPECT_EQ(refusal(edited(text, "10 21 21 10", "10 21 21 12")),
              "FILE: distance 12 from node 1 to node 1; 10 to itself, 11 to 255 to others");
    EXPECT_EQ(refusal(edited(text, "length=\"12\">10 21 21 10", "length=\"15\">10 70000 21 10")),
              "FILE: distance 65535 from node 0 to node 1; 10 to itself, 11 to 255 to others");
    const TempFile file(edited(text, "10 21 21 10", "10 21 21 12"));
    const TempFile matrix("10 30\n30 10\n");
    MachineOptions options;
    options.distances = matrix.path();
    EXPECT_EQ(read_machine(file.path(), options).distance, (Distances{{10, 30}, {30, 10}}));
}

// The wall stands even where the check before it would let a crash through.
TEST(ImportTopology, SurvivesWhatHwlocDoesNot) {
    const std::string text = edited(fixture_text("bare.xml"), "complete_cpuset=\"0x00000004\" ", "");
    const std::string refused = input_error_of([&] {
        import_topology({TopologySource::Kind::xml, text, "", 0}, "x");
    });
    EXPECT_EQ(refused, "x: hwloc could not read it: it crashed; save the machine again with lstopo FILE.xml");
}

void flip_and_read(const std::string& text, unsigned seed) {
    std::mt19937 random(seed);
    std::string damaged = text;
    for (unsigned flips = 1 + random() % 4; flips > 0; --flips) {
        char& byte = damaged[random() % damaged.size()];
        byte = random() % 3 == 0 ? static_cast<char>('0' + random() % 10)
                                 : static_cast<char>(byte ^ 1 << random() % 7);
    }
    const TempFile file(damaged);
    try {
        check_machine(read_machine(file.path()), "read");
    } catch (const InputError& error) {
        EXPECT_EQ(std::string(error.what()).rfind(file.path(), 0), 0U) << error.what();
    }
}

TEST(ImportTopology, SurvivesFlippedBytes) {
    for (const char* const name : {"bare.xml", "memory-only-nodes.xml", "offline-pu-v1.xml"}) {
        const std::string text = fixture_text(name);
        const std::string body = text.substr(text.find("<topology"));
        for (unsigned seed = 0; seed < 150; ++seed) {
            SCOPED_TRACE(std::string(name) + " seed " + std::to_string(seed));
            flip_and_read(body, seed);
        }
    }
}

}  // namespace
}  // namespace schedmc
