// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/write_hwloc.hpp"

#include <array>
#include <utility>

#include "files/check_hwloc_xml.hpp"
#include "files/hwloc_document.hpp"
#include "files/import_topology.hpp"
#include "files/printable.hpp"
#include "files/read_hwloc_xml.hpp"

namespace schedmc {

namespace {

std::vector<std::string> lost_between(const Machine& written, const Machine& read) {
    std::vector<std::string> lost;
    const CpuMask absent = written.present - read.present;
    if (!written.isolated.empty()) {
        lost.push_back("the isolation of cpus " + cpu_list(written.isolated));
    }
    if (!absent.empty()) {
        lost.push_back("cpus " + cpu_list(absent) + ", which are offline with all that they share");
    }
    CpuMask moved;
    CpuMask resized;
    // An index counts blocks, of which some may be missing now; what it means is whom the CPU shares with.
    constexpr std::array indexes{&Place::core, &Place::cluster, &Place::llc, &Place::package, &Place::node};
    for (std::uint16_t Place::*const index : indexes) {
        const std::vector<CpuMask> before = blocks_of(written, index);
        const std::vector<CpuMask> after = blocks_of(read, index);
        read.present.for_each([&](std::size_t cpu) {
            if ((before[written.places[cpu].*index] & read.present) != after[read.places[cpu].*index]) {
                moved.insert(cpu);
            }
        });
    }
    read.present.for_each([&](std::size_t cpu) {
        if (written.capacity[cpu] != read.capacity[cpu]) {
            resized.insert(cpu);
        }
    });
    if (!moved.empty()) {
        lost.push_back("what cpus " + cpu_list(moved) + " share");
    }
    if (!resized.empty()) {
        lost.push_back("the capacities of cpus " + cpu_list(resized));
    }
    if (absent.empty() && moved.empty() && written.distance != read.distance) {
        lost.emplace_back("distances between nodes");
    }
    return lost;
}

}  // namespace

WrittenMachine write_hwloc(const Machine& machine) {
    const std::string place = printable(machine.name, 80);
    HwlocXml document = check_hwloc_xml(hwloc_document(machine), place);
    WrittenMachine written;
    written.xml = topology_xml(
        {TopologySource::Kind::xml, std::move(document.text), document.online_cpuset, document.cpus}, place);
    written.lost = lost_between(machine, read_hwloc_xml(written.xml, place));
    return written;
}

}  // namespace schedmc
