// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/machine/machine.hpp"

namespace schedmc {

/// The flags of scheduling domains and groups, with the kernel's meaning and without its SD_ prefix.
///
/// Source: include/linux/sched/sd_flags.h, v6.1 .. v6.12.
/// Departs: SD_ASYM_PACKING is left out, since machines here have no core priorities.
namespace sd_flag {

enum Bit : unsigned {
    balance_newidle = 1U << 0,
    balance_exec = 1U << 1,
    balance_fork = 1U << 2,
    /// Never set: no level asks for it, and relax_domain_level can only clear it.
    balance_wake = 1U << 3,
    wake_affine = 1U << 4,
    /// The span sees CPUs of different capacities.
    asym_cpucapacity = 1U << 5,
    /// The span sees every capacity that the domains' CPUs have.
    asym_cpucapacity_full = 1U << 6,
    share_cpucapacity = 1U << 7,
    /// Known to the kernel since v6.8; earlier revisions have the level without the flag.
    cluster = 1U << 8,
    share_llc = 1U << 9,
    serialize = 1U << 10,
    prefer_sibling = 1U << 11,
    overlap = 1U << 12,
    numa = 1U << 13,
};

/// Flags that a domain has only if all domains below it have them.
inline constexpr unsigned shared_child = balance_newidle | balance_exec | balance_fork | balance_wake |
                                         wake_affine | share_cpucapacity | share_llc;
/// Flags that a domain has only if all domains above it have them.
inline constexpr unsigned shared_parent =
    asym_cpucapacity | asym_cpucapacity_full | serialize | overlap | numa;
/// Flags that mean nothing in a domain of one group.
inline constexpr unsigned needs_groups = balance_newidle | balance_exec | balance_fork | balance_wake |
                                         asym_cpucapacity | asym_cpucapacity_full | share_cpucapacity |
                                         cluster | share_llc | serialize | prefer_sibling | overlap | numa;

}  // namespace sd_flag

/// What balancing in a domain compares: CPUs that a lower domain spans.
struct SchedGroup {
    /// The group's CPUs; their number is the kernel's group_weight.
    CpuMask span;
    /// The CPUs that climb into the domain through this group, at least one; the lowest is the kernel's
    /// group_balance_cpu().
    CpuMask balance_mask;
    /// Flags of the domain that the group came from.
    unsigned flags = 0;
    /// The level that the group came from.
    unsigned level = 0;
    /// The number of the record of capacity and imbalance that equal groups of one level share (sgc), below
    /// SchedDomains::group_records.
    std::uint32_t record = 0;
    friend bool operator==(const SchedGroup&, const SchedGroup&) = default;
};

/// The groups of a domain in the kernel's ring order, beginning with the local one; reads like a vector.
///
/// Rings index one pool of groups, because a domain of 1024 CPUs would otherwise hold 1024 groups for each.
class GroupRing {
public:
    /// The ring without groups.
    GroupRing() = default;
    /// [position] -> index into the pool.
    GroupRing(std::shared_ptr<const std::vector<SchedGroup>> pool, std::vector<std::uint32_t> order)
        : pool_(std::move(pool)), order_(std::move(order)) {}

    /// How many groups there are.
    std::size_t size() const { return order_.size(); }
    /// The group at a position; [0] is the local one. Errors: expects position < size().
    const SchedGroup& operator[](std::size_t position) const {
        expects(position < order_.size(), "the position is inside the ring of groups");
        return (*pool_)[order_[position]];
    }

    /// Walks the ring once.
    class Iterator {
    public:
        Iterator(const GroupRing* ring, std::size_t position) : ring_(ring), position_(position) {}
        const SchedGroup& operator*() const { return (*ring_)[position_]; }
        const SchedGroup* operator->() const { return &(*ring_)[position_]; }
        Iterator& operator++() {
            ++position_;
            return *this;
        }
        friend bool operator==(const Iterator&, const Iterator&) = default;

