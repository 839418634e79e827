// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/json_layout.hpp"

#include <algorithm>

namespace schedmc {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t columns = 100;

std::string scalar_text(const ordered_json& value) {
    return value.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

std::string key_text(const std::string& key) { return scalar_text(ordered_json(key)) + ": "; }

bool holds_objects(const ordered_json& value) {
    return value.is_array() && std::any_of(value.begin(), value.end(),
                                           [](const ordered_json& member) { return member.is_object(); });
}

/// Appends the value in one line; false, with a part of it appended, when that is not wanted or passes `longest`.
bool append_line(const ordered_json& value, std::size_t longest, std::string& line) {
    if (!value.is_structured()) {
        line += scalar_text(value);
        return line.size() <= longest;
    }
    if (holds_objects(value)) {
        return false;
    }
    line += value.is_object() ? '{' : '[';
    bool first = true;
    for (auto member = value.begin(); member != value.end(); ++member) {
        line += (first ? "" : ", ") + (value.is_object() ? key_text(member.key()) : std::string());
        first = false;
        if (!append_line(*member, longest, line)) {
            return false;
        }
    }
    line += value.is_object() ? '}' : ']';
    return line.size() <= longest;
}

/// `column`: what the line that the value begins on holds already.
void append(const ordered_json& value, std::size_t indent, std::size_t column, std::string& text) {
    std::string line;
    const std::size_t comma = 1;
    if (append_line(value, columns - std::min(columns, column + comma), line) || !value.is_structured()) {
        text += line;
        return;
    }
    text += value.is_object() ? "{\n" : "[\n";
    const std::size_t inner = indent + 2;
    for (auto member = value.begin(); member != value.end(); ++member) {
        const std::string key = value.is_object() ? key_text(member.key()) : std::string();
        text += (member == value.begin() ? "" : ",\n") + std::string(inner, ' ') + key;
        append(*member, inner, inner + key.size(), text);
    }
    text += "\n" + std::string(indent, ' ') + (value.is_object() ? "}" : "]");
}

}  // namespace

std::string laid_out(const nlohmann::ordered_json& value) {
    std::string text;
    append(value, 0, 0, text);
    return text + "\n";
}

}  // namespace schedmc
