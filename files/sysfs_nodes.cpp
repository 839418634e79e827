// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/sysfs_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "files/decimal.hpp"
#include "files/distance_row.hpp"
#include "files/printable.hpp"
#include "files/text_lines.hpp"
#include "model/input_error.hpp"

namespace schedmc {

namespace {

std::set<std::size_t> node_numbers(const SysfsLines& lines) {
    if (const SysfsValue* const online = lines.find("node/online")) {
        std::set<std::size_t> numbers;
        lines.list(*online).for_each([&](std::size_t node) { numbers.insert(node); });
        return numbers;
    }
    std::set<std::size_t> numbers;
    for (const auto& [path, value] : lines.values()) {
        const auto parts = parts_of(path, '/');
        if (parts[0] != "node" || parts.size() < 3) {
            continue;
        }
        const std::optional<std::uint16_t> number =
            decimal_in(digits_behind(parts[1], "node"), 0, max_cpus - 1);
        if (!number) {
            throw InputError(lines.place_of(value), fmt::format("{} is out of range", printable(parts[1])),
                             fmt::format("node numbers are below {}", max_cpus));
        }
        numbers.insert(*number);
    }
    return numbers;
}

ToldSet cpus_of(const SysfsLines& lines, const std::string& place, std::size_t node) {
    if (const SysfsValue* const list = lines.find(fmt::format("node/node{}/cpulist", node))) {
        return {lines.list(*list), list->line};
    }
    if (const SysfsValue* const map = lines.find(fmt::format("node/node{}/cpumap", node))) {
        return {lines.map(*map), map->line};
    }
    throw InputError(place, fmt::format("node{} has neither cpulist nor cpumap", node),
                     "the dump is cut short");
}

}  // namespace

void add_sysfs_nodes(const SysfsLines& lines, const std::string& place, ToldMachine& told) {
    const std::set<std::size_t> numbers = node_numbers(lines);
    for (const std::size_t node : numbers) {
        const RowPosition position{told.nodes.size(), numbers.size()};
        told.nodes.push_back(cpus_of(lines, place, node));
        if (const SysfsValue* const distance = lines.find(fmt::format("node/node{}/distance", node))) {
            told.distance.resize(position.node);
            told.distance.push_back(
                distance_row(words_of(distance->text), position, lines.place_of(*distance)));
        }
    }
    const bool is_whole =
        told.distance.size() == told.nodes.size() &&
        std::none_of(told.distance.begin(), told.distance.end(), [](const auto& row) { return row.empty(); });
    if (!told.distance.empty() && !is_whole) {
        throw InputError(place, "some nodes have distances and some have not", "the dump is cut short");
    }
}

}  // namespace schedmc