    private:
        const GroupRing* ring_;
        std::size_t position_;
    };
    /// The local group's place.
    Iterator begin() const { return {this, 0}; }
    /// Behind the last group.
    Iterator end() const { return {this, size()}; }

private:
    std::shared_ptr<const std::vector<SchedGroup>> pool_;
    std::vector<std::uint32_t> order_;
};

/// A scheduling domain as one CPU sees it.
struct SchedDomain {
    /// SMT, CLS, MC, PKG, NODE, NUMA-1, NUMA-2 ...
    std::string name;
    /// The level's number, counted from 0 before useless levels are dropped.
    unsigned level = 0;
    /// The CPUs that the domain balances.
    CpuMask span;
    /// Bits of sd_flag.
    unsigned flags = 0;
    /// The imbalance that balancing leaves alone: 117 tolerates 17 percent.
    unsigned imbalance_pct = 0;
    /// Failed passes before a cache-hot task may move.
    unsigned cache_nice_tries = 0;
    /// Running tasks that may be more on one side before NUMA balancing acts; 0 below the LLC's parent level.
    unsigned imb_numa_nr = 0;
    /// groups[0] is the local group. Together they cover the span, unless distances differ by direction: then
    /// the kernel finds no group for some CPUs.
    GroupRing groups;
};

/// How imb_numa_nr follows from a node whose CPUs share one LLC: its CPUs / divisor, but at least `least`,
/// which holds for nodes of several LLCs too.
///
/// Source: kernel/sched/topology.c, build_sched_domains(); v5.19 has {4, 0}, commit 026b98a93bbd made it
/// {8, 1}.
struct NumaImbalanceRule {
    unsigned divisor = 8;
    unsigned least = 1;
};

/// Mistakes in the groups of domains that overlap, which tests plant; none in a machine's real domains.
struct PlantedInGroups {
    /// Groups that reach beyond their domain are taken as they are.
    bool leave_span = false;
    /// The ring of each CPU begins at the lowest CPU of the domain.
    bool begin_at_lowest = false;
};

/// The scheduling domains of a machine.
struct SchedDomains {
    /// [cpu] -> its domains from the bottom up; empty for a CPU that is isolated, offline, absent, or alone.
    std::vector<std::vector<SchedDomain>> of_cpu;
    /// How many records of groups there are.
    std::size_t group_records = 0;
    /// Some core has two or more online CPUs (the kernel's sched_smt_present).
    bool smt_active = false;
    /// Some CPU has a domain with the cluster flag (the kernel's sched_cluster_active, since v6.8).
    bool cluster_active = false;

    /// The highest domain whose CPUs share a cache (sd_llc), or nullptr: the CPU is then an LLC of its own,
    /// without a shared record. Errors: expects a CPU of the machine.
    const SchedDomain* llc(std::size_t cpu) const;
    /// The lowest domain with the cluster flag, or nullptr. Errors: expects a CPU of the machine.
    const SchedDomain* cluster(std::size_t cpu) const;
    /// The lowest domain that sees all capacities (sd_asym_cpucapacity), or nullptr.
    /// Errors: expects a CPU of the machine.
    const SchedDomain* asym_cpucapacity(std::size_t cpu) const;
    /// The CPUs whose tasks a waker on this CPU may pull to itself: the span of the highest domain with
    /// wake_affine; empty without domains. Errors: expects a CPU of the machine.
    CpuMask wake_affine_span(std::size_t cpu) const;
};

/// The scheduling domains that Linux builds for a machine's housekeeping CPUs.
///
/// Levels, bottom up: SMT (core), CLS (cluster), MC (LLC), PKG and NODE (both the node: the kernel's package
/// mask is the node's), then one NUMA level for each further distance. A cache shared across nodes counts as
/// one a node, as match_llc() of x86 has it. PKG is left out where a package holds several nodes, as
/// build_sched_topology() of x86 does. Levels that add nothing are dropped.
///
/// Errors: InputError at the machine's name when more than 64 nodes have online CPUs.
/// Cost: CPUs x levels, and for each domain its groups; 1024 CPUs take well below 0.2 s.
/// Source: kernel/sched/topology.c, sched_init_numa(), build_sched_domains(), cpu_attach_domain(),
/// v6.1 .. v6.12.
/// Departs: relax_domain_level and core priorities are left out. Flags of a group whose level was dropped are
/// refreshed as in v6.12; v6.1 keeps the old ones, and reads group flags only for core priorities.
SchedDomains build_sched_domains(const Machine& machine, NumaImbalanceRule rule = {},
                                 PlantedInGroups planted = {});

}  // namespace schedmc
