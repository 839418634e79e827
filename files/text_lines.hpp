// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace schedmc {

/// A line of a text without its end, "\n" or "\r\n", and without spaces around it.
struct TextLine {
    std::string_view text;
    /// From 1.
    std::size_t number = 0;
};

/// The lines of a text that are not empty. The views point into the text.
///
/// Errors: InputError at place:line for a NUL byte, a line of more than 64 KiB, and more than a million lines.
/// Cost: one pass.
std::vector<TextLine> text_lines(const std::string& text, const std::string& place);

/// The words of a line: what stands between spaces and tabs.
std::vector<std::string_view> words_of(std::string_view line);

/// The parts of a line between separators; one more than there are separators.
std::vector<std::string_view> parts_of(std::string_view line, char separator);

}  // namespace schedmc
