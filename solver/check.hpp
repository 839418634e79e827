// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "model/policy/policy.hpp"
#include "model/scenario.hpp"
#include "solver/limits.hpp"
#include "solver/progress.hpp"
#include "solver/verdict.hpp"

namespace schedmc {

/// One exhaustive search: a machine, a policy, tasks, and the properties to judge on the way. Borrows what it names.
struct Check {
    const Machine& machine;
    const Policy& policy;
    const Scenario& scenario;
    std::vector<const PropertyInfo*> properties;
    Limits limits;
    const std::atomic<bool>* stop = nullptr;
    ProgressSink* progress = nullptr;
};

/// A verdict for each property, in their order, from one search that all of them share; counts are the search's.
///
/// Errors: InputError at `place` for a search that cannot end and is not bounded by --depth or --states: a machine
/// or scenario beyond the one-word domain. Reaching a limit is a verdict. Cost: the search's.
std::vector<Verdict> check_exhaustively(const Check& check, const std::string& place);

/// log10 of the number of states that the fields of a state can spell, an upper estimate of those reachable.
double log10_states(const Machine& machine, const Policy& policy, const Scenario& scenario);

}  // namespace schedmc
