// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string_view>

#include "model/policy/wakeup.hpp"

namespace schedmc {

/// How many rules may answer a wakeup, WakeRule::none included.
inline constexpr std::size_t wake_rules = static_cast<std::size_t>(WakeRule::target_though_busy) + 1;

/// A rule in a few words, for tables: "target idle".
std::string_view name_of(WakeRule rule);

}  // namespace schedmc
