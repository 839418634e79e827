// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/text_lines.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/input_error.hpp"

namespace schedmc {

namespace {

constexpr std::size_t max_line_bytes = std::size_t{64} << 10;
constexpr std::size_t max_lines = 1'000'000;
constexpr std::string_view blank = " \t\r";

std::string_view trimmed(std::string_view line) {
    const std::size_t first = std::min(line.find_first_not_of(blank), line.size());
    line.remove_prefix(first);
    return line.substr(0, line.find_last_not_of(blank) + 1);
}

}  // namespace

std::vector<TextLine> text_lines(const std::string& text, const std::string& place) {
    std::vector<TextLine> lines;
    std::size_t number = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = std::string_view(text).substr(at, end - at);
        ++number;
        if (number > max_lines) {
            throw InputError(fmt::format("{}:{}", place, number), "the text has too many lines",
                             fmt::format("at most {} are read", max_lines));
        }
        if (line.find('\0') != std::string_view::npos) {
            throw InputError(fmt::format("{}:{}", place, number), "a NUL byte", "this is not text");
        }
        if (line.size() > max_line_bytes) {
            throw InputError(fmt::format("{}:{}", place, number), "the line is too long",
                             fmt::format("at most {} KiB are read", max_line_bytes >> 10));
        }
        const std::string_view content = trimmed(line);
        if (!content.empty()) {
            lines.push_back({content, number});
        }
        at = end + 1;
    }
    return lines;
}

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; (at = line.find_first_not_of(blank, at)) < line.size();) {
        const std::size_t end = std::min(line.find_first_of(blank, at), line.size());
        words.push_back(line.substr(at, end - at));
        at = end;
    }
    return words;
}

std::vector<std::string_view> parts_of(std::string_view line, char separator) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t end = line.find(separator);
        parts.push_back(line.substr(0, end));
        if (end == std::string_view::npos) {
            return parts;
        }
        line.remove_prefix(end + 1);
    }
}

}  // namespace schedmc
