// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/recorded_domains.hpp"

#include <charconv>
#include <map>

#include <fmt/format.h>

#include "files/ftrace_line.hpp"
#include "files/printable.hpp"
#include "files/sd_flag_names.hpp"
#include "model/input_error.hpp"
#include "model/machine/sched_domains.hpp"

namespace schedmc {

namespace {

// The number behind `prefix` at the start of the text.
std::optional<std::size_t> number_behind(std::string_view text, std::string_view prefix) {
    if (!text.starts_with(prefix)) {
        return std::nullopt;
    }
    text.remove_prefix(prefix.size());
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() ? std::optional(value) : std::nullopt;
}

// The flags between "flags=" and the next "word=".
unsigned flags_in(std::string_view text) {
    constexpr std::string_view key = "flags=";
    const std::size_t at = text.find(key);
    unsigned flags = 0;
    text = at == std::string_view::npos ? "" : text.substr(at + key.size());
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        if (word.find('=') != std::string_view::npos) {
            break;
        }
        flags |= flag_named(word);
        text.remove_prefix(std::min(text.size(), word.size() + 1));
    }
    return flags;
}

std::string level_of(const std::string& name) {
    if (name == "DIE") {
        return "PKG";
    }
    return name.starts_with("NUMA") ? "NUMA" : name;
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : " ") + word;
    }
    return text.empty() ? "no flags" : text;
}

// What parts the two, or nothing.
std::string difference(const RecordedDomain& recorded, const SchedDomain& built) {
    if (level_of(recorded.name) != level_of(built.name)) {
        return fmt::format("is {}, the model's is {}", recorded.name, built.name);
    }
    if (recorded.flags != built.flags) {
        return fmt::format("has {}, the model's has {}", joined(flag_names(recorded.flags & ~built.flags)),
                           joined(flag_names(built.flags & ~recorded.flags)));
    }
    if (recorded.imbalance_pct.value_or(built.imbalance_pct) != built.imbalance_pct) {
        return fmt::format("has imbalance_pct {}, the model's {}", *recorded.imbalance_pct,
                           built.imbalance_pct);
    }
    if (recorded.cache_nice_tries.value_or(built.cache_nice_tries) != built.cache_nice_tries) {
        return fmt::format("has cache_nice_tries {}, the model's {}", *recorded.cache_nice_tries,
                           built.cache_nice_tries);
    }
    return "";
}

}  // namespace

RecordedDomain parse_recorded_domain(std::string_view text, std::uint64_t line, const std::string& place) {
    const auto cpu = number_behind(text, "cpu");
    const std::size_t space = text.find(' ');
    const auto index =
        space == std::string_view::npos ? std::nullopt : number_behind(text.substr(space + 1), "domain");
    if (!cpu.has_value() || !index.has_value() || *cpu >= max_cpus) {
        throw InputError(place, "the domain has no CPU and number",
                         fmt::format("### dom cpuN domainK name=MC flags=..., N below {}", max_cpus));
    }
    return {.line = line,
            .cpu = *cpu,
            .index = *index,
            .name = printable(field_text(text, "name").value_or("")),
            .flags = flags_in(text),
            .imbalance_pct = field_number(text, "imb"),
            .cache_nice_tries = field_number(text, "cache_nice")};
}

std::vector<std::string> domain_differences(const Machine& machine,
                                            const std::vector<RecordedDomain>& recorded) {
    const SchedDomains built = build_sched_domains(machine);
    std::vector<std::string> differences;
    // [cpu] -> how many domains the kernel has.
    std::map<std::size_t, std::size_t> depth;
    for (const RecordedDomain& domain : recorded) {
        depth[domain.cpu] = std::max(depth[domain.cpu], domain.index + 1);
        const auto& of_cpu =
            domain.cpu < built.of_cpu.size() ? built.of_cpu[domain.cpu] : std::vector<SchedDomain>();
        const std::string parted = domain.index < of_cpu.size()
                                       ? difference(domain, of_cpu[domain.index])
                                       : fmt::format("is {}, the model has none", domain.name);
        if (!parted.empty()) {
            differences.push_back(
                fmt::format("line {}: domain {} of cpu{} {}", domain.line, domain.index, domain.cpu, parted));
        }
    }
    for (const auto& [cpu, domains] : depth) {
        if (cpu < built.of_cpu.size() && built.of_cpu[cpu].size() > domains) {
            differences.push_back(fmt::format("cpu{} has {} domains, the model's has {}", cpu, domains,
                                              built.of_cpu[cpu].size()));
        }
    }
    return differences;
}

}  // namespace schedmc
