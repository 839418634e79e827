// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <algorithm>
#include <array>

#include "model/policy/policy.hpp"

namespace schedmc {

/// The planted defects that spoil nothing but what load balancing finds in a domain: no placement shows them.
inline constexpr std::array balance_defects = {
    Defect::leader_falls_through,   Defect::balance_mask_is_whole_group, Defect::newidle_queue_not_asked,
    Defect::imbalance_not_halved,   Defect::imbalance_rounded_up,        Defect::idle_cpus_overflow,
    Defect::average_not_asked,      Defect::prefer_sibling_ignored,      Defect::overloaded_group_hides,
    Defect::imbalance_mark_ignored, Defect::single_task_pulled,          Defect::shorter_queue_chosen,
    Defect::active_balance_never};

/// True of these.
inline bool spoils_balance_only(Defect defect) {
    return std::find(balance_defects.begin(), balance_defects.end(), defect) != balance_defects.end();
}

}  // namespace schedmc
