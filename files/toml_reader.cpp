// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/toml_reader.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <string_view>

#include "files/printable.hpp"
#include "files/read_text.hpp"
#include "model/expects.hpp"
#include "model/input_error.hpp"

namespace schedmc {

namespace {

constexpr std::size_t max_nesting = 16;

/// The position after the string that opens at `at`, or at the end of its line if it does not close. Up to two quotes
/// before the closing three of a string over several lines belong to it.
std::size_t after_string(std::string_view text, std::size_t at) {
    const char quote = text[at];
    const bool escapes = quote == '"';
    const std::string closing(text.substr(at).starts_with(std::string(3, quote)) ? 3 : 1, quote);
    const bool one_line = closing.size() == 1;
    std::size_t end = at + closing.size();
    while (end < text.size() && !text.substr(end).starts_with(closing)) {
        if (one_line && text[end] == '\n') {
            return end;
        }
        end += escapes && text[end] == '\\' ? 2 : 1;
    }
    end = std::min(end + closing.size(), text.size());
    for (int spare = 0; !one_line && spare < 2 && end < text.size() && text[end] == quote; ++spare) {
        ++end;
    }
    return end;
}

std::string place_at(const std::string& path, const toml::source_position& position) {
    return fmt::format("{}:{}:{}", path, position.line, position.column);
}

/// The position of a byte as toml++ counts: lines, and characters in a line, from 1.
toml::source_position position_of(std::string_view text, std::size_t at) {
    const std::string_view before = text.substr(0, at);
    const std::string_view line = before.substr(before.rfind('\n') + 1);
    const auto is_first_byte = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
    return {static_cast<toml::source_index>(1 + std::count(before.begin(), before.end(), '\n')),
            static_cast<toml::source_index>(1 + std::count_if(line.begin(), line.end(), is_first_byte))};
}

// toml++ bounds the nesting of values but not of dotted keys, and its tables are destroyed recursively. Dots outside of
// strings and comments bound what one line adds, open brackets what lines add to each other.
void check_nesting(std::string_view text, const std::string& path) {
    std::size_t dots = 0;
    std::size_t open = 0;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == '"' || c == '\'') {
            at = after_string(text, at);
            continue;
        }
        if (c == '#') {
            at = std::min(text.find('\n', at), text.size());
            continue;
        }
        dots = c == '\n' ? 0 : dots + (c == '.' ? 1 : 0);
        open += c == '[' || c == '{' ? 1 : 0;
        open -= (c == ']' || c == '}') && open > 0 ? 1 : 0;
        if (dots > max_nesting || open > max_nesting) {
            throw InputError(
                place_at(path, position_of(text, at)), "keys or values are nested too deep",
                fmt::format("at most {} dots a line and {} open brackets", max_nesting, max_nesting));
        }
        ++at;
    }
}

const char* kind_of(const toml::node& node) {
    switch (node.type()) {
        case toml::node_type::string:
            return "a text";
        case toml::node_type::integer:
            return "a number";
        case toml::node_type::floating_point:
            return "a fraction";
        case toml::node_type::boolean:
            return "true or false";
        case toml::node_type::array:
            return node.is_array_of_tables() ? "a list of tables" : "a list";
        case toml::node_type::table:
            return "a table";
        case toml::node_type::none:
        case toml::node_type::date:
        case toml::node_type::time:
        case toml::node_type::date_time:
            break;
    }
    return "a date or time";
}

/// A character that would steer a terminal or break the line of a report: C0, DEL, and C1 in UTF-8.
bool has_control_character(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto byte = static_cast<unsigned char>(text[at]);
        const bool c1 =
            byte == 0xC2 && at + 1 < text.size() && static_cast<unsigned char>(text[at + 1]) < 0xA0;
        if (byte < 0x20 || byte == 0x7F || c1) {
            return true;
        }
    }
    return false;
}

}  // namespace

struct TomlTable::Contents {
    std::string path;
    toml::table root;
};

struct TomlTable::Node {
    std::shared_ptr<const Contents> contents;
    const toml::table* table;
    /// Nothing if all keys are welcome.
    std::optional<Keys> known;

    std::string place_of(const toml::node& node) const {
        return place_at(contents->path, node.source().begin);
    }

    const toml::node* find(const std::string& key) const {
        expects(!known || std::find(known->begin(), known->end(), key) != known->end(),
                "only known keys are asked for");
        return table->get(key);
    }

    InputError misfit(const std::string& key, const toml::node& node, const std::string& hint) const {
        return {place_of(node), fmt::format("{} is {}", printable(key), kind_of(node)), hint};
    }

    std::string checked_text(const toml::value<std::string>& value) const {
        if (has_control_character(value.get())) {
            throw InputError(place_of(value), "the text has a control character",
                             "texts are one line of characters");
        }
        return value.get();
    }
};

TomlTable TomlTable::strict(const std::shared_ptr<const Node>& node, const std::string& name,
                            const Keys& outer) {
    for (const auto& [key, value] : *node->table) {
        const std::string word(key.str());
        if (std::find(node->known->begin(), node->known->end(), word) != node->known->end()) {
            continue;
        }
        const bool belongs_above = std::find(outer.begin(), outer.end(), word) != outer.end();
        throw InputError(
            place_at(node->contents->path, key.source().begin),
            fmt::format("unknown key '{}'{}", printable(word), name.empty() ? "" : " in " + name),
            belongs_above ? fmt::format("write it before the first {}", name)
                          : suggestion(word, *node->known));
    }
    return TomlTable(node);
}

std::string TomlTable::place() const { return node_->place_of(*node_->table); }

