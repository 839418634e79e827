// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <algorithm>
#include <array>

#include "model/policy/policy.hpp"

namespace schedmc {

/// A defect of what lies between selection and enqueue, or of sleepers in queues: comparisons of single selections
/// with empty wake lists and without such sleepers cannot notice it.
inline bool lies_beyond_selections(Defect defect) {
    const std::array others = {Defect::waker_not_serialised,    Defect::pending_not_looked_at,
                               Defect::on_cpu_queue_not_tested, Defect::on_cpu_affinity_not_tested,
                               Defect::sleepers_stay_queued,    Defect::sync_counts_delayed};
    return defect >= Defect::leader_falls_through ||
           std::find(others.begin(), others.end(), defect) != others.end();
}

/// A defect of what the SIS_CACHE patches add: kernels without them cannot show it.
inline bool needs_sis_cache(Defect defect) {
    const std::array patched = {Defect::hot_cpu_forgotten, Defect::last_hot_cpu_taken,
                                Defect::hot_checks_overrun, Defect::reservation_overwritten};
    return std::find(patched.begin(), patched.end(), defect) != patched.end();
}

}  // namespace schedmc
