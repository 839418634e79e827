// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <algorithm>
#include <array>

#include "model/policy/policy.hpp"

namespace schedmc {

/// The planted defects that spoil nothing but forks and execs: no wakeup shows them.
inline constexpr std::array fork_defects = {Defect::numa_limit_ignores_mask,  Defect::group_stats_count_all,
                                            Defect::group_cookie_of_waker,    Defect::group_types_reversed,
                                            Defect::idle_stamp_of_the_future, Defect::way_down_forgets_cpu,
                                            Defect::numa_mask_test_inverted};

/// True of these.
inline bool spoils_forks_only(Defect defect) {
    return std::find(fork_defects.begin(), fork_defects.end(), defect) != fork_defects.end();
}

}  // namespace schedmc
