// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/machine_wire.hpp"

#include <fmt/format.h>

#include <iterator>
#include <sstream>

namespace schedmc {

std::string encode_machine(const Machine& machine) {
    std::string text = fmt::format("{} {}\n", machine.places.size(), machine.distance.size());
    const auto out = std::back_inserter(text);
    for (std::size_t cpu = 0; cpu < machine.places.size(); ++cpu) {
        const Place& place = machine.places[cpu];
        fmt::format_to(out, "{} {} {} {} {} {} {} {}\n", int{machine.present.contains(cpu)},
                       int{machine.online.contains(cpu)}, place.core, place.cluster, place.llc, place.package,
                       place.node, machine.capacity[cpu]);
    }
    for (const auto& row : machine.distance) {
        for (const std::uint16_t distance : row) {
            fmt::format_to(out, "{} ", distance);
        }
    }
    return text + "end";
}

std::optional<Machine> decode_machine(const std::string& text) {
    std::istringstream in(text);
    const auto number = [&](std::size_t limit) {
        std::size_t value = 0;
        if (!(in >> value) || value >= limit) {
            in.setstate(std::ios::failbit);
            return std::uint16_t{0};
        }
        return static_cast<std::uint16_t>(value);
    };
    Machine machine;
    const std::size_t cpus = number(max_cpus + 1);
    const std::size_t nodes = number(max_cpus + 1);
    machine.places.resize(cpus);
    machine.capacity.resize(cpus);
    for (std::size_t cpu = 0; cpu < cpus && in; ++cpu) {
        const bool present = number(2) != 0;
        const bool online = number(2) != 0;
        for (std::uint16_t Place::*const index :
             {&Place::core, &Place::cluster, &Place::llc, &Place::package, &Place::node}) {
            machine.places[cpu].*index = number(max_cpus);
        }
        machine.capacity[cpu] = number(65536);
        if (present) {
            machine.present.insert(cpu);
        }
        if (present && online) {
            machine.online.insert(cpu);
        }
    }
    machine.distance.assign(in ? nodes : 0, std::vector<std::uint16_t>(nodes));
    for (auto& row : machine.distance) {
        for (std::uint16_t& distance : row) {
            distance = number(65536);
        }
    }
    std::string end;
    in >> end;
    return in && end == "end" ? std::optional(machine) : std::nullopt;
}

}  // namespace schedmc
