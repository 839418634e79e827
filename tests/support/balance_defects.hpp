// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <algorithm>
#include <array>

#include "model/policy/policy.hpp"

namespace schedmc {

/// The planted defects in what load balance finds in one domain and in the tasks that it may take: one look shows them.
inline constexpr std::array look_defects = {
    Defect::leader_falls_through, Defect::balance_mask_is_group, Defect::imbalance_not_halved,
    Defect::imbalance_rounded_up, Defect::idle_cpus_wrap,        Defect::average_not_asked,
    Defect::pull_ignores_affinity, Defect::pull_takes_running};

/// Those in whole passes, in what comes before and after them, and in pushes to SMT siblings.
inline constexpr std::array pass_defects = {
    Defect::pull_empties_source,           Defect::redirect_keeps_destination, Defect::imbalance_mark_always_cleared,
    Defect::newidle_recheck_missing,       Defect::overload_cleared_below,     Defect::serialises_beyond_pass,
    Defect::newidle_leaves_llc,            Defect::push_forgets_skip,          Defect::push_excludes_smt_only,
    Defect::push_to_busy_sibling,          Defect::push_takes_running,         Defect::push_ignores_affinity,
    Defect::push_loses_task};

/// True of the former; of the latter.
inline bool shows_in_looks(Defect defect) {
    return std::find(look_defects.begin(), look_defects.end(), defect) != look_defects.end();
}
inline bool shows_in_passes(Defect defect) {
    return std::find(pass_defects.begin(), pass_defects.end(), defect) != pass_defects.end();
}

}  // namespace schedmc
