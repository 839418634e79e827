// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace schedmc {

/// True for the line of `lscpu -p` that names its columns: "# CPU,Core,Socket,Node,,L1d,L1i,L2,L3".
bool is_parsable_header(std::string_view line);

/// True for the line of `lscpu -e` that names its columns: "CPU NODE SOCKET CORE L1d:L1i:L2:L3 ONLINE".
bool is_table_header(std::string_view line);

/// The names of the columns, in small letters; "L1d:L1i" is two.
class LscpuColumns {
public:
    /// header: a line for which one of the questions above is true.
    explicit LscpuColumns(std::string_view header);

    bool has(std::string_view name) const;
    /// The cells of a row, [column] -> text, "-" and "" are "". Empty when it has not one cell a column.
    std::vector<std::string_view> cells(std::string_view row) const;
    /// The cell of a column that may be missing: then "".
    std::string_view cell(const std::vector<std::string_view>& cells, std::string_view name) const;
    const std::vector<std::string>& names() const { return names_; }

private:
    bool parsable_;
    std::vector<std::string> names_;
};

/// The level of a cache column that holds data, 2 for "l2" and 1 for "l1d"; 0 for every other column.
unsigned data_cache_level(std::string_view column);

}  // namespace schedmc
