// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>

namespace schedmc::explore {

/// A discovered state's number: 0, 1, 2, ... in the order of discovery, so that a breadth-first level is a
/// range.
using StateId = std::uint32_t;

/// Not a state: the parent of an initial state.
inline constexpr StateId no_state = UINT32_MAX;

/// States that can be told apart: ids 0 .. 2^32 - 2.
inline constexpr std::uint64_t state_id_count = UINT32_MAX;

}  // namespace schedmc::explore
