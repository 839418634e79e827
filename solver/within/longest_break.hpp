// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "solver/within/round_graph.hpp"

namespace schedmc::within {

/// No round that breaks the claim can be reached.
inline constexpr std::uint32_t never_broken = UINT32_MAX;

/// How a claim can fail for ever, the plainest first.
enum class Recurrence {
    /// A round end that breaks it comes again.
    breaks_again,
    /// A round end comes again, and each time another that breaks the claim may be reached.
    may_break_after,
    /// What follows a tick goes in a circle, so that the round need not end.
    round_without_end,
};

/// A node that comes again.
struct Knot {
    Recurrence how;
    StateId node;
};

/// How late a claim can be broken.
struct LongestBreak {
    /// [node] -> the most rounds that end on a way from it to a round end that breaks the claim; never_broken if there
    /// is no such way. Of use if there is no knot.
    std::vector<std::uint32_t> rounds;
    /// [node] -> which nodes come again together: those of one number do.
    std::vector<std::uint32_t> component;
    /// Of the plainest kind, the node discovered first.
    std::optional<Knot> knot;
};

/// Bytes that longest_break() needs for each node, at the most.
inline constexpr std::uint64_t analysis_bytes_per_node = 56;

/// The longest way from each node to a round end that breaks the claim, counted in rounds, and whether there is a
/// longest at all.
///
/// The strongly connected components are found by Tarjan's algorithm with a stack of its own, and come in an order in
/// which whatever a component leads to is known before. Moves that end no round are gone through by themselves too.
/// Errors: std::bad_alloc. Cost: linear in nodes and moves.
/// Source: R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1, 1972.
LongestBreak longest_break(const RoundGraph& graph);

/// A shortest way from the knot that was found back to it; the first of those that are as short.
std::vector<Move> way_back(const RoundGraph& graph, const LongestBreak& found);

/// A shortest way from a node to a round end that breaks the claim; empty where it does itself, or none can be reached.
std::vector<Move> way_to_break(const RoundGraph& graph, StateId from);

}  // namespace schedmc::within
