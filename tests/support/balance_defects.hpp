// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <algorithm>
#include <array>

#include "model/policy/policy.hpp"

namespace schedmc {

/// The planted defects that spoil what load balancing finds in a domain.
inline constexpr std::array balance_look_defects = {
    Defect::leader_falls_through, Defect::leader_ignores_cores,   Defect::balance_mask_ignored,
    Defect::idle_cpus_wrap,       Defect::halving_forgotten,      Defect::halves_rounded_up,
    Defect::average_not_asked,    Defect::newidle_ignores_arrival};

/// The same, and those in the tasks that it may take: one look shows them.
inline constexpr std::array look_defects = {Defect::leader_falls_through, Defect::leader_ignores_cores,
                                            Defect::balance_mask_ignored, Defect::idle_cpus_wrap,
                                            Defect::halving_forgotten,    Defect::halves_rounded_up,
                                            Defect::average_not_asked,    Defect::pull_ignores_affinity,
                                            Defect::pull_takes_running,   Defect::newidle_ignores_arrival};

/// True of these and of all that spoil passes and pushes: no placement of a task shows them.
inline bool spoils_balance_only(Defect defect) {
    return Defect::leader_falls_through <= defect && defect <= Defect::push_loses_task;
}

/// True of those that one look shows; of the rest of those that spoil load balance.
inline bool shows_in_looks(Defect defect) {
    return std::find(look_defects.begin(), look_defects.end(), defect) != look_defects.end();
}
inline bool shows_in_passes(Defect defect) { return spoils_balance_only(defect) && !shows_in_looks(defect); }

}  // namespace schedmc
