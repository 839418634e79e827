// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: whatever the machine, its scheduling domains keep the promises that balancing and placement build on.
// Method: laws on generated machines: uneven parts, shuffled CPU numbers, CPUs offline or isolated, several
// capacities, nodes at any symmetric distances.
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/machine/sched_domains.hpp"

namespace schedmc {
namespace {

std::size_t pick(std::size_t least, std::size_t most) {
    return *rc::gen::resize(100, rc::gen::inRange<std::size_t>(least, most + 1));
}

// Places of an uneven machine. Packages are nodes, halves of nodes, or pairs of nodes.
std::vector<Place> some_places() {
    std::vector<Place> places;
    std::uint16_t core = 0;
    std::uint16_t cluster = 0;
    std::uint16_t llc = 0;
    const std::size_t nodes = pick(1, 6);
    const std::size_t packages = pick(0, 2);
    for (std::size_t node = 0; node < nodes; ++node) {
        const std::size_t llcs = pick(1, 2);
        for (std::size_t in_node = 0; in_node < llcs; ++in_node, ++llc) {
            const std::size_t package = packages == 0 ? node : packages == 1 ? llc : node / 2;
            const std::size_t clusters = pick(1, 2);
            for (std::size_t in_llc = 0; in_llc < clusters; ++in_llc, ++cluster) {
                const std::size_t cores = pick(1, 3);
                for (std::size_t in_cluster = 0; in_cluster < cores; ++in_cluster, ++core) {
                    places.resize(places.size() + pick(1, 2),
                                  {core, cluster, llc, static_cast<std::uint16_t>(package),
                                   static_cast<std::uint16_t>(node)});
                }
            }
        }
    }
    return places;
}

CpuMask some_of(const CpuMask& cpus, std::size_t one_in) {
    CpuMask some;
    cpus.for_each([&](std::size_t cpu) {
        if (pick(1, one_in) == one_in) {
            some.insert(cpu);
        }
    });
    return some;
}

void set_distances(Machine& machine) {
    const std::size_t nodes = blocks_of(machine, &Place::node).size();
    machine.distance.assign(nodes, std::vector<std::uint16_t>(nodes, 10));
    const std::size_t most = pick(11, 45);
    for (std::size_t a = 0; a < nodes; ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            machine.distance[a][b] = machine.distance[b][a] = static_cast<std::uint16_t>(pick(11, most));
        }
    }
}

Machine some_machine() {
    Machine machine;
    machine.name = "generated";
    machine.places = some_places();
    for (std::size_t i = machine.places.size(); pick(0, 1) == 1 && i > 1; --i) {
        std::swap(machine.places[i - 1], machine.places[pick(0, i - 1)]);
    }
    machine.present = CpuMask::first(machine.places.size());
    for (const auto index : {&Place::core, &Place::cluster, &Place::llc, &Place::package, &Place::node}) {
        number_blocks(machine, index);
    }
    machine.online = machine.present - some_of(machine.present, pick(3, 30));
    machine.isolated = some_of(machine.present, pick(3, 30));
    if (machine.housekeeping().empty()) {
        machine.online = machine.present;
        machine.isolated = CpuMask();
    }
    const std::size_t capacities = pick(1, 3);
    for (const Place& place : machine.places) {
        machine.capacity.push_back(static_cast<std::uint16_t>(1024 / (1 + place.cluster % capacities)));
    }
    set_distances(machine);
    check_machine(machine, "generated");
    return machine;
}

CpuMask span_of_groups(const SchedDomain& domain) {
    CpuMask span;
    for (const SchedGroup& group : domain.groups) {
        span |= group.span;
    }
    return span;
}

RC_GTEST_PROP(SchedDomainsLaws, SpansGrowAroundTheirCpu, ()) {
    const Machine machine = some_machine();
    const SchedDomains domains = build_sched_domains(machine);
    RC_ASSERT(domains.of_cpu.size() == machine.cpu_count());
    for (std::size_t cpu = 0; cpu < machine.cpu_count(); ++cpu) {
        const std::vector<SchedDomain>& of_cpu = domains.of_cpu[cpu];
        const bool alone = machine.housekeeping().count() == 1;
        RC_ASSERT(of_cpu.empty() == (alone || !machine.housekeeping().contains(cpu)));
        for (std::size_t i = 0; i < of_cpu.size(); ++i) {
            RC_ASSERT(of_cpu[i].span.contains(cpu));
            if (i > 0) {
                RC_ASSERT(of_cpu[i - 1].level < of_cpu[i].level);
                RC_ASSERT(of_cpu[i - 1].span != of_cpu[i].span);
                RC_ASSERT(of_cpu[i - 1].span.is_subset_of(of_cpu[i].span));
            }
        }
        RC_ASSERT((of_cpu.empty() || of_cpu.back().span == machine.housekeeping()));
    }
}

RC_GTEST_PROP(SchedDomainsLaws, GroupsCoverTheDomainBeginningAtItsCpu, ()) {
    const Machine machine = some_machine();
    const SchedDomains domains = build_sched_domains(machine);
    for (std::size_t cpu = 0; cpu < machine.cpu_count(); ++cpu) {
        CpuMask below = CpuMask::single(cpu);
        for (const SchedDomain& domain : domains.of_cpu[cpu]) {
            RC_ASSERT(domain.groups.size() >= 2);
            RC_ASSERT(domain.groups[0].span == below);
            RC_ASSERT(span_of_groups(domain) == domain.span);
            std::size_t members = 0;
            for (const SchedGroup& group : domain.groups) {
                members += group.span.count();
                RC_ASSERT(!group.balance_mask.empty());
                RC_ASSERT(group.balance_mask.is_subset_of(group.span));
            }
            const bool overlaps = (domain.flags & sd_flag::overlap) != 0;
            RC_ASSERT((overlaps || members == domain.span.count()));
            RC_ASSERT(domain.groups[0].balance_mask.contains(cpu));
            below = domain.span;
        }
    }
}

RC_GTEST_PROP(SchedDomainsLaws, CpusOfOneDomainGoRoundTheSameRing, ()) {
    const Machine machine = some_machine();
    const SchedDomains domains = build_sched_domains(machine);
    std::map<std::pair<unsigned, std::size_t>, std::map<std::string, std::string>> next_of;
    for (std::size_t cpu = 0; cpu < machine.cpu_count(); ++cpu) {
        for (const SchedDomain& domain : domains.of_cpu[cpu]) {
            if ((domain.flags & sd_flag::overlap) != 0) {
                continue;
            }
            auto& next = next_of[{domain.level, domain.span.next(0)}];
            for (std::size_t i = 0; i < domain.groups.size(); ++i) {
                const std::string after = cpu_list(domain.groups[(i + 1) % domain.groups.size()].span);
                RC_ASSERT(next.emplace(cpu_list(domain.groups[i].span), after).first->second == after);
            }
        }
    }
}

RC_GTEST_PROP(SchedDomainsLaws, GroupsOfOneRecordAreEqual, ()) {
    const Machine machine = some_machine();
    const SchedDomains domains = build_sched_domains(machine);
    std::map<std::pair<unsigned, std::size_t>, std::pair<std::string, std::string>> records;
    for (const std::vector<SchedDomain>& of_cpu : domains.of_cpu) {
        for (const SchedDomain& domain : of_cpu) {
            for (const SchedGroup& group : domain.groups) {
                const std::pair known(cpu_list(group.span), cpu_list(group.balance_mask));
                const std::pair name(group.level, group.balance_mask.next(0));
                RC_ASSERT(records.emplace(name, known).first->second == known);
            }
        }
    }
}

RC_GTEST_PROP(SchedDomainsLaws, FlagsAreSharedDownOrUp, ()) {
    const Machine machine = some_machine();
    const SchedDomains domains = build_sched_domains(machine);
    for (const std::vector<SchedDomain>& of_cpu : domains.of_cpu) {
        for (std::size_t i = 1; i < of_cpu.size(); ++i) {
            const unsigned below = of_cpu[i - 1].flags;
            const unsigned above = of_cpu[i].flags;
            RC_ASSERT((above & ~below & sd_flag::shared_child) == 0U);
            RC_ASSERT((below & ~above & sd_flag::shared_parent) == 0U);
        }
    }
}

RC_GTEST_PROP(SchedDomainsLaws, CachesAndClustersAreThoseOfTheMachine, ()) {
    const Machine machine = some_machine();
    const SchedDomains domains = build_sched_domains(machine);
    const std::vector<CpuMask> llcs = blocks_of(machine, &Place::llc);
    machine.housekeeping().for_each([&](std::size_t cpu) {
        const CpuMask shared = llcs[machine.places[cpu].llc] & machine.housekeeping();
        const SchedDomain* llc = domains.llc(cpu);
        RC_ASSERT((llc == nullptr ? shared.count() == 1 : llc->span == shared));
        const SchedDomain* cluster = domains.cluster(cpu);
        RC_ASSERT((cluster == nullptr || cluster->span.is_subset_of(shared)));
        if (llc != nullptr) {
            const bool below = cluster != nullptr && cluster->span != shared;
            RC_ASSERT(below == ((llc->groups[0].flags & sd_flag::cluster) != 0));
        }
    });
}

RC_GTEST_PROP(SchedDomainsLaws, TheFullAsymmetricDomainIsTheLowestThatSeesAllCapacities, ()) {
    const Machine machine = some_machine();
    const SchedDomains domains = build_sched_domains(machine);
    const auto capacities = [&](const CpuMask& cpus) {
        std::set<std::uint16_t> values;
        cpus.for_each([&](std::size_t cpu) { values.insert(machine.capacity[cpu]); });
        return values.size();
    };
    const std::size_t all = capacities(machine.housekeeping());
    machine.housekeeping().for_each([&](std::size_t cpu) {
        const SchedDomain* expected = nullptr;
        for (const SchedDomain& domain : domains.of_cpu[cpu]) {
            const std::size_t seen = capacities(domain.span);
            RC_ASSERT(((domain.flags & sd_flag::asym_cpucapacity) != 0) == (seen > 1));
            expected = expected == nullptr && all > 1 && seen == all ? &domain : expected;
        }
        RC_ASSERT(domains.asym_cpucapacity(cpu) == expected);
    });
}

}  // namespace
}  // namespace schedmc
