// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/expects.hpp"
#include "solver/within/round_system.hpp"

namespace schedmc::within {

/// Where a round stands: a state, and the CPUs that have ticked. At the end of a round none has.
template <RoundSystem S>
struct RoundNode {
    typename S::State state{};
    std::uint64_t ticked = 0;
};

/// The moves of rounds, over a system that is borrowed.
template <RoundSystem S>
class RoundMoves {
public:
    using State = typename S::State;
    using Event = typename S::Event;

    explicit RoundMoves(const S& system) : system_(system) {
        expects(system.cpus() >= 1 && system.cpus() <= most_cpus, "a system of rounds has 1 to 64 CPUs");
        all_ = ~std::uint64_t{0} >> (most_cpus - system.cpus());
    }

    std::size_t packed_words() const { return system_.packed_words() + 1; }
    void pack(const RoundNode<S>& node, std::span<std::uint64_t> words) const {
        words.back() = node.ticked;
        system_.pack(node.state, words.first(words.size() - 1));
    }
    void unpack(std::span<const std::uint64_t> words, RoundNode<S>& node) const {
        node.ticked = words.back();
        system_.unpack(words.first(words.size() - 1), node.state);
    }

    /// A start state, in round 0.
    RoundNode<S> begin(const State& state) const { return closed({state, all_}); }

    /// Calls take(event, node) for each move in order, as long as it wants more. event is null where a CPU's turn is
    /// passed over.
    template <class Take>
    void for_each(const RoundNode<S>& from, Take&& take) {
        bool goes_on = true;
        bool follows = false;
        const auto step = [&](const Event& event, std::uint64_t ticked) {
            system_.step(from.state, event, transition_);
            goes_on = take(&event, closed({transition_.after, ticked}));
            return goes_on;
        };
        system_.follows(from.state, [&](const Event& event) {
            follows = true;
            return step(event, from.ticked);
        });
        if (follows) {
            return;
        }
        for (std::size_t cpu = 0; cpu < system_.cpus() && goes_on; ++cpu) {
            const std::uint64_t ticked = from.ticked | std::uint64_t{1} << cpu;
            bool ticks = false;
            if (ticked == from.ticked) {
                continue;
            }
            system_.ticks(from.state, cpu, [&](const Event& event) {
                ticks = true;
                return step(event, ticked);
            });
            if (!ticks) {
                goes_on = take(nullptr, closed({from.state, ticked}));
            }
        }
    }

    /// The event of the move at `place`, if it has one.
    std::optional<Event> event_at(const RoundNode<S>& from, std::size_t place) {
        std::optional<Event> found;
        std::size_t next = 0;
        for_each(from, [&](const Event* event, const RoundNode<S>&) {
            const bool is_it = next++ == place;
            if (is_it && event != nullptr) {
                found = *event;
            }
            return !is_it;
        });
        expects(next == place + 1, "a move that was made can be made again");
        return found;
    }

private:
    RoundNode<S> closed(RoundNode<S> node) const {
        if (node.ticked == all_) {
            bool follows = false;
            system_.follows(node.state, [&](const Event&) {
                follows = true;
                return false;
            });
            node.ticked = follows ? all_ : 0;
        }
        return node;
    }

    const S& system_;
    std::uint64_t all_;
    typename S::Transition transition_{};
};

}  // namespace schedmc::within
