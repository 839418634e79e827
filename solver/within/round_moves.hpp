// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/expects.hpp"
#include "solver/within/round_states.hpp"

namespace schedmc::within {

/// Where a round stands: a state, and the CPUs that have ticked. At the end of a round none has.
struct RoundNode {
    StateId state = no_state;
    std::uint64_t ticked = 0;
    friend bool operator==(const RoundNode&, const RoundNode&) = default;
};

/// The moves of rounds, over a system that is borrowed, and the states that they come by.
template <RoundSystem S>
class RoundMoves {
public:
    using State = typename S::State;
    using Event = typename S::Event;

    RoundMoves(const S& system, std::uint64_t memory_bytes) : system_(system), states_(system, memory_bytes) {
        expects(system.cpus() >= 1 && system.cpus() <= most_cpus, "a system of rounds has 1 to 64 CPUs");
        all_ = ~std::uint64_t{0} >> (most_cpus - system.cpus());
    }

    RoundStates<S>& states() { return states_; }

    /// A start state, in round 0. Its state is no_state where memory did not suffice.
    RoundNode begin(const State& state) { return closed({states_.id_of(state), all_}); }

    /// Calls take(node) for each move in order, as long as it wants more. A node's state is no_state where memory did
    /// not suffice for it.
    template <class Take>
    void for_each(const RoundNode& from, Take&& take) {
        if (!states_.at_rest(from.state)) {
            take_turn(from, 0, from.ticked, take);
            return;
        }
        bool goes_on = true;
        for (std::size_t cpu = 0; cpu < system_.cpus() && goes_on; ++cpu) {
            const std::uint64_t ticked = from.ticked | std::uint64_t{1} << cpu;
            goes_on = ticked == from.ticked || take_turn(from, cpu, ticked, take);
        }
    }

    /// The first event that moves a state that `from` stands for to one that `to` stands for, and that state. No
    /// event where a CPU's turn is passed over.
    std::optional<Event> follow(const RoundNode& from, const RoundNode& to, State& state) {
        std::optional<Event> found;
        bool any = false;
        const auto look = [&](const Event& event) {
            any = true;
            system_.step(state, event, transition_);
            if (states_.id_of(transition_.after) == to.state) {
                found = event;
            }
            return !found;
        };
        if (states_.at_rest(from.state)) {
            const std::uint64_t ticked = to.ticked == 0 ? all_ : to.ticked;
            system_.ticks(state, static_cast<std::size_t>(std::countr_zero(ticked - from.ticked)), look);
        } else {
            system_.follows(state, look);
        }
        expects(found || !any, "a move that was made can be made again");
        if (found) {
            state = transition_.after;
        }
        return found;
    }

private:
    template <class Take>
    bool take_turn(const RoundNode& from, std::size_t turn, std::uint64_t ticked, Take& take) {
        // Closing a node may work out another state, which moves what is known of this one.
        const auto known = states_.leads_to(from.state, turn);
        targets_.assign(known.begin(), known.end());
        for (const StateId to : targets_) {
            if (!take(closed({to, ticked}))) {
                return false;
            }
        }
        return true;
    }

    RoundNode closed(RoundNode node) {
        if (node.ticked == all_ && node.state != no_state && states_.at_rest(node.state)) {
            node.ticked = 0;
        }
        return node;
    }

    const S& system_;
    RoundStates<S> states_;
    std::uint64_t all_;
    std::vector<StateId> targets_;
    typename S::Transition transition_{};
};

}  // namespace schedmc::within
