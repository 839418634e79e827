// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "solver/explore/judgement.hpp"

namespace schedmc::explore {

/// Declarations only: something that takes any T, to state what a System's functions call.
template <class T>
struct AnyVisitor {
    bool operator()(const T&) const;
};

/// What can be explored. Everything is const and repeatable: the same arguments give the same result and the
/// same order, in every run.
///
/// - `packed_words()`: the 64-bit words of a packed state, fixed for the system.
/// - `pack(state, words)`: writes every word; states that differ pack differently.
/// - `unpack(words, state)`: the state that packs to these words; overwrites all of `state`.
/// - `initial_states(visit)`: visit(state) for each start state; repetitions do no harm.
/// - `enabled(state, visit)`: visit(event) for each event that may happen in the state. None is no error. What visit
///   returns says whether it wants more; a system of many events heeds it.
/// - `step(before, event, transition)`: `transition.after` becomes the next state; what else a transition
///   holds is for judge_step. All of `transition` is overwritten.
/// - `watch_count()`, `watch_cap(watch)`: the watches and the greatest score each can have, at least 1: 1 for
///   what is broken or reached, more for a quantity, UINT64_MAX when no bound is known.
/// - `judge_state(state, judgement)`: called once for each distinct state, when it is discovered.
/// - `judge_step(before, event, transition, judgement)`: called for each step taken.
template <class S>
concept System = std::default_initializable<typename S::State> && std::copyable<typename S::State> &&
    std::copyable<typename S::Event> && std::equality_comparable<typename S::Event> &&
    std::default_initializable<typename S::Transition> &&
    requires(const S& system, const typename S::State& state, typename S::State& out_state,
             const typename S::Event& event, const typename S::Transition& transition,
             typename S::Transition& out_transition, std::span<const std::uint64_t> words,
             std::span<std::uint64_t> out_words, Judgement& judgement, std::size_t watch) {
    { system.packed_words() } -> std::same_as<std::size_t>;
    system.pack(state, out_words);
    system.unpack(words, out_state);
    system.initial_states(AnyVisitor<typename S::State>{});
    system.enabled(state, AnyVisitor<typename S::Event>{});
    system.step(state, event, out_transition);
    { transition.after } -> std::convertible_to<const typename S::State&>;
    { system.watch_count() } -> std::same_as<std::size_t>;
    { system.watch_cap(watch) } -> std::same_as<std::uint64_t>;
    system.judge_state(state, judgement);
    system.judge_step(state, event, transition, judgement);
};

}  // namespace schedmc::explore
