// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/xml_scanner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "files/printable.hpp"
#include "model/input_error.hpp"

namespace schedmc {

namespace {

constexpr std::size_t max_depth = 256;
constexpr std::size_t max_attributes = 256;
constexpr std::string_view space = " \t\r\n";

bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || c == ':';
}

/// The first '&' that begins neither a character's number nor one of the five entities that XML has by itself.
std::size_t find_odd_entity(std::string_view text) {
    constexpr std::array<std::string_view, 5> known{"lt;", "gt;", "amp;", "quot;", "apos;"};
    for (std::size_t at = text.find('&'); at != std::string_view::npos; at = text.find('&', at + 1)) {
        const std::string_view rest = text.substr(at + 1);
        const std::size_t end = std::min(rest.find(';'), rest.size());
        const bool number = end < rest.size() && rest.starts_with('#') &&
                            rest.find_first_not_of("0123456789abcdefABCDEFx", 1) == end;
        const bool entity =
            std::any_of(known.begin(), known.end(), [&](auto name) { return rest.starts_with(name); });
        if (!entity && !number) {
            return at;
        }
    }
    return std::string_view::npos;
}

}  // namespace

std::string_view XmlTag::attribute(std::string_view name_wanted) const {
    for (const auto& [key, value] : attributes) {
        if (key == name_wanted) {
            return value;
        }
    }
    return {};
}

void XmlScanner::fail(std::size_t line, const std::string& what, const std::string& hint) const {
    throw InputError(fmt::format("{}:{}", place_, line), what, hint);
}

void XmlScanner::advance(std::size_t count) {
    const auto first = text_.begin() + static_cast<std::ptrdiff_t>(at_);
    line_ += static_cast<std::size_t>(std::count(first, first + static_cast<std::ptrdiff_t>(count), '\n'));
    at_ += count;
}

bool XmlScanner::take(std::string_view word) {
    if (text_.compare(at_, word.size(), word) != 0) {
        return false;
    }
    advance(word.size());
    return true;
}

void XmlScanner::skip_past(std::string_view end, const char* what) {
    const std::size_t began = line_;
    const std::size_t found = text_.find(end, at_);
    if (found == std::string::npos) {
        fail(began, fmt::format("the file ends inside the {} that begins here", what), "it is cut short");
    }
    advance(found + end.size() - at_);
}

void XmlScanner::skip_space() { advance(std::min(text_.find_first_not_of(space, at_), text_.size()) - at_); }

std::string_view XmlScanner::name(const char* what) {
    std::size_t end = at_;
    while (end < text_.size() && is_name_character(text_[end])) {
        ++end;
    }
    if (end == at_) {
        if (at_ == text_.size()) {
            fail(line_, "the file ends inside a tag", "it is cut short");
        }
        fail(line_, fmt::format("here should be the name of {}", what));
    }
    const std::string_view result(text_.data() + at_, end - at_);
    at_ = end;
    return result;
}

std::string_view XmlScanner::quoted() {
    const char quote = peek();
    if (quote != '"' && quote != '\'') {
        fail(line_, "here should be a value in quotes");
    }
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string::npos) {
        fail(line_, "the file ends inside the value that begins here", "it is cut short");
    }
    const std::string_view value(text_.data() + at_ + 1, end - at_ - 1);
    if (value.find('<') != std::string_view::npos) {
        fail(line_, "a value has no closing quote, or a '<' in it", "write &lt;");
    }
    const std::size_t odd = find_odd_entity(value);
    if (odd != std::string_view::npos) {
        advance(odd + 1);
        fail(line_, "a '&' begins no entity that is known here", "write &amp;");
    }
    advance(end + 1 - at_);
    return value;
}

void XmlScanner::read_doctype() {
    const std::size_t line = line_;
    const auto refuse = [&] {
        fail(line, "a DOCTYPE other than <!DOCTYPE topology SYSTEM \"hwloc2.dtd\"> is not read", "remove it");
    };
    advance(std::string_view("<!DOCTYPE").size());
    skip_space();
    name("the document's type");
    skip_space();
    if (!take("SYSTEM")) {
        refuse();
    }
    skip_space();
    quoted();
    skip_space();
    if (!take(">") || root_seen_ || doctype_seen_) {
        refuse();
    }
    doctype_seen_ = true;
}

