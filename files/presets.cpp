// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/presets.hpp"

#include "files/renumber_machine.hpp"

namespace schedmc {

namespace {

/// How many of the smaller each of the larger has.
struct Shape {
    std::size_t packages;
    std::size_t nodes_a_package;
    std::size_t llcs_a_node;
    std::size_t cores_an_llc;
    std::size_t threads;
};

/// The machine of that shape; every core is a cluster.
Machine build(const std::string& name, const Shape& shape, Numbering numbering) {
    const std::size_t nodes = shape.packages * shape.nodes_a_package;
    const std::size_t llcs = nodes * shape.llcs_a_node;
    const std::size_t cores = llcs * shape.cores_an_llc;
    Machine machine;
    machine.name = name;
    for (std::size_t cpu = 0; cpu < cores * shape.threads; ++cpu) {
        const std::size_t core = cpu / shape.threads;
        const std::size_t llc = core / shape.cores_an_llc;
        const std::size_t node = llc / shape.llcs_a_node;
        const auto index = [](std::size_t value) { return static_cast<std::uint16_t>(value); };
        machine.places.push_back(
            {index(core), index(core), index(llc), index(node / shape.nodes_a_package), index(node)});
    }
    machine.present = CpuMask::first(machine.places.size());
    machine.online = machine.present;
    machine.capacity.assign(machine.places.size(), 1024);
    machine.distance.assign(nodes, std::vector<std::uint16_t>(nodes, 20));
    for (std::size_t node = 0; node < nodes; ++node) {
        machine.distance[node][node] = 10;
    }
    return renumbered(machine, numbering);
}

Preset preset(const std::string& name, const std::string& description, const Shape& shape,
              Numbering numbering) {
    return {name, description, build(name, shape, numbering)};
}

}  // namespace

std::vector<Preset> presets() {
    constexpr Numbering interleaved = Numbering::interleaved;
    return {
        preset("xeon-8260", "2 packages x 24 cores x 2 threads, one LLC and one node a package, siblings +48",
               {2, 1, 1, 24, 2}, interleaved),
        preset("xeon-8260-snc",
               "xeon-8260 with sub-NUMA clustering: 4 nodes of 12 cores, siblings +48; "
               "assumed: the LLC ends at the node, as the kernel takes it",
               {2, 2, 1, 12, 2}, interleaved),
        preset("power-12c-smt8",
               "2 nodes x 6 cores x 8 threads, siblings adjacent; assumed: an LLC a core, a package a node",
               {2, 1, 6, 1, 8}, Numbering::adjacent),
        preset(
            "hygon-7447v",
            "2 packages x 12 LLCs x 8 cores x 2 threads; assumed: 12 LLCs, a node a package, siblings +192",
            {2, 1, 12, 8, 2}, interleaved),
        preset("coffee-lake-6c", "6 cores x 2 threads, one LLC, siblings +6", {1, 1, 1, 6, 2}, interleaved),
        preset("epyc-2x64c", "2 packages x 8 LLCs x 8 cores x 2 threads, a node a package, siblings +128",
               {2, 1, 8, 8, 2}, interleaved),
    };
}

}  // namespace schedmc
