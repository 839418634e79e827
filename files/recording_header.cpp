// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/recording_header.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "files/ftrace_line.hpp"
#include "model/input_error.hpp"

namespace schedmc {

namespace {

constexpr std::size_t most_nodes = 1024;
constexpr std::size_t most_domains = 16 * max_cpus;

// The text behind `start`, if the line begins with it.
std::optional<std::string_view> behind(std::string_view line, std::string_view start) {
    return line.starts_with(start) ? std::optional(line.substr(start.size())) : std::nullopt;
}

// The word that begins with a digit, from its start on: 6.12.117 of "6.12.117-1 (2026)".
std::string version_in(std::string_view text) {
    const std::size_t end = text.find_first_not_of("0123456789.");
    return std::string(text.substr(0, end));
}

std::size_t leading_number(std::string_view text) {
    std::size_t value = max_cpus;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

}  // namespace

std::string RecordingHeader::at(std::uint64_t line) const { return fmt::format("{}:{}", place_, line); }

void RecordingHeader::take(std::string_view line, std::uint64_t number) {
    if (const auto text = behind(line, "### uname: ")) {
        take_uname(*text);
    } else if (const auto cpu = behind(line, "### topo cpu")) {
        take_cpu(*cpu, number);
    } else if (const auto node = behind(line, "### numa node")) {
        take_node(*node, number);
    } else if (const auto domain = behind(line, "### dom ")) {
        take_domain(*domain, number);
    } else if (const auto features = behind(line, "### features: ")) {
        take_features(*features);
    } else if (const auto probe = behind(line, "### probe ok: ")) {
        const std::size_t slash = probe->find('/');
        if (slash != std::string_view::npos) {
            const std::string_view name = probe->substr(slash + 1);
            probes_.emplace(name.substr(0, name.find(' ')));
        }
    }
}

void RecordingHeader::take_domain(std::string_view text, std::uint64_t number) {
    if (domains_.size() >= most_domains) {
        throw InputError(at(number), fmt::format("there are more than {} domains", most_domains));
    }
    domains_.push_back(parse_recorded_domain(text, number, at(number)));
}

void RecordingHeader::take_features(std::string_view text) {
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        features_.emplace(word);
        text.remove_prefix(std::min(text.size(), word.size() + 1));
    }
}

std::optional<bool> RecordingHeader::feature(const std::string& name) const {
    if (features_.contains(name)) {
        return true;
    }
    return features_.contains("NO_" + name) ? std::optional(false) : std::nullopt;
}

void RecordingHeader::take_uname(std::string_view text) {
    constexpr std::string_view debian = "Debian ";
    const std::size_t named = text.find(debian);
    if (named != std::string_view::npos) {
        kernel_ = version_in(text.substr(named + debian.size()));
        return;
    }
    // "Linux HOST RELEASE ...", where the host may be "(none)".
    const std::size_t host = text.find(' ');
    const std::size_t release = host == std::string_view::npos ? host : text.find(' ', host + 1);
    if (release != std::string_view::npos) {
        const std::string_view rest = text.substr(release + 1);
        kernel_ = std::string(rest.substr(0, rest.find(' ')));
    }
}

void RecordingHeader::take_cpu(std::string_view text, std::uint64_t number) {
    const std::size_t cpu = leading_number(text);
    if (cpu >= max_cpus) {
        throw InputError(at(number), "the CPU has no number that can be used",
                         fmt::format("### topo cpuN, N below {}", max_cpus));
    }
    const auto list = [&](const char* key) {
        const auto value = field_text(text, key);
        const CpuMask mask = parse_cpu_list(std::string(value.value_or("")), at(number));
        if (!mask.empty() && !mask.contains(cpu)) {
            throw InputError(at(number), fmt::format("{} does not name cpu{} itself", key, cpu));
        }
        return mask;
    };
    const auto first_of = [&](std::initializer_list<CpuMask> levels) {
        for (const CpuMask& level : levels) {
            if (!level.empty()) {
                return level;
            }
        }
        return CpuMask::single(cpu);
    };
    Cpu told;
    told.line = number;
    told.core = first_of({list("smt")});
    told.cluster = first_of({list("cl"), told.core});
    told.llc = first_of({list("l3"), list("l2"), told.cluster});
    told.package = first_of({list("pkgcpus"), told.llc});
    if (!cpus_.emplace(cpu, told).second) {
        throw InputError(at(number), fmt::format("cpu{} is told twice", cpu));
    }
}

void RecordingHeader::take_node(std::string_view text, std::uint64_t number) {
    if (nodes_.size() >= most_nodes) {
        throw InputError(at(number), fmt::format("there are more than {} nodes", most_nodes));
    }
    Node node;
    node.line = number;
    node.cpus = parse_cpu_list(std::string(field_text(text, "cpus").value_or("")), at(number));
    const std::size_t distances = text.find("dist=");
    std::string_view rest = distances == std::string_view::npos ? "" : text.substr(distances + 5);
    while (!rest.empty()) {
        const std::string_view word = rest.substr(0, rest.find(' '));
        std::uint16_t distance = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), distance);
        if (!word.empty() && (error != std::errc() || end != word.data() + word.size())) {
            throw InputError(at(number), "a distance is no number", "dist=10 20: one number a node");
        }
        if (!word.empty()) {
            node.distances.push_back(distance);
        }
        rest = rest.substr(std::min(rest.size(), word.size() + 1));
    }
    nodes_.push_back(node);
}

