// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/architecture/fidelity_rules.hpp"

#include <set>

namespace architecture {

namespace {

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(' ');
    const std::size_t last = text.find_last_not_of(' ');
    return first == std::string_view::npos ? std::string_view() : text.substr(first, last - first + 1);
}

// The first cells of all rows.
std::set<std::string> rows_of(const SourceFile& table) {
    std::set<std::string> rows;
    for (const std::string_view line : lines_of(table.text)) {
        if (line.starts_with("|")) {
            rows.emplace(trimmed(line.substr(1, line.find('|', 1) - 1)));
        }
    }
    return rows;
}

// A declaration behind `template <...>` is a function's unless it says otherwise.
bool declares_function(std::string_view line) {
    return !line.starts_with("class ") && !line.starts_with("struct ") && !line.starts_with("using ");
}

std::vector<std::string> kernel_functions_in(std::string_view text) {
    std::vector<std::string> names;
    for (std::size_t at = text.find("()"); at != std::string_view::npos; at = text.find("()", at + 1)) {
        std::size_t start = at;
        while (start > 0 && is_name_part(text[start - 1])) {
            --start;
        }
        names.emplace_back(text.substr(start, at - start));
    }
    return names;
}

// What the docstring says from its Source: line to the end or to what it departs in, if that is kernel/sched/.
std::string source_of(const std::string& docstring) {
    const std::size_t start = docstring.find("Source: kernel/sched/");
    return start == std::string::npos ? ""
                                      : docstring.substr(start, docstring.find("Departs:", start) - start);
}

}  // namespace

Complaints functions_without_fidelity(const SourceFile& policy, const SourceFile& fidelity) {
    const std::set<std::string> rows = rows_of(fidelity);
    Complaints complaints;
    std::string docstring;
    bool is_template = false;
    std::size_t number = 0;
    for (const std::string_view line : lines_of(policy.text)) {
        ++number;
        if (line.starts_with("///")) {
            docstring += std::string(line.substr(3)) + "\n";
            is_template = false;
        } else if (line.starts_with("template <")) {
            is_template = true;
        } else {
            if (is_template && declares_function(line)) {
                for (const std::string& name : kernel_functions_in(source_of(docstring))) {
                    if (!rows.contains(name)) {
                        complaints.push_back(
                            complaint(policy, number, fidelity.path + " has no row for " + name));
                    }
                }
            }
            docstring.clear();
            is_template = false;
        }
    }
    return complaints;
}

}  // namespace architecture
