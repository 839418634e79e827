// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

#include "model/machine/machine.hpp"

namespace schedmc {

/// A machine as hwloc XML of version 2, such that map_topology() finds it again: a Package, an L3 cache, a Group of
/// kind Cluster where several cores make one, Cores, PUs of the online CPUs, NUMA nodes with their latencies, and a
/// kind of CPU for each capacity where they differ. Offline CPUs are in complete sets only.
///
/// Errors: InputError at the machine's name when two of these overlap without one being inside the other: hwloc's
/// objects nest. Cost: objects x children.
std::string hwloc_document(const Machine& machine);

}  // namespace schedmc
