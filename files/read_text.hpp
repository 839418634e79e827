// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <string>

namespace schedmc {

/// The whole text of a regular file.
///
/// Errors: InputError at `place` when it cannot be opened or read, is no regular file (a folder, a pipe, a device),
/// or is larger than `limit_bytes`. Cost: never more than limit_bytes + 1 bytes of memory.
std::string read_text(const std::string& path, std::size_t limit_bytes, const std::string& place);

}  // namespace schedmc
