// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/map_topology.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "files/told_machine.hpp"

namespace schedmc {

namespace {

/// Where a CPU sits among hwloc's objects; null is "not told".
struct Seat {
    bool online = true;
    hwloc_obj_t core = nullptr;
    hwloc_obj_t package = nullptr;
    hwloc_obj_t node = nullptr;
    hwloc_obj_t cluster_group = nullptr;
    /// Data and unified caches inside the package, bottom up.
    std::vector<hwloc_obj_t> caches;
};

using Seats = std::vector<std::optional<Seat>>;

bool is_cluster_group(hwloc_obj_t object) {
    constexpr unsigned linux_cluster_kind =
        222;  // what hwloc's Linux backend gives groups read from cluster_cpus
    return object->type == HWLOC_OBJ_GROUP &&
           (object->attr->group.kind == linux_cluster_kind ||
            (object->subtype != nullptr && std::strcmp(object->subtype, "Cluster") == 0));
}

Seat seat_below(hwloc_obj_t object) {
    Seat seat;
    for (; object != nullptr && seat.package == nullptr; object = object->parent) {
        if (object->type == HWLOC_OBJ_CORE && seat.core == nullptr) {
            seat.core = object;
        } else if (object->type == HWLOC_OBJ_PACKAGE) {
            seat.package = object;
        } else if (hwloc_obj_type_is_dcache(object->type) != 0) {
            seat.caches.push_back(object);
        } else if (is_cluster_group(object) && seat.cluster_group == nullptr) {
            seat.cluster_group = object;
        }
    }
    return seat;
}

/// How many CPUs a set has; sets without end count as the largest.
int weight_of(hwloc_const_cpuset_t cpus) {
    const int weight = hwloc_bitmap_weight(cpus);
    return weight < 0 ? std::numeric_limits<int>::max() : weight;
}

/// Nodes of memory only, which hwloc lists with the CPUs nearby, get higher numbers from Linux than those of CPUs.
hwloc_obj_t node_of(hwloc_topology_t topology, unsigned cpu, bool online) {
    hwloc_obj_t best = nullptr;
    std::pair<int, unsigned> best_rank;
    for (hwloc_obj_t node = nullptr;
         (node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, node)) != nullptr;) {
        const hwloc_const_cpuset_t cpus = online ? node->cpuset : node->complete_cpuset;
        const std::pair rank(weight_of(cpus), node->os_index);
        if (hwloc_bitmap_isset(cpus, cpu) != 0 && (best == nullptr || rank < best_rank)) {
            best = node;
            best_rank = rank;
        }
    }
    return best;
}

/// The smallest object whose complete_cpuset holds the CPU.
hwloc_obj_t smallest_around(hwloc_topology_t topology, unsigned cpu) {
    hwloc_obj_t object = hwloc_get_root_obj(topology);
    for (hwloc_obj_t child = object->first_child; child != nullptr;) {
        if (hwloc_bitmap_isset(child->complete_cpuset, cpu) != 0) {
            object = child;
            child = object->first_child;
        } else {
            child = child->next_sibling;
        }
    }
    return object;
}

void seat_online(hwloc_topology_t topology, Seats& seats) {
    for (hwloc_obj_t pu = nullptr;
         (pu = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, pu)) != nullptr;) {
        if (pu->os_index >= max_cpus) {
            throw Refused(fmt::format("CPU number {} is out of range", pu->os_index),
                          fmt::format("CPU numbers are below {}", max_cpus));
        }
        if (seats[pu->os_index] || hwloc_bitmap_weight(pu->cpuset) != 1 ||
            hwloc_bitmap_first(pu->cpuset) != static_cast<int>(pu->os_index)) {
            throw Refused(fmt::format("there are two CPUs {}, or its cpuset names others", pu->os_index),
                          "each PU object has one CPU of its own in its cpuset");
        }
        Seat seat = seat_below(pu);
        seat.node = node_of(topology, pu->os_index, true);
        if (seat.node == nullptr) {
            throw Refused(fmt::format("cpu{} is in no NUMA node", pu->os_index),
                          "each CPU is in the cpuset of a node");
        }
        seats[pu->os_index] = std::move(seat);
    }
}