void RecordingHeader::place_cpus(Machine& machine, CpuMask Cpu::*shared, std::uint16_t Place::*index) const {
    for (const auto& entry : cpus_) {
        const std::size_t cpu = entry.first;
        const CpuMask& mask = entry.second.*shared;
        mask.for_each([&](std::size_t other) {
            const auto found = cpus_.find(other);
            if (found != cpus_.end() && !(found->second.*shared == mask)) {
                throw InputError(
                    at(found->second.line),
                    fmt::format("cpu{} and cpu{} do not agree about what they share", cpu, other));
            }
        });
        machine.places[cpu].*index = static_cast<std::uint16_t>(mask.next(0));
    }
    number_blocks(machine, index);
}

void RecordingHeader::place_nodes(Machine& machine) const {
    std::vector<const Node*> with_cpus;
    std::vector<std::size_t> column;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (!(nodes_[i].cpus & machine.present).empty()) {
            with_cpus.push_back(&nodes_[i]);
            column.push_back(i);
        }
    }
    std::vector<std::size_t> order(with_cpus.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return with_cpus[a]->cpus.next(0) < with_cpus[b]->cpus.next(0);
    });
    machine.distance.assign(std::max<std::size_t>(1, order.size()), {});
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Node& node = *with_cpus[order[i]];
        (node.cpus & machine.present).for_each([&](std::size_t cpu) {
            machine.places[cpu].node = static_cast<std::uint16_t>(i);
        });
        for (const std::size_t other : order) {
            if (column[other] >= node.distances.size()) {
                throw InputError(at(node.line), "a distance is missing", "dist=10 20: one number a node");
            }
            machine.distance[i].push_back(node.distances[column[other]]);
        }
    }
    if (order.empty()) {
        machine.distance = {{10}};
    }
}

std::optional<Machine> RecordingHeader::machine() const {
    if (cpus_.empty()) {
        return std::nullopt;
    }
    Machine machine;
    machine.name = "the recording's";
    machine.places.resize(cpus_.rbegin()->first + 1);
    machine.capacity.assign(machine.places.size(), 1024);
    for (const auto& [cpu, told] : cpus_) {
        machine.present.insert(cpu);
    }
    machine.online = machine.present;
    place_cpus(machine, &Cpu::core, &Place::core);
    place_cpus(machine, &Cpu::cluster, &Place::cluster);
    place_cpus(machine, &Cpu::llc, &Place::llc);
    place_cpus(machine, &Cpu::package, &Place::package);
    place_nodes(machine);
    check_machine(machine, place_);
    return machine;
}

}  // namespace schedmc
