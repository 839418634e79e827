// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

#include "model/domain/concrete.hpp"
#include "model/event.hpp"

namespace schedmc {

/// Throws unless the event is one that some state of the model may enable: its tasks, CPUs, LLCs and values exist
/// there, and machine, policy and scenario have such events. Accepts what all_events() lists and nothing else;
/// members that the kind does not use are not looked at.
///
/// Errors: InputError at place/argument or, where no single argument is wrong, at the place. Cost: constant.
void check_event(const Model<Wide>& model, const Event& event, const std::string& place);

/// Why the state does not enable an event that belongs to the model, as a statement; empty where it does.
///
/// Cost: one pass over the tasks.
std::string why_not_enabled(const Model<Wide>& model, const State<Wide>& state, const Event& event);

}  // namespace schedmc
