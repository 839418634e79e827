// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace schedmc {

/// A text of a TOML file and where it stands.
struct TomlText {
    std::string text;
    /// "file:line:column".
    std::string place;
};

/// A table of a TOML file, read strictly: every key is known, and a value of another type, outside of its bounds or
/// with control characters is an error at its place. Every name of a key that is asked for must be a known one.
///
/// Copies share the file's contents. Errors, of all that read: InputError at "file:line:column".
class TomlTable {
public:
    using Keys = std::vector<std::string>;

    /// "file:line:column" of the table.
    std::string place() const;
    /// "file:line:column" of a key's value, or of the table if it lacks the key.
    std::string place(const std::string& key) const;

    bool has(const std::string& key) const;
    bool is_number(const std::string& key) const;
    bool is_table(const std::string& key) const;
    /// The keys that are there, in alphabetical order.
    Keys keys() const;

    std::optional<std::string> text(const std::string& key) const;
    /// The texts of a list; a single text is a list of one. Empty without the key.
    std::vector<TomlText> texts(const std::string& key) const;
    /// A whole number, `least` to `most`.
    std::optional<std::uint64_t> number(const std::string& key, std::uint64_t least,
                                        std::uint64_t most) const;
    std::optional<bool> flag(const std::string& key) const;
    /// Which of the names it is.
    std::optional<std::size_t> choice(const std::string& key, const Keys& names) const;

    /// The table of that key, with these known keys.
    std::optional<TomlTable> table(const std::string& key, const Keys& known) const;
    /// The same, whatever its keys are.
    std::optional<TomlTable> open_table(const std::string& key) const;
    /// The tables [[key]], with these known keys.
    std::vector<TomlTable> tables(const std::string& key, const Keys& known) const;

private:
    struct Contents;
    struct Node;

    explicit TomlTable(std::shared_ptr<const Node> node) : node_(std::move(node)) {}
    static TomlTable strict(const std::shared_ptr<const Node>& node, const std::string& name,
                            const Keys& outer);

    std::shared_ptr<const Node> node_;

    friend TomlTable read_toml(const std::string& path, std::size_t limit_bytes, const Keys& known);
};

/// The top level of a TOML file, with these known keys.
///
/// Errors: InputError at `path` for what cannot be read or has more than `limit_bytes`, at "path:line:column" for
/// what is no TOML, is nested more than 16 deep, or has a key that is not known. Cost: some hundred bytes of memory a
/// byte of the file.
TomlTable read_toml(const std::string& path, std::size_t limit_bytes, const TomlTable::Keys& known);

}  // namespace schedmc
