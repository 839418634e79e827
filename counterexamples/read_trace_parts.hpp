// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <vector>

#include "counterexamples/json_node.hpp"
#include "model/domain/concrete.hpp"
#include "model/event.hpp"
#include "model/scenario.hpp"
#include "model/state.hpp"

/// The parts of a trace file, in the order in which they are read: each is checked against those before it.
namespace schedmc {

/// The machine, checked. Errors: InputError at its places.
Machine read_machine_part(const JsonNode& node);

/// The scenario, checked against the machine. Errors: InputError at its places.
Scenario read_scenario_part(const JsonNode& node, const Machine& machine);

/// The events, each checked by itself. Errors: InputError at its places.
std::vector<Event> read_events_part(const JsonNode& node, const Model<Wide>& model);

}  // namespace schedmc
