// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: on any graph the explorer does what a textbook's breadth-first search does: order of discovery,
// counts, depth, shortest paths, greatest scores and their first occurrence, with and without limits.
// Method: random small digraphs with random scores; a reference that keeps a whole path for each node and
// looks for maxima in a list of everything that was judged.
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "solver/explore/explorer.hpp"
#include "tests/support/toy_digraph.hpp"

namespace schedmc::explore {
namespace {

using toys::Digraph;
using Node = std::uint64_t;

struct Route {
    Node start = 0;
    std::vector<std::size_t> events;
};

struct Reference {
    Ending ending = Ending::complete;
    std::vector<Node> order;
    std::map<Node, Route> routes;
    std::uint64_t transitions = 0;
    std::uint64_t depth = 0;
    std::uint64_t dead_ends = 0;
    std::uint64_t peak_frontier = 0;

    struct Judged {
        std::uint64_t score = 0;
        Route route;
    };
    std::vector<std::vector<Judged>> judged;  // [watch] -> in order

    void judge_node(const Digraph& graph, Node node) {
        for (std::size_t watch = 0; watch < graph.watches.size(); ++watch) {
            judged[watch].push_back({graph.watches[watch].node_scores[node], routes.at(node)});
        }
    }
    void judge_edge(const Digraph& graph, Node node, std::size_t edge) {
        Route route = routes.at(node);
        route.events.push_back(edge);
        for (std::size_t watch = 0; watch < graph.watches.size(); ++watch) {
            judged[watch].push_back({graph.watches[watch].edge_scores[node][edge], route});
        }
    }
    std::optional<Judged> greatest(std::size_t watch) const {
        const auto found =
            std::max_element(judged[watch].begin(), judged[watch].end(),
                             [](const Judged& a, const Judged& b) { return a.score < b.score; });
        return found == judged[watch].end() || found->score == 0 ? std::nullopt : std::optional(*found);
    }
    std::uint64_t relevant(std::size_t watch) const {
        return static_cast<std::uint64_t>(std::count_if(judged[watch].begin(), judged[watch].end(),
                                                        [](const Judged& item) { return item.score > 0; }));
    }
    bool all_settled(const Digraph& graph) const {
        for (std::size_t watch = 0; watch < graph.watches.size(); ++watch) {
            const auto best = greatest(watch);
            if (!best.has_value() || best->score < graph.watches[watch].cap) {
                return false;
            }
        }
        return !graph.watches.empty();
    }
};

void discover(const Digraph& graph, Reference& reference, Node node, const Route& route,
              std::vector<Node>& level) {
    if (reference.routes.emplace(node, route).second) {
        reference.order.push_back(node);
        reference.depth = route.events.size();
        reference.judge_node(graph, node);
        level.push_back(node);
    }
}

Reference textbook(const Digraph& graph, std::uint64_t depth_limit) {
    Reference reference;
    reference.judged.resize(graph.watches.size());
    std::vector<Node> level;
    for (const Node node : graph.initial) {
        discover(graph, reference, node, Route{node, {}}, level);
    }
    for (std::uint64_t steps = 0; !level.empty(); ++steps) {
        reference.peak_frontier = std::max<std::uint64_t>(reference.peak_frontier, level.size());
        if (reference.all_settled(graph)) {
            reference.ending = Ending::settled;
            return reference;
        }
        if (depth_limit != 0 && steps == depth_limit) {
            reference.ending = Ending::depth;
            return reference;
        }
        std::vector<Node> next;
        for (const Node node : level) {
            reference.dead_ends += graph.edges[node].empty() ? 1 : 0;
            for (std::size_t edge = 0; edge < graph.edges[node].size(); ++edge) {
                ++reference.transitions;
                reference.judge_edge(graph, node, edge);
                Route route = reference.routes.at(node);
                route.events.push_back(edge);
                discover(graph, reference, graph.edges[node][edge], route, next);
            }
        }
        level = next;
    }
    return reference;
}

// A number in [low, high), as likely to be large in the first cases as in the last.
template <class Number>
rc::Gen<Number> number(Number low, Number high) {
    return rc::gen::resize(100, rc::gen::inRange<Number>(low, high));
}

std::uint64_t any_score(std::uint64_t cap) {
    return *number<int>(0, 6) == 0 ? *number<std::uint64_t>(0, cap + 1) : 0;
}

Digraph any_digraph(bool with_watches) {
    Digraph graph;
    const auto nodes = *number<std::size_t>(1, 16);
    const auto node = number<Node>(0, nodes);
    graph.initial = *rc::gen::resize(3, rc::gen::container<std::vector<Node>>(node));
    graph.edges.resize(nodes);
    for (auto& targets : graph.edges) {
        targets = *rc::gen::resize(4, rc::gen::container<std::vector<Node>>(node));
    }
    const std::size_t watches = with_watches ? *number<std::size_t>(0, 4) : 0;
    for (std::size_t watch = 0; watch < watches; ++watch) {
        Digraph::Watch made;
        made.cap = *number<std::uint64_t>(1, 4);
        for (const auto& targets : graph.edges) {
            made.node_scores.push_back(any_score(made.cap));
            made.edge_scores.emplace_back();
            for (std::size_t edge = 0; edge < targets.size(); ++edge) {
                made.edge_scores.back().push_back(any_score(made.cap));
            }
        }
        graph.watches.push_back(made);
    }
    return graph;
}

void expect_same(const Exploration<Digraph>& found, const Reference& reference, const Digraph& graph) {
    RC_ASSERT(found.ending == reference.ending);
    RC_ASSERT(found.states == reference.order.size());
    RC_ASSERT(found.transitions == reference.transitions);
    RC_ASSERT(found.depth == reference.depth);
    RC_ASSERT(found.dead_ends == reference.dead_ends);
    RC_ASSERT(found.peak_frontier == reference.peak_frontier);
    RC_ASSERT(found.watches.size() == graph.watches.size());
    for (std::size_t watch = 0; watch < graph.watches.size(); ++watch) {
        const auto& result = found.watches[watch];
        const auto best = reference.greatest(watch);
        RC_ASSERT(result.relevant == reference.relevant(watch));
        RC_ASSERT(result.path.has_value() == best.has_value());
        RC_ASSERT(result.score == (best.has_value() ? best->score : 0));
        RC_ASSERT(result.settled == (result.score == graph.watches[watch].cap));
        if (best.has_value()) {
            RC_ASSERT(result.path->start.node == best->route.start);
            // Parallel edges lead to the same node: the rebuilt path takes the first, as the reference does.
            RC_ASSERT(result.path->events == best->route.events);
        }
    }
}

RC_GTEST_PROP(ExplorerLaws, AgreesWithTheTextbook, ()) {
    Digraph graph = any_digraph(true);
    Digraph::Judged judged;
    graph.judged = &judged;
    const auto depth_limit = *number<std::uint64_t>(0, 6);
    Options options;
    options.limits.depth = depth_limit;
    const auto found = breadth_first(graph, options);
    const Reference reference = textbook(graph, depth_limit);
    RC_CLASSIFY(reference.ending == Ending::settled, "settled");
    RC_CLASSIFY(reference.ending == Ending::depth, "depth");
    RC_CLASSIFY(reference.ending == Ending::complete, "complete");
    RC_ASSERT(judged.nodes == reference.order);
    RC_ASSERT(judged.steps == reference.transitions);
    expect_same(found, reference, graph);
}

RC_GTEST_PROP(ExplorerLaws, IsTheSameTwice, ()) {
    Digraph graph = any_digraph(true);
    const auto once = breadth_first(graph);
    const auto twice = breadth_first(graph);
    RC_ASSERT(once.ending == twice.ending);
    RC_ASSERT(once.states == twice.states);
    RC_ASSERT(once.transitions == twice.transitions);
    RC_ASSERT(once.bytes == twice.bytes);
    for (std::size_t watch = 0; watch < graph.watches.size(); ++watch) {
        RC_ASSERT(once.watches[watch].path.has_value() == twice.watches[watch].path.has_value());
        if (once.watches[watch].path.has_value()) {
            RC_ASSERT(once.watches[watch].path->events == twice.watches[watch].path->events);
        }
    }
}

RC_GTEST_PROP(ExplorerLaws, AStateLimitKeepsTheFirstStates, ()) {
    Digraph graph = any_digraph(false);
    Digraph::Judged judged;
    graph.judged = &judged;
    const auto limit = *number<std::uint64_t>(1, 17);
    Options options;
    options.limits.states = limit;
    const auto found = breadth_first(graph, options);
    std::vector<Node> order = textbook(graph, 0).order;
    const bool fits = order.size() <= limit;
    RC_CLASSIFY(fits, "fits");
    RC_ASSERT(found.ending == (fits ? Ending::complete : Ending::states));
    order.resize(std::min<std::size_t>(order.size(), limit));
    RC_ASSERT(judged.nodes == order);
    RC_ASSERT(found.states == order.size());
    RC_ASSERT(found.transitions == judged.steps);
}

// Stops the search at its first report.
struct StopAtFirstReport final : ProgressSink {
    void report(const ProgressReport&) override { stop = true; }
    std::atomic<bool> stop{false};
};

RC_GTEST_PROP(ExplorerLaws, StopsBetweenTwoStatesWhenAsked, ()) {
    const Digraph graph = any_digraph(false);
    StopAtFirstReport sink;
    Options options;
    options.stop = &sink.stop;
    options.progress = &sink;
    options.states_between_reports = *number<std::uint64_t>(1, 17);
    const auto found = breadth_first(graph, options);
    const std::vector<Node> order = textbook(graph, 0).order;
    if (order.size() < options.states_between_reports) {
        RC_ASSERT(found.ending == Ending::complete);
        RC_ASSERT(found.states == order.size());
        return;
    }
    std::uint64_t steps = 0;
    for (std::uint64_t expanded = 0; expanded < options.states_between_reports; ++expanded) {
        steps += graph.edges[order[expanded]].size();
    }
    RC_ASSERT(found.transitions == steps);
    RC_ASSERT(found.states <= order.size());
}

}  // namespace
}  // namespace schedmc::explore
