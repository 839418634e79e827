// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

#include "model/domain/concrete.hpp"
#include "model/state.hpp"

namespace schedmc {

/// Throws unless the state is well-formed, reachable or not: CPUs exist, masks hold an online CPU, hints are those of
/// whole LLC domains, numbers are in range; a task that is not asleep is on an online CPU of its mask (of any mask
/// under the planted defect no-fallback), and at most one task runs on a CPU.
///
/// Errors: InputError at place/tasks/N/field and the like, in a state of the model's size.
/// Cost: one pass over the tasks.
void check_state(const Model<Wide>& model, const State<Wide>& state, const std::string& place);

}  // namespace schedmc
