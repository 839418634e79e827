// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "model/machine/machine.hpp"

namespace schedmc {

/// How many parts each part of a machine has; a package is a node.
struct MadeShape {
    std::size_t nodes = 1;
    std::size_t llcs = 1;
    std::size_t clusters = 1;
    std::size_t cores = 1;
    std::size_t smt = 1;
    /// Nodes are 20 apart if 0, else they stand in a line with this distance a hop.
    std::size_t hop = 0;
};

/// A regular machine, numbered part after part, all online, none isolated, all of capacity 1024. A single
/// cluster an LLC means none: each core is its own.
Machine made_machine(const MadeShape& shape);

/// Nodes of one CPU in a ring, each 10 from itself and 10 more for every hop.
Machine made_ring_of_nodes(std::size_t nodes);

}  // namespace schedmc
