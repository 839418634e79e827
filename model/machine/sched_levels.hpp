// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/machine/machine.hpp"
#include "model/machine/sched_domains.hpp"

namespace schedmc {

/// One level of the domains before useless ones are dropped.
struct DomainLevel {
    std::string name;
    unsigned imbalance_pct = 0;
    unsigned cache_nice_tries = 0;
    /// CPUs whose building reaches this level.
    CpuMask built;
    /// [cpu] -> the CPUs its domain spans; empty where it is not built.
    std::vector<CpuMask> span;
    /// [cpu] -> bits of sd_flag.
    std::vector<unsigned> flags;
    /// [cpu] -> SchedDomain::imb_numa_nr.
    std::vector<unsigned> imb_numa_nr;
};

/// The domains of all CPUs before useless ones are dropped: a CPU has one at every level up to the first that
/// spans all CPUs of the map.
struct Hierarchy {
    /// The CPUs that get domains.
    CpuMask cpu_map;
    /// From the bottom up.
    std::vector<DomainLevel> levels;
    /// The lowest level whose domains may overlap; levels.size() when there is none.
    std::size_t first_numa = 0;

    /// True when the CPU has a domain at this level; levels beyond the last have none.
    bool has(std::size_t level, std::size_t cpu) const {
        return level < levels.size() && levels[level].built.contains(cpu);
    }
    /// The span of the domain below this level's, {cpu} at the bottom: the local group.
    CpuMask child_span(std::size_t level, std::size_t cpu) const {
        return level == 0 ? CpuMask::single(cpu) : levels[level - 1].span[cpu];
    }
    /// Flags of the domain below this level's, none at the bottom.
    unsigned child_flags(std::size_t level, std::size_t cpu) const {
        return level == 0 ? 0U : levels[level - 1].flags[cpu];
    }
    /// True when domains of this level may overlap.
    bool overlaps(std::size_t level) const { return level >= first_numa; }
    /// A CPU that stands for all with the same child span: the lowest of the child domain, at NUMA levels the
    /// lowest of the node.
    std::size_t representative(std::size_t level, std::size_t cpu) const;
    /// True when the CPU's domain has two groups or more.
    bool has_several_groups(std::size_t level, std::size_t cpu) const;
};

/// The levels of a machine's housekeeping CPUs, with spans, flags and allowed NUMA imbalance.
///
/// Errors: InputError at the machine's name when more than 64 nodes have online CPUs.
/// Cost: CPUs x levels.
/// Source: kernel/sched/topology.c, sched_init_numa(), sd_init(), asym_cpu_capacity_classify(),
/// build_sched_domains(), v6.1 .. v6.12.
Hierarchy build_hierarchy(const Machine& machine, NumaImbalanceRule rule);

}  // namespace schedmc
