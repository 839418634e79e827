// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "model/machine/machine.hpp"

namespace schedmc::loops {

/// [cpu] -> zero or not.
using Flags = std::vector<char>;
/// No CPU.
inline constexpr int nobody = -1;

/// The number as an index.
inline std::size_t at(int cpu) { return static_cast<std::size_t>(cpu); }

/// What the kernel keeps a CPU about the machine, derived from its scheduling domains.
/// Source: update_top_cache_domain(), v6.1 .. v6.12.
struct LoopMachine {
    int cpus = 0;
    /// sched_smt_active(), sched_cluster_active, sched_asym_cpucap_active().
    bool smt_active = false;
    bool cluster_active = false;
    bool asym_active = false;
    /// [cpu] -> its online siblings in order, itself included if online.
    std::vector<std::vector<int>> siblings;
    /// [cpu] -> the first CPU of its LLC domain, or itself; and whether there is such a domain.
    std::vector<int> llc_id;
    Flags has_llc;
    /// [cpu] -> the first CPU of its cluster domain, or else llc_id.
    std::vector<int> share_id;
    /// [cpu][cpu] -> membership in the LLC domain of the first, in the group its LLC domain begins with if that is
    /// a cluster, and in its domain of all capacities.
    std::vector<Flags> llc_span;
    std::vector<Flags> first_group;
    std::vector<Flags> asym_span;
    /// [cpu] -> whether llc_span's domain begins with a cluster, and whether there is a domain of all capacities.
    Flags begins_with_cluster;
    Flags has_asym;
    /// [cpu][domain from the bottom][cpu] -> membership; and whether the domain has SD_WAKE_AFFINE.
    std::vector<std::vector<Flags>> domain_span;
    std::vector<Flags> domain_is_affine;
    std::vector<int> node;
    std::vector<int> capacity;

    explicit LoopMachine(const Machine& machine);
};

}  // namespace schedmc::loops
