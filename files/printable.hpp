// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace schedmc {

/// At most `longest` bytes of a text from outside, with '?' for what is not printable ASCII, so that an error message
/// stays one line and cannot steer a terminal.
std::string printable(std::string_view text, std::size_t longest = 40);

}  // namespace schedmc