std::string TomlTable::place(const std::string& key) const {
    const toml::node* node = node_->find(key);
    return node == nullptr ? place() : node_->place_of(*node);
}

bool TomlTable::has(const std::string& key) const { return node_->find(key) != nullptr; }

bool TomlTable::is_number(const std::string& key) const {
    const toml::node* node = node_->find(key);
    return node != nullptr && node->is_integer();
}

bool TomlTable::is_table(const std::string& key) const {
    const toml::node* node = node_->find(key);
    return node != nullptr && node->is_table();
}

TomlTable::Keys TomlTable::keys() const {
    Keys keys;
    for (const auto& [key, value] : *node_->table) {
        keys.emplace_back(key.str());
    }
    return keys;
}

std::optional<std::string> TomlTable::text(const std::string& key) const {
    const toml::node* node = node_->find(key);
    if (node == nullptr) {
        return std::nullopt;
    }
    if (!node->is_string()) {
        throw node_->misfit(key, *node, "write a text in quotes");
    }
    return node_->checked_text(*node->as_string());
}

std::vector<TomlText> TomlTable::texts(const std::string& key) const {
    const toml::node* node = node_->find(key);
    if (node == nullptr || node->is_string()) {
        return node == nullptr ? std::vector<TomlText>() : std::vector<TomlText>{{*text(key), place(key)}};
    }
    const std::string hint = R"(write a list of texts such as ["a", "b"])";
    if (!node->is_array()) {
        throw node_->misfit(key, *node, hint);
    }
    if (node->as_array()->empty()) {
        throw InputError(place(key), key + " is an empty list", hint);
    }
    std::vector<TomlText> texts;
    for (const toml::node& element : *node->as_array()) {
        if (!element.is_string()) {
            throw node_->misfit("an element of " + key, element, hint);
        }
        texts.push_back({node_->checked_text(*element.as_string()), node_->place_of(element)});
    }
    return texts;
}

std::optional<std::uint64_t> TomlTable::number(const std::string& key, std::uint64_t least,
                                               std::uint64_t most) const {
    const toml::node* node = node_->find(key);
    if (node == nullptr) {
        return std::nullopt;
    }
    const std::string hint = fmt::format("write a number of {} to {}", least, most);
    if (!node->is_integer()) {
        throw node_->misfit(key, *node, hint);
    }
    const std::int64_t value = node->as_integer()->get();
    if (value < 0 || static_cast<std::uint64_t>(value) < least || static_cast<std::uint64_t>(value) > most) {
        throw InputError(place(key), fmt::format("{} is {}", printable(key), value), hint);
    }
    return static_cast<std::uint64_t>(value);
}

std::optional<bool> TomlTable::flag(const std::string& key) const {
    const toml::node* node = node_->find(key);
    if (node == nullptr) {
        return std::nullopt;
    }
    if (!node->is_boolean()) {
        throw node_->misfit(key, *node, "write true or false");
    }
    return node->as_boolean()->get();
}

std::optional<std::size_t> TomlTable::choice(const std::string& key, const Keys& names) const {
    const toml::node* node = node_->find(key);
    if (node == nullptr) {
        return std::nullopt;
    }
    if (!node->is_string()) {
        throw node_->misfit(key, *node, fmt::format("write one of \"{}\"", fmt::join(names, "\", \"")));
    }
    const std::string word = *text(key);
    const auto name = std::find(names.begin(), names.end(), word);
    if (name == names.end()) {
        throw InputError(place(key), fmt::format("{} is '{}'", printable(key), printable(word)),
                         suggestion(word, names));
    }
    return static_cast<std::size_t>(name - names.begin());
}

std::optional<TomlTable> TomlTable::open_table(const std::string& key) const {
    const toml::node* node = node_->find(key);
    if (node == nullptr) {
        return std::nullopt;
    }
    if (!node->is_table()) {
        throw node_->misfit(key, *node, fmt::format("write a table, [{}]", key));
    }
    return TomlTable(std::make_shared<Node>(Node{node_->contents, node->as_table(), std::nullopt}));
}

std::optional<TomlTable> TomlTable::table(const std::string& key, const Keys& known) const {
    const std::optional<TomlTable> found = open_table(key);
    if (!found) {
        return std::nullopt;
    }
    return strict(std::make_shared<Node>(Node{node_->contents, found->node_->table, known}), "[" + key + "]",
                  node_->known.value_or(Keys()));
}

std::vector<TomlTable> TomlTable::tables(const std::string& key, const Keys& known) const {
    std::vector<TomlTable> tables;
    const toml::node* node = node_->find(key);
    if (node == nullptr) {
        return tables;
    }
    const std::string header = "[[" + key + "]]";
    if (!node->is_array() || !node->is_array_of_tables()) {
        throw node_->misfit(key, *node, fmt::format("write tables, {}", header));
    }
    for (const toml::node& element : *node->as_array()) {
        tables.push_back(strict(std::make_shared<Node>(Node{node_->contents, element.as_table(), known}),
                                header, node_->known.value_or(Keys())));
    }
    return tables;
}

TomlTable read_toml(const std::string& path, std::size_t limit_bytes, const TomlTable::Keys& known) {
    const std::string text = read_text(path, limit_bytes, path);
    check_nesting(text, path);
    try {
        const auto contents = std::make_shared<const TomlTable::Contents>(
            TomlTable::Contents{path, toml::parse(std::string_view(text))});
        return TomlTable::strict(
            std::make_shared<TomlTable::Node>(TomlTable::Node{contents, &contents->root, known}), "", {});
    } catch (const toml::parse_error& error) {
        throw InputError(place_at(path, error.source().begin),
                         "this is not TOML: " + printable(error.description(), 200));
    }
}

}  // namespace schedmc
