// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: options change what they name, in their order, and a bad one is refused by its name.
// Method: a small machine, one option at a time; the exact words of each refusal.
#include "files/machine_options.hpp"

#include <gtest/gtest.h>

#include "files/read_machine.hpp"
#include "tests/files/machine_fixtures.hpp"

namespace schedmc {
namespace {

using Distances = std::vector<std::vector<std::uint16_t>>;

// 2 nodes, each 1 core of 2 threads.
Machine small() { return read_machine("pack:2 [numa] core:1 pu:2"); }

Machine with(const MachineOptions& options) {
    Machine machine = small();
    apply_options(machine, options);
    return machine;
}

std::string refusal(const MachineOptions& options) {
    return input_error_of([&] { with(options); });
}

MachineOptions offline(const std::string& list) {
    MachineOptions options;
    options.offline = list;
    return options;
}

MachineOptions isolate(const std::string& list) {
    MachineOptions options;
    options.isolate = list;
    return options;
}

MachineOptions capacities(const std::vector<std::string>& texts) {
    MachineOptions options;
    options.capacities = texts;
    return options;
}

MachineOptions distances(const std::string& path) {
    MachineOptions options;
    options.distances = path;
    return options;
}

TEST(MachineOptions, ChangeNothingByDefault) { EXPECT_EQ(with({}), small()); }

TEST(MachineOptions, TakeCpusOffline) {
    EXPECT_EQ(cpu_list(with(offline("1-2")).online), "0,3");
    EXPECT_EQ(cpu_list(with(offline("")).online), "0-3");
    EXPECT_EQ(refusal(offline("0-3")), "--offline: every CPU is offline; leave at least one CPU online");
    EXPECT_EQ(refusal(offline("4")), "--offline: cpu 4 does not exist; this machine has cpus 0-3");
    EXPECT_EQ(refusal(offline("1,")), "--offline: '1,' is not a list of CPUs; write 0-3,8");
    EXPECT_EQ(refusal(offline("-1")), "--offline: '-1' is not a list of CPUs; write 0-3,8");
    EXPECT_EQ(refusal(offline("3-1")), "--offline: '3-1' is not a list of CPUs; write 0-3,8");
    EXPECT_EQ(refusal(offline("1000000000")),
              "--offline: cpu 1000000000 is out of range; CPU numbers are below 1024");
}

TEST(MachineOptions, IsolateCpus) {
    const Machine machine = with(isolate("2-3"));
    EXPECT_EQ(cpu_list(machine.isolated), "2-3");
    EXPECT_EQ(cpu_list(machine.housekeeping()), "0-1");
    Machine isolated_before = small();
    isolated_before.isolated.insert(0);
    apply_options(isolated_before, isolate("2-3"));
    EXPECT_EQ(cpu_list(isolated_before.isolated), "0,2-3");
    EXPECT_EQ(refusal(isolate("0-3")),
              "--isolate: every online CPU is isolated; leave at least one CPU in the domains");
    EXPECT_EQ(refusal(isolate("x")), "--isolate: 'x' is not a list of CPUs; write 0-3,8");
    MachineOptions both = isolate("0-1");
    both.offline = "2-3";
    EXPECT_EQ(refusal(both),
              "--isolate: every online CPU is isolated; leave at least one CPU in the domains");
}

TEST(MachineOptions, SetCapacitiesTheLastOneLast) {
    const Machine machine = with(capacities({"0-2=512", "1=100"}));
    const std::vector<std::uint16_t> expected{512, 100, 512, 1024};
    EXPECT_EQ(machine.capacity, expected);
}

TEST(MachineOptions, RefuseOddCapacities) {
    const std::string form = "--capacity: '{}' does not say which CPUs have which capacity; write 4-7=512";
    for (const std::string text : {"", "512", "=512"}) {
        EXPECT_EQ(refusal(capacities({text})), edited(form, "{}", text));
    }
    for (const std::string value : {"", "0", "1025", "-1", "5x", "99999999999999999999"}) {
        EXPECT_EQ(refusal(capacities({"0=" + value})),
                  "--capacity: '" + value + "' is not a capacity; capacities are 1 to 1024");
    }
    EXPECT_EQ(refusal(capacities({"9=512"})), "--capacity: cpu 9 does not exist; this machine has cpus 0-3");
    EXPECT_EQ(refusal(capacities({"0-=512"})), "--capacity: '0-' is not a list of CPUs; write 0-3,8");
}

TEST(MachineOptions, ReadDistances) {
    const TempFile file("# near and far\n10 32\n\n 33\t10 # the way back\n");
    EXPECT_EQ(with(distances(file.path())).distance, (Distances{{10, 32}, {33, 10}}));
}

TEST(MachineOptions, ReadDistancesFromNumactl) {
    const TempFile file(
        "available: 3 nodes (0-2)\nnode 0 cpus: 2 3\nnode 0 size: 9 MB\nnode 1 cpus:\nnode 2 cpus: 0 1\n"
        "node distances:\nnode   0   1   2\n  0:  10  17  21\n  1:  17  10  28\n  2:  31  28  10\n");
    EXPECT_EQ(with(distances(file.path())).distance, (Distances{{10, 31}, {21, 10}}));
    const TempFile matrix("node distances:\nnode   0   4\n  0:  10  21\n  4:  31  10\n");
    EXPECT_EQ(with(distances(matrix.path())).distance, (Distances{{10, 21}, {31, 10}}));
}

TEST(MachineOptions, RefuseOddTextsOfNumactl) {
    const auto refused = [](const std::string& text) {
        const TempFile file(text);
        return input_error_of(file, [&] { with(distances(file.path())); });
    };
    const std::string head = "available: 2 nodes (0-1)\nnode 0 cpus: 0 1\nnode 1 cpus: 2 3\n";
    EXPECT_EQ(
        refused(head),
        "--distances FILE: this text of numactl -H has no distances; it prints them under `node distances:`");
    EXPECT_EQ(refused(head + "node distances:\nnode 0 1\n0: 10 20\n"),
              "--distances FILE: the matrix has 1 rows for 2 nodes; it has a row for each node that its "
              "first line names");
    EXPECT_EQ(refused(head + "node distances:\nnode 0 1\n1: 10 20\n"),
              "--distances FILE:6: '1:' begins no row of the matrix; here should be 0:");
    EXPECT_EQ(refused(head + "node distances:\nnode 0 1\n0: 10 20\n1: 20 10\n2: 20 10\n"),
              "--distances FILE:8: '2:' begins no row of the matrix; it has a row for each node that its "
              "first line "
              "names");
    EXPECT_EQ(refused(head + "node distances:\nnode 0 1\n0: 10 20\n1: 20 11\n"),
              "--distances FILE:7: distance 11 from node 1 to node 1; 10 to itself, 11 to 255 to others");
    const std::string matrix = "node distances:\nnode 0 1\n0: 10 20\n1: 20 10\n";
    EXPECT_EQ(refused("node 0 cpus: 0 2\nnode 1 cpus: 1 3\n" + matrix),
              "--distances FILE: node 0 has cpus 0,2; node 0 of the machine has cpus 0-1");
    EXPECT_EQ(refused("node 0 cpus: 0 1\nnode 1 cpus: 4\n" + matrix),
              "--distances FILE: it has distances of 1 nodes; one for each of the machine's 2 nodes");
    EXPECT_EQ(refused("node 0 cpus: 0 1024\n" + matrix),
              "--distances FILE:1: '1024' is not a CPU; CPU numbers are below 1024");
    EXPECT_EQ(refused("node distances:\nnode 0 1 2\n0: 10 20 20\n1: 20 10 20\n2: 20 20 10\n"),
              "--distances FILE: it has distances of 3 nodes; one for each of the machine's 2 nodes");
}

TEST(MachineOptions, RefuseOddDistances) {
    const auto refused = [](const std::string& text) {
        const TempFile file(text);
        return input_error_of(file, [&] { with(distances(file.path())); });
    };
    EXPECT_EQ(refused("10 20 30\n"),
              "--distances FILE:1: a row of 3 distances; one for each of the machine's 2 nodes");
    EXPECT_EQ(refused("10 20\n"),
              "--distances FILE: the matrix has 1 rows; one for each of the machine's 2 nodes");
    EXPECT_EQ(refused("10 20\n20 10\n20 30\n"),
              "--distances FILE:3: a row too many; one for each of the machine's 2 nodes");
    EXPECT_EQ(refused("10 20\nx 10\n"),
              "--distances FILE:2: 'x' is not a distance; 10 to itself, 11 to 255 to others");
    for (const std::string value : {"9", "256", "-20", "2e1", "99999999999999999999"}) {
        EXPECT_EQ(refused("10 " + value + "\n20 10\n"),
                  "--distances FILE:1: '" + value + "' is not a distance; 10 to itself, 11 to 255 to others");
    }
    EXPECT_EQ(refused("20 10\n10 20\n"),
              "--distances FILE:1: distance 20 from node 0 to node 0; 10 to itself, 11 to 255 to others");
    EXPECT_EQ(refused("10 10\n20 10\n"),
              "--distances FILE:1: distance 10 from node 0 to node 1; 10 to itself, 11 to 255 to others");
    EXPECT_EQ(refusal(distances("/nowhere")), "--distances /nowhere: there is no such file");
}

TEST(MachineOptions, SpeakOfTheNewNumbers) {
    MachineOptions options = offline("2");
    options.numbering = Numbering::interleaved;
    options.capacities = {"2=100"};
    const Machine machine = with(options);
    EXPECT_EQ(blocks_text(machine, &Place::core), "0,2 1,3");
    EXPECT_EQ(cpu_list(machine.online), "0-1,3");
    EXPECT_EQ(machine.capacity[2], 100);
}

}  // namespace
}  // namespace schedmc
