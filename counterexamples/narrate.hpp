// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <vector>

#include "counterexamples/replay.hpp"

namespace schedmc {

/// What a step does, as a statement without full stop: "an interrupt on cpu0 wakes t1: it is queued on cpu2".
std::string event_text(const Model<Wide>& model, const ReplayedStep& step);

/// How a wakeup came to its CPU, a statement each: the target, the scan, the rule that decided, the repair. Empty
/// for other steps. Every WakeRule has its sentence, and every ScanEnd; where the rule is to take what the scan found,
/// the scan's is enough.
std::vector<std::string> decision_texts(const Model<Wide>& model, const ReplayedStep& step);

/// "has_idle_cores of llc0 becomes false" for every hint that a step changed, and why a CPU that goes idle can raise
/// none where it is in no LLC domain.
std::vector<std::string> hint_texts(const Model<Wide>& model, const ReplayedStep& step);

}  // namespace schedmc
