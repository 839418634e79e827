// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>

#include "tests/model/machine/made_machine.hpp"
#include "tests/support/machines.hpp"

/// Machines of few CPUs whose every state can be visited, each with something that others lack.
namespace schedmc {

/// The machine with a CPU kept out of the scheduling domains.
inline Machine isolating(Machine machine, std::size_t cpu) {
    machine.isolated.insert(cpu);
    return machine;
}

/// The machine with a CPU offline.
inline Machine unplugging(Machine machine, std::size_t cpu) {
    machine.online.erase(cpu);
    return machine;
}

/// CPUs 0-1 are a core; 2 and 3 are cores of their own.
inline Machine asymmetric_smt() {
    Machine machine = simple_machine(1, 4, 1);
    machine.name = "core of 2, cores of 1";
    machine.places[1].core = machine.places[1].cluster = 0;
    machine.places[2].core = machine.places[2].cluster = 1;
    machine.places[3].core = machine.places[3].cluster = 2;
    return machine;
}

/// One LLC of two clusters, two CPUs each.
inline Machine two_clusters() {
    Machine machine = made_machine({.clusters = 2, .cores = 2});
    machine.name = "two clusters of 2";
    return machine;
}

/// Four CPUs of two capacities, alternating.
inline Machine big_and_little() {
    Machine machine = simple_machine(1, 4, 1);
    machine.name = "big and little";
    machine.capacity = {512, 1024, 512, 1024};
    return machine;
}

}  // namespace schedmc
