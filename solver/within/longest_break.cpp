// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/within/longest_break.hpp"

#include <algorithm>

namespace schedmc::within {

namespace {

constexpr std::uint32_t unseen = UINT32_MAX;

/// A node that is being looked at, and its move that comes next.
struct Frame {
    StateId node;
    std::uint32_t place;
};

std::uint32_t later(std::uint32_t a, std::uint32_t b) {
    return a == never_broken ? b : b == never_broken ? a : std::max(a, b);
}

/// Which moves count: all, or those alone that end no round.
enum class Moves { all, within_a_round };

/// Tarjan's algorithm under way.
class Components {
public:
    Components(const RoundGraph& graph, Moves moves)
        : graph_(graph), moves_(moves), order_(graph.size(), unseen), lowest_(graph.size(), unseen) {
        found_.rounds.assign(graph.size(), never_broken);
        found_.component.assign(graph.size(), unseen);
    }

    LongestBreak run() {
        for (StateId node = 0; node < graph_.size(); ++node) {
            if (order_[node] == unseen) {
                look_from(node);
            }
        }
        return std::move(found_);
    }

private:
    void enter(StateId node) {
        order_[node] = lowest_[node] = next_++;
        members_.push_back(node);
        frames_.push_back({node, 0});
    }

    void look_from(StateId root) {
        enter(root);
        while (!frames_.empty()) {
            Frame& frame = frames_.back();
            const StateId node = frame.node;
            if (frame.place < graph_.move_count(node)) {
                const StateId to = graph_.target(node, frame.place++);
                if (!counts(to)) {
                    continue;
                }
                if (order_[to] == unseen) {
                    enter(to);
                } else if (found_.component[to] == unseen) {
                    lowest_[node] = std::min(lowest_[node], order_[to]);
                }
                continue;
            }
            frames_.pop_back();
            if (!frames_.empty()) {
                std::uint32_t& above = lowest_[frames_.back().node];
                above = std::min(above, lowest_[node]);
            }
            if (lowest_[node] == order_[node]) {
                close_component(node);
            }
        }
    }

    void close_component(StateId root) {
        const auto begin = std::find(members_.rbegin(), members_.rend(), root).base() - 1;
        for (auto at = begin; at != members_.end(); ++at) {
            found_.component[*at] = components_;
        }
        bool comes_again = members_.end() - begin > 1;
        std::uint32_t rounds = never_broken;
        for (auto at = begin; at != members_.end(); ++at) {
            rounds = later(rounds, graph_.breaks(*at) ? 0 : never_broken);
            for (std::size_t place = 0; place < graph_.move_count(*at); ++place) {
                const StateId to = graph_.target(*at, place);
                if (!counts(to)) {
                    continue;
                }
                comes_again = comes_again || to == *at;
                if (found_.component[to] != components_ && found_.rounds[to] != never_broken) {
                    rounds = later(rounds, found_.rounds[to] + graph_.rounds_to(to));
                }
            }
        }
        for (auto at = begin; at != members_.end(); ++at) {
            found_.rounds[*at] = rounds;
        }
        if (comes_again) {
            look_for_knots(begin, rounds != never_broken);
        }
        members_.erase(begin, members_.end());
        ++components_;
    }

    bool counts(StateId to) const { return moves_ == Moves::all || !graph_.is_round_end(to); }

    template <class Iterator>
    void look_for_knots(Iterator begin, bool may_break) {
        for (auto at = begin; at != members_.end(); ++at) {
            if (moves_ == Moves::within_a_round) {
                keep({Recurrence::round_without_end, *at});
            } else if (may_break && graph_.is_round_end(*at)) {
                keep({graph_.breaks(*at) ? Recurrence::breaks_again : Recurrence::may_break_after, *at});
            }
        }
    }

    void keep(const Knot& knot) {
        const bool plainer = !found_.knot || knot.how < found_.knot->how ||
                             (knot.how == found_.knot->how && knot.node < found_.knot->node);
        if (plainer) {
            found_.knot = knot;
        }
    }

    const RoundGraph& graph_;
    Moves moves_;
    std::vector<std::uint32_t> order_;
    std::vector<std::uint32_t> lowest_;
    std::vector<StateId> members_;
    std::vector<Frame> frames_;
    std::uint32_t next_ = 0;
    std::uint32_t components_ = 0;
    LongestBreak found_;
};

/// A shortest way of at least one move from a node to one that is `wanted`, by nodes that may be `passed`.
template <class Passed, class Wanted>
std::vector<Move> shortest_way(const RoundGraph& graph, StateId from, Passed&& passed, Wanted&& wanted) {
    std::vector<StateId> came_from(graph.size(), explore::no_state);
    std::vector<StateId> queue = {from};
    const auto way_to = [&](StateId end, const Move& last) {
        std::vector<Move> way = {last};
        for (StateId node = last.from; node != from; node = came_from[node]) {
            const StateId before = came_from[node];
            std::size_t place = 0;
            while (graph.target(before, place) != node) {
                ++place;
            }
            way.push_back({before, place});
        }
        std::reverse(way.begin(), way.end());
        expects(graph.target(way.back().from, way.back().place) == end, "a way ends where it leads");
        return way;
    };
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const StateId node = queue[next];
        for (std::size_t place = 0; place < graph.move_count(node); ++place) {
            const StateId to = graph.target(node, place);
            if (wanted(to)) {
                return way_to(to, {node, place});
            }
            if (to != from && came_from[to] == explore::no_state && passed(to)) {
                came_from[to] = node;
                queue.push_back(to);
            }
        }
    }
    return {};
}

}  // namespace

LongestBreak longest_break(const RoundGraph& graph) {
    const std::optional<Knot> endless = Components(graph, Moves::within_a_round).run().knot;
    LongestBreak found = Components(graph, Moves::all).run();
    found.knot = found.knot ? found.knot : endless;
    return found;
}

std::vector<Move> way_back(const RoundGraph& graph, const LongestBreak& found) {
    const StateId knot = found.knot->node;
    const auto passed = [&](StateId node) {
        return found.component[node] == found.component[knot] &&
               (found.knot->how != Recurrence::round_without_end || !graph.is_round_end(node));
    };
    return shortest_way(graph, knot, passed, [&](StateId node) { return node == knot; });
}

std::vector<Move> way_to_break(const RoundGraph& graph, StateId from) {
    if (graph.breaks(from)) {
        return {};
    }
    return shortest_way(
        graph, from, [](StateId) { return true; }, [&](StateId node) { return graph.breaks(node); });
}

}  // namespace schedmc::within
