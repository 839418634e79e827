// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tests/support/toy_system.hpp"

namespace schedmc::toys {

/// A jug of 3 gallons and one of 5, both empty at first, that are filled, emptied and poured into one another
/// until one of them holds 4.
///
/// Known: 16 states, 6 events enabled in each of them, 4 gallons after 6 steps. Watch 0 scores where the
/// large jug holds 4. If keep_watching is set it never settles, so that all is explored.
struct Jugs {
    static constexpr std::uint64_t small_gallons = 3;
    static constexpr std::uint64_t large_gallons = 5;

    struct State {
        std::uint64_t small = 0;
        std::uint64_t large = 0;

        friend bool operator==(const State&, const State&) = default;
    };
    enum class Event { fill_small, fill_large, empty_small, empty_large, small_to_large, large_to_small };
    using Transition = PlainTransition<State>;

    bool keep_watching = false;

    std::size_t packed_words() const { return 1; }
    void pack(const State& state, std::span<std::uint64_t> words) const {
        words[0] = state.small << 3 | state.large;
    }
    void unpack(std::span<const std::uint64_t> words, State& state) const {
        state = {words[0] >> 3, words[0] & 7};
    }

    template <class Visit>
    void initial_states(Visit&& visit) const {
        visit(State{});
    }
    template <class Visit>
    void enabled(const State&, Visit&& visit) const {
        for (const Event event : {Event::fill_small, Event::fill_large, Event::empty_small,
                                  Event::empty_large, Event::small_to_large, Event::large_to_small}) {
            visit(event);
        }
    }
    void step(const State& before, const Event& event, Transition& transition) const {
        State& after = transition.after;
        after = before;
        const std::uint64_t to_large = std::min(before.small, large_gallons - before.large);
        const std::uint64_t to_small = std::min(before.large, small_gallons - before.small);
        switch (event) {
            case Event::fill_small:
                after.small = small_gallons;
                break;
            case Event::fill_large:
                after.large = large_gallons;
                break;
            case Event::empty_small:
                after.small = 0;
                break;
            case Event::empty_large:
                after.large = 0;
                break;
            case Event::small_to_large:
                after = {before.small - to_large, before.large + to_large};
                break;
            case Event::large_to_small:
                after = {before.small + to_small, before.large - to_small};
                break;
        }
    }

    std::size_t watch_count() const { return 1; }
    std::uint64_t watch_cap(std::size_t) const { return keep_watching ? 2 : 1; }
    void judge_state(const State& state, explore::Judgement& judgement) const {
        judgement.score(0, state.large == 4 ? 1 : 0);
    }
    void judge_step(const State&, const Event&, const Transition&, explore::Judgement&) const {}
};

}  // namespace schedmc::toys