/// CPUs of which only sets speak. A place that is half known would be a guess: those are left out.
void seat_offline(hwloc_topology_t topology, Seats& seats) {
    const auto any = [&](auto told) {
        return std::any_of(seats.begin(), seats.end(), [&](const auto& seat) { return seat && told(*seat); });
    };
    const bool packages = any([](const Seat& seat) { return seat.package != nullptr; });
    const bool caches = any([](const Seat& seat) { return !seat.caches.empty(); });
    const hwloc_const_cpuset_t known = hwloc_topology_get_complete_cpuset(topology);
    for (unsigned cpu = 0; cpu < max_cpus; ++cpu) {
        if (seats[cpu] || hwloc_bitmap_isset(known, cpu) == 0) {
            continue;
        }
        Seat seat = seat_below(smallest_around(topology, cpu));
        seat.online = false;
        seat.node = node_of(topology, cpu, false);
        const bool told = seat.package != nullptr || (!packages && !seat.caches.empty());
        if (told && seat.node != nullptr && (!caches || !seat.caches.empty())) {
            seats[cpu] = std::move(seat);
        }
    }
}

void mark_offline(Seats& seats, const std::string& online_cpuset) {
    if (online_cpuset.empty()) {
        return;
    }
    const hwloc_bitmap_t online = hwloc_bitmap_alloc();
    const bool read = hwloc_bitmap_sscanf(online, online_cpuset.c_str()) == 0;
    for (unsigned cpu = 0; cpu < max_cpus && read; ++cpu) {
        if (seats[cpu] && hwloc_bitmap_isset(online, cpu) == 0) {
            seats[cpu]->online = false;
        }
    }
    hwloc_bitmap_free(online);
    if (!read) {
        throw Refused("online_cpuset is not a set", "write it as 0x0000000f");
    }
}

/// [object] -> the CPUs that have it. Its order follows addresses and reaches nobody.
using Blocks = std::map<hwloc_obj_t, CpuMask>;

/// The CPUs with this object; null is shared with nobody.
ToldSet set_of(const Blocks& blocks, hwloc_obj_t object) {
    return object == nullptr ? ToldSet{} : ToldSet{blocks.at(object), 0};
}

unsigned level_of(hwloc_obj_t cache) { return static_cast<unsigned>(cache->type - HWLOC_OBJ_L1CACHE) + 1; }

/// The innermost cache of each level: crafted files nest an L2 in an L2.
std::vector<hwloc_obj_t> caches_of(const Seat& seat) {
    std::vector<hwloc_obj_t> caches;
    for (const hwloc_obj_t cache : seat.caches) {
        if (std::none_of(caches.begin(), caches.end(),
                         [&](hwloc_obj_t known) { return level_of(known) == level_of(cache); })) {
            caches.push_back(cache);
        }
    }
    return caches;
}

/// The sets of CPUs that have an object in common.
Blocks blocks_in(const Seats& seats) {
    Blocks blocks;
    for (std::size_t cpu = 0; cpu < seats.size(); ++cpu) {
        if (!seats[cpu]) {
            continue;
        }
        const Seat& seat = *seats[cpu];
        std::vector<hwloc_obj_t> objects = caches_of(seat);
        objects.insert(objects.end(), {seat.core, seat.package, seat.node, seat.cluster_group});
        for (const hwloc_obj_t object : objects) {
            blocks[object].insert(cpu);
        }
    }
    return blocks;
}

