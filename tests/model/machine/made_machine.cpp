// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/model/machine/made_machine.hpp"

#include <algorithm>

namespace schedmc {

namespace {

std::uint16_t narrow(std::size_t value) { return static_cast<std::uint16_t>(value); }

}  // namespace

Machine made_machine(const MadeShape& shape) {
    Machine machine;
    machine.name = "made";
    const std::size_t cpus = shape.nodes * shape.llcs * shape.clusters * shape.cores * shape.smt;
    for (std::size_t cpu = 0; cpu < cpus; ++cpu) {
        const std::size_t core = cpu / shape.smt;
        const std::size_t cluster = core / shape.cores;
        const std::size_t llc = cluster / shape.clusters;
        const std::size_t node = llc / shape.llcs;
        machine.places.push_back({narrow(core), narrow(shape.clusters == 1 ? core : cluster), narrow(llc),
                                  narrow(node), narrow(node)});
    }
    machine.present = machine.online = CpuMask::first(cpus);
    machine.capacity.assign(cpus, 1024);
    machine.distance.assign(shape.nodes, std::vector<std::uint16_t>(shape.nodes, 20));
    for (std::size_t a = 0; a < shape.nodes; ++a) {
        for (std::size_t b = 0; b < shape.nodes; ++b) {
            const std::size_t hops = a > b ? a - b : b - a;
            if (a == b || shape.hop != 0) {
                machine.distance[a][b] = narrow(10 + shape.hop * hops);
            }
        }
    }
    return machine;
}

Machine made_ring_of_nodes(std::size_t nodes) {
    Machine machine = made_machine({.nodes = nodes});
    for (std::size_t a = 0; a < nodes; ++a) {
        for (std::size_t b = 0; b < nodes; ++b) {
            const std::size_t hops = a > b ? a - b : b - a;
            machine.distance[a][b] = narrow(10 + 10 * std::min(hops, nodes - hops));
        }
    }
    return machine;
}

}  // namespace schedmc
