// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "model/machine/machine.hpp"

namespace schedmc {

/// A regular machine of one node: `llcs` caches of `cores` cores of `threads` siblings each, all online, none
/// isolated, all of capacity 1024. Siblings are numbered one after the other, or, interleaved, the first thread of
/// every core before the second of any.
inline Machine simple_machine(std::size_t llcs, std::size_t cores, std::size_t threads,
                              bool interleaved = false) {
    Machine machine;
    machine.name = std::to_string(llcs) + " x " + std::to_string(cores) + " x " + std::to_string(threads) +
                   (interleaved ? " interleaved" : "");
    const std::size_t all_cores = llcs * cores;
    const std::size_t cpus = all_cores * threads;
    for (std::size_t cpu = 0; cpu < cpus; ++cpu) {
        const std::size_t core = interleaved ? cpu % all_cores : cpu / threads;
        Place place;
        place.core = static_cast<std::uint16_t>(core);
        place.cluster = place.core;
        place.llc = static_cast<std::uint16_t>(core / cores);
        machine.places.push_back(place);
    }
    machine.present = machine.online = CpuMask::first(cpus);
    machine.capacity.assign(cpus, 1024);
    machine.distance = {{10}};
    return machine;
}

/// One LLC of four CPUs, in two clusters.
inline Machine two_clusters_of_two() {
    Machine machine = simple_machine(1, 4, 1);
    machine.name = "two clusters of two";
    for (Place& place : machine.places) {
        place.cluster = static_cast<std::uint16_t>(place.core / 2);
    }
    return machine;
}

}  // namespace schedmc
