// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/domain/concrete.hpp"
#include "model/event.hpp"
#include "model/state.hpp"
#include "properties/property.hpp"

namespace schedmc {

/// Some of a trace's events: events[begin] up to, without it, events[end].
struct EventRange {
    std::size_t begin = 0;
    std::size_t end = 0;
    friend bool operator==(const EventRange&, const EventRange&) = default;
};

/// A way to what was found, with all that is needed to go it again: where it starts, what happens, and what the
/// end is claimed to show. Plain data; docs/trace-file.md has its form as a file.
struct Trace {
    Machine machine;
    /// As the user spelled it, and the planted defect's name, empty for none.
    std::string policy;
    std::string defect;
    Scenario scenario;
    /// Any well-formed state; fields that the scenario cannot change are those of its first state.
    State<Wide> start;
    std::vector<Event> events;

    /// The id of the property. Of a decision property the last event is judged, else the last state.
    std::string property;
    /// What found it: explore, walk or prove.
    std::string engine = "explore";
    /// The engine says that no trace of fewer events shows the same.
    bool shortest = false;
    /// The value that a bounded quantity has at the end; 0 for other properties.
    std::uint64_t value = 0;
    /// Of a property of the kind `within`: [round] -> how many of the events there are up to its end, round 0 first;
    /// and, of one that is never kept for good, the events that may be repeated.
    std::vector<std::size_t> round_ends;
    std::optional<EventRange> cycle;

    /// Equal in everything, the states field by field.
    friend bool operator==(const Trace& a, const Trace& b);
};

/// A trace from the scenario's first state. `value` is kept where the property is a bounded quantity.
///
/// Cost: the machine's scheduling domains.
Trace make_trace(const Machine& machine, const Policy& policy, const Scenario& scenario,
                 std::vector<Event> events, const PropertyInfo& property, std::uint64_t value = 0,
                 const std::string& engine = "explore", bool shortest = true);

/// True when the two states are equal, field by field.
bool same_state(const State<Wide>& a, const State<Wide>& b);

/// The policy of a trace, with its defect. Errors: InputError at `place` for unknown names.
Policy policy_of(const Trace& trace, const std::string& place);

/// The description of the property of exactly that id. Errors: InputError at `place`, naming the nearest id.
const PropertyInfo& property_of(const std::string& id, const std::string& place);

/// The words for Trace::engine.
const std::vector<std::string>& trace_engines();

}  // namespace schedmc
