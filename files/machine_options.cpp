// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/machine_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "files/printable.hpp"
#include "files/read_text.hpp"
#include "model/input_error.hpp"

namespace schedmc {

namespace {

constexpr std::size_t max_distances_bytes = std::size_t{4} << 20;

/// A decimal number of `least` to `most`, or nothing.
std::optional<std::uint16_t> number_in(const std::string& text, unsigned least, unsigned most) {
    if (text.empty() || text.size() > 6 || text.find_first_not_of("0123456789") != std::string::npos) {
        return std::nullopt;
    }
    const unsigned long value = std::stoul(text);
    return value < least || value > most ? std::nullopt : std::optional(static_cast<std::uint16_t>(value));
}

/// The CPUs of a list, all of which exist.
CpuMask existing_cpus(const Machine& machine, const std::string& list, const std::string& option) {
    const CpuMask cpus = parse_cpu_list(list, option);
    const CpuMask absent = cpus - machine.present;
    if (!absent.empty()) {
        throw InputError(option, fmt::format("cpu {} does not exist", absent.next(0)),
                         fmt::format("this machine has cpus {}", cpu_list(machine.present)));
    }
    return cpus;
}

std::vector<std::uint16_t> distance_row(const std::string& line, const std::string& place) {
    std::vector<std::uint16_t> row;
    std::istringstream words(line.substr(0, line.find('#')));
    for (std::string word; words >> word;) {
        const std::optional<std::uint16_t> distance = number_in(word, 10, 255);
        if (!distance) {
            throw InputError(place, fmt::format("'{}' is not a distance", printable(word)),
                             "10 to itself, 11 to 255 to others");
        }
        row.push_back(*distance);
    }
    return row;
}

void read_distances(Machine& machine, const std::string& path) {
    const std::string option = "--distances " + path;
    const std::size_t nodes = blocks_of(machine, &Place::node).size();
    const std::string rows_wanted = fmt::format("one for each of the machine's {} nodes with CPUs", nodes);
    std::istringstream lines(read_text(path, max_distances_bytes, option));
    std::vector<std::vector<std::uint16_t>> matrix;
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        const std::string place = fmt::format("{}:{}", option, ++number);
        const std::vector<std::uint16_t> row = distance_row(line, place);
        if (row.empty()) {
            continue;
        }
        if (row.size() != nodes) {
            throw InputError(place, fmt::format("a row of {} distances", row.size()), rows_wanted);
        }
        const std::size_t node = matrix.size();
        if (node == nodes) {
            throw InputError(place, "a row too many", rows_wanted);
        }
        for (std::size_t to = 0; to < nodes; ++to) {
            if ((row[to] == 10) != (to == node)) {
                throw InputError(place, fmt::format("distance {} from node {} to node {}", row[to], node, to),
                                 "10 to itself, 11 to 255 to others");
            }
        }
        matrix.push_back(row);
    }
    if (matrix.size() != nodes) {
        throw InputError(option, fmt::format("the matrix has {} rows", matrix.size()), rows_wanted);
    }
    machine.distance = std::move(matrix);
}

void set_capacity(Machine& machine, const std::string& text) {
    const std::string option = "--capacity";
    const std::size_t equals = text.find('=');
    const std::string list = text.substr(0, equals);
    if (equals == std::string::npos || list.empty()) {
        throw InputError(option,
                         fmt::format("'{}' does not say which CPUs have which capacity", printable(text)),
                         "write 4-7=512");
    }
    const CpuMask cpus = existing_cpus(machine, list, option);
    const std::optional<std::uint16_t> capacity = number_in(text.substr(equals + 1), 1, 1024);
    if (!capacity) {
        throw InputError(option, fmt::format("'{}' is not a capacity", printable(text.substr(equals + 1))),
                         "capacities are 1 to 1024");
    }
    cpus.for_each([&](std::size_t cpu) { machine.capacity[cpu] = *capacity; });
}

}  // namespace

void apply_options(Machine& machine, const MachineOptions& options) {
    machine = renumbered(machine, options.numbering);
    if (options.distances) {
        read_distances(machine, *options.distances);
    }
    for (const std::string& capacity : options.capacities) {
        set_capacity(machine, capacity);
    }
    if (options.offline) {
        machine.online -= existing_cpus(machine, *options.offline, "--offline");
        if (machine.online.empty()) {
            throw InputError("--offline", "every CPU is offline", "leave at least one CPU online");
        }
    }
    if (options.isolate) {
        machine.isolated |= existing_cpus(machine, *options.isolate, "--isolate");
        if (machine.housekeeping().empty()) {
            throw InputError("--isolate", "every online CPU is isolated",
                             "leave at least one CPU in the domains");
        }
    }
}

}  // namespace schedmc
