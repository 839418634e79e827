// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/machine/machine.hpp"

namespace schedmc {

/// The width of what is written for people, in characters.
inline constexpr std::size_t text_columns = 110;

/// How many characters of UTF-8 a text has.
std::size_t characters(std::string_view text);

/// A text in pieces between which a line may end: words with the space behind them; words longer than `longest`,
/// which are long lists, also behind their commas.
std::vector<std::string> pieces_of(const std::string& text, std::size_t longest);

/// The pieces behind `head`, with a new line before each that would pass text_columns; further lines are indented by
/// `hang`. Ends with a newline.
std::string filled(const std::string& head, const std::vector<std::string>& pieces, std::size_t hang);

/// The text behind `head`, filled into lines by its pieces.
std::string wrapped(const std::string& head, const std::string& text, std::size_t hang);

/// A thing and what is said of it.
struct Row {
    std::string label;
    std::string text;
    friend bool operator==(const Row&, const Row&) = default;
};

/// Rows of two columns, indented by two; a label that is too long for its column stands alone on its line.
std::string rows_text(const std::vector<Row>& rows);

/// "cpu3", "cpu2, cpu3" or "cpus 2-7,9", where `kind` is "cpu".
std::string label_of(const std::string& kind, const CpuMask& numbers);

/// "t0", "t0, t1", "t0-t4, t7": the tasks, given in increasing order.
std::string task_list(const std::vector<std::uint16_t>& tasks);

/// "one LLC", "2 LLCs".
std::string counted(std::size_t count, const std::string& thing);

}  // namespace schedmc
