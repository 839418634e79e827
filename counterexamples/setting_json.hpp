// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "model/machine/machine.hpp"
#include "model/scenario.hpp"

namespace schedmc {

/// A machine as traces and verdicts describe it: its CPUs with what they share, which are online and which isolated.
///
/// Cost: one pass over the CPUs.
nlohmann::ordered_json machine_json(const Machine& machine);

/// A scenario likewise: its tasks, the start of the hints, how often affinity may change, kinds of events switched off.
nlohmann::ordered_json scenario_json(const Scenario& scenario);

}  // namespace schedmc
