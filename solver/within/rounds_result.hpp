// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "solver/explore/exploration.hpp"
#include "solver/within/longest_break.hpp"
#include "solver/within/round_system.hpp"

namespace schedmc::within {

/// The events of a way that may be gone again and again: events[begin] up to, without it, events[end]. None at all
/// where nothing happens any more.
struct Cycle {
    std::size_t begin = 0;
    std::size_t end = 0;
    friend bool operator==(const Cycle&, const Cycle&) = default;
};

/// What happens from a start state on, so that a claim is broken late or for ever.
template <RoundSystem S>
struct RoundsWitness {
    typename S::State start;
    std::vector<typename S::Event> events;
    /// [round] -> how many of the events there are up to its end; round 0 first.
    std::vector<std::size_t> ends;
    /// Of what is broken for ever: what may be repeated before the events after it.
    std::optional<Cycle> cycle;
};

/// What was learnt of the rounds of a system.
template <RoundSystem S>
struct Rounds {
    /// `complete` if all that can happen was looked at; `settled` does not occur.
    explore::Ending ending = explore::Ending::complete;
    /// The claim may be broken after any number of rounds. Certain however the search ended.
    std::optional<Recurrence> never;
    /// Without that: the claim holds at the end of this round and of every later one, and no smaller number will do.
    /// After an ending other than `complete`, that is at least the number.
    std::uint64_t rounds = 0;
    /// Start states; states with the CPUs that have ticked; steps and turns passed over; the greatest distance from a
    /// start.
    std::uint64_t starts = 0;
    std::uint64_t states = 0;
    std::uint64_t transitions = 0;
    std::uint64_t depth = 0;
    /// Round ends that the claim is about.
    std::uint64_t relevant = 0;
    std::uint64_t bytes = 0;
    /// The last round end is broken: of round rounds - 1, or behind a cycle. Nothing if no round end is.
    std::optional<RoundsWitness<S>> witness;
};

}  // namespace schedmc::within
