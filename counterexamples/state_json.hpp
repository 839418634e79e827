// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include "counterexamples/json_node.hpp"
#include "model/domain/concrete.hpp"
#include "model/state.hpp"

namespace schedmc {

/// The fields of a state that its scenario lets change, by their names: {"tasks": [{"phase": ...}, ...], ...}.
nlohmann::ordered_json state_json(const Model<Wide>& model, const State<Wide>& state);

/// The state of such JSON; what it cannot say is as in the scenario's first state.
///
/// Errors: InputError at the place of what is missing, unknown or of another form. Whether the state is well-formed
/// is check_state()'s to say.
State<Wide> read_state(const JsonNode& node, const Model<Wide>& model);

}  // namespace schedmc
