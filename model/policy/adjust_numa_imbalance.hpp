// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

namespace schedmc {

/// An imbalance between nodes that is left alone: no more than a pair of communicating tasks, while the side that would
/// run `running` tasks runs no more than `limit`.
///
/// Cost: two comparisons. Errors: none.
/// Source: kernel/sched/fair.c, adjust_numa_imbalance(), NUMA_IMBALANCE_MIN, v5.19 .. v7.1.
template <class D>
typename D::Truth numa_imbalance_tolerated(const typename D::Number& imbalance,
                                           const typename D::Number& running,
                                           const typename D::Number& limit) {
    return (running <= limit) & (imbalance <= D::number(2));
}

}  // namespace schedmc
