// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/machine/machine.hpp"

namespace schedmc {

/// A set of CPUs that a description names as sharing something; empty: it does not tell.
struct ToldSet {
    CpuMask cpus;
    /// Where the description says so, from 1; 0: no line of its own.
    std::size_t line = 0;
};

/// A data or unified cache over a CPU.
struct ToldCache {
    unsigned level = 1;
    ToldSet shared;
};

/// What a description says of a CPU. Sets hold the CPU itself.
struct ToldCpu {
    bool online = true;
    /// Empty: the CPU is a core of its own.
    ToldSet core;
    ToldSet package;
    ToldSet cluster;
    /// Whether the description knows all clusters; otherwise caches tell where it names none.
    bool tells_cluster = false;
    /// In any order, one a level.
    std::vector<ToldCache> caches;
    std::uint16_t capacity = 1024;
};

/// What a description says of a machine, before it is decided what Linux makes of it.
struct ToldMachine {
    /// [CPU number, below max_cpus] -> the CPUs whose place is told.
    std::map<std::size_t, ToldCpu> cpus;
    /// The CPUs of each node, nodes without CPUs among them; none at all: one node for all.
    std::vector<ToldSet> nodes;
    /// [node][node], in the order of `nodes`; empty: 10 to itself, 20 to others, as without an ACPI SLIT.
    std::vector<std::vector<std::uint16_t>> distance;
    CpuMask isolated;
};

/// The machine that Linux would see. CPUs that are not told are absent; sets are cut to those that are told.
///
/// - CPUs without a package form one.
/// - A CPU's LLC is its highest cache. Without caches it is the package: x86 takes that, and so does Arm. It ends at
///   the package and at the node (sub-NUMA clustering: the cache spans nodes, the MC level must not), and is never
///   less than the core.
/// - A cluster is what the description calls so, or else what the lowest cache shared by several cores covers: in both
///   cases only if that is more than the core and less than the LLC; otherwise each core is a cluster.
/// - Nodes without CPUs are left out, the others numbered in order of their lowest CPU.
///
/// What is said of an offline CPU may be more than the online ones say of it: only the sets of online CPUs must agree.
///
/// Errors: InputError at place or place:line for online CPUs whose sets contradict each other, a CPU in two nodes or
/// in none. check_machine() is left to the caller. Cost: CPUs x caches x sharing CPUs.
/// Source: arch/x86/kernel/smpboot.c, match_llc(), arch/x86/kernel/cpu/cacheinfo.c; drivers/base/arch_topology.c,
/// cpu_coregroup_mask(), cpu_clustergroup_mask(); v6.1 .. v6.12.
Machine machine_as_told(const ToldMachine& told, const std::string& place);

}  // namespace schedmc
