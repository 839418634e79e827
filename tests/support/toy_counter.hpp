// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tests/support/toy_system.hpp"

namespace schedmc::toys {

/// A counter modulo n that starts at 0 and is incremented.
///
/// Known: n states, n transitions, depth n - 1, no dead end, levels of one state.
/// Watch 0 scores where the counter wraps, watch 1 where it is n / 2.
struct Counter {
    struct State {
        std::uint64_t value = 0;
    };
    enum class Event { increment };
    using Transition = PlainTransition<State>;

    std::uint64_t n = 1;

    std::size_t packed_words() const { return 1; }
    void pack(const State& state, std::span<std::uint64_t> words) const { words[0] = state.value; }
    void unpack(std::span<const std::uint64_t> words, State& state) const { state.value = words[0]; }

    template <class Visit>
    void initial_states(Visit&& visit) const {
        visit(State{});
    }
    template <class Visit>
    void enabled(const State&, Visit&& visit) const {
        visit(Event::increment);
    }
    void step(const State& before, const Event&, Transition& transition) const {
        transition.after.value = (before.value + 1) % n;
    }

    std::size_t watch_count() const { return 2; }
    std::uint64_t watch_cap(std::size_t) const { return 1; }
    void judge_state(const State& state, explore::Judgement& judgement) const {
        judgement.score(1, state.value == n / 2 ? 1 : 0);
    }
    void judge_step(const State& before, const Event&, const Transition& transition,
                    explore::Judgement& judgement) const {
        judgement.score(0, transition.after.value <= before.value ? 1 : 0);
    }
};

}  // namespace schedmc::toys