void XmlScanner::read_start_tag() {
    tag_ = XmlTag{{}, {}, line_, open_.size(), 0};
    advance(1);
    tag_.name = name("an element");
    while (true) {
        const std::size_t before = at_;
        skip_space();
        if (at_ == text_.size()) {
            fail(line_, fmt::format("the file ends inside the tag <{}>", printable(tag_.name)),
                 "it is cut short");
        }
        if (take("/>")) {
            break;
        }
        if (take(">")) {
            open_.emplace_back(tag_.name, tag_.line);
            break;
        }
        if (before == at_) {
            fail(line_,
                 fmt::format("here should be a space, '>' or '/>' in the tag <{}>", printable(tag_.name)));
        }
        const std::string_view key = name("an attribute");
        skip_space();
        if (!take("=")) {
            fail(line_, fmt::format("the attribute {} has no value", printable(key)), "write name=\"value\"");
        }
        skip_space();
        const std::string_view value = quoted();
        if (tag_.has(key)) {
            fail(line_, fmt::format("the attribute {} is given twice in one tag", printable(key)));
        }
        if (tag_.attributes.size() == max_attributes) {
            fail(line_, fmt::format("the tag <{}> has more than {} attributes", printable(tag_.name),
                                    max_attributes));
        }
        tag_.attributes.emplace_back(key, value);
    }
    if (tag_.depth == 0 && root_seen_) {
        fail(tag_.line, fmt::format("<{}> follows the end of the document", printable(tag_.name)));
    }
    if (open_.size() > max_depth) {
        fail(tag_.line, fmt::format("elements are nested deeper than {} levels", max_depth));
    }
    root_seen_ = true;
    tag_.end = at_;
}

void XmlScanner::read_end_tag() {
    const std::size_t line = line_;
    advance(2);
    const std::string_view closing = name("an element");
    skip_space();
    if (!take(">")) {
        fail(line, fmt::format("the tag </{}> is not closed", printable(closing)));
    }
    if (open_.empty()) {
        fail(line, fmt::format("</{}> closes nothing", printable(closing)));
    }
    if (open_.back().first != closing) {
        fail(line,
             fmt::format("</{}> closes <{}> of line {}", printable(closing), printable(open_.back().first),
                         open_.back().second),
             "tags nest");
    }
    open_.pop_back();
}

bool XmlScanner::next() {
    if (at_ == 0) {
        const std::size_t nul = text_.find('\0');
        if (nul != std::string::npos) {
            fail(1 + static_cast<std::size_t>(
                         std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(nul), '\n')),
                 "a NUL byte", "this is not text");
        }
        take("\xEF\xBB\xBF");
    }
    while (at_ < text_.size()) {
        const std::size_t bracket = std::min(text_.find('<', at_), text_.size());
        if (open_.empty() && text_.find_first_not_of(space, at_) < bracket) {
            skip_space();
            fail(line_, root_seen_ ? "text follows the end of the document" : "this is not XML");
        }
        advance(bracket - at_);
        if (at_ == text_.size()) {
            break;
        }
        if (take("<!--")) {
            skip_past("-->", "comment");
            comments_.emplace_back(bracket, at_);
        } else if (take("<?")) {
            skip_past("?>", "processing instruction");
        } else if (!open_.empty() && take("<![CDATA[")) {
            skip_past("]]>", "CDATA section");
        } else if (text_.compare(at_, 9, "<!DOCTYPE") == 0) {
            read_doctype();
        } else if (text_.compare(at_, 2, "</") == 0) {
            read_end_tag();
        } else {
            read_start_tag();
            return true;
        }
    }
    if (!open_.empty()) {
        fail(line_,
             fmt::format("the file ends inside <{}>, which begins in line {}", printable(open_.back().first),
                         open_.back().second),
             "it is cut short");
    }
    if (!root_seen_) {
        fail(line_, "the file has no element", "this is not XML");
    }
    return false;
}

}  // namespace schedmc
