// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

#include "model/domain/concrete.hpp"
#include "model/state.hpp"

namespace schedmc {

/// What differs between two states of a model, field by field: "t0 phase asleep -> queued, cpu cpu0 -> cpu1; llc0
/// has_idle_cores true -> false"; "nothing" where they are equal.
///
/// Cost: one pass over the fields.
std::string changes_text(const Model<Wide>& model, const State<Wide>& before, const State<Wide>& after);

}  // namespace schedmc
