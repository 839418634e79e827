// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "model/domain/blocks.hpp"
#include "model/machine/machine.hpp"
#include "model/machine/sched_domains.hpp"

namespace schedmc {

/// What the placement rules ask of a machine, read into a value domain once: sets of CPUs that the machine fixes.
///
/// Cost of building: the scheduling domains, then one pass over the CPUs.
template <class D>
struct Topology {
    using CpuSet = typename D::CpuSet;
    using Cpu = typename D::Cpu;

    Machine machine;
    SchedDomains domains;

    CpuSet none;
    CpuSet present;
    CpuSet online;
    /// cpu_smt_mask: the online siblings of a CPU, isolated ones included. Source: cpu_smt_mask().
    Blocks<D> cores;
    /// Spans of sd_llc; a CPU without such a domain has no block. Source: sd_llc, sd_llc_shared.
    Blocks<D> llcs;
    /// [llc] -> its number of CPUs. Source: sd_llc_size.
    std::vector<std::size_t> llc_weights;
    /// CPUs with the same sd_share_id, LLC ids where there is no cluster. Source: cpus_share_resources().
    Blocks<D> resources;
    /// The cluster that select_idle_cpu() visits first: the span of a cluster domain directly below sd_llc.
    Blocks<D> clusters;
    /// [cpu] -> the span of its sd_asym_cpucapacity, empty where capacities are alike. Not blocks: it may be a NUMA
    /// domain, and those overlap.
    std::vector<CpuSet> asym_span;
    /// Some CPU has such a domain. Source: sched_asym_cpucap_active().
    bool capacities_differ = false;
    /// NUMA nodes, by present CPUs.
    Blocks<D> nodes;
    /// [cpu] -> CPUs in reach of wake_affine(): the span of its highest domain with SD_WAKE_AFFINE.
    std::vector<CpuSet> wake_affine_span;
    /// The capacities of the machine with their CPUs, greatest first.
    std::vector<std::pair<std::uint16_t, CpuSet>> by_capacity;

    /// Errors: as build_sched_domains().
    explicit Topology(const Machine& described, NumaImbalanceRule numa_imbalance = {},
                      PlantedInGroups planted = {})
        : machine(described), domains(build_sched_domains(described, numa_imbalance, planted)),
          none(D::cpus(CpuMask())), present(D::cpus(described.present)), online(D::cpus(described.online)) {
        const std::size_t cpus = machine.cpu_count();
        std::vector<CpuMask> core_masks;
        for (const CpuMask& core : blocks_of(machine, &Place::core)) {
            if (!(core & machine.online).empty()) {
                core_masks.push_back(core & machine.online);
            }
        }
        cores = Blocks<D>(core_masks, cpus);
        nodes = Blocks<D>(blocks_of(machine, &Place::node), cpus);
        llcs = distinct_spans([&](std::size_t cpu) { return domains.llc(cpu); });
        llc_weights.resize(llcs.sets.size());
        for (std::size_t cpu = 0; cpu < cpus; ++cpu) {
            if (llcs.index[cpu] != Blocks<D>::none) {
                ++llc_weights[llcs.index[cpu]];
            }
        }
        read_clusters();
        for (std::size_t cpu = 0; cpu < cpus; ++cpu) {
            wake_affine_span.push_back(D::cpus(domains.wake_affine_span(cpu)));
            const SchedDomain* asymmetric = domains.asym_cpucapacity(cpu);
            asym_span.push_back(D::cpus(asymmetric != nullptr ? asymmetric->span : CpuMask()));
            capacities_differ = capacities_differ || asymmetric != nullptr;
        }
        std::map<std::uint16_t, CpuMask, std::greater<>> capacities;
        machine.online.for_each([&](std::size_t cpu) { capacities[machine.capacity[cpu]].insert(cpu); });
        for (const auto& [capacity, members] : capacities) {
            by_capacity.emplace_back(capacity, D::cpus(members));
        }
    }

private:
    template <class DomainOf>
    Blocks<D> distinct_spans(DomainOf&& domain_of) const {
        std::vector<CpuMask> spans;
        machine.present.for_each([&](std::size_t cpu) {
            const SchedDomain* domain = domain_of(cpu);
            if (domain != nullptr && std::find(spans.begin(), spans.end(), domain->span) == spans.end()) {
                spans.push_back(domain->span);
            }
        });
        return Blocks<D>(spans, machine.cpu_count());
    }

    // The kernel gives each CPU one number, sd_share_id: the first CPU of its cluster domain, or else of its LLC,
    // or else its own. CPUs share resources when their numbers are equal, which can join a cluster and the
    // clusterless CPUs of the LLC it begins.
    void read_clusters() {
        std::map<std::size_t, CpuMask> by_share_id;
        std::vector<CpuMask> visited_first;
        machine.present.for_each([&](std::size_t cpu) {
            const SchedDomain* llc = domains.llc(cpu);
            const SchedDomain* cluster = domains.cluster(cpu);
            const std::size_t id = cluster != nullptr ? cluster->span.next(0)
                                   : llc != nullptr   ? llc->span.next(0)
                                                      : cpu;
            by_share_id[id].insert(cpu);
            if (cluster != nullptr && llc != nullptr && !(cluster->span == llc->span) &&
                std::find(visited_first.begin(), visited_first.end(), cluster->span) == visited_first.end()) {
                visited_first.push_back(cluster->span);
            }
        });
        std::vector<CpuMask> shared;
        for (const auto& [id, members] : by_share_id) {
            shared.push_back(members);
        }
        resources = Blocks<D>(shared, machine.cpu_count());
        clusters = Blocks<D>(visited_first, machine.cpu_count());
    }
};

/// True when a and b are one CPU or have the same LLC domain. Source: cpus_share_cache(), v5.19 .. v6.12.
template <class D, class Cpu = typename D::Cpu>
typename D::Truth shares_cache(const Topology<D>& topology, const Cpu& a, const Cpu& b) {
    return (a == b) | contains(at(topology.llcs.of_cpu, a), b);
}

/// True when a and b are one CPU or share a cluster, or their LLC where it has none.
/// Source: cpus_share_resources(), v6.8 .. v6.12.
template <class D, class Cpu = typename D::Cpu>
typename D::Truth shares_resources(const Topology<D>& topology, const Cpu& a, const Cpu& b) {
    return (a == b) | contains(at(topology.resources.of_cpu, a), b);
}

}  // namespace schedmc
