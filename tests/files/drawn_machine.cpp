// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/files/drawn_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace schedmc {

namespace {

int draw(int least, int most) { return *rc::gen::inRange(least, most + 1); }

/// Places in order; indices are names until they are numbered.
std::vector<Place> draw_places() {
    const bool packages_hold_nodes = draw(0, 1) == 1;
    std::vector<Place> places;
    Place place;
    const int outers = draw(1, 3);
    for (int outer = 0; outer < outers; ++outer) {
        const int inners = draw(1, 2);
        for (int inner = 0; inner < inners; ++inner) {
            const int llcs = draw(1, 2);
            for (int llc = 0; llc < llcs; ++llc) {
                const int clusters = draw(1, 3);
                for (int cluster = 0; cluster < clusters; ++cluster) {
                    const int cores = draw(1, 2);
                    for (int core = 0; core < cores; ++core) {
                        const auto threads = static_cast<std::size_t>(draw(1, 3));
                        places.insert(places.end(), threads, place);
                        ++place.core;
                        if (clusters == 1) {
                            ++place.cluster;  // The only cluster of an LLC is none.
                        }
                    }
                    ++place.cluster;
                }
                ++place.llc;
            }
            ++(packages_hold_nodes ? place.node : place.package);
        }
        ++(packages_hold_nodes ? place.package : place.node);
    }
    return places;
}

/// As many different CPU numbers, in no order.
std::vector<std::size_t> draw_numbers(std::size_t count) {
    std::vector<std::size_t> numbers(count + static_cast<std::size_t>(draw(0, 4)));
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    for (std::size_t last = numbers.size(); last > 1; --last) {
        std::swap(numbers[last - 1], numbers[static_cast<std::size_t>(draw(0, static_cast<int>(last) - 1))]);
    }
    numbers.resize(count);
    return numbers;
}

Machine draw_machine() {
    const std::vector<Place> places = draw_places();
    const std::vector<std::size_t> numbers = draw_numbers(places.size());
    const bool capacities = draw(0, 1) == 1;
    Machine machine;
    machine.places.resize(*std::max_element(numbers.begin(), numbers.end()) + 1);
    machine.capacity.assign(machine.places.size(), 1024);
    for (std::size_t i = 0; i < places.size(); ++i) {
        machine.present.insert(numbers[i]);
        machine.places[numbers[i]] = places[i];
        machine.capacity[numbers[i]] =
            static_cast<std::uint16_t>(capacities ? *rc::gen::element(1, 512, 700, 1024) : 1024);
    }
    machine.online = machine.present;
    for (std::uint16_t Place::*const index :
         {&Place::core, &Place::cluster, &Place::llc, &Place::package, &Place::node}) {
        number_blocks(machine, index);
    }
    const std::size_t nodes = blocks_of(machine, &Place::node).size();
    machine.distance.assign(nodes, std::vector<std::uint16_t>(nodes, 10));
    for (std::size_t from = 0; from < nodes; ++from) {
        for (std::size_t to = 0; to < nodes; ++to) {
            machine.distance[from][to] = static_cast<std::uint16_t>(from == to ? 10 : draw(11, 255));
        }
    }
    check_machine(machine, "drawn");
    return machine;
}

}  // namespace

rc::Gen<Machine> drawn_machines() { return rc::gen::exec(draw_machine); }

std::string sysfs_of(const Machine& machine) {
    std::string text = fmt::format("cpu/online: {}\n", cpu_list(machine.online));
    const auto list = [&](std::uint16_t Place::*index, std::size_t cpu) {
        return cpu_list(blocks_of(machine, index)[machine.places[cpu].*index]);
    };
    machine.present.for_each([&](std::size_t cpu) {
        const std::string path = fmt::format("cpu/cpu{}/", cpu);
        text += fmt::format("{}cpu_capacity: {}\n", path, machine.capacity[cpu]);
        text += fmt::format("{}topology/core_cpus_list: {}\n", path, list(&Place::core, cpu));
        text += fmt::format("{}topology/package_cpus_list: {}\n", path, list(&Place::package, cpu));
        text += fmt::format("{}topology/cluster_cpus_list: {}\n", path, list(&Place::cluster, cpu));
        text += fmt::format("{}cache/index3: level=3 type=Unified shared={}\n", path, list(&Place::llc, cpu));
    });
    const std::vector<CpuMask> nodes = blocks_of(machine, &Place::node);
    for (std::size_t node = 0; node < nodes.size(); ++node) {
        text += fmt::format("node/node{}/cpulist: {}\n", node, cpu_list(nodes[node]));
        text += fmt::format("node/node{}/distance:", node);
        for (const std::uint16_t distance : machine.distance[node]) {
            text += fmt::format(" {}", distance);
        }
        text += "\n";
    }
    return text;
}

std::string lscpu_of(const Machine& machine) {
    std::string text = "# CPU,Core,Socket,Node,Cluster,L3\n";
    machine.present.for_each([&](std::size_t cpu) {
        const Place& place = machine.places[cpu];
        text += fmt::format("{},{},{},{},{},{}\n", cpu, place.core, place.package, place.node, place.cluster,
                            place.llc);
    });
    return text;
}

}  // namespace schedmc
