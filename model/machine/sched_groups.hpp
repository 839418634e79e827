// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "model/machine/degenerate.hpp"
#include "model/machine/sched_domains.hpp"
#include "model/machine/sched_levels.hpp"

namespace schedmc {

/// Makes the rings of groups of a hierarchy's domains; equal groups are stored once.
///
/// Source: kernel/sched/topology.c, build_sched_groups(), build_overlap_sched_groups(),
/// find_descended_sibling(), build_balance_mask(), init_overlap_sched_group() and get_group() for the records,
/// v5.19 .. v7.1.
class GroupRings {
public:
    /// The first two arguments must outlive the object.
    GroupRings(const Hierarchy& hierarchy, const Attachment& attachment, PlantedInGroups planted);

    /// The groups of the CPU's domain at a level, the local one first.
    ///
    /// Errors: expects that the CPU has the domain.
    /// Cost: the number of groups; below NUMA their spans are made for the domain's first CPU only.
    GroupRing ring(std::size_t level, std::size_t cpu);
    /// How many records the groups made so far have.
    std::size_t records() const { return records_.size(); }

private:
    /// The group of the CPUs below a domain: `cpu`'s child span at `level`.
    struct Source {
        std::size_t level;
        std::size_t cpu;
    };

    std::vector<std::uint32_t> disjoint_ring(std::size_t level, std::size_t cpu);
    std::vector<std::uint32_t> overlapping_ring(std::size_t level, std::size_t cpu);
    std::vector<Source> cover(std::size_t level, const CpuMask& span, std::size_t first) const;
    CpuMask balance_mask(const Source& source) const;
    std::uint32_t intern(const Source& source, unsigned flags);

    const Hierarchy& hierarchy_;
    const Attachment& attachment_;
    PlantedInGroups planted_;
    std::shared_ptr<std::vector<SchedGroup>> pool_;
    std::map<std::tuple<std::size_t, std::size_t, unsigned>, std::uint32_t> known_;
    // (level, first CPU of the balance mask) -> record
    std::map<std::pair<std::size_t, std::size_t>, std::uint32_t> records_;
    std::map<std::pair<std::size_t, std::size_t>, std::vector<std::uint32_t>> disjoint_;
};

}  // namespace schedmc
