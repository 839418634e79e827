// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <string>

#include "model/machine/machine.hpp"

namespace schedmc {

/// What hwloc reads a machine from.
struct TopologySource {
    enum class Kind { this_machine, xml, synthetic };
    Kind kind = Kind::this_machine;
    /// The XML or the synthetic description, checked before.
    std::string text;
    /// Which CPUs are online in hwloc's notation; empty when the text does not tell.
    std::string online_cpuset;
    /// How many PU objects hwloc must find; 0: as many as there are.
    std::size_t cpus = 0;
};

/// The machine that hwloc finds in the source; see map_topology() for what becomes of its objects.
///
/// hwloc runs behind a wall: crafted XML crashes it. CPUs that a control group disallows are part of the machine. What
/// hwloc complains about on the way, such as an index list that it would ignore, is an error here.
///
/// Errors: InputError at `place`. Cost: one fork, some 10 ms for 1024 CPUs.
Machine import_topology(const TopologySource& source, const std::string& place);

/// hwloc's own XML of the source, as lstopo would write it: hwloc reads it and writes it, behind the same wall.
///
/// Errors and cost: as import_topology().
std::string topology_xml(const TopologySource& source, const std::string& place);

}  // namespace schedmc
