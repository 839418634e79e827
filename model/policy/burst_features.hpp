// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <vector>

#include "model/policy/policy.hpp"

namespace schedmc {

/// The burst path and its open choices, in alphabetical order.
std::vector<FeatureInfo> burst_features();

/// Its planted defects, in the order of the enumeration.
std::vector<DefectInfo> burst_defects();

}  // namespace schedmc
