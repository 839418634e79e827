// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: a file is known by what is in it; what describes less than a machine is refused with what it lacks.
// Method: the beginning of each format, and of its neighbours.
#include "files/machine_format.hpp"

#include <gtest/gtest.h>

#include "tests/files/machine_fixtures.hpp"

namespace schedmc {
namespace {

MachineFormat format(const std::string& text) { return format_of(text, "f"); }

std::string refusal(const std::string& text) {
    return input_error_of([&] { format_of(text, "f"); });
}

TEST(FormatOf, KnowsTheFormatsByTheirContent) {
    EXPECT_EQ(format(fixture_text("bare.xml")), MachineFormat::hwloc_xml);
    EXPECT_EQ(format("\xef\xbb\xbf \n<topology/>"), MachineFormat::hwloc_xml);
    EXPECT_EQ(format("<topology a='" + std::string(100000, ' ') + "'/>"), MachineFormat::hwloc_xml);
    EXPECT_EQ(format(fixture_text("sysfs-two-packages.txt")), MachineFormat::sysfs);
    EXPECT_EQ(format(fixture_text("sysfs-no-caches.txt")), MachineFormat::sysfs);
    EXPECT_EQ(format("node/online: 0\r\n"), MachineFormat::sysfs);
    EXPECT_EQ(format(fixture_text("lscpu-two-packages.txt")), MachineFormat::lscpu_parsable);
    EXPECT_EQ(format(fixture_text("lscpu-table.txt")), MachineFormat::lscpu_table);
}

TEST(FormatOf, SaysWhatOthersLack) {
    EXPECT_EQ(
        refusal(fixture_text("lscpu-summary.txt")),
        "f: this is the summary of lscpu, which does not tell which CPUs share a core or a cache; give the "
        "output of lscpu -p or lscpu -e");
    EXPECT_EQ(refusal("available: 1 nodes (0)\nnode 0 cpus: 0 1\n"),
              "f: numactl -H tells nodes and distances, not which CPUs share a core or a cache; give the "
              "machine by "
              "lscpu -p, and this file to --distances");
    EXPECT_EQ(refusal("platform-info:\n    conf:\n"),
              "f: a platform description in YAML tells capacities, not which CPUs share a core or a cache; "
              "give the "
              "machine by lscpu -p or \"pack:1 core:6 pu:1\", and capacities by --capacity");
    EXPECT_EQ(refusal("# a log\n[    0.1] CPU0 attaching sched-domain(s):\n"),
              "f: these are a kernel's messages about its scheduling domains, not what they were built from; "
              "give the "
              "machine by lscpu -p, and distances by --distances FILE");
}

TEST(FormatOf, NamesTheKnownFormatsOtherwise) {
    const std::string known =
        "; known are hwloc XML (lstopo FILE.xml), lscpu -p, lscpu -e, and grep -r . /sys/devices/system/cpu "
        "/sys/devices/system/node";
    EXPECT_EQ(refusal(""), "f: the file is empty" + known);
    EXPECT_EQ(refusal("\n# CPU\n"), "f: the file is empty" + known);
    std::string wide = "CPU";
    for (int column = 0; column < 64; ++column) {
        wide += " L2";
    }
    EXPECT_EQ(refusal(wide),
              "f:1: 'CPU L2 L2 L2 L2 L2 L2 L2 L2 L2 L2 L2 L2 ' begins no description of a machine" + known);
    EXPECT_EQ(refusal("\n\n{\"version\": 1}\n"),
              "f:3: '{\"version\": 1}' begins no description of a machine" + known);
}

}  // namespace
}  // namespace schedmc