/// What the seats say, and the node objects in order of their lowest CPU.
ToldMachine told_by(const Seats& seats, std::vector<hwloc_obj_t>& nodes) {
    const Blocks blocks = blocks_in(seats);
    ToldMachine told;
    for (std::size_t cpu = 0; cpu < seats.size(); ++cpu) {
        if (!seats[cpu]) {
            continue;
        }
        const Seat& seat = *seats[cpu];
        ToldCpu& facts = told.cpus[cpu];
        facts.online = seat.online;
        facts.core = set_of(blocks, seat.core);
        facts.package = set_of(blocks, seat.package);
        facts.cluster = set_of(blocks, seat.cluster_group);
        for (const hwloc_obj_t cache : caches_of(seat)) {
            facts.caches.push_back({level_of(cache), set_of(blocks, cache)});
        }
        if (std::find(nodes.begin(), nodes.end(), seat.node) == nodes.end()) {
            nodes.push_back(seat.node);
            told.nodes.push_back(set_of(blocks, seat.node));
        }
    }
    return told;
}

void read_distances(hwloc_topology_t topology, const std::vector<hwloc_obj_t>& nodes, Machine& machine) {
    hwloc_distances_s* found = nullptr;
    unsigned count = 1;
    if (hwloc_distances_get_by_name(topology, "NUMALatency", &count, &found, 0) != 0 || count == 0) {
        count = 1;
        if (hwloc_distances_get_by_type(topology, HWLOC_OBJ_NUMANODE, &count, &found,
                                        HWLOC_DISTANCES_KIND_MEANS_LATENCY, 0) != 0 ||
            count == 0) {
            return;
        }
    }
    std::map<hwloc_obj_t, std::size_t> numbers;
    for (std::size_t node = 0; node < nodes.size(); ++node) {
        numbers[nodes[node]] = node;
    }
    for (unsigned from = 0; from < found->nbobjs; ++from) {
        for (unsigned to = 0; to < found->nbobjs; ++to) {
            const auto row = numbers.find(found->objs[from]);
            const auto column = numbers.find(found->objs[to]);
            if (row != numbers.end() && column != numbers.end()) {
                const hwloc_uint64_t value = found->values[std::size_t{from} * found->nbobjs + to];
                machine.distance[row->second][column->second] =
                    static_cast<std::uint16_t>(std::min<hwloc_uint64_t>(value, 65535));
            }
        }
    }
    hwloc_distances_release(topology, found);
}

void read_capacities(hwloc_topology_t topology, Machine& machine) {
    const int kinds = hwloc_cpukinds_get_nr(topology, 0);
    const hwloc_bitmap_t cpus = hwloc_bitmap_alloc();
    for (int kind = 0; kind < kinds; ++kind) {
        int efficiency = 0;
        unsigned count = 0;
        hwloc_info_s* infos = nullptr;
        if (hwloc_cpukinds_get_info(topology, static_cast<unsigned>(kind), cpus, &efficiency, &count, &infos,
                                    0) != 0) {
            continue;
        }
        for (unsigned i = 0; i < count; ++i) {
            const unsigned long capacity = std::strtoul(infos[i].value, nullptr, 10);
            if (std::strcmp(infos[i].name, "LinuxCapacity") != 0 || capacity == 0 || capacity > 1024) {
                continue;
            }
            for (unsigned cpu = 0; cpu < machine.capacity.size(); ++cpu) {
                if (hwloc_bitmap_isset(cpus, cpu) != 0) {
                    machine.capacity[cpu] = static_cast<std::uint16_t>(capacity);
                }
            }
        }
    }
    hwloc_bitmap_free(cpus);
}

}  // namespace

Machine map_topology(hwloc_topology_t topology, const std::string& online_cpuset) {
    Seats seats(max_cpus);
    seat_online(topology, seats);
    seat_offline(topology, seats);
    mark_offline(seats, online_cpuset);
    std::vector<hwloc_obj_t> nodes;
    Machine machine = machine_as_told(told_by(seats, nodes), "hwloc");
    read_distances(topology, nodes, machine);
    read_capacities(topology, machine);
    return machine;
}

}  // namespace schedmc
