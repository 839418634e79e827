// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <hwloc.h>

#include <stdexcept>
#include <string>

#include "model/machine/machine.hpp"

namespace schedmc {

/// A topology that is no machine of ours: what is wrong and the remedy, still without the place.
struct Refused : std::runtime_error {
    Refused(const std::string& what, std::string remedy)
        : std::runtime_error(what), hint(std::move(remedy)) {}
    std::string hint;
};

/// The machine that a loaded topology describes, as Linux would see it: machine_as_told() of what its objects say.
///
/// - A CPU number is a PU's os_index. A PU without a Core object is a core of its own. CPUs without a Package object
///   form one package.
/// - Caches are the data and unified ones inside the package. A cluster is what a Group object of kind Cluster covers,
///   otherwise caches tell.
/// - A CPU's node is the smallest NUMA node over it, of equal ones that of the lowest os_index; nodes that are no
///   CPU's are left out, the others numbered in order of their lowest CPU. Distances are the topology's latencies
///   between them if it has any, 10 and 20 otherwise. Capacities are those that Linux reported, 1024 otherwise.
/// - A CPU of complete_cpuset that has no PU object, or is not in `online_cpuset` (hwloc's notation, empty: all are),
///   is offline. It is left out when its package and LLC are not told, as for CPUs that could be plugged in.
///
/// Errors: Refused for a CPU number of max_cpus and above, a number given twice, a CPU without a node, and a malformed
/// online_cpuset.
/// Cost: CPUs x depth.
Machine map_topology(hwloc_topology_t topology, const std::string& online_cpuset);

}  // namespace schedmc
