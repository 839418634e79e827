// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/machine/machine.hpp"

#include <algorithm>
#include <map>

#include "model/input_error.hpp"

namespace schedmc {

std::vector<CpuMask> blocks_of(const Machine& machine, std::uint16_t Place::*index) {
    std::vector<CpuMask> blocks;
    machine.present.for_each([&](std::size_t cpu) {
        const std::size_t block = machine.places[cpu].*index;
        if (block >= blocks.size()) {
            blocks.resize(block + 1);
        }
        blocks[block].insert(cpu);
    });
    return blocks;
}

void number_blocks(Machine& machine, std::uint16_t Place::*index) {
    std::map<std::uint16_t, std::uint16_t> dense;
    machine.present.for_each([&](std::size_t cpu) {
        std::uint16_t& name = machine.places[cpu].*index;
        name = dense.emplace(name, static_cast<std::uint16_t>(dense.size())).first->second;
    });
}

namespace {

void check_nesting(const Machine& machine, std::uint16_t Place::*inner, std::uint16_t Place::*outer,
                   const std::string& what, const std::string& place) {
    for (const CpuMask& block : blocks_of(machine, inner)) {
        const std::size_t first = block.next(0);
        block.for_each([&](std::size_t cpu) {
            if (machine.places[cpu].*outer != machine.places[first].*outer) {
                throw InputError(place,
                                 what + ": cpu" + std::to_string(first) + " and cpu" + std::to_string(cpu) +
                                     " share the smaller one only",
                                 "the levels of a machine are nested");
            }
        });
    }
}

void check_distances(const Machine& machine, const std::string& place) {
    const std::size_t nodes = blocks_of(machine, &Place::node).size();
    if (machine.distance.size() < nodes) {
        throw InputError(place, "the distance matrix has " + std::to_string(machine.distance.size()) +
                                    " rows for " + std::to_string(nodes) + " nodes");
    }
    for (std::size_t a = 0; a < machine.distance.size(); ++a) {
        if (machine.distance[a].size() != machine.distance.size()) {
            throw InputError(place, "the distance matrix is not square", "one row and one column a node");
        }
        for (std::size_t b = 0; b < machine.distance.size(); ++b) {
            const std::uint16_t distance = machine.distance[a][b];
            if (a == b ? distance != 10 : distance <= 10 || distance > 255) {
                throw InputError(place,
                                 "distance " + std::to_string(distance) + " from node " + std::to_string(a) +
                                     " to node " + std::to_string(b),
                                 "10 to itself, 11 to 255 to others");
            }
        }
    }
}

}  // namespace

void check_machine(const Machine& machine, const std::string& place) {
    if (machine.present.empty()) {
        throw InputError(place, "the machine has no CPU", "describe at least one");
    }
    if (machine.places.size() > max_cpus) {
        throw InputError(place,
                         "the machine has CPU numbers up to " + std::to_string(machine.places.size() - 1),
                         "at most " + std::to_string(max_cpus) + " CPUs can be modelled");
    }
    expects(machine.capacity.size() == machine.places.size(), "each CPU has a capacity");
    expects(machine.present.is_subset_of(CpuMask::first(machine.places.size())), "present CPUs have places");
    expects(machine.online.is_subset_of(machine.present) && machine.isolated.is_subset_of(machine.present),
            "online and isolated CPUs are present");
    if (machine.online.empty()) {
        throw InputError(place, "every CPU is offline", "leave at least one CPU online");
    }
    if (machine.housekeeping().empty()) {
        throw InputError(place, "every online CPU is isolated", "leave at least one CPU in the domains");
    }
    check_nesting(machine, &Place::core, &Place::cluster, "a core is split between clusters", place);
    check_nesting(machine, &Place::core, &Place::node, "a core is split between nodes", place);
    check_nesting(machine, &Place::cluster, &Place::llc, "a cluster is split between LLCs", place);
    check_nesting(machine, &Place::llc, &Place::package, "an LLC is split between packages", place);
    check_distances(machine, place);
    machine.present.for_each([&](std::size_t cpu) {
        if (machine.capacity[cpu] == 0 || machine.capacity[cpu] > 1024) {
            throw InputError(
                place, "cpu" + std::to_string(cpu) + " has capacity " + std::to_string(machine.capacity[cpu]),
                "capacities are 1 to 1024");
        }
    });
}

CpuMask parse_cpu_list(const std::string& text, const std::string& place) {
    const auto malformed = [&](const std::string& part) {
        return InputError(place, "'" + part.substr(0, 40) + "' is not a list of CPUs", "write 0-3,8");
    };
    const auto number = [&](const std::string& digits) {
        if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos) {
            throw malformed(digits.empty() ? text : digits);
        }
        if (digits.size() > 9 || std::stoul(digits) >= max_cpus) {
            throw InputError(place, "cpu " + digits.substr(0, 40) + " is out of range",
                             "CPU numbers are below " + std::to_string(max_cpus));
        }
        return static_cast<std::size_t>(std::stoul(digits));
    };
    CpuMask result;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        const std::string part = text.substr(at, end - at);
        const std::size_t dash = part.find('-');
        const std::size_t first = number(part.substr(0, dash));
        const std::size_t last = dash == std::string::npos ? first : number(part.substr(dash + 1));
        if (last < first) {
            throw malformed(part);
        }
        for (std::size_t cpu = first; cpu <= last; ++cpu) {
            result.insert(cpu);
        }
        at = end + 1;
        if (end + 1 == text.size()) {
            throw malformed(text);
        }
    }
    return result;
}

std::string cpu_list(const CpuMask& cpus) {
    std::string list;
    for (std::size_t first = cpus.next(0); first < CpuMask::capacity;) {
        std::size_t last = first;
        while (cpus.contains(last + 1)) {
            ++last;
        }
        list += (list.empty() ? "" : ",") + std::to_string(first);
        if (last > first) {
            list += "-" + std::to_string(last);
        }
        first = cpus.next(last + 1);
    }
    return list;
}

}  // namespace schedmc
