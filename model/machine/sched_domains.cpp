// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/machine/sched_domains.hpp"

#include <algorithm>

#include "model/machine/degenerate.hpp"
#include "model/machine/sched_groups.hpp"
#include "model/machine/sched_levels.hpp"

namespace schedmc {
namespace {

const std::vector<SchedDomain>& domains_of(const SchedDomains& domains, std::size_t cpu) {
    expects(cpu < domains.of_cpu.size(), "the CPU belongs to the machine");
    return domains.of_cpu[cpu];
}

const SchedDomain* lowest_flag_domain(const std::vector<SchedDomain>& domains, unsigned flag) {
    const auto found = std::find_if(domains.begin(), domains.end(),
                                    [&](const SchedDomain& domain) { return (domain.flags & flag) != 0; });
    return found == domains.end() ? nullptr : &*found;
}

const SchedDomain* highest_flag_domain(const std::vector<SchedDomain>& domains, unsigned flag) {
    const SchedDomain* highest = nullptr;
    for (const SchedDomain& domain : domains) {
        if ((domain.flags & flag) == 0) {
            break;
        }
        highest = &domain;
    }
    return highest;
}

bool has_smt(const Machine& machine) {
    const std::vector<CpuMask> cores = blocks_of(machine, &Place::core);
    return std::any_of(cores.begin(), cores.end(),
                       [&](const CpuMask& core) { return (core & machine.online).count() >= 2; });
}

SchedDomain domain_at(const Hierarchy& hierarchy, std::size_t level, std::size_t cpu, GroupRing groups) {
    const DomainLevel& domain = hierarchy.levels[level];
    return {domain.name,          static_cast<unsigned>(level), domain.span[cpu],        domain.flags[cpu],
            domain.imbalance_pct, domain.cache_nice_tries,      domain.imb_numa_nr[cpu], std::move(groups)};
}

}  // namespace

const SchedDomain* SchedDomains::llc(std::size_t cpu) const {
    return highest_flag_domain(domains_of(*this, cpu), sd_flag::share_llc);
}

const SchedDomain* SchedDomains::cluster(std::size_t cpu) const {
    return lowest_flag_domain(domains_of(*this, cpu), sd_flag::cluster);
}

const SchedDomain* SchedDomains::asym_cpucapacity(std::size_t cpu) const {
    return lowest_flag_domain(domains_of(*this, cpu), sd_flag::asym_cpucapacity_full);
}

CpuMask SchedDomains::wake_affine_span(std::size_t cpu) const {
    const SchedDomain* highest = highest_flag_domain(domains_of(*this, cpu), sd_flag::wake_affine);
    return highest == nullptr ? CpuMask() : highest->span;
}

SchedDomains build_sched_domains(const Machine& machine, NumaImbalanceRule rule, PlantedInGroups planted) {
    const Hierarchy hierarchy = build_hierarchy(machine, rule);
    const Attachment attachment = attach_domains(hierarchy);
    GroupRings rings(hierarchy, attachment, planted);
    SchedDomains domains;
    domains.of_cpu.resize(machine.cpu_count());
    domains.smt_active = has_smt(machine);
    hierarchy.cpu_map.for_each([&](std::size_t cpu) {
        for (const std::size_t level : attachment.of_cpu[cpu]) {
            domains.of_cpu[cpu].push_back(domain_at(hierarchy, level, cpu, rings.ring(level, cpu)));
        }
        domains.cluster_active = domains.cluster_active || domains.cluster(cpu) != nullptr;
    });
    domains.group_records = rings.records();
    return domains;
}

}  // namespace schedmc
