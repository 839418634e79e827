// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/distance_row.hpp"

#include <fmt/format.h>

#include <optional>

#include "files/decimal.hpp"
#include "files/printable.hpp"
#include "model/input_error.hpp"

namespace schedmc {

std::vector<std::uint16_t> distance_row(const std::vector<std::string_view>& words, RowPosition position,
                                        const std::string& place) {
    constexpr const char* range = "10 to itself, 11 to 255 to others";
    std::vector<std::uint16_t> row;
    for (const std::string_view word : words) {
        const std::optional<std::uint16_t> distance = decimal_in(word, 10, 255);
        if (!distance) {
            throw InputError(place, fmt::format("'{}' is not a distance", printable(word)), range);
        }
        row.push_back(*distance);
    }
    if (row.size() != position.nodes) {
        throw InputError(place, fmt::format("a row of {} distances", row.size()),
                         fmt::format("one for each of the machine's {} nodes", position.nodes));
    }
    for (std::size_t to = 0; to < row.size(); ++to) {
        if ((row[to] == 10) != (to == position.node)) {
            throw InputError(
                place, fmt::format("distance {} from node {} to node {}", row[to], position.node, to), range);
        }
    }
    return row;
}

}  // namespace schedmc
