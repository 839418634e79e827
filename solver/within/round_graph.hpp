// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include "model/expects.hpp"
#include "solver/explore/state_id.hpp"

namespace schedmc::within {

using explore::StateId;

/// The moves of rounds between nodes, a node being a state with the CPUs that have ticked. Nodes are numbered as they
/// are discovered; their moves are entered node by node in that order, and keep the order in which they are taken.
class RoundGraph {
public:
    /// Enters the next node. round_end: a round, or round 0, has ended in it. breaks: what is claimed fails there.
    void add_node(bool round_end, bool breaks) {
        nodes_.push_back(static_cast<std::uint8_t>((round_end ? 1U : 0U) | (breaks ? 2U : 0U)));
    }
    /// Enters a move of the node whose moves are being entered.
    void add_move(StateId to) { moves_.push_back(to); }
    /// The moves of one more node are complete.
    void close_node() { ends_.push_back(moves_.size()); }

    std::size_t size() const { return nodes_.size(); }
    bool is_round_end(StateId node) const { return (nodes_[node] & 1U) != 0; }
    bool breaks(StateId node) const { return (nodes_[node] & 2U) != 0; }

    /// How many moves a node has: none while they have not been entered.
    std::size_t move_count(StateId node) const {
        return node < ends_.size() ? static_cast<std::size_t>(ends_[node] - begin(node)) : 0;
    }
    /// Where a node's move leads; `place` counts its moves from 0.
    StateId target(StateId node, std::size_t place) const { return moves_[begin(node) + place]; }
    /// The rounds that end with a move to this node: 1 or 0.
    std::uint32_t rounds_to(StateId node) const { return is_round_end(node) ? 1 : 0; }

    /// Bytes for nodes and moves; a deque's chunks are a few hundred bytes.
    std::uint64_t bytes() const {
        return nodes_.size() + moves_.size() * sizeof(StateId) + ends_.size() * sizeof(std::uint64_t);
    }

private:
    std::uint64_t begin(StateId node) const { return node == 0 ? 0 : ends_[node - 1]; }

    // Deques, since they grow without ever holding what they have twice.
    std::deque<std::uint8_t> nodes_;
    std::deque<StateId> moves_;
    std::deque<std::uint64_t> ends_;
};

/// A move, by its node and its place among that node's.
struct Move {
    StateId from = explore::no_state;
    std::size_t place = 0;
    friend bool operator==(const Move&, const Move&) = default;
};

}  // namespace schedmc::within
