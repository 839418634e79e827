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

/// Becomes true on the first Ctrl-C or SIGTERM after watch_for_interrupt(); a second Ctrl-C ends the program.
const std::atomic<bool>& interrupted();
void watch_for_interrupt();

/// The program's arguments as a line that a shell reads back, beginning with "schedmc".
std::string command_line(const std::vector<std::string>& arguments);

/// Makes the three standard streams safe to use: those that are closed are opened on /dev/null, so that no file or
/// pipe takes their place; a file that grows too large is an error and no signal.
void prepare_streams();

/// Where write_file() would put a file of that name: a new or regular file in a folder that may be written, or where a
/// link leads.
///
/// Errors: InputError at `path`, naming what is in the way, before any work is done for it.
std::string writable_path(const std::string& path);

/// Writes a file as a whole or not at all: to a temporary neighbour, then renamed.
///
/// Errors: InputError at `named` when it cannot be written.
void write_file(const std::string& named, const std::string& text);

/// Text columns, padded to the widest cell of each, two spaces between; the last column is not padded. Widths are
/// counted in characters of UTF-8.
std::string table(const std::vector<std::vector<std::string>>& rows);

}  // namespace schedmc
