// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "solver/explore/exploration.hpp"
#include "solver/explore/system.hpp"

/// What must hold once the environment rests: in rounds, in each of which every CPU ticks once.
namespace schedmc::within {

/// The most CPUs that a system of rounds may have: the set of those that have ticked is one word.
inline constexpr std::size_t most_cpus = 64;

/// What a system says of a state at the end of a round: whether it is about it at all, and whether it holds there.
struct RoundClaim {
    bool relevant = true;
    bool holds = true;
};

/// What can be run in rounds. Everything is const and repeatable, as System has it.
///
/// A round lets each CPU tick once, in any order. What a tick brings about is handled before the next CPU ticks, again
/// in any order, and the round ends when nothing is left to handle after the last. What follows in a start state is
/// handled as if all CPUs had ticked: round 0.
///
/// - `packed_words()`, `pack(state, words)`, `unpack(words, state)`, `step(before, event, transition)`: as System has
///   them.
/// - `starts(visit)`: visit(state) for each start state, as long as it wants more; repetitions do no harm. Returns how
///   that ended: `complete` if these are all.
/// - `cpus()`: how many CPUs tick, 1 .. most_cpus.
/// - `ticks(state, cpu, visit)`: visit(event) for each way in which the CPU may tick. One that has none is passed over
///   when its turn comes.
/// - `follows(state, visit)`: visit(event) for each event that may be handled next, before a CPU ticks.
/// - `judge(state)`: asked at the end of each round.
/// - `represent(state)`, if there is one: makes of a state the one that stands for all that behave as it does. Two of
///   them lead by the same turns to states that are represented by the same, and are judged alike.
///
/// What visit returns says whether it wants more.
template <class S>
concept RoundSystem = std::default_initializable<typename S::State> && std::copyable<typename S::State> &&
    std::copyable<typename S::Event> && std::default_initializable<typename S::Transition> &&
    requires(const S& system, const typename S::State& state, typename S::State& out_state,
             const typename S::Event& event, const typename S::Transition& transition,
             typename S::Transition& out_transition, std::span<const std::uint64_t> words,
             std::span<std::uint64_t> out_words, std::size_t cpu) {
    { system.packed_words() } -> std::same_as<std::size_t>;
    system.pack(state, out_words);
    system.unpack(words, out_state);
    { system.starts(explore::AnyVisitor<typename S::State>{}) } -> std::same_as<explore::Ending>;
    { system.cpus() } -> std::same_as<std::size_t>;
    system.ticks(state, cpu, explore::AnyVisitor<typename S::Event>{});
    system.follows(state, explore::AnyVisitor<typename S::Event>{});
    system.step(state, event, out_transition);
    { transition.after } -> std::convertible_to<const typename S::State&>;
    { system.judge(state) } -> std::same_as<RoundClaim>;
};

}  // namespace schedmc::within
