// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "solver/explore/explorer.hpp"
#include "solver/within/round_moves.hpp"
#include "solver/within/rounds_result.hpp"

namespace schedmc::within {

/// A search under way. rounds_until_it_holds() is the way in.
///
/// All nodes are discovered breadth first, as the explorer does it, and their moves kept, by the states that stand for
/// the system's; then the longest way to a
/// broken round end is found in that graph. Ids are the order of discovery: the starts come first.
template <RoundSystem S>
class RoundsSearch {
public:
    RoundsSearch(const S& system, const explore::Options& options)
        : system_(system), options_(options), moves_(system, options.limits.memory_bytes),
          store_(node_words, options.limits) {}

    /// Called once.
    Rounds<S> run() {
        try {
            discover_starts();
            discover_levels();
            finish();
            if (result_.ending != explore::Ending::interrupted) {
                judge();
            }
        } catch (const std::bad_alloc&) {
            finish();
            result_.ending = explore::Ending::memory;
        }
        return std::move(result_);
    }

private:
    using Event = typename S::Event;
    using State = typename S::State;
    static constexpr std::size_t node_words = 2;
    using PackedNode = std::array<std::uint64_t, node_words>;

    void discover_starts() {
        const explore::Ending all = system_.starts([&](const State& state) {
            discover(moves_.begin(state), explore::no_state);
            return goes_on();
        });
        result_.starts = store_.size();
        if (!ending_ && all != explore::Ending::complete) {
            starts_ending_ = all;
        }
    }

    void discover_levels() {
        std::uint64_t level_begin = 0;
        std::uint64_t level_end = store_.size();
        while (goes_on() && level_begin < level_end) {
            if (options_.limits.depth != 0 && level_ == options_.limits.depth) {
                ending_ = explore::Ending::depth;
                return;
            }
            for (std::uint64_t id = level_begin; id < level_end && goes_on(); ++id) {
                expand(static_cast<StateId>(id));
            }
            level_begin = level_end;
            level_end = store_.size();
            ++level_;
        }
    }

    bool goes_on() {
        if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) {
            ending_ = explore::Ending::interrupted;
        }
        return !ending_.has_value();
    }

    void expand(StateId id) {
        moves_.for_each(node(id), [&](const RoundNode& to) {
            ++result_.transitions;
            const StateId known = discover(to, id);
            if (known != explore::no_state) {
                graph_.add_move(known);
            }
            return goes_on();
        });
        graph_.close_node();
        ++expanded_;
        if (options_.progress != nullptr && expanded_ % options_.states_between_reports == 0) {
            options_.progress->report(
                {store_.size(), result_.transitions, result_.depth, store_.size() - expanded_, bytes()});
        }
    }

    RoundNode node(StateId id) const {
        PackedNode packed{};
        store_.read(id, packed);
        return {static_cast<StateId>(packed[0]), packed[1]};
    }

    std::uint64_t bytes() { return store_.bytes() + moves_.states().bytes() + graph_.bytes(); }

    StateId discover(const RoundNode& node, StateId parent) {
        if (node.state == no_state) {
            ending_ = explore::Ending::memory;
            return no_state;
        }
        const auto inserted = store_.insert(PackedNode{node.state, node.ticked}, parent);
        switch (inserted.outcome) {
            case explore::Insertion::known:
                break;
            case explore::Insertion::added:
                result_.depth = parent == explore::no_state ? 0 : level_ + 1;
                enter(node);
                break;
            case explore::Insertion::states_exhausted:
                ending_ = explore::Ending::states;
                break;
            case explore::Insertion::memory_exhausted:
                ending_ = explore::Ending::memory;
                break;
        }
        return inserted.id;
    }

    void enter(const RoundNode& node) {
        const bool round_end = node.ticked == 0;
        RoundClaim claim{false, true};
        if (round_end) {
            moves_.states().read(node.state, state_);
            claim = system_.judge(state_);
        }
        result_.relevant += claim.relevant ? 1 : 0;
        graph_.add_node(round_end, claim.relevant && !claim.holds);
        const std::uint64_t most = options_.limits.memory_bytes;
        const std::uint64_t analysis = analysis_bytes_per_node * graph_.size();
        if (most != 0 && bytes() + analysis > most) {
            ending_ = explore::Ending::memory;
        }
    }

    void finish() {
        if (options_.progress != nullptr) {
            options_.progress->done();
        }
        result_.ending = ending_.value_or(starts_ending_.value_or(explore::Ending::complete));
        result_.states = store_.size();
        result_.bytes = bytes();
    }

