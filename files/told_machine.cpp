// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/told_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "model/input_error.hpp"

namespace schedmc {

namespace {

/// A block's name: its lowest CPU after all cuts, with the level of the cache that it is.
using Name = std::array<std::size_t, 4>;

/// Dense numbers in order of first use.
class Numbering {
public:
    std::uint16_t operator()(const Name& name) {
        return numbers_.emplace(name, static_cast<std::uint16_t>(numbers_.size())).first->second;
    }

private:
    std::map<Name, std::uint16_t> numbers_;
};

std::string place_at(const std::string& place, std::size_t line) {
    return line == 0 ? place : fmt::format("{}:{}", place, line);
}

class Reading {
public:
    Reading(const ToldMachine& told, const std::string& place) : told_(told), place_(place) {
        for (const auto& [cpu, facts] : told.cpus) {
            machine_.present.insert(cpu);
            if (facts.online) {
                machine_.online.insert(cpu);
            }
        }
        machine_.isolated = told.isolated & machine_.present;
        const std::size_t numbers = told.cpus.empty() ? 0 : told.cpus.rbegin()->first + 1;
        machine_.places.resize(numbers);
        machine_.capacity.assign(numbers, 1024);
    }

    Machine machine();

private:
    /// The lowest CPU of a set, an online one if there is any, so that offline CPUs fall to what the online ones say.
    std::size_t name_of(const CpuMask& cpus) const {
        const CpuMask online = cpus & machine_.online;
        return online.empty() ? (cpus & machine_.present).next(0) : online.next(0);
    }
    CpuMask core_of(std::size_t cpu) const {
        const CpuMask& told = told_.cpus.at(cpu).core.cpus;
        return told.empty() ? CpuMask::single(cpu) : told & machine_.present;
    }
    const ToldCache* llc_of(std::size_t cpu) const;
    std::optional<ToldSet> cache_of(std::size_t cpu, unsigned level) const;
    template <class SetOf>
    void check_agreement(const std::string& what, SetOf&& set_of) const;
    void check_sets() const;
    void place_nodes();
    void place_all_but_clusters();
    void place_clusters();
    void take_distances(const std::vector<std::size_t>& told_nodes);

