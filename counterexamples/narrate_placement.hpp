// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <vector>

#include "counterexamples/replay.hpp"

namespace schedmc {

/// How a fork or an exec came to its CPU: for each domain on the way down, which group was chosen and by which numbers,
/// and which of its CPUs.
///
/// Errors: expects a step that places. Cost: the domains on the way.
std::vector<std::string> placement_texts(const Model<Wide>& model, const ReplayedStep& step);

}  // namespace schedmc
