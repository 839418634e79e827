// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: people see a machine at a glance: what is alike is folded, what is odd is marked, lines keep their width.
// Method: golden files of machines that differ in kind; the folding by example.
#include "files/machine_picture.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "files/folded_rows.hpp"
#include "files/presets.hpp"
#include "files/read_machine.hpp"
#include "tests/files/machine_fixtures.hpp"
#include "tests/support/golden.hpp"

namespace schedmc {
namespace {

std::string picture(const Machine& machine, std::size_t columns = 100,
                    std::optional<std::size_t> cpu = std::nullopt) {
    return machine_picture(machine, build_sched_domains(machine), columns, cpu);
}

TEST(MachinePicture, ShowsPresets) {
    for (const Preset& preset : presets()) {
        expect_golden(picture(preset.machine), "files/golden/" + preset.name + ".txt");
    }
}

TEST(MachinePicture, ShowsOddMachines) {
    for (const std::string name : {"asymmetric-smt", "cluster-group", "offline-pu", "bare"}) {
        expect_golden(picture(read_machine(fixture(name + ".xml"))), "files/golden/" + name + ".txt");
    }
}

TEST(MachinePicture, MarksOfflineAndIsolatedCpus) {
    MachineOptions options;
    options.offline = "2,14,40-43";
    options.isolate = "2-3,6-7,80-95";
    expect_golden(picture(read_machine("xeon-8260-snc", options), 100, 14), "files/golden/marked.txt");
}

TEST(MachinePicture, BreaksLines) {
    const Machine machine = read_machine("pack:2 l3:1 core:18 pu:2(indexes=4*18:2*2:1*2)");
    expect_golden(picture(machine, 60), "files/golden/narrow.txt");
    for (std::size_t columns = 60; columns < 110; ++columns) {
        std::istringstream lines(picture(machine, columns));
        for (std::string line; std::getline(lines, line);) {
            EXPECT_LE(line.size(), columns) << line;
            EXPECT_FALSE(line.ends_with(' ')) << line;
        }
    }
}

TEST(MachinePicture, LosesNoCpuAtAnyWidth) {
    const Machine machine = presets()[0].machine;
    for (const std::size_t columns : {0U, 1U, 20U, 1000U}) {
        const std::string text = picture(machine, columns);
        for (const char* const word : {"0+48", "23+71", "24+72", "47+95"}) {
            EXPECT_NE(text.find(word), std::string::npos) << columns;
        }
    }
}

TEST(MachinePicture, SummarisesManyDistances) {
    const std::string text = picture(read_machine("numa:64 core:1 pu:2"));
    EXPECT_NE(text.find("\ndistances between 64 nodes: 10, 20\n"), std::string::npos);
}

TEST(MachinePicture, SaysWhyACpuHasNoDomains) {
    MachineOptions options;
    options.offline = "1";
    options.isolate = "2-3";
    const Machine machine = read_machine("core:4 pu:1", options);
    EXPECT_NE(picture(machine).find("cpu0 has no scheduling domain: it is the only CPU to schedule on\n"),
              std::string::npos);
    EXPECT_NE(picture(machine, 80, 1).find("cpu1 has no scheduling domain: it is offline\n"),
              std::string::npos);
    EXPECT_NE(picture(machine, 80, 2).find("cpu2 has no scheduling domain: it is isolated\n"),
              std::string::npos);
    EXPECT_EQ(input_error_of([&] { picture(machine, 80, 4); }),
              "--cpu: cpu 4 does not exist; this machine has cpus 0-3");
}

std::string folded(const Machine& machine, const std::vector<CoreCpus>& cores) {
    std::string text;
    for (const std::string& word : core_texts(machine, cores)) {
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

TEST(FoldedRows, FoldsOneStepOnly) {
    const Machine machine = presets()[3].machine;
    EXPECT_EQ(folded(machine, {{0}, {1}, {2}, {3}}), "0 1 2 3");
    EXPECT_EQ(folded(machine, {{0}, {1}, {2}, {3}, {4}}), "0 1 .. 4");
    EXPECT_EQ(folded(machine, {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {8, 9}}), "0+1 2+3 .. 8+9");
    EXPECT_EQ(folded(machine, {{0}, {1}, {2}, {3}, {4}, {6}, {8}, {10}, {12}, {14}}), "0 1 .. 4 6 8 .. 14");
    EXPECT_EQ(folded(machine, {{0, 9}, {1, 8}, {2, 7}, {3, 6}, {4, 5}}), "0+9 1+8 2+7 3+6 4+5");
    EXPECT_EQ(folded(machine, {}), "");
}

TEST(FoldedRows, JoinsThreadsInARow) {
    Machine machine = presets()[3].machine;
    EXPECT_EQ(core_text(machine, {0, 1, 2, 3, 8, 9}), "0-3+8+9");
    machine.online.erase(2);
    machine.isolated.insert(3);
    machine.isolated.insert(2);
    EXPECT_EQ(core_text(machine, {0, 1, 2, 3}), "0+1+[(2)]+(3)");
    EXPECT_EQ(folded(machine, {{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}}), "0 1 [(2)] (3) 4 5 .. 8");
}

}  // namespace
}  // namespace schedmc
