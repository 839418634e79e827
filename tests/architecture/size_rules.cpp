// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/architecture/size_rules.hpp"

#include <algorithm>
#include <array>

namespace architecture {

namespace {

// What the braces of a block hold, as far as the text before them tells.
enum class Block { declarations, function, data };

// Code without its preprocessor lines, whose braces need not match.
std::string without_directives(std::string code) {
    bool continued = false;
    std::size_t start = 0;
    while (start < code.size()) {
        const std::size_t end = std::min(code.find('\n', start), code.size());
        const std::size_t first = code.find_first_not_of(" \t", start);
        if (continued || (first < end && code[first] == '#')) {
            continued = end > start && code[end - 1] == '\\';
            std::fill(code.begin() + static_cast<std::ptrdiff_t>(start),
                      code.begin() + static_cast<std::ptrdiff_t>(end), ' ');
        }
        start = end + 1;
    }
    return code;
}

// The head without a leading template<...>, in which `class` says nothing about the block.
std::string_view without_template(std::string_view head) {
    const std::size_t first = head.find_first_not_of(" \t\n");
    if (first == std::string_view::npos || !head.substr(first).starts_with("template")) {
        return head;
    }
    std::size_t at = head.find('<');
    for (std::size_t depth = 0; at < head.size(); ++at) {
        depth += head[at] == '<' ? 1 : 0;
        depth -= head[at] == '>' ? 1 : 0;
        if (depth == 0) {
            return head.substr(at + 1);
        }
    }
    return head;
}

// `head` is what stands between the last `;`, `{` or `}` and the opening brace, outside of functions.
Block kind_of(std::string_view head) {
    head = without_template(head);
    const std::string_view before_arguments = head.substr(0, head.find('('));
    static constexpr std::array scopes = {"namespace", "class", "struct", "union", "enum", "extern"};
    if (std::any_of(scopes.begin(), scopes.end(), [&](const char* word) {
            return find_name(before_arguments, word) != std::string_view::npos;
        })) {
        return Block::declarations;
    }
    const std::size_t assigned = before_arguments.find('=');
    if (assigned != std::string_view::npos &&
        find_name(before_arguments, "operator") == std::string_view::npos) {
        const bool is_lambda = before_arguments.find('[', assigned) != std::string_view::npos;
        return is_lambda ? Block::function : Block::data;
    }
    const bool is_empty = head.find_first_not_of(" \t\n") == std::string_view::npos;
    return is_empty || before_arguments.size() < head.size() ? Block::function : Block::data;
}

// The name before the arguments, or "a function" where a macro or an initialiser hides it.
std::string name_in(std::string_view head) {
    head = without_template(head);
    const std::size_t bracket = head.find('(');
    if (bracket == std::string_view::npos || bracket == 0) {
        return "a function";
    }
    std::size_t start = bracket;
    while (start > 0 && (is_name_part(head[start - 1]) || head[start - 1] == ':')) {
        --start;
    }
    return start == bracket ? "a function" : std::string(head.substr(start, bracket - start));
}

}  // namespace

Complaints long_files(const SourceFile& file) {
    const std::size_t lines = lines_of(file.text).size();
    if (lines <= file_lines_max || !is_source(file.path)) {
        return {};
    }
    return {
        complaint(file, 0, std::to_string(lines) + " lines, more than " + std::to_string(file_lines_max))};
}

Complaints wide_lines(const SourceFile& file) {
    Complaints complaints;
    if (!is_source(file.path)) {
        return complaints;
    }
    std::size_t number = 0;
    for (const std::string_view line : lines_of(file.text)) {
        ++number;
        const auto width = static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [](char c) {
            return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
        }));
        if (width > line_width_max) {
            complaints.push_back(complaint(
                file, number,
                std::to_string(width) + " characters wide, more than " + std::to_string(line_width_max)));
        }
    }
    return complaints;
}

Complaints long_functions(const SourceFile& file) {
    const std::string code = is_source(file.path) ? without_directives(code_of(file.text)) : "";
    Complaints complaints;
    std::size_t line = 1;
    std::size_t head_start = 0;
    // Blocks inside of functions and data are only counted.
    std::size_t inner_depth = 0;
    Block kind = Block::declarations;
    std::string name;
    std::size_t first_line = 0;
    for (std::size_t at = 0; at < code.size(); ++at) {
        const char c = code[at];
        line += c == '\n' ? 1 : 0;
        if (c == '{' && inner_depth == 0) {
            const std::string_view head = std::string_view(code).substr(head_start, at - head_start);
            kind = kind_of(head);
            name = name_in(head);
            first_line = line;
        }
        if (c == '{' && (inner_depth > 0 || kind != Block::declarations)) {
            ++inner_depth;
        } else if (c == '}' && inner_depth > 0 && --inner_depth == 0) {
            const std::size_t lines = line - first_line + 1;
            if (kind == Block::function && lines > function_lines_max) {
                complaints.push_back(complaint(file, first_line,
                                               name + " has " + std::to_string(lines) + " lines, more than " +
                                                   std::to_string(function_lines_max)));
            }
            kind = Block::declarations;
        }
        if (c == ';' || c == '{' || c == '}') {
            head_start = at + 1;
        }
    }
    return complaints;
}

}  // namespace architecture
