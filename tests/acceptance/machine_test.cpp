// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: `schedmc machine` shows machines from files of every format and writes them as hwloc XML that it reads again.
// Method: the program itself, in a shell, on the fixtures of tests/files.
#include <array>

#include <gtest/gtest.h>

#include "tests/support/program.hpp"

namespace schedmc {
namespace {

const std::string fixtures = std::string(SCHEDMC_SOURCE_DIR) + "/tests/files/machines/";

TEST(MachineCommand, ShowsFilesOfEveryFormat) {
    constexpr std::array names{"two-packages.xml", "sysfs-two-packages.txt", "lscpu-two-packages.txt"};
    for (const std::string name : names) {
        const Ran ran = run_in_shell("schedmc machine " + fixtures + name);
        EXPECT_EQ(ran.exit_code, 0) << ran.err;
        EXPECT_NE(ran.out.find("total: 8 CPUs, 4 cores of 2 threads, 2 LLCs, 2 packages, 2 nodes"),
                  std::string::npos)
            << name << "\n"
            << ran.out;
    }
}

TEST(MachineCommand, WritesXmlThatItReadsAgain) {
    const Ran ran = run_in_shell(
        "schedmc machine xeon-8260-snc --to hwloc >m.xml && schedmc machine m.xml >again.txt && "
        "schedmc machine xeon-8260-snc | diff - again.txt");
    EXPECT_EQ(ran.exit_code, 0) << ran.out;
    EXPECT_EQ(ran.out + ran.err, "");
}

TEST(MachineCommand, WarnsOfWhatTheXmlDoesNotCarry) {
    const Ran ran = run_in_shell("schedmc machine coffee-lake-6c --isolate 3 --to hwloc >m.xml");
    EXPECT_EQ(ran.exit_code, 0);
    EXPECT_EQ(ran.err, "schedmc: warning: the XML does not carry the isolation of cpus 3\n");
}

TEST(MachineCommand, KnowsNoOtherFormatToWrite) {
    EXPECT_EQ(run_in_shell("schedmc machine coffee-lake-6c --to dot").exit_code, 64);
    EXPECT_EQ(run_in_shell("schedmc machine coffee-lake-6c --to hwloc --cpu 1").exit_code, 64);
}

}  // namespace
}  // namespace schedmc
