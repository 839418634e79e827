// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace schedmc {

/// Which row of a matrix of distances it is, from 0, and how many nodes there are.
struct RowPosition {
    std::size_t node = 0;
    std::size_t nodes = 0;
};

/// A row of a matrix of NUMA distances: a number a node, 10 to the node itself, 11 to 255 to others.
///
/// Errors: InputError at `place` for anything else.
std::vector<std::uint16_t> distance_row(const std::vector<std::string_view>& words, RowPosition position,
                                        const std::string& place);

}  // namespace schedmc
