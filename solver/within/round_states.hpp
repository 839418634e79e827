// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "solver/explore/state_store.hpp"
#include "solver/within/round_system.hpp"

namespace schedmc::within {

using explore::no_state;
using explore::StateId;

/// The state that stands for all that the system takes for one with this one.
template <RoundSystem S>
void represent(const S& system, typename S::State& state) {
    if constexpr (requires { system.represent(state); }) {
        system.represent(state);
    }
}

/// The states of a system of rounds, each with what it may lead to. A state comes up with many sets of CPUs that have
/// ticked; what a CPU's tick makes of it is the same in all of them, and is worked out once. Borrows the system.
template <RoundSystem S>
class RoundStates {
public:
    using State = typename S::State;

    RoundStates(const S& system, std::uint64_t memory_bytes)
        : system_(system), store_(system.packed_words(), {.memory_bytes = memory_bytes}),
          packed_(system.packed_words()) {}

    /// The id of the state that stands for this one; no_state when there is no memory for it.
    StateId id_of(const State& state) {
        representative_ = state;
        represent(system_, representative_);
        system_.pack(representative_, packed_);
        const auto inserted = store_.insert(packed_, no_state);
        if (inserted.outcome == explore::Insertion::added) {
            known_.push_back({not_yet});
        }
        return inserted.id;
    }
    /// Reads a state into `state`.
    void read(StateId id, State& state) {
        store_.read(id, packed_);
        system_.unpack(packed_, state);
    }

    /// Nothing follows in it. Cost: that of leads_to().
    bool at_rest(StateId id) { return known(id).at_rest; }

    /// The states to which it may lead, ended by no_state if there is no memory for one: of a state in which something
    /// follows what may be next, `turn` 0; of one at rest what a tick of CPU `turn` may make of it, the state itself
    /// where that CPU cannot tick. Valid until the next state is asked about.
    ///
    /// Cost: a step for each, the first time.
    std::span<const StateId> leads_to(StateId id, std::size_t turn) {
        std::uint64_t at = known(id).moves;
        while (turn-- > 0) {
            at += moves_[at] + 1;
        }
        return {moves_.data() + at + 1, moves_[at]};
    }

    std::uint64_t bytes() const {
        return store_.bytes() + moves_.capacity() * sizeof(StateId) + known_.size() * sizeof(Known);
    }

private:
    static constexpr std::uint64_t not_yet = UINT64_MAX;

    struct Known {
        /// Where its moves are: for each turn how many there are, and they.
        std::uint64_t moves;
        bool at_rest = false;
    };

    const Known& known(StateId id) {
        if (known_[id].moves == not_yet) {
            work_out(id);
        }
        return known_[id];
    }

    void work_out(StateId id) {
        read(id, from_);
        found_.assign(1, 0);
        std::size_t turn = 0;
        const auto take = [&](const typename S::Event& event) {
            system_.step(from_, event, transition_);
            found_.push_back(id_of(transition_.after));
            ++found_[turn];
            return true;
        };
        system_.follows(from_, take);
        const bool at_rest = found_.size() == 1;
        if (at_rest) {
            found_.clear();
        }
        for (std::size_t cpu = 0; at_rest && cpu < system_.cpus(); ++cpu) {
            turn = found_.size();
            found_.push_back(0);
            system_.ticks(from_, cpu, take);
            if (found_[turn] == 0) {
                found_[turn] = 1;
                found_.push_back(id);
            }
        }
        known_[id].moves = moves_.size();
        known_[id].at_rest = at_rest;
        moves_.insert(moves_.end(), found_.begin(), found_.end());
    }

    const S& system_;
    explore::StateStore store_;
    std::deque<Known> known_;
    std::vector<StateId> moves_;
    // Used again for every state, so that a system's vectors keep their storage.
    std::vector<std::uint64_t> packed_;
    std::vector<StateId> found_;
    State from_{};
    State representative_{};
    typename S::Transition transition_{};
};

}  // namespace schedmc::within
