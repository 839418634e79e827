// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/format.h>

#include "counterexamples/read_trace_parts.hpp"

namespace schedmc {

namespace {

/// The numbers of one kind of block, which are dense in order of each block's lowest CPU.
struct DenseIndex {
    const char* name;
    std::uint16_t Place::*index;
    std::uint64_t next = 0;

    void read(const JsonNode& row, Place& place) {
        const JsonNode node = row.at(name);
        const std::uint64_t number = node.number(0, max_cpus - 1);
        if (number > next) {
            node.fail(fmt::format("{} {} comes before {} {}", name, number, name, next),
                      "blocks are numbered in order of their lowest cpu");
        }
        next += number == next ? 1 : 0;
        place.*index = static_cast<std::uint16_t>(number);
    }
};

void read_cpus(const JsonNode& rows, Machine& machine) {
    DenseIndex indices[] = {{"core", &Place::core},
                            {"cluster", &Place::cluster},
                            {"llc", &Place::llc},
                            {"package", &Place::package},
                            {"node", &Place::node}};
    const std::size_t count = rows.size(max_cpus);
    for (std::size_t i = 0; i < count; ++i) {
        const JsonNode row = rows.member(i);
        row.expect_keys({"cpu", "core", "cluster", "llc", "package", "node", "capacity"});
        const std::size_t cpu = row.at("cpu").number(0, max_cpus - 1);
        if (cpu < machine.cpu_count()) {
            row.at("cpu").fail(fmt::format("cpu {} after cpu {}", cpu, machine.cpu_count() - 1),
                               "cpus stand in increasing order");
        }
        machine.places.resize(cpu + 1);
        machine.capacity.resize(cpu + 1, 1024);
        machine.present.insert(cpu);
        machine.capacity[cpu] = static_cast<std::uint16_t>(row.at("capacity").number(1, 1024));
        for (DenseIndex& index : indices) {
            index.read(row, machine.places[cpu]);
        }
    }
}

CpuMask read_present(const JsonNode& node, const Machine& machine) {
    const CpuMask cpus = node.cpus();
    const CpuMask absent = cpus - machine.present;
    if (!absent.empty()) {
        node.fail(fmt::format("cpu {} does not exist", absent.next(0)),
                  "this machine has cpus " + cpu_list(machine.present));
    }
    return cpus;
}

void read_distances(const JsonNode& rows, Machine& machine) {
    const std::size_t nodes = rows.size(max_cpus);
    for (std::size_t a = 0; a < nodes; ++a) {
        const JsonNode row = rows.member(a);
        std::vector<std::uint16_t> distances;
        const std::size_t count = row.size(max_cpus);
        for (std::size_t b = 0; b < count; ++b) {
            distances.push_back(static_cast<std::uint16_t>(row.member(b).number(0, 255)));
        }
        machine.distance.push_back(std::move(distances));
    }
}

}  // namespace

Machine read_machine_part(const JsonNode& node) {
    node.expect_keys({"name", "cpus", "online", "isolated", "distances"});
    Machine machine;
    machine.name = node.at("name").text();
    read_cpus(node.at("cpus"), machine);
    machine.online = read_present(node.at("online"), machine);
    machine.isolated = read_present(node.at("isolated"), machine);
    read_distances(node.at("distances"), machine);
    check_machine(machine, node.place());
    return machine;
}

}  // namespace schedmc
