// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>

/// What the burst path did in one decision: a part of the decisions of wakeups, forks and execs.
namespace schedmc {

/// How the burst path ended.
enum class BurstEnd : std::uint8_t {
    /// The policy has none, or the class had no choice.
    not_asked,
    /// The CPU chosen has no more tasks than the threshold.
    below_threshold,
    /// It has, and an idle CPU was found: in its LLC, or beyond.
    moved_within_llc,
    moved_beyond_llc,
    /// It has, and no idle CPU was found in the scope searched.
    nothing_idle,
};

/// The burst path's part of a decision.
template <class D>
struct Burst {
    typename D::template Choice<BurstEnd> end;
    /// The CPU that was chosen before; none where the path was not asked.
    typename D::Cpu from;
};

/// The record of a decision without burst path.
template <class D>
Burst<D> no_burst() {
    return {D::choice(BurstEnd::not_asked), typename D::Cpu()};
}

/// One of two records.
template <class D>
Burst<D> select_fields(const typename D::Truth& condition, const Burst<D>& a, const Burst<D>& b) {
    return {select(condition, a.end, b.end), select(condition, a.from, b.from)};
}

}  // namespace schedmc
