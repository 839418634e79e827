// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/lscpu_columns.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "files/text_lines.hpp"

namespace schedmc {

namespace {

/// Columns that are no caches. Those that no machine is made of are known, so that they can be passed over.
constexpr std::array<std::string_view, 16> known{
    "cpu",     "core",       "cluster", "socket", "node",     "book",   "drawer", "polarization",
    "address", "configured", "online",  "mhz",    "scalmhz%", "maxmhz", "minmhz", "modelname"};

/// lscpu has half as many, were all of them asked for.
constexpr std::size_t max_columns = 64;

std::string small_letters(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

bool is_cache(std::string_view name) {
    return name.size() >= 2 && name.size() <= 3 && name[0] == 'l' && name[1] >= '1' && name[1] <= '9' &&
           (name.size() == 2 || name[2] == 'd' || name[2] == 'i');
}

std::vector<std::string> flat_names(const std::vector<std::string_view>& columns) {
    std::vector<std::string> names;
    for (const std::string_view column : columns) {
        for (const std::string_view name : parts_of(column, ':')) {
            names.push_back(small_letters(name));
        }
    }
    return names;
}

bool are_columns(const std::vector<std::string>& names) {
    const auto is_known = [](const std::string& name) {
        return name.empty() || is_cache(name) || std::find(known.begin(), known.end(), name) != known.end();
    };
    return names.size() >= 2 && names.size() <= max_columns &&
           std::count(names.begin(), names.end(), "cpu") == 1 &&
           std::all_of(names.begin(), names.end(), is_known);
}

std::vector<std::string> parsable_names(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of("# "), line.size()));
    return flat_names(parts_of(line, ','));
}

}  // namespace

bool is_parsable_header(std::string_view line) {
    return line.starts_with('#') && are_columns(parsable_names(line));
}

bool is_table_header(std::string_view line) { return are_columns(flat_names(words_of(line))); }

LscpuColumns::LscpuColumns(std::string_view header)
    : parsable_(header.starts_with('#')),
      names_(parsable_ ? parsable_names(header) : flat_names(words_of(header))) {}

bool LscpuColumns::has(std::string_view name) const {
    return std::find(names_.begin(), names_.end(), name) != names_.end();
}

std::vector<std::string_view> LscpuColumns::cells(std::string_view row) const {
    std::vector<std::string_view> cells;
    for (const std::string_view column : parsable_ ? parts_of(row, ',') : words_of(row)) {
        const bool caches_not_told =
            column == "-" && cells.size() < names_.size() && is_cache(names_[cells.size()]) && !parsable_;
        for (const std::string_view cell : parts_of(column, ':')) {
            cells.push_back(cell == "-" ? std::string_view() : cell);
        }
        while (caches_not_told && cells.size() < names_.size() && is_cache(names_[cells.size()])) {
            cells.emplace_back();
        }
    }
    return cells.size() == names_.size() ? cells : std::vector<std::string_view>{};
}

std::string_view LscpuColumns::cell(const std::vector<std::string_view>& cells, std::string_view name) const {
    const auto column = std::find(names_.begin(), names_.end(), name);
    return column == names_.end() ? std::string_view()
                                  : cells[static_cast<std::size_t>(column - names_.begin())];
}

unsigned data_cache_level(std::string_view column) {
    return is_cache(column) && !column.ends_with('i') ? static_cast<unsigned>(column[1] - '0') : 0;
}

}  // namespace schedmc