    const ToldMachine& told_;
    const std::string& place_;
    Machine machine_;
};

/// Every online CPU of a CPU's set has the same set. set_of: cpu -> the set, or nothing when it is not told.
template <class SetOf>
void Reading::check_agreement(const std::string& what, SetOf&& set_of) const {
    machine_.online.for_each([&](std::size_t cpu) {
        const std::optional<ToldSet> set = set_of(cpu);
        if (!set || set->cpus.empty()) {
            return;
        }
        const CpuMask mine = set->cpus & machine_.online;
        if (!mine.contains(cpu)) {
            throw InputError(place_at(place_, set->line),
                             fmt::format("cpu{} is not in its own {}", cpu, what),
                             "a CPU shares with itself");
        }
        mine.for_each([&](std::size_t other) {
            const std::optional<ToldSet> others = set_of(other);
            const CpuMask theirs = others ? others->cpus & machine_.online : CpuMask();
            if (theirs != mine) {
                throw InputError(
                    place_at(place_, set->line),
                    fmt::format("the {} of cpu{} is {}, that of cpu{} is {}", what, cpu, cpu_list(mine),
                                other, theirs.empty() ? "not told" : cpu_list(theirs)),
                    "CPUs that share are named by each other");
            }
        });
    });
}

std::optional<ToldSet> Reading::cache_of(std::size_t cpu, unsigned level) const {
    for (const ToldCache& cache : told_.cpus.at(cpu).caches) {
        if (cache.level == level) {
            return cache.shared;
        }
    }
    return std::nullopt;
}

void Reading::check_sets() const {
    check_agreement("core", [&](std::size_t cpu) { return std::optional(told_.cpus.at(cpu).core); });
    check_agreement("package", [&](std::size_t cpu) { return std::optional(told_.cpus.at(cpu).package); });
    check_agreement("cluster", [&](std::size_t cpu) { return std::optional(told_.cpus.at(cpu).cluster); });
    std::set<unsigned> levels;
    for (const auto& [cpu, facts] : told_.cpus) {
        for (const ToldCache& cache : facts.caches) {
            levels.insert(cache.level);
        }
    }
    for (const unsigned level : levels) {
        check_agreement(fmt::format("level {} cache", level),
                        [&](std::size_t cpu) { return cache_of(cpu, level); });
    }
}

const ToldCache* Reading::llc_of(std::size_t cpu) const {
    const std::vector<ToldCache>& caches = told_.cpus.at(cpu).caches;
    const auto highest =
        std::max_element(caches.begin(), caches.end(),
                         [](const ToldCache& a, const ToldCache& b) { return a.level < b.level; });
    return highest == caches.end() ? nullptr : &*highest;
}

void Reading::place_nodes() {
    std::vector<std::optional<std::size_t>> node_of(machine_.places.size());
    for (std::size_t node = 0; node < told_.nodes.size(); ++node) {
        (told_.nodes[node].cpus & machine_.present).for_each([&](std::size_t cpu) {
            if (node_of[cpu]) {
                throw InputError(place_at(place_, told_.nodes[node].line),
                                 fmt::format("cpu{} is in two NUMA nodes", cpu), "each CPU is in one");
            }
            node_of[cpu] = node;
        });
    }
    std::vector<std::size_t> told_nodes;
    Numbering numbers;
    machine_.present.for_each([&](std::size_t cpu) {
        if (!told_.nodes.empty() && !node_of[cpu]) {
            throw InputError(place_, fmt::format("cpu{} is in no NUMA node", cpu),
                             "each CPU is in one of the nodes that the file tells");
        }
        const std::size_t node = node_of[cpu].value_or(0);
        machine_.places[cpu].node = numbers({node});
        if (machine_.places[cpu].node == told_nodes.size()) {
            told_nodes.push_back(node);
        }
    });
    take_distances(told_nodes);
}

void Reading::take_distances(const std::vector<std::size_t>& told_nodes) {
    for (const std::size_t from : told_nodes) {
        std::vector<std::uint16_t>& row = machine_.distance.emplace_back();
        for (const std::size_t to : told_nodes) {
            constexpr std::uint16_t local = 10;
            constexpr std::uint16_t remote = 20;
            row.push_back(!told_.distance.empty() ? told_.distance[from][to] : from == to ? local : remote);
        }
    }
}

void Reading::place_all_but_clusters() {
    Numbering cores;
    Numbering llcs;
    Numbering packages;
    machine_.present.for_each([&](std::size_t cpu) {
        const ToldCpu& facts = told_.cpus.at(cpu);
        Place& place = machine_.places[cpu];
        const std::size_t core = name_of(core_of(cpu));
        // No set is empty after the cut, so max_cpus is nobody's name.
        const std::size_t package = facts.package.cpus.empty() ? max_cpus : name_of(facts.package.cpus);
        place.core = cores({core});
        place.package = packages({package});
        const ToldCache* const llc = llc_of(cpu);
        if (llc == nullptr) {
            place.llc = llcs({0, 0, package, place.node});
        } else if ((llc->shared.cpus & machine_.present).is_subset_of(core_of(cpu))) {
            place.llc = llcs({1, core, package, place.node});
        } else {
            place.llc = llcs({llc->level + 1, name_of(llc->shared.cpus), package, place.node});
        }
        machine_.capacity[cpu] = facts.capacity;
    });
}

void Reading::place_clusters() {
    const std::vector<CpuMask> cores = blocks_of(machine_, &Place::core);
    const std::vector<CpuMask> llcs = blocks_of(machine_, &Place::llc);
    const std::vector<CpuMask> nodes = blocks_of(machine_, &Place::node);
    Numbering clusters;
    machine_.present.for_each([&](std::size_t cpu) {
        const ToldCpu& facts = told_.cpus.at(cpu);
        Place& place = machine_.places[cpu];
        std::vector<ToldCache> candidates;
        if (!facts.tells_cluster) {
            candidates = facts.caches;
        }
        candidates.push_back({0, facts.cluster});
        std::sort(candidates.begin(), candidates.end(),
                  [](const ToldCache& a, const ToldCache& b) { return a.level < b.level; });
        Name name{0, place.core};
        for (const ToldCache& candidate : candidates) {
            const CpuMask& llc = llcs[place.llc];
            const CpuMask cpus = candidate.shared.cpus & machine_.present & nodes[place.node];
            if (!cpus.is_subset_of(cores[place.core]) && cpus.is_subset_of(llc) && cpus != llc) {
                name = {candidate.level + 1, name_of(cpus), place.node};
                break;
            }
        }
        place.cluster = clusters(name);
    });
}

Machine Reading::machine() {
    check_sets();
    place_nodes();
    place_all_but_clusters();
    place_clusters();
    return machine_;
}

}  // namespace

Machine machine_as_told(const ToldMachine& told, const std::string& place) {
    return Reading(told, place).machine();
}

}  // namespace schedmc
