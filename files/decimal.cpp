// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/decimal.hpp"

namespace schedmc {

std::optional<std::uint16_t> decimal_in(std::string_view text, std::uint16_t least, std::uint16_t most) {
    if (text.empty() || text.size() > 6 || text.find_first_not_of("0123456789") != std::string_view::npos) {
        return std::nullopt;
    }
    std::uint32_t value = 0;
    for (const char digit : text) {
        value = 10 * value + static_cast<std::uint32_t>(digit - '0');
    }
    return value < least || value > most ? std::nullopt : std::optional(static_cast<std::uint16_t>(value));
}

}  // namespace schedmc
