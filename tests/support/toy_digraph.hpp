// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tests/support/toy_system.hpp"

namespace schedmc::toys {

/// A directed graph given by lists, so that laws can be stated about any graph: parallel edges, loops,
/// several initial nodes, repeated ones, and scores for nodes and edges. An event is an edge's place in its
/// node's list.
///
/// What was judged is kept in the order in which it was judged, in *judged if that is set.
struct Digraph {
    struct State {
        std::uint64_t node = 0;
    };
    using Event = std::size_t;
    using Transition = PlainTransition<State>;

    struct Watch {
        std::uint64_t cap = 1;
        std::vector<std::uint64_t> node_scores;               // [node]
        std::vector<std::vector<std::uint64_t>> edge_scores;  // [node][edge]
    };
    struct Judged {
        std::vector<std::uint64_t> nodes;
        std::uint64_t steps = 0;
    };

    std::vector<std::vector<std::uint64_t>> edges;  // [node][edge] -> node
    std::vector<std::uint64_t> initial;
    std::vector<Watch> watches;
    Judged* judged = nullptr;

    std::size_t packed_words() const { return 1; }
    void pack(const State& state, std::span<std::uint64_t> words) const { words[0] = state.node; }
    void unpack(std::span<const std::uint64_t> words, State& state) const { state.node = words[0]; }

    template <class Visit>
    void initial_states(Visit&& visit) const {
        for (const std::uint64_t node : initial) {
            visit(State{node});
        }
    }
    template <class Visit>
    void enabled(const State& state, Visit&& visit) const {
        for (std::size_t edge = 0; edge < edges[state.node].size(); ++edge) {
            visit(edge);
        }
    }
    void step(const State& before, const Event& event, Transition& transition) const {
        transition.after.node = edges[before.node][event];
    }

    std::size_t watch_count() const { return watches.size(); }
    std::uint64_t watch_cap(std::size_t watch) const { return watches[watch].cap; }
    void judge_state(const State& state, explore::Judgement& judgement) const {
        if (judged != nullptr) {
            judged->nodes.push_back(state.node);
        }
        for (std::size_t watch = 0; watch < watches.size(); ++watch) {
            judge(watch, watches[watch].node_scores[state.node], judgement);
        }
    }
    void judge_step(const State& before, const Event& event, const Transition&,
                    explore::Judgement& judgement) const {
        if (judged != nullptr) {
            ++judged->steps;
        }
        for (std::size_t watch = 0; watch < watches.size(); ++watch) {
            judge(watch, watches[watch].edge_scores[before.node][event], judgement);
        }
    }

private:
    // A watch is relevant where it scores.
    static void judge(std::size_t watch, std::uint64_t score, explore::Judgement& judgement) {
        if (score > 0) {
            judgement.relevant(watch);
        }
        judgement.score(watch, score);
    }
};

}  // namespace schedmc::toys
