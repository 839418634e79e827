// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tests/support/toy_system.hpp"

namespace schedmc::toys {

/// A walker on a grid of width x height crossings who starts at (0, 0) and goes right or up, never back.
///
/// Known: width * height states, 2 * width * height - width - height transitions, depth width + height - 2,
/// one dead end, levels of min(width, height) states at most. A state packs into two words.
///
/// Watch 0 is a quantity, x + y; watch 1 is a quantity of steps, the column that a step to the right leaves,
/// and is relevant for each step to the right.
struct Grid {
    struct State {
        std::uint64_t x = 0;
        std::uint64_t y = 0;
    };
    enum class Event { right, up };
    using Transition = PlainTransition<State>;

    std::uint64_t width = 1;
    std::uint64_t height = 1;

    std::size_t packed_words() const { return 2; }
    void pack(const State& state, std::span<std::uint64_t> words) const {
        words[0] = state.x;
        words[1] = state.y;
    }
    void unpack(std::span<const std::uint64_t> words, State& state) const { state = {words[0], words[1]}; }

    template <class Visit>
    void initial_states(Visit&& visit) const {
        visit(State{});
    }
    template <class Visit>
    void enabled(const State& state, Visit&& visit) const {
        if (state.x + 1 < width) {
            visit(Event::right);
        }
        if (state.y + 1 < height) {
            visit(Event::up);
        }
    }
    void step(const State& before, const Event& event, Transition& transition) const {
        transition.after = before;
        ++(event == Event::right ? transition.after.x : transition.after.y);
    }

    std::size_t watch_count() const { return 2; }
    std::uint64_t watch_cap(std::size_t) const { return UINT64_MAX; }
    void judge_state(const State& state, explore::Judgement& judgement) const {
        judgement.relevant(0);
        judgement.score(0, state.x + state.y);
    }
    void judge_step(const State& before, const Event& event, const Transition&,
                    explore::Judgement& judgement) const {
        if (event == Event::right) {
            judgement.relevant(1);
            judgement.score(1, before.x);
        }
    }
};

}  // namespace schedmc::toys
