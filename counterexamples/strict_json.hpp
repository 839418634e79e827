// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace schedmc {

/// What is read of JSON at most.
struct JsonLimits {
    std::size_t bytes = std::size_t{16} << 20;
    /// Arrays and objects inside each other.
    std::size_t depth = 16;
    /// Scalars, arrays and objects in all.
    std::size_t values = 2'000'000;
};

/// The text of a regular file. Errors: InputError at the path when it cannot be read or is larger than the limit.
std::string read_json_text(const std::string& path, const JsonLimits& limits = {});

/// The value of a JSON text in which no object has a key twice.
///
/// Errors: InputError at `place`: with line and column (in bytes, from 1) for what is not JSON, with a JSON pointer
/// for a repeated key, a number out of range, or a limit.
/// Cost: time and memory in proportion to the text, up to the limits.
nlohmann::json parse_strictly(const std::string& text, const std::string& place,
                              const JsonLimits& limits = {});

/// One more step of a JSON pointer: a key with ~ and / escaped, shortened, without what is not printable.
std::string pointer_step(std::string_view key);

/// At most `longest` bytes of a text from outside, with '?' for what is not printable ASCII, so that a message stays
/// one line and cannot steer a terminal.
std::string harmless(std::string_view text, std::size_t longest = 60);

}  // namespace schedmc
