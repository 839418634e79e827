// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <vector>

#include "counterexamples/replay.hpp"

namespace schedmc {

/// "cpu0 balances SMT and MC: it takes t1 from cpu2", of an event of load balance.
std::string balance_text(const Model<Wide>& model, const ReplayedStep& step);

/// What each look at a domain found, a sentence each; none where the step did not look.
std::vector<std::string> look_texts(const Model<Wide>& model, const ReplayedStep& step);

}  // namespace schedmc
