// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/machine_line.hpp"

#include <algorithm>

#include "counterexamples/text_rows.hpp"

namespace schedmc {

namespace {

/// How many CPUs the blocks have, "4" or "2-8".
std::string sizes_of(const std::vector<CpuMask>& blocks) {
    std::size_t least = max_cpus;
    std::size_t greatest = 0;
    for (const CpuMask& block : blocks) {
        least = std::min(least, block.count());
        greatest = std::max(greatest, block.count());
    }
    return least == greatest ? std::to_string(least) : std::to_string(least) + "-" + std::to_string(greatest);
}

/// ", 2 LLCs of 4 cpus", or nothing where there is one only.
std::string several(const std::vector<CpuMask>& blocks, const std::string& thing) {
    return blocks.size() < 2 ? ""
                             : ", " + counted(blocks.size(), thing) + " of " + sizes_of(blocks) + " cpus";
}

std::string capacities_of(const Machine& machine) {
    std::uint16_t least = 1024;
    std::uint16_t greatest = 1;
    machine.present.for_each([&](std::size_t cpu) {
        least = std::min(least, machine.capacity[cpu]);
        greatest = std::max(greatest, machine.capacity[cpu]);
    });
    return least == greatest ? ""
                             : ", capacities " + std::to_string(least) + " to " + std::to_string(greatest);
}

/// ", cpus 2-3 isolated"; scattered CPUs are only counted.
std::string marked(const CpuMask& cpus, const std::string& mark) {
    constexpr std::size_t longest = 30;
    const std::string label = label_of("cpu", cpus);
    const std::string subject = label.size() <= longest ? label : counted(cpus.count(), "cpu");
    return cpus.empty() ? "" : ", " + subject + " " + mark;
}

}  // namespace

std::string machine_line(const Machine& machine) {
    const std::vector<CpuMask> cores = blocks_of(machine, &Place::core);
    const std::vector<CpuMask> clusters = blocks_of(machine, &Place::cluster);
    const std::vector<CpuMask> llcs = blocks_of(machine, &Place::llc);
    const std::size_t cpus = machine.present.count();
    const std::string threads = sizes_of(cores);
    std::string line =
        std::to_string(cpus) + (cpus == 1 ? " cpu: " : " cpus: ") + counted(cores.size(), "core");
    line += threads == "1" ? "" : " x " + threads + " threads";
    line += clusters == cores || clusters == llcs ? "" : several(clusters, "cluster");
    line += llcs.size() == 1 ? ", one LLC" : several(llcs, "LLC");
    line += several(blocks_of(machine, &Place::package), "package");
    line += several(blocks_of(machine, &Place::node), "node");
    line += capacities_of(machine);
    line += marked(machine.present - machine.online, "offline");
    line += marked(machine.isolated, "isolated");
    return line;
}

}  // namespace schedmc
