// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "solver/explore/path.hpp"
#include "solver/explore/system.hpp"

namespace schedmc::explore {

/// Why an exploration ended.
enum class Ending {
    /// Every reachable state was discovered and every step out of one taken.
    complete,
    /// Every watch has scored its cap; the level in which the last one did was completed.
    settled,
    /// One more state would have exceeded Limits::states.
    states,
    /// One more state would have exceeded Limits::memory_bytes, or the system has no more memory.
    memory,
    /// All states within Limits::depth steps were judged, and the last of them have not been expanded.
    depth,
    /// Somebody asked to stop.
    interrupted,
};

/// The word for an ending: its name in the enumeration.
const char* ending_name(Ending ending);

/// What an exploration learnt for one watch.
template <System S>
struct WatchResult {
    /// States and steps in which the watch's antecedent was met.
    std::uint64_t relevant = 0;
    /// The greatest score; 0 when there was none.
    std::uint64_t score = 0;
    /// Whether the score is the watch's cap.
    bool settled = false;
    /// A shortest way to the greatest score, in breadth-first order the first; empty when the score is 0.
    std::optional<Path<S>> path;
};

/// What an exploration learnt. After any ending but `complete` the figures are those of what was seen until
/// then: of whole levels after `settled` and `depth`, of a level begun after `states`, `memory` and
/// `interrupted`.
template <System S>
struct Exploration {
    Ending ending = Ending::complete;
    /// Distinct states discovered.
    std::uint64_t states = 0;
    /// Steps taken, including those into states known before.
    std::uint64_t transitions = 0;
    /// Steps from a start state to the deepest state discovered.
    std::uint64_t depth = 0;
    /// Expanded states in which no event was enabled.
    std::uint64_t dead_ends = 0;
    /// States of the largest level.
    std::uint64_t peak_frontier = 0;
    /// 64-bit words of a packed state.
    std::size_t packed_words = 0;
    /// Bytes allocated for states, parents and the table.
    std::uint64_t bytes = 0;
    /// [watch] -> what was learnt.
    std::vector<WatchResult<S>> watches;
};

}  // namespace schedmc::explore
