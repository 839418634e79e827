// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <array>

#include "model/policy/policy.hpp"

namespace schedmc {

/// The planted defects that spoil what load balancing finds in a domain.
inline constexpr std::array balance_look_defects = {
    Defect::leader_falls_through, Defect::balance_mask_is_group,  Defect::imbalance_not_halved,
    Defect::imbalance_rounded_up, Defect::idle_cpus_wrap,         Defect::average_not_asked,
    Defect::prefer_sibling_ignored, Defect::overloaded_group_hides};

/// True of these and of all that spoil passes and pushes: no placement of a task shows them.
inline bool spoils_balance_only(Defect defect) {
    return Defect::leader_falls_through <= defect && defect <= Defect::push_loses_task;
}

}  // namespace schedmc
