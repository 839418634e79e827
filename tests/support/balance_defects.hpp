// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <array>

#include "model/policy/policy.hpp"

namespace schedmc {

/// The planted defects that spoil what load balancing finds in a domain.
inline constexpr std::array balance_look_defects = {
    Defect::leader_falls_through, Defect::idle_cpus_wrap, Defect::average_not_asked};

/// True of these and of all that spoil passes and pushes: no placement of a task shows them.
inline bool spoils_balance_only(Defect defect) {
    return Defect::leader_falls_through <= defect && defect <= Defect::push_loses_task;
}

}  // namespace schedmc
