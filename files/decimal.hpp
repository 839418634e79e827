// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace schedmc {

/// The value of a text of one to six decimal digits, if it is one of `least` to `most`; otherwise nothing.
std::optional<std::uint16_t> decimal_in(std::string_view text, std::uint16_t least, std::uint16_t most);

}  // namespace schedmc
