// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "model/domain/concrete.hpp"
#include "model/machine/topology.hpp"
#include "model/recorded_placement.hpp"

namespace schedmc {

/// What placements without probes can tell of the policy. It is little: idleness, affinity and limits are not seen.
///
/// One claim of all modelled versions is left: the fair class answers in the LLC of the target, which is the waker's
/// or the wakee's previous CPU. Only select_fallback_rq() goes elsewhere, for a wakee that may not stay.
class PlacementTally {
public:
    explicit PlacementTally(const Machine& machine) : topology_(machine) {}

    /// Counts a placement.
    void add(const RecordedPlacement& placement);

    /// Forked tasks, of which nothing tells where the parent was.
    std::uint64_t forked = 0;
    /// Wakeups of tasks that are not in the fair class.
    std::uint64_t of_other_classes = 0;
    /// Wakeups whose waker and previous CPU were not recorded.
    std::uint64_t without_origin = 0;
    /// Wakeups that could not go elsewhere: the LLCs of waker and previous CPU are the whole machine.
    std::uint64_t nowhere_else = 0;
    /// Wakeups into one of the two LLCs, and elsewhere.
    std::uint64_t near = 0;
    std::uint64_t elsewhere = 0;
    /// The lines of the first 20 of the latter.
    std::vector<std::uint64_t> elsewhere_lines;

    /// All that was added.
    std::uint64_t all() const {
        return forked + of_other_classes + without_origin + nowhere_else + near + elsewhere;
    }

private:
    Topology<Wide> topology_;
};

}  // namespace schedmc
