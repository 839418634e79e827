// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/model/policy/loop_machine.hpp"

#include "model/machine/sched_domains.hpp"

namespace schedmc::loops {

namespace {

Flags flags_of(const CpuMask& cpus, int count) {
    Flags flags(at(count), 0);
    for (int cpu = 0; cpu < count; ++cpu) {
        flags[at(cpu)] = cpus.contains(at(cpu)) ? 1 : 0;
    }
    return flags;
}

int first_of(const CpuMask& cpus) {
    int cpu = 0;
    while (!cpus.contains(at(cpu))) {
        ++cpu;
    }
    return cpu;
}

}  // namespace

LoopMachine::LoopMachine(const Machine& machine) : cpus(static_cast<int>(machine.cpu_count())) {
    const SchedDomains built = build_sched_domains(machine);
    const std::size_t count = at(cpus);
    siblings.resize(count);
    domain_span.resize(count);
    domain_is_affine.resize(count);
    for (int cpu = 0; cpu < cpus; ++cpu) {
        node.push_back(machine.present.contains(at(cpu)) ? machine.places[at(cpu)].node : nobody);
        capacity.push_back(machine.capacity[at(cpu)]);
        for (int other = 0; other < cpus; ++other) {
            if (machine.online.contains(at(cpu)) && machine.online.contains(at(other)) &&
                machine.places[at(cpu)].core == machine.places[at(other)].core) {
                siblings[at(cpu)].push_back(other);
            }
        }
        smt_active = smt_active || siblings[at(cpu)].size() > 1;
        const SchedDomain* llc = nullptr;
        const SchedDomain* cluster = nullptr;
        const SchedDomain* asym = nullptr;
        for (const SchedDomain& domain : built.of_cpu[at(cpu)]) {
            domain_span[at(cpu)].push_back(flags_of(domain.span, cpus));
            domain_is_affine[at(cpu)].push_back((domain.flags & sd_flag::wake_affine) != 0 ? 1 : 0);
            llc = (domain.flags & sd_flag::share_llc) != 0 ? &domain : llc;
            cluster = cluster == nullptr && (domain.flags & sd_flag::cluster) != 0 ? &domain : cluster;
            asym = asym == nullptr && (domain.flags & sd_flag::asym_cpucapacity_full) != 0 ? &domain : asym;
            asym_active = asym_active || (domain.flags & sd_flag::asym_cpucapacity) != 0;
        }
        cluster_active = cluster_active || cluster != nullptr;
        const bool clustered = llc != nullptr && (llc->groups[0].flags & sd_flag::cluster) != 0;
        has_llc.push_back(llc != nullptr ? 1 : 0);
        has_asym.push_back(asym != nullptr ? 1 : 0);
        begins_with_cluster.push_back(clustered ? 1 : 0);
        llc_id.push_back(llc != nullptr ? first_of(llc->span) : cpu);
        share_id.push_back(cluster != nullptr ? first_of(cluster->span) : llc_id.back());
        llc_span.push_back(flags_of(llc != nullptr ? llc->span : CpuMask(), cpus));
        first_group.push_back(flags_of(clustered ? llc->groups[0].span : CpuMask(), cpus));
        asym_span.push_back(flags_of(asym != nullptr ? asym->span : CpuMask(), cpus));
    }
}

}  // namespace schedmc::loops
