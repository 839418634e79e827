// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

#include "model/domain/concrete.hpp"
#include "model/policy/burst.hpp"

namespace schedmc {

/// What the burst path did on its way to `answer`, a sentence without full stop; empty where it changed nothing
/// and had no need to.
std::string burst_text(const Burst<Wide>& burst, const Wide::Cpu& answer, const Policy& policy);

}  // namespace schedmc
