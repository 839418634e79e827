// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/machine/machine.hpp"

namespace schedmc {

/// The distances between the machine's nodes, [node][node], from one of two texts:
///
/// - one row of distances a node, nodes in order of their lowest CPU; `#` begins a comment;
/// - what `numactl -H` prints. Where it names the nodes' CPUs they find the machine's nodes, and nodes without CPUs
///   are left out; otherwise the nodes are the machine's, in their order.
///
/// Errors: InputError at place or place:line for numbers that are no distances, rows that do not fit, and CPUs that
/// are in other nodes than the machine's.
std::vector<std::vector<std::uint16_t>> read_distances(const std::string& text, const Machine& machine,
                                                       const std::string& place);

}  // namespace schedmc
