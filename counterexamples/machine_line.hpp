// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

#include "model/machine/machine.hpp"

namespace schedmc {

/// A machine in a line: "4 cpus: 2 cores x 2 threads, one LLC"; several LLCs with their size, several packages and
/// nodes, unequal capacities, offline and isolated CPUs are added where there are any.
///
/// Cost: one pass over the CPUs for each kind of block.
std::string machine_line(const Machine& machine);

}  // namespace schedmc