    void judge() {
        const LongestBreak found = longest_break(graph_);
        if (found.knot) {
            result_.never = found.knot->how;
            result_.witness = lasso(found);
            return;
        }
        std::optional<StateId> latest;
        for (StateId start = 0; start < result_.starts; ++start) {
            const std::uint64_t needed = rounds_needed(found, start);
            if (needed > result_.rounds) {
                result_.rounds = needed;
                latest = start;
            }
        }
        if (latest) {
            result_.witness = longest_way(found, *latest);
        }
    }

    /// The rounds after which the claim holds, from this start on: one more than the last that breaks it. The end of
    /// round 0 counts as none.
    std::uint64_t rounds_needed(const LongestBreak& found, StateId start) const {
        const std::uint32_t rounds = found.rounds[start];
        if (rounds == never_broken) {
            return 0;
        }
        return rounds + (graph_.is_round_end(start) ? 1U : 0U);
    }

    RoundsWitness<S> longest_way(const LongestBreak& found, StateId start) {
        std::vector<Move> way;
        StateId at = start;
        while (found.rounds[at] != 0 || !graph_.breaks(at)) {
            std::size_t place = 0;
            const auto leads_on = [&](StateId to) {
                return found.rounds[to] != never_broken &&
                       found.rounds[to] + graph_.rounds_to(to) == found.rounds[at];
            };
            while (!leads_on(graph_.target(at, place))) {
                ++place;
            }
            way.push_back({at, place});
            at = graph_.target(at, place);
        }
        RoundsWitness<S> witness = begin_witness(start);
        append(way, witness);
        return witness;
    }

    RoundsWitness<S> lasso(const LongestBreak& found) {
        const StateId knot = found.knot->node;
        std::vector<Move> way;
        StateId start = knot;
        for (; store_.parent(start) != explore::no_state; start = store_.parent(start)) {
            const StateId parent = store_.parent(start);
            std::size_t place = 0;
            while (graph_.target(parent, place) != start) {
                ++place;
            }
            way.push_back({parent, place});
        }
        std::reverse(way.begin(), way.end());
        RoundsWitness<S> witness = begin_witness(start);
        append(way, witness);
        append_cycle(way_back(graph_, found), witness);
        if (found.knot->how == Recurrence::may_break_after) {
            append(way_to_break(graph_, knot), witness);
        }
        return witness;
    }

    RoundsWitness<S> begin_witness(StateId start) {
        moves_.states().read(node(start).state, state_);
        RoundsWitness<S> witness{state_, {}, {}, std::nullopt};
        if (graph_.is_round_end(start)) {
            witness.ends.push_back(0);
        }
        return witness;
    }

    // state_ is where the witness stands; a node's state only stands for it.
    void append(const std::vector<Move>& way, RoundsWitness<S>& witness) {
        for (const Move& move : way) {
            const StateId to = graph_.target(move.from, move.place);
            const std::optional<Event> event = moves_.follow(node(move.from), node(to), state_);
            if (event) {
                witness.events.push_back(*event);
            }
            if (graph_.is_round_end(to)) {
                witness.ends.push_back(witness.events.size());
            }
        }
    }

    // A lap leads to a state for which the same one stands, and some number of laps to one that was there before.
    void append_cycle(const std::vector<Move>& lap, RoundsWitness<S>& witness) {
        std::vector<std::vector<std::uint64_t>> seen;
        std::vector<std::size_t> begins;
        for (;;) {
            std::vector<std::uint64_t> packed(system_.packed_words());
            system_.pack(state_, packed);
            const auto same = std::find(seen.begin(), seen.end(), packed);
            if (same != seen.end()) {
                const std::size_t begin = begins[static_cast<std::size_t>(same - seen.begin())];
                witness.cycle = Cycle{begin, witness.events.size()};
                return;
            }
            seen.push_back(std::move(packed));
            begins.push_back(witness.events.size());
            append(lap, witness);
        }
    }

    const S& system_;
    const explore::Options options_;
    RoundMoves<S> moves_;
    explore::StateStore store_;
    RoundGraph graph_;
    std::optional<explore::Ending> ending_;
    std::optional<explore::Ending> starts_ending_;
    Rounds<S> result_;
    std::uint64_t level_ = 0;
    std::uint64_t expanded_ = 0;
    // Used again for every node, so that a system's vectors keep their storage.
    State state_{};
};

/// After how many rounds a claim holds at the end of every round, whatever is chosen on the way; or that there is no
/// such number.
///
/// Exact and repeatable, the witness too: the first in the order of starts and events of those that are as long; of
/// what recurs, one that is reached by as few steps as any of its kind.
/// Errors: none; limits are endings. A system that breaks RoundSystem's contract aborts.
/// Cost: a step, a packing and a look-up for each state and way to tick in it, a look-up for each move; four bytes a
/// move and some 80 a node in memory.
template <RoundSystem S>
Rounds<S> rounds_until_it_holds(const S& system, const explore::Options& options = {}) {
    return RoundsSearch<S>(system, options).run();
}

}  // namespace schedmc::within
