// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/read_lscpu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "files/decimal.hpp"
#include "files/lscpu_columns.hpp"
#include "files/printable.hpp"
#include "files/text_lines.hpp"
#include "files/told_machine.hpp"
#include "model/input_error.hpp"

namespace schedmc {

namespace {

/// A row of the table.
struct Row {
    std::vector<std::string_view> cells;
    std::size_t line = 0;
    bool online = true;
};

/// CPUs that have one text in common, such as "socket 0" or "l2 3".
using Blocks = std::map<std::string, CpuMask>;

class LscpuText {
public:
    LscpuText(const std::string& text, std::string place) : place_(std::move(place)) {
        const std::vector<TextLine> lines = text_lines(text, place_);
        const auto header = std::find_if(lines.begin(), lines.end(), [](const TextLine& line) {
            return is_parsable_header(line.text) || is_table_header(line.text);
        });
        if (header == lines.end()) {
            throw InputError(place_, "there is no line that names the columns",
                             "give the output of lscpu -p");
        }
        columns_.emplace(header->text);
        if (!columns_->has("core")) {
            throw InputError(place_of(header->number), "there is no column CORE",
                             "lscpu -p without a list of columns has it");
        }
        for (auto line = header + 1; line != lines.end() && !line->text.starts_with("#"); ++line) {
            add_row(*line);
        }
        if (rows_.empty()) {
            throw InputError(place_of(header->number), "no CPU follows the names of the columns",
                             "the file is cut short");
        }
    }

    ToldMachine told() const;

private:
    std::string place_of(std::size_t line) const { return fmt::format("{}:{}", place_, line); }
    std::string_view cell(const Row& row, std::string_view column) const {
        return columns_->cell(row.cells, column);
    }
    void add_row(const TextLine& line);
    bool is_online(const std::vector<std::string_view>& cells, std::size_t line) const;
    void check_names(const std::vector<std::string_view>& cells, std::size_t line) const;
    std::string core_of(const Row& row) const;
    /// The block that a CPU's cell names, or the empty set.
    ToldSet block(const Blocks& blocks, const Row& row, std::string_view column) const;
    Blocks blocks() const;

    std::string place_;
    std::optional<LscpuColumns> columns_;
    std::map<std::size_t, Row> rows_;
};

void LscpuText::add_row(const TextLine& line) {
    const std::vector<std::string_view> cells = columns_->cells(line.text);
    if (cells.empty()) {
        throw InputError(place_of(line.number),
                         fmt::format("'{}' is no row of the table", printable(line.text)),
                         fmt::format("a row has {} columns", columns_->names().size()));
    }
    const std::optional<std::uint16_t> cpu = decimal_in(columns_->cell(cells, "cpu"), 0, max_cpus - 1);
    if (!cpu) {
        throw InputError(place_of(line.number),
                         fmt::format("'{}' is not a CPU", printable(columns_->cell(cells, "cpu"))),
                         fmt::format("CPU numbers are below {}", max_cpus));
    }
    check_names(cells, line.number);
    const Row row{cells, line.number, is_online(cells, line.number)};
    const bool told = !cell(row, "core").empty();
    if (!told && row.online && columns_->has("online")) {
        throw InputError(place_of(line.number), fmt::format("cpu{} is online and has no core", *cpu),
                         "the core of a CPU is a number");
    }
    if (told && !rows_.emplace(*cpu, row).second) {
        throw InputError(place_of(line.number), fmt::format("cpu{} has two rows", *cpu), "a CPU has one");
    }
}

void LscpuText::check_names(const std::vector<std::string_view>& cells, std::size_t line) const {
    constexpr std::size_t longest = 20;
    for (std::size_t column = 0; column < cells.size(); ++column) {
        constexpr std::array<std::string_view, 4> names{"core", "socket", "node", "cluster"};
        const std::string& name = columns_->names()[column];
        const bool is_number =
            std::find(names.begin(), names.end(), name) != names.end() || data_cache_level(name) != 0;
        if (is_number && (cells[column].size() > longest ||
                          cells[column].find_first_not_of("0123456789") != std::string_view::npos)) {
            throw InputError(place_of(line),
                             fmt::format("'{}' is no number of a {}", printable(cells[column]), name),
                             "numbers are decimal, '-' is unknown");
        }
    }
}

bool LscpuText::is_online(const std::vector<std::string_view>& cells, std::size_t line) const {
    const std::string_view answer = columns_->cell(cells, "online");
    const bool yes = answer == "yes" || answer == "Y";
    if (columns_->has("online") && !yes && answer != "no" && answer != "N") {
        throw InputError(place_of(line), fmt::format("'{}' is no answer", printable(answer)),
                         "the column ONLINE has yes and no");
    }
    return yes || !columns_->has("online");
}

std::string LscpuText::core_of(const Row& row) const {
    unsigned best = 0;
    std::string_view cache;
    for (std::size_t column = 0; column < row.cells.size(); ++column) {
        const unsigned level = data_cache_level(columns_->names()[column]);
        if (level != 0 && !row.cells[column].empty() && (best == 0 || level == 2)) {
            best = level;
            cache = row.cells[column];
        }
    }
    return fmt::format("core {} of socket {} at l{} {}", cell(row, "core"), cell(row, "socket"), best, cache);
}

Blocks LscpuText::blocks() const {
    Blocks blocks;
    for (const auto& [cpu, row] : rows_) {
        blocks[core_of(row)].insert(cpu);
        for (std::size_t column = 0; column < row.cells.size(); ++column) {
            if (!row.cells[column].empty()) {
                blocks[fmt::format("{} {}", columns_->names()[column], row.cells[column])].insert(cpu);
            }
        }
    }
    return blocks;
}

ToldSet LscpuText::block(const Blocks& blocks, const Row& row, std::string_view column) const {
    const std::string_view name = cell(row, column);
    return name.empty() ? ToldSet{} : ToldSet{blocks.at(fmt::format("{} {}", column, name)), row.line};
}

ToldMachine LscpuText::told() const {
    const Blocks blocks = this->blocks();
    ToldMachine machine;
    for (const auto& [cpu, row] : rows_) {
        ToldCpu& facts = machine.cpus[cpu];
        facts.online = row.online;
        facts.core = {blocks.at(core_of(row)), row.line};
        facts.package = block(blocks, row, "socket");
        facts.cluster = block(blocks, row, "cluster");
        facts.tells_cluster = columns_->has("cluster");
        for (const std::string& column : columns_->names()) {
            const unsigned level = data_cache_level(column);
            const ToldSet shared = level == 0 ? ToldSet{} : block(blocks, row, column);
            if (!shared.cpus.empty()) {
                facts.caches.push_back({level, shared});
            }
        }
    }
    for (const auto& [name, cpus] : blocks) {
        if (name.starts_with("node ")) {
            machine.nodes.push_back({cpus, 0});
        }
    }
    return machine;
}

}  // namespace

Machine read_lscpu(const std::string& text, const std::string& place) {
    return machine_as_told(LscpuText(text, place).told(), place);
}

}  // namespace schedmc
