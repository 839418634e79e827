// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace schedmc {

/// A start tag: its name and attributes as written, entities not replaced. The views point into the scanned text.
struct XmlTag {
    std::string_view name;
    std::vector<std::pair<std::string_view, std::string_view>> attributes;
    /// The line where the tag begins, from 1.
    std::size_t line = 0;
    /// How many elements are open around it.
    std::size_t depth = 0;
    /// The byte after the tag.
    std::size_t end = 0;

    /// The attribute's value, or a view without data when the tag does not have it.
    std::string_view attribute(std::string_view name_wanted) const;
    bool has(std::string_view name_wanted) const { return attribute(name_wanted).data() != nullptr; }
};

/// Goes through an XML text tag by tag and sees to it that the tags nest: a check of form for texts of tools, not an
/// XML processor. A DOCTYPE must be `<!DOCTYPE name SYSTEM "...">`: internal subsets are refused.
class XmlScanner {
public:
    /// Keeps a reference to the text. Errors in it are InputError at place:line.
    XmlScanner(const std::string& text, std::string place) : text_(text), place_(std::move(place)) {}

    /// Moves to the next start tag; false at the end of a whole document.
    ///
    /// Errors: InputError for a text that ends early, tags that do not match, malformed or repeated attributes, NUL
    /// bytes, a second root, more than 256 levels, or no element at all.
    bool next();

    /// The start tag that next() stopped at.
    const XmlTag& tag() const { return tag_; }
    /// The ranges [first, last) of bytes that comments take, up to where next() stopped.
    const std::vector<std::pair<std::size_t, std::size_t>>& comments() const { return comments_; }

private:
    [[noreturn]] void fail(std::size_t line, const std::string& what, const std::string& hint = "") const;
    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    bool take(std::string_view word);
    void skip_past(std::string_view end, const char* what);
    void skip_space();
    void advance(std::size_t count);
    std::string_view name(const char* what);
    std::string_view quoted();
    void read_doctype();
    void read_start_tag();
    void read_end_tag();

    const std::string& text_;
    std::string place_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
    std::vector<std::pair<std::string_view, std::size_t>> open_;
    bool root_seen_ = false;
    XmlTag tag_;
    bool doctype_seen_ = false;
    std::vector<std::pair<std::size_t, std::size_t>> comments_;
};

}  // namespace schedmc
