// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <string>
#include <vector>

namespace schedmc {

/// True when standard output is a terminal and NO_COLOR is not set.
bool wants_colour();

/// The width of the terminal on standard output in columns, or 100.
std::size_t terminal_columns();

/// Becomes true on the first Ctrl-C after watch_for_interrupt(); the second one ends the program.
const std::atomic<bool>& interrupted();
void watch_for_interrupt();

/// The program's arguments as a line that a shell reads back, beginning with "schedmc".
std::string command_line(const std::vector<std::string>& arguments);

/// Writes a file as a whole or not at all: to a temporary neighbour, then renamed.
///
/// Errors: InputError at `path` when it cannot be written.
void write_file(const std::string& path, const std::string& text);

/// Text columns, padded to the widest cell of each, two spaces between; the last column is not padded. Widths are
/// counted in characters of UTF-8.
std::string table(const std::vector<std::vector<std::string>>& rows);

}  // namespace schedmc
