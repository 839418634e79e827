// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/json_node.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "counterexamples/strict_json.hpp"
#include "model/expects.hpp"
#include "model/input_error.hpp"

namespace schedmc {

namespace {

std::string form_of(const nlohmann::json& value) {
    return value.is_null()
               ? "null"
               : std::string(value.is_array() || value.is_object() ? "an " : "a ") + value.type_name();
}

}  // namespace

void JsonNode::fail(const std::string& what, const std::string& hint) const {
    throw InputError(place(), what, hint);
}

std::optional<JsonNode> JsonNode::find(std::string_view key) const {
    if (!value_->is_object()) {
        fail(form_of(*value_) + " where an object belongs");
    }
    const auto found = value_->find(key);
    if (found == value_->end()) {
        return std::nullopt;
    }
    return JsonNode(*found, *file_, pointer_ + pointer_step(key));
}

JsonNode JsonNode::at(std::string_view key) const {
    const std::optional<JsonNode> found = find(key);
    if (!found) {
        fail(fmt::format("\"{}\" is missing", key));
    }
    return *found;
}

void JsonNode::expect_keys(const std::vector<std::string>& known) const {
    if (!value_->is_object()) {
        fail(form_of(*value_) + " where an object belongs");
    }
    for (const auto& [key, member] : value_->items()) {
        if (std::find(known.begin(), known.end(), key) == known.end()) {
            JsonNode(member, *file_, pointer_ + pointer_step(key))
                .fail("unknown key", suggestion(key, known));
        }
    }
}

std::size_t JsonNode::size(std::size_t most) const {
    if (!value_->is_array()) {
        fail(form_of(*value_) + " where an array belongs");
    }
    if (value_->size() > most) {
        fail(fmt::format("{} entries", value_->size()), fmt::format("at most {} are read", most));
    }
    return value_->size();
}

JsonNode JsonNode::member(std::size_t index) const {
    expects(value_->is_array() && index < value_->size(), "a member that is read is in the array");
    return {(*value_)[index], *file_, pointer_ + "/" + std::to_string(index)};
}

bool JsonNode::flag() const {
    if (!value_->is_boolean()) {
        fail(form_of(*value_) + " where true or false belongs");
    }
    return value_->get<bool>();
}

std::uint64_t JsonNode::number(std::uint64_t least, std::uint64_t greatest) const {
    const bool whole = value_->is_number_unsigned();
    const std::uint64_t number = whole ? value_->get<std::uint64_t>() : 0;
    if (!whole || number < least || number > greatest) {
        const std::string is = value_->is_number() ? harmless(value_->dump()) : form_of(*value_);
        fail(fmt::format("{} where a whole number belongs", is), fmt::format("{} to {}", least, greatest));
    }
    return number;
}

const std::string& JsonNode::text(std::size_t longest) const {
    if (!value_->is_string()) {
        fail(form_of(*value_) + " where a string belongs");
    }
    const auto& text = value_->get_ref<const std::string&>();
    if (text.size() > longest) {
        fail(fmt::format("a string of {} bytes", text.size()), fmt::format("at most {} are read", longest));
    }
    return text;
}

const std::string& JsonNode::word() const {
    const std::string& word = text(1'000);
    if (word.empty() || std::any_of(word.begin(), word.end(), [](char c) { return c <= ' ' || c > '~'; })) {
        fail(fmt::format("'{}' is not a name", harmless(word)), "names are printable ASCII without spaces");
    }
    return word;
}

std::uint16_t JsonNode::numbered(std::string_view kind, std::string_view thing) const {
    const std::string& name = text();
    const bool has_kind = std::string_view(name).substr(0, kind.size()) == kind;
    const std::string digits = has_kind ? name.substr(kind.size()) : "";
    const bool is_number = !digits.empty() && digits.find_first_not_of("0123456789") == std::string::npos &&
                           (digits.size() == 1 || digits[0] != '0');
    if (!is_number) {
        fail(fmt::format("'{}' is not {}", harmless(name), thing), fmt::format("write {}0", kind));
    }
    if (digits.size() > 5 || std::stoul(digits) >= 0xFFFF) {
        fail(fmt::format("{} has too great a number", harmless(name)));
    }
    return static_cast<std::uint16_t>(std::stoul(digits));
}

CpuMask JsonNode::cpus() const {
    const std::string& list = text();
    if (harmless(list, list.size()) != list) {
        fail(fmt::format("'{}' is not a list of CPUs", harmless(list)), "write 0-3,8");
    }
    return parse_cpu_list(list, place());
}

}  // namespace schedmc
