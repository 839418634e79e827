// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/within/round_system.hpp"
#include "tests/support/toy_system.hpp"

namespace schedmc::toys {

/// Rounds over a few numbered states, written out: where each CPU's tick may lead, and what may follow in each state.
struct RoundTable {
    struct State {
        std::size_t number = 0;
        friend bool operator==(const State&, const State&) = default;
    };
    struct Event {
        /// most_cpus for what follows a tick.
        std::size_t cpu = within::most_cpus;
        std::size_t to = 0;
        friend bool operator==(const Event&, const Event&) = default;
    };
    using Transition = PlainTransition<State>;

    std::vector<std::size_t> start_numbers{};
    /// [cpu][state] -> the states that its tick may lead to.
    std::vector<std::vector<std::vector<std::size_t>>> tick_to{};
    /// [state] -> the states that may follow before the next tick; states beyond the end have none.
    std::vector<std::vector<std::size_t>> follow_to{};
    /// States that break the claim, and those that it is not about.
    std::vector<std::size_t> broken{};
    std::vector<std::size_t> irrelevant{};
    explore::Ending starts_end = explore::Ending::complete;

    std::size_t packed_words() const { return 1; }
    void pack(const State& state, std::span<std::uint64_t> words) const { words[0] = state.number; }
    void unpack(std::span<const std::uint64_t> words, State& state) const { state.number = words[0]; }
    template <class Visit>
    explore::Ending starts(Visit&& visit) const {
        for (const std::size_t number : start_numbers) {
            if (!visit(State{number})) {
                break;
            }
        }
        return starts_end;
    }
    std::size_t cpus() const { return tick_to.size(); }
    template <class Visit>
    void ticks(const State& state, std::size_t cpu, Visit&& visit) const {
        for (const std::size_t to : tick_to[cpu][state.number]) {
            if (!visit(Event{cpu, to})) {
                return;
            }
        }
    }
    template <class Visit>
    void follows(const State& state, Visit&& visit) const {
        if (state.number < follow_to.size()) {
            for (const std::size_t to : follow_to[state.number]) {
                if (!visit(Event{within::most_cpus, to})) {
                    return;
                }
            }
        }
    }
    void step(const State&, const Event& event, Transition& transition) const {
        transition.after.number = event.to;
    }
    within::RoundClaim judge(const State& state) const {
        return {!has(irrelevant, state.number), !has(broken, state.number)};
    }

    static bool has(const std::vector<std::size_t>& list, std::size_t number) {
        for (const std::size_t one : list) {
            if (one == number) {
                return true;
            }
        }
        return false;
    }
};

}  // namespace schedmc::toys
