// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/text_rows.hpp"

#include <algorithm>

namespace schedmc {

namespace {
constexpr std::size_t widest_label = 24;
constexpr std::size_t gap = 3;
}  // namespace

std::size_t characters(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::vector<std::string> pieces_of(const std::string& text, std::size_t longest) {
    std::vector<std::string> pieces;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t space = std::min(text.find(' ', at), text.size() - 1);
        const bool is_long = space - at > longest;
        while (at <= space) {
            const std::size_t end = is_long ? std::min(text.find(',', at), space) : space;
            pieces.push_back(text.substr(at, end + 1 - at));
            at = end + 1;
        }
    }
    return pieces;
}

std::string filled(const std::string& head, const std::vector<std::string>& pieces, std::size_t hang) {
    std::string result = head;
    std::size_t column = characters(head);
    bool line_is_empty = true;
    for (const std::string& piece : pieces) {
        const std::size_t length = characters(piece.substr(0, piece.find_last_not_of(' ') + 1));
        if (!line_is_empty && column + length > text_columns) {
            result.erase(result.find_last_not_of(' ') + 1);
            result += "\n" + std::string(hang, ' ');
            column = hang;
        }
        result += piece;
        column += characters(piece);
        line_is_empty = false;
    }
    return result + "\n";
}

std::string wrapped(const std::string& head, const std::string& text, std::size_t hang) {
    return filled(head, pieces_of(text, text_columns - hang), hang);
}

std::string rows_text(const std::vector<Row>& rows) {
    std::size_t width = 0;
    for (const Row& row : rows) {
        if (characters(row.label) <= widest_label) {
            width = std::max(width, characters(row.label));
        }
    }
    const std::size_t hang = 2 + width + gap;
    std::string text;
    for (const Row& row : rows) {
        const std::size_t label = characters(row.label);
        if (label <= width) {
            text += wrapped("  " + row.label + std::string(width - label + gap, ' '), row.text, hang);
        } else {
            text += wrapped("  ", row.label, 4) + wrapped(std::string(hang, ' '), row.text, hang);
        }
    }
    return text;
}

std::string label_of(const std::string& kind, const CpuMask& numbers) {
    if (numbers.count() > 2) {
        return kind + "s " + cpu_list(numbers);
    }
    std::string label;
    numbers.for_each(
        [&](std::size_t number) { label += (label.empty() ? "" : ", ") + kind + std::to_string(number); });
    return label.empty() ? "no " + kind : label;
}

std::string task_list(const std::vector<std::uint16_t>& tasks) {
    std::string list;
    for (std::size_t first = 0; first < tasks.size();) {
        std::size_t last = first;
        while (last + 1 < tasks.size() && tasks[last + 1] == tasks[last] + 1) {
            ++last;
        }
        last = last - first < 2 ? first : last;
        list += (list.empty() ? "t" : ", t") + std::to_string(tasks[first]);
        list += last > first ? "-t" + std::to_string(tasks[last]) : "";
        first = last + 1;
    }
    return list;
}

std::string counted(std::size_t count, const std::string& thing) {
    return count == 1 ? "one " + thing : std::to_string(count) + " " + thing + "s";
}

}  // namespace schedmc
