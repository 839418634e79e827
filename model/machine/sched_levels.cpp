// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/machine/sched_levels.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>

#include "model/input_error.hpp"

namespace schedmc {
namespace {

using namespace sd_flag;

/// Bounds what a hostile distance matrix can ask for: hundreds of groups at hundreds of levels for each CPU.
constexpr std::size_t max_nodes = 64;
/// Beyond this distance tasks are not placed by exec, fork or wakeup: the default of node_reclaim_distance.
constexpr std::uint16_t node_reclaim_distance = 30;

constexpr unsigned everywhere = balance_newidle;
constexpr unsigned near = balance_exec | balance_fork | wake_affine;

/// What a level is made of: CPUs with equal `index` belong together, at NUMA levels those of near nodes too.
struct LevelRule {
    std::string_view name;
    std::uint16_t Place::*index;
    unsigned flags;
    unsigned imbalance_pct;
    unsigned cache_nice_tries;
};

constexpr std::array<LevelRule, 5> levels_inside_nodes{{
    {"SMT", &Place::core, everywhere | near | prefer_sibling | share_llc | share_cpucapacity, 110, 0},
    {"CLS", &Place::cluster, everywhere | near | prefer_sibling | share_llc | cluster, 117, 1},
    {"MC", &Place::llc, everywhere | near | prefer_sibling | share_llc, 117, 1},
    {"PKG", &Place::node, everywhere | near | prefer_sibling, 117, 1},
    {"NODE", &Place::node, everywhere | near | prefer_sibling, 117, 1},
}};

LevelRule numa_level(std::string_view name, std::uint16_t distance) {
    const unsigned flags = everywhere | numa | overlap | serialize;
    return {name, &Place::node, distance > node_reclaim_distance ? flags : flags | near, 117, 2};
}

bool package_holds_several_nodes(const Machine& machine) {
    std::map<std::uint16_t, std::uint16_t> node_of_package;
    bool several = false;
    machine.present.for_each([&](std::size_t cpu) {
        const Place& place = machine.places[cpu];
        several = several || node_of_package.emplace(place.package, place.node).first->second != place.node;
    });
    return several;
}

/// Adds a level to every CPU whose domains do not yet span the whole map. span_of: cpu -> CPUs at this level.
template <class SpanOf>
void add_level(Hierarchy& hierarchy, const LevelRule& rule, std::size_t cpus, SpanOf&& span_of) {
    DomainLevel level;
    level.name = rule.name;
    level.imbalance_pct = rule.imbalance_pct;
    level.cache_nice_tries = rule.cache_nice_tries;
    level.span.resize(cpus);
    level.flags.assign(cpus, 0);
    level.imb_numa_nr.assign(cpus, 0);
    const std::size_t height = hierarchy.levels.size();
    hierarchy.cpu_map.for_each([&](std::size_t cpu) {
        const bool goes_on = height == 0 || (hierarchy.has(height - 1, cpu) &&
                                             hierarchy.levels[height - 1].span[cpu] != hierarchy.cpu_map);
        if (goes_on) {
            level.built.insert(cpu);
            level.span[cpu] = span_of(cpu);
            level.flags[cpu] = rule.flags;
        }
    });
    hierarchy.levels.push_back(std::move(level));
}

void add_levels_inside_nodes(Hierarchy& hierarchy, const Machine& machine) {
    const std::vector<CpuMask> nodes = blocks_of(machine, &Place::node);
    for (const LevelRule& rule : levels_inside_nodes) {
        if (rule.name == "PKG" && package_holds_several_nodes(machine)) {
            continue;
        }
        const std::vector<CpuMask> blocks = blocks_of(machine, rule.index);
        add_level(hierarchy, rule, machine.cpu_count(), [&](std::size_t cpu) {
            const Place& place = machine.places[cpu];
            return blocks[place.*rule.index] & nodes[place.node] & hierarchy.cpu_map;
        });
    }
}

/// The nodes whose distances make levels: an isolated CPU makes its node one, an offline CPU does not.
std::vector<std::uint16_t> nodes_with_online_cpus(const Machine& machine) {
    std::set<std::uint16_t> nodes;
    machine.online.for_each([&](std::size_t cpu) { nodes.insert(machine.places[cpu].node); });
    if (nodes.size() > max_nodes) {
        throw InputError(machine.name, std::to_string(nodes.size()) + " NUMA nodes have online CPUs",
                         "at most " + std::to_string(max_nodes) + " nodes can be modelled");
    }
    return {nodes.begin(), nodes.end()};
}

void add_numa_levels(Hierarchy& hierarchy, const Machine& machine) {
    const std::vector<std::uint16_t> nodes = nodes_with_online_cpus(machine);
    const std::vector<CpuMask> cpus_of = blocks_of(machine, &Place::node);
    std::set<std::uint16_t> distances;
    for (const std::uint16_t from : nodes) {
        for (const std::uint16_t to : nodes) {
            distances.insert(machine.distance[from][to]);
        }
    }
    distances.erase(distances.begin());
    std::vector<CpuMask> reach = cpus_of;
    unsigned hop = 0;
    for (const std::uint16_t distance : distances) {
        for (const std::uint16_t from : nodes) {
            for (const std::uint16_t to : nodes) {
                if (machine.distance[from][to] == distance) {
                    reach[from] |= cpus_of[to];
                }
            }
        }
        const std::string name = "NUMA-" + std::to_string(++hop);
        add_level(hierarchy, numa_level(name, distance), machine.cpu_count(),
                  [&](std::size_t cpu) { return reach[machine.places[cpu].node] & hierarchy.cpu_map; });
    }
}

/// Marks the domains that see several capacities. Their children do not prefer siblings, so that load is not
/// spread over CPUs of different capacity.
void add_capacity_flags(Hierarchy& hierarchy, const Machine& machine) {
    std::map<std::uint16_t, CpuMask> by_capacity;
    hierarchy.cpu_map.for_each([&](std::size_t cpu) { by_capacity[machine.capacity[cpu]].insert(cpu); });
    if (by_capacity.size() == 1) {
        return;
    }
    for (std::size_t level = 0; level < hierarchy.levels.size(); ++level) {
        DomainLevel& here = hierarchy.levels[level];
        here.built.for_each([&](std::size_t cpu) {
            std::size_t seen = 0;
            for (const auto& [capacity, cpus] : by_capacity) {
                seen += (here.span[cpu] & cpus).empty() ? 0U : 1U;
            }
            if (seen < 2) {
                return;
            }
            here.flags[cpu] |= asym_cpucapacity | (seen == by_capacity.size() ? asym_cpucapacity_full : 0U);
            if (level > 0) {
                hierarchy.levels[level - 1].flags[cpu] &= ~static_cast<unsigned>(prefer_sibling);
            }
        });
    }
}

/// Weight of the CPU's first NUMA domain above a level, or of its domain at the level when there is none.
std::size_t numa_unit(const Hierarchy& hierarchy, std::size_t level, std::size_t cpu) {
    const std::size_t above = std::max(level + 1, hierarchy.first_numa);
    return hierarchy.levels[hierarchy.has(above, cpu) ? above : level].span[cpu].count();
}

/// A node with one LLC tolerates a share of its CPUs, a node with several one task an LLC; levels above scale
/// with what they span. Useless levels count here: above the LLC comes normally PKG, which is one node.
void add_numa_imbalance(Hierarchy& hierarchy, std::size_t cpu, const NumaImbalanceRule& rule) {
    std::size_t allowed = 0;
    std::size_t unit = 1;
    for (std::size_t level = 0; hierarchy.has(level, cpu); ++level) {
        DomainLevel& here = hierarchy.levels[level];
        const std::size_t weight = here.span[cpu].count();
        if ((here.flags[cpu] & share_llc) == 0 && (hierarchy.child_flags(level, cpu) & share_llc) != 0) {
            const std::size_t llcs = weight / hierarchy.child_span(level, cpu).count();
            allowed = std::max<std::size_t>(rule.least, llcs == 1 ? weight / rule.divisor : llcs);
            unit = numa_unit(hierarchy, level, cpu);
            here.imb_numa_nr[cpu] = static_cast<unsigned>(allowed);
        } else {
            here.imb_numa_nr[cpu] = static_cast<unsigned>(allowed * std::max<std::size_t>(1, weight / unit));
        }
    }
}

}  // namespace

std::size_t Hierarchy::representative(std::size_t level, std::size_t cpu) const {
    return child_span(std::min(level, first_numa), cpu).next(0);
}

bool Hierarchy::has_several_groups(std::size_t level, std::size_t cpu) const {
    return !((levels[level].span[cpu] - child_span(level, cpu)) & levels[level].built).empty();
}

Hierarchy build_hierarchy(const Machine& machine, NumaImbalanceRule rule) {
    expects(rule.divisor > 0, "the node's share of CPUs is a quotient");
    Hierarchy hierarchy;
    hierarchy.cpu_map = machine.housekeeping();
    add_levels_inside_nodes(hierarchy, machine);
    hierarchy.first_numa = hierarchy.levels.size();
    add_numa_levels(hierarchy, machine);
    add_capacity_flags(hierarchy, machine);
    hierarchy.cpu_map.for_each([&](std::size_t cpu) { add_numa_imbalance(hierarchy, cpu, rule); });
    return hierarchy;
}

}  // namespace schedmc
