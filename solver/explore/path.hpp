// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/expects.hpp"
#include "solver/explore/judgement.hpp"
#include "solver/explore/state_store.hpp"
#include "solver/explore/system.hpp"

namespace schedmc::explore {

/// A start state and the events that lead from it to what was found: to a state, or through the last event.
template <System S>
struct Path {
    typename S::State start;
    std::vector<typename S::Event> events;
};

/// The first event enabled in `before` whose step leads to the state that packs to `after`, if there is one.
template <System S>
std::optional<typename S::Event> first_event_to(const S& system, const typename S::State& before,
                                                std::span<const std::uint64_t> after) {
    std::optional<typename S::Event> found;
    std::vector<std::uint64_t> packed(system.packed_words());
    typename S::Transition transition;
    system.enabled(before, [&](const typename S::Event& event) {
        if (!found.has_value()) {
            system.step(before, event, transition);
            system.pack(transition.after, packed);
            if (std::ranges::equal(packed, after)) {
                found = event;
            }
        }
        return !found.has_value();
    });
    return found;
}

/// The event at `place` in the order in which the state's events are enabled, if there are as many.
template <System S>
std::optional<typename S::Event> event_at(const S& system, const typename S::State& state,
                                          std::uint32_t place) {
    std::optional<typename S::Event> found;
    std::uint32_t next = 0;
    system.enabled(state, [&](const typename S::Event& event) {
        if (next++ == place) {
            found = event;
        }
        return !found.has_value();
    });
    return found;
}

/// The path to an occurrence. The store keeps no events: each one is found again among those of the parent,
/// which costs no memory while exploring and some steps for the few paths that anyone asks for.
///
/// The path is a shortest one when the parents are those of a breadth-first search.
/// Errors: a system whose step is not repeatable is a broken contract.
/// Cost: the steps of every state on the path; ids and events of the path in memory.
template <System S>
Path<S> path_to(const S& system, const StateStore& store, const Occurrence& occurrence) {
    std::vector<StateId> ids;
    for (StateId id = occurrence.state; id != no_state; id = store.parent(id)) {
        ids.push_back(id);
    }
    expects(!ids.empty(), "an occurrence is in a state");
    std::ranges::reverse(ids);

    std::vector<std::uint64_t> packed(system.packed_words());
    store.read(ids.front(), packed);
    typename S::State state;
    system.unpack(packed, state);
    Path<S> path{state, {}};
    path.events.reserve(ids.size());
    for (std::size_t i = 1; i < ids.size(); ++i) {
        store.read(ids[i], packed);
        const auto event = first_event_to(system, state, packed);
        expects(event.has_value(), "a step that was taken can be taken again");
        path.events.push_back(*event);
        system.unpack(packed, state);
    }
    if (occurrence.event != Occurrence::in_the_state) {
        const auto judged = event_at(system, state, occurrence.event);
        expects(judged.has_value(), "an event that was enabled is enabled again");
        path.events.push_back(*judged);
    }
    return path;
}

}  // namespace schedmc::explore
