// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "solver/explore/id_table.hpp"
#include "solver/explore/packed_states.hpp"
#include "solver/explore/state_id.hpp"
#include "solver/limits.hpp"

namespace schedmc::explore {

/// What became of a state that was offered to the store.
enum class Insertion { known, added, states_exhausted, memory_exhausted };

/// The set of discovered states, each with the state it was first reached from. Exact: two states are the
/// same if and only if all their packed words are.
///
/// limits.states and limits.memory_bytes are kept: a state that would exceed one is not added. A known state
/// is recognised even then, so a system that just fits is explored to its end.
class StateStore {
public:
    StateStore(std::size_t words_per_state, const Limits& limits);

    struct Inserted {
        Insertion outcome;
        /// The state's id; no_state when a limit kept it out.
        StateId id;
    };

    /// The id of a packed state, which is added when it is new; the first parent stays.
    ///
    /// Cost: one hash and about one cache miss, two when the state is known; a growth of the table, once for
    /// each half more, hashes every state again.
    Inserted insert(std::span<const std::uint64_t> packed, StateId parent);

    /// Copies the packed words of a state.
    void read(StateId id, std::span<std::uint64_t> out) const;

    /// The state from which this one was first reached; no_state for an initial state.
    StateId parent(StateId id) const { return states_.parent(id); }

    std::uint64_t size() const { return states_.size(); }

    /// Bytes allocated by the store. They only ever grow.
    std::uint64_t bytes() const { return states_.bytes() + table_.bytes(); }

private:
    bool affords(std::uint64_t more_bytes) const;
    bool make_room();

    std::size_t words_per_state_;
    std::uint64_t most_states_;
    std::uint64_t most_bytes_;
    PackedStates states_;
    IdTable table_;
    bool lost_ = false;
};

}  // namespace schedmc::explore
