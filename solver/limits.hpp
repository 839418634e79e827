// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>

namespace schedmc {

/// What an engine may use. Reaching a limit is an answer, never an error: the engine ends and says which one.
/// 0 means that there is no such limit.
struct Limits {
    /// Distinct states that may be kept.
    std::uint64_t states = 0;
    /// Bytes that may be allocated for states and what finds them again.
    std::uint64_t memory_bytes = 0;
    /// Steps from a start state beyond which nothing is looked at.
    std::uint64_t depth = 0;
};

}  // namespace schedmc
