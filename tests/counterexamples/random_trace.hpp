// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>

#include "counterexamples/trace.hpp"

namespace schedmc {

/// Random values; call these inside RapidCheck properties only, which choose, and shrink, what is random in them.

/// A number below `count`, each as likely.
std::size_t pick(std::size_t count);

/// A machine of 1 to 27 CPUs, possibly with clusters, several nodes, unequal capacities, and absent, offline and
/// isolated CPUs.
Machine random_machine();

/// One to four tasks for the machine, with masks, phases, classes and bounds of all kinds.
Scenario random_scenario(const Machine& machine);

/// Any revision, sometimes with a feature or a planted defect.
Policy random_policy();

/// A walk of up to twelve enabled events from the scenario's first state or a state some steps later, with a claim
/// that it need not show.
Trace random_trace();

/// An event of any kind with arguments that are mostly, not always, those of the model.
Event random_event(const Model<Wide>& model);

/// A walk: enabled events one after the other, at most `longest`. `state` is moved along.
std::vector<Event> random_walk(const Model<Wide>& model, std::size_t longest, State<Wide>& state);

}  // namespace schedmc
