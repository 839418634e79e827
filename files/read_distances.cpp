// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/read_distances.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "files/decimal.hpp"
#include "files/distance_row.hpp"
#include "files/printable.hpp"
#include "files/text_lines.hpp"
#include "model/input_error.hpp"

namespace schedmc {

namespace {

using Matrix = std::vector<std::vector<std::uint16_t>>;
using Words = std::vector<std::string_view>;

std::string rows_wanted(std::size_t nodes) {
    return fmt::format("one for each of the machine's {} nodes", nodes);
}

Matrix read_rows(const std::vector<TextLine>& lines, std::size_t nodes, const std::string& place) {
    Matrix matrix;
    for (const TextLine& line : lines) {
        const std::string here = fmt::format("{}:{}", place, line.number);
        const Words words = words_of(line.text.substr(0, line.text.find('#')));
        if (words.empty()) {
            continue;
        }
        if (matrix.size() == nodes) {
            throw InputError(here, "a row too many", rows_wanted(nodes));
        }
        matrix.push_back(distance_row(words, {matrix.size(), nodes}, here));
    }
    if (matrix.size() != nodes) {
        throw InputError(place, fmt::format("the matrix has {} rows", matrix.size()), rows_wanted(nodes));
    }
    return matrix;
}

/// The text of `numactl -H`.
class NumactlText {
public:
    NumactlText(const std::vector<TextLine>& lines, const std::string& place);

    Matrix of_nodes(const Machine& machine) const;

private:
    void read_cpus(const Words& words, const std::string& here);
    void read_row(const Words& words, const std::string& here);
    std::map<std::size_t, std::size_t> rows_of_nodes(const Machine& machine) const;

    const std::string& place_;
    /// Names of nodes in the order of the matrix.
    std::vector<std::string> names_;
    std::map<std::string, CpuMask> cpus_;
    Matrix matrix_;
};

NumactlText::NumactlText(const std::vector<TextLine>& lines, const std::string& place) : place_(place) {
    bool in_matrix = false;
    for (const TextLine& line : lines) {
        const std::string here = fmt::format("{}:{}", place, line.number);
        const Words words = words_of(line.text);
        if (line.text == "node distances:") {
            in_matrix = true;
        } else if (!in_matrix && words.size() > 2 && words[0] == "node" && words[2] == "cpus:") {
            read_cpus(words, here);
        } else if (in_matrix && names_.empty() && words[0] == "node") {
            names_.assign(words.begin() + 1, words.end());
        } else if (in_matrix) {
            read_row(words, here);
        }
    }
    if (names_.empty()) {
        throw InputError(place, "this text of numactl -H has no distances",
                         "it prints them under `node distances:`");
    }
    if (matrix_.size() != names_.size()) {
        throw InputError(place,
                         fmt::format("the matrix has {} rows for {} nodes", matrix_.size(), names_.size()),
                         "it has a row for each node that its first line names");
    }
}

void NumactlText::read_cpus(const Words& words, const std::string& here) {
    CpuMask& cpus = cpus_[std::string(words[1])];
    for (std::size_t word = 3; word < words.size(); ++word) {
        const std::optional<std::uint16_t> cpu = decimal_in(words[word], 0, max_cpus - 1);
        if (!cpu) {
            throw InputError(here, fmt::format("'{}' is not a CPU", printable(words[word])),
                             fmt::format("CPU numbers are below {}", max_cpus));
        }
        cpus.insert(*cpu);
    }
}

void NumactlText::read_row(const Words& words, const std::string& here) {
    const std::size_t row = matrix_.size();
    if (row >= names_.size() || words[0] != names_[row] + ":") {
        throw InputError(here, fmt::format("'{}' begins no row of the matrix", printable(words[0])),
                         row < names_.size() ? fmt::format("here should be {}:", printable(names_[row]))
                                             : "it has a row for each node that its first line names");
    }
    matrix_.push_back(distance_row({words.begin() + 1, words.end()}, {row, names_.size()}, here));
}

/// [node of the machine] -> its row.
std::map<std::size_t, std::size_t> NumactlText::rows_of_nodes(const Machine& machine) const {
    const std::vector<CpuMask> blocks = blocks_of(machine, &Place::node);
    std::map<std::size_t, std::size_t> rows;
    for (std::size_t row = 0; row < names_.size(); ++row) {
        if (cpus_.empty()) {
            rows[row] = row;
            continue;
        }
        const auto told = cpus_.find(names_[row]);
        const CpuMask cpus = told == cpus_.end() ? CpuMask() : told->second & machine.present;
        if (cpus.empty()) {
            continue;
        }
        const std::size_t node = machine.places[cpus.next(0)].node;
        if (!cpus.is_subset_of(blocks[node]) || !rows.emplace(node, row).second) {
            throw InputError(place_,
                             fmt::format("node {} has cpus {}", printable(names_[row]), cpu_list(cpus)),
                             fmt::format("node {} of the machine has cpus {}", node, cpu_list(blocks[node])));
        }
    }
    if (rows.size() != blocks.size()) {
        throw InputError(place_, fmt::format("it has distances of {} nodes", rows.size()),
                         rows_wanted(blocks.size()));
    }
    return rows;
}

Matrix NumactlText::of_nodes(const Machine& machine) const {
    const std::map<std::size_t, std::size_t> rows = rows_of_nodes(machine);
    Matrix matrix;
    for (const auto& [from, from_row] : rows) {
        std::vector<std::uint16_t>& row = matrix.emplace_back();
        for (const auto& [to, to_row] : rows) {
            row.push_back(matrix_[from_row][to_row]);
        }
    }
    return matrix;
}

}  // namespace

Matrix read_distances(const std::string& text, const Machine& machine, const std::string& place) {
    const std::vector<TextLine> lines = text_lines(text, place);
    const bool is_numactl = std::any_of(lines.begin(), lines.end(), [](const TextLine& line) {
        return line.text.starts_with("available:") || line.text == "node distances:";
    });
    return is_numactl ? NumactlText(lines, place).of_nodes(machine)
                      : read_rows(lines, blocks_of(machine, &Place::node).size(), place);
}

}  // namespace schedmc
