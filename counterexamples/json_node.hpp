// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "model/machine/machine.hpp"

namespace schedmc {

/// A value of a JSON file together with its place, "file:/pointer", so that whatever is wrong with it can be said
/// there. Refers to the JSON and to the file's name, which must outlive it. Each reading throws InputError at the
/// place when the value is of another form.
class JsonNode {
public:
    /// The whole file.
    JsonNode(const nlohmann::json& root, const std::string& file) : value_(&root), file_(&file) {}

    /// "file:/pointer", or the file alone for the root.
    std::string place() const { return pointer_.empty() ? *file_ : *file_ + ":" + pointer_; }
    /// Throws InputError at the place.
    [[noreturn]] void fail(const std::string& what, const std::string& hint = "") const;
    /// The JSON itself.
    const nlohmann::json& value() const { return *value_; }

    /// An object's member. Errors: InputError also when it is missing.
    JsonNode at(std::string_view key) const;
    /// An object's member, if it is there.
    std::optional<JsonNode> find(std::string_view key) const;
    /// Throws unless this is an object of no other keys than these; the first of the others in alphabetical order
    /// is named.
    void expect_keys(const std::vector<std::string>& known) const;

    /// The number of members of an array of at most `most`.
    std::size_t size(std::size_t most) const;
    /// An array's member. Errors: expects that it is there.
    JsonNode member(std::size_t index) const;

    bool flag() const;
    /// A whole number from least to greatest.
    std::uint64_t number(std::uint64_t least, std::uint64_t greatest) const;
    /// A string of at most `longest` bytes.
    const std::string& text(std::size_t longest = 10'000) const;
    /// A string of at most 1,000 printable ASCII characters without spaces: a name.
    const std::string& word() const;
    /// The number of "cpu3", where `kind` is "cpu"; below 65535. `thing` is what messages call it.
    std::uint16_t numbered(std::string_view kind, std::string_view thing) const;
    /// The CPUs of a list such as "0-3,8".
    CpuMask cpus() const;

private:
    JsonNode(const nlohmann::json& value, const std::string& file, std::string pointer)
        : value_(&value), file_(&file), pointer_(std::move(pointer)) {}

    const nlohmann::json* value_;
    const std::string* file_;
    std::string pointer_;
};

}  // namespace schedmc
