// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/renumber_machine.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "files/printable.hpp"
#include "model/input_error.hpp"

namespace schedmc {

namespace {

bool packages_hold_nodes(const Machine& machine) {
    for (const CpuMask& package : blocks_of(machine, &Place::package)) {
        const std::uint16_t node = machine.places[package.next(0)].node;
        bool several = false;
        package.for_each([&](std::size_t cpu) { several = several || machine.places[cpu].node != node; });
        if (several) {
            return true;
        }
    }
    return false;
}

/// Old CPU numbers in the order of their new ones.
std::vector<std::size_t> order_of(const Machine& machine, Numbering numbering) {
    const bool packages_first = packages_hold_nodes(machine);
    struct Thread {
        std::array<std::uint16_t, 6> core;
        std::size_t thread;
        std::size_t cpu;
    };
    std::vector<Thread> threads;
    std::vector<std::size_t> threads_of_core(machine.places.size(), 0);
    machine.present.for_each([&](std::size_t cpu) {
        const Place& place = machine.places[cpu];
        const std::uint16_t outer = packages_first ? place.package : place.node;
        const std::uint16_t inner = packages_first ? place.node : place.package;
        threads.push_back(
            {{outer, inner, place.llc, place.cluster, place.core}, threads_of_core[place.core]++, cpu});
    });
    std::sort(threads.begin(), threads.end(), [&](const Thread& a, const Thread& b) {
        return numbering == Numbering::interleaved
                   ? std::pair(a.thread, a.core) < std::pair(b.thread, b.core)
                   : std::pair(a.core, a.thread) < std::pair(b.core, b.thread);
    });
    std::vector<std::size_t> order;
    for (const Thread& thread : threads) {
        order.push_back(thread.cpu);
    }
    return order;
}

/// Gives nodes dense numbers in order of their lowest CPU and moves the distances along.
void number_nodes(Machine& machine) {
    std::vector<std::size_t> old_numbers;
    machine.present.for_each([&](std::size_t cpu) {
        const std::size_t node = machine.places[cpu].node;
        if (std::find(old_numbers.begin(), old_numbers.end(), node) == old_numbers.end()) {
            old_numbers.push_back(node);
        }
    });
    number_blocks(machine, &Place::node);
    std::vector<std::vector<std::uint16_t>> distance;
    for (const std::size_t from : old_numbers) {
        std::vector<std::uint16_t>& row = distance.emplace_back();
        for (const std::size_t to : old_numbers) {
            row.push_back(machine.distance[from][to]);
        }
    }
    machine.distance = std::move(distance);
}

}  // namespace

Numbering numbering_named(const std::string& name, const std::string& place) {
    const std::vector<std::string> known{"adjacent", "interleaved"};
    if (name == known[0]) {
        return Numbering::adjacent;
    }
    if (name == known[1]) {
        return Numbering::interleaved;
    }
    throw InputError(place, "'" + printable(name) + "' is not a numbering", suggestion(name, known));
}

Machine renumbered(const Machine& machine, Numbering numbering) {
    if (numbering == Numbering::as_given) {
        return machine;
    }
    const std::vector<std::size_t> order = order_of(machine, numbering);
    Machine result = machine;
    result.places.clear();
    result.capacity.clear();
    result.online = CpuMask();
    result.isolated = CpuMask();
    result.present = CpuMask::first(order.size());
    for (std::size_t cpu = 0; cpu < order.size(); ++cpu) {
        result.places.push_back(machine.places[order[cpu]]);
        result.capacity.push_back(machine.capacity[order[cpu]]);
        if (machine.online.contains(order[cpu])) {
            result.online.insert(cpu);
        }
        if (machine.isolated.contains(order[cpu])) {
            result.isolated.insert(cpu);
        }
    }
    number_nodes(result);
    for (std::uint16_t Place::*const index : {&Place::core, &Place::cluster, &Place::llc, &Place::package}) {
        number_blocks(result, index);
    }
    return result;
}

}  // namespace schedmc
