// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/read_sysfs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "files/decimal.hpp"
#include "files/printable.hpp"
#include "files/sysfs_lines.hpp"
#include "files/sysfs_nodes.hpp"
#include "files/text_lines.hpp"
#include "files/told_machine.hpp"
#include "model/input_error.hpp"

namespace schedmc {

namespace {

class SysfsReading {
public:
    SysfsReading(const std::string& text, const std::string& place) : lines_(text, place), place_(place) {}

    ToldMachine told();

private:
    std::string in_cpu(std::size_t cpu, const std::string& file) const {
        return fmt::format("cpu/cpu{}/{}", cpu, file);
    }
    void find_cpus();
    void find_online();
    CpuMask list_at(const std::string& path) const {
        const SysfsValue* const value = lines_.find(path);
        return value == nullptr ? CpuMask() : lines_.list(*value);
    }
    std::optional<ToldSet> topology_set(std::size_t cpu, const std::string& name) const;
    ToldSet package_of(std::size_t cpu) const;
    std::vector<ToldCache> caches_of(std::size_t cpu) const;
    std::optional<ToldCache> cache_in_files(std::size_t cpu, const std::string& index) const;
    ToldCache cache_in_line(const SysfsValue& value) const;
    unsigned level(const SysfsValue& value, std::string_view text) const;
    std::uint16_t capacity_in(const SysfsValue& value) const;

    SysfsLines lines_;
    const std::string& place_;
    ToldMachine told_;
    /// [physical_package_id] -> its CPUs.
    std::map<std::string, CpuMask> packages_;
};

/// Topology files make a CPU; cpu/present and cpu/online must know the same ones.
void SysfsReading::find_cpus() {
    for (const auto& [path, value] : lines_.values()) {
        const auto parts = parts_of(path, '/');
        if (parts.size() != 4 || parts[2] != "topology") {
            continue;
        }
        const std::size_t cpu = *decimal_in(digits_behind(parts[1], "cpu"), 0, max_cpus - 1);
        told_.cpus[cpu];
        if (parts[3] == "physical_package_id" && value.text != "-1") {
            packages_[value.text].insert(cpu);
        }
    }
    if (told_.cpus.empty()) {
        throw InputError(place_, "the dump has no CPU: there is no line cpu/cpuN/topology/...",
                         "dump it with grep -r . /sys/devices/system/cpu /sys/devices/system/node");
    }
    const SysfsValue* const present = lines_.find("cpu/present");
    for (const auto& [cpu, facts] : told_.cpus) {
        if (present != nullptr && !lines_.list(*present).contains(cpu)) {
            throw InputError(lines_.place_of(*present),
                             fmt::format("cpu{} has a topology and is not present", cpu),
                             "a dump is of one machine at one time");
        }
    }
}

void SysfsReading::find_online() {
    const SysfsValue* const online = lines_.find("cpu/online");
    const CpuMask listed = online == nullptr ? CpuMask() : lines_.list(*online);
    for (auto& [cpu, facts] : told_.cpus) {
        const SysfsValue* const own = lines_.find(in_cpu(cpu, "online"));
        if (own != nullptr && own->text != "0" && own->text != "1") {
            throw InputError(lines_.place_of(*own), fmt::format("'{}' is no answer", printable(own->text)),
                             "1: the CPU is online, 0: it is not");
        }
        facts.online = online != nullptr ? listed.contains(cpu) : own == nullptr || own->text == "1";
        if (own != nullptr && facts.online != (own->text == "1")) {
            throw InputError(lines_.place_of(*own), fmt::format("cpu/online says otherwise of cpu{}", cpu),
                             "a dump is of one machine at one time");
        }
    }
    listed.for_each([&](std::size_t cpu) {
        if (!told_.cpus.contains(cpu)) {
            throw InputError(lines_.place_of(*online),
                             fmt::format("cpu{} is online and has no topology here", cpu),
                             "the dump is cut short");
        }
    });
}

/// A set that the kernel shows as a list NAME_list and as a map NAME.
std::optional<ToldSet> SysfsReading::topology_set(std::size_t cpu, const std::string& name) const {
    if (const SysfsValue* const list = lines_.find(in_cpu(cpu, "topology/" + name + "_list"))) {
        return ToldSet{lines_.list(*list), list->line};
    }
    if (const SysfsValue* const map = lines_.find(in_cpu(cpu, "topology/" + name))) {
        return ToldSet{lines_.map(*map), map->line};
    }
    return std::nullopt;
}

ToldSet SysfsReading::package_of(std::size_t cpu) const {
    for (const char* const name : {"package_cpus", "core_siblings"}) {
        if (const std::optional<ToldSet> set = topology_set(cpu, name)) {
            return *set;
        }
    }
    const SysfsValue* const id = lines_.find(in_cpu(cpu, "topology/physical_package_id"));
    return id == nullptr || id->text == "-1" ? ToldSet{} : ToldSet{packages_.at(id->text), id->line};
}

unsigned SysfsReading::level(const SysfsValue& value, std::string_view text) const {
    const std::optional<std::uint16_t> level = decimal_in(text, 1, 9);
    if (!level) {
        throw InputError(lines_.place_of(value),
                         fmt::format("'{}' is not a level of a cache", printable(text)), "levels are 1 to 9");
    }
    return *level;
}

/// level=2 type=Unified size=512K shared=0-1; shared= holds a list, or a map whose words have 8 digits.
ToldCache SysfsReading::cache_in_line(const SysfsValue& value) const {
    std::map<std::string_view, std::string_view> fields;
    for (const std::string_view word : words_of(value.text)) {
        const std::size_t equals = std::min(word.find('='), word.size());
        fields[word.substr(0, equals)] = word.substr(std::min(equals + 1, word.size()));
    }
    for (const char* const name : {"level", "type", "shared"}) {
        if (!fields.contains(name)) {
            throw InputError(lines_.place_of(value), fmt::format("the cache has no {}=", name),
                             "write level=2 type=Unified shared=0-1");
        }
    }
    const SysfsValue shared{std::string(fields["shared"]), value.line};
    const bool is_map = shared.text.find_first_of("abcdef") != std::string::npos ||
                        parts_of(shared.text, ',').back().size() == 8;
    const ToldSet cpus{is_map ? lines_.map(shared) : lines_.list(shared), value.line};
    return {fields["type"] == "Instruction" ? 0 : level(value, fields["level"]), cpus};
}

std::optional<ToldCache> SysfsReading::cache_in_files(std::size_t cpu, const std::string& index) const {
    const std::string folder = in_cpu(cpu, "cache/" + index);
    const SysfsValue* const depth = lines_.find(folder + "/level");
    const SysfsValue* const type = lines_.find(folder + "/type");
    const SysfsValue* const list = lines_.find(folder + "/shared_cpu_list");
    const SysfsValue* const map = lines_.find(folder + "/shared_cpu_map");
    if (type != nullptr && type->text == "Instruction") {
        return std::nullopt;
    }
    if (depth == nullptr || type == nullptr || (list == nullptr && map == nullptr)) {
        throw InputError(place_,
                         fmt::format("{} has no {}", folder,
                                     depth == nullptr  ? "level"
                                     : type == nullptr ? "type"
                                                       : "shared_cpu_list"),
                         "the dump is cut short");
    }
    const ToldSet cpus =
        list != nullptr ? ToldSet{lines_.list(*list), list->line} : ToldSet{lines_.map(*map), map->line};
    return ToldCache{level(*depth, depth->text), cpus};
}

std::vector<ToldCache> SysfsReading::caches_of(std::size_t cpu) const {
    const std::string folder = in_cpu(cpu, "cache/");
    std::set<std::string> indexes;
    std::vector<ToldCache> caches;
    for (auto at = lines_.values().lower_bound(folder);
         at != lines_.values().end() && at->first.starts_with(folder); ++at) {
        const std::string_view rest = std::string_view(at->first).substr(folder.size());
        const std::size_t slash = std::min(rest.find('/'), rest.size());
        if (digits_behind(rest.substr(0, slash), "index").empty()) {
            continue;
        }
        std::optional<ToldCache> cache;
        if (slash == rest.size()) {
            cache = cache_in_line(at->second);
        } else if (indexes.emplace(rest.substr(0, slash)).second) {
            cache = cache_in_files(cpu, std::string(rest.substr(0, slash)));
        }
        const auto same_level = [&](const ToldCache& known) { return known.level == cache->level; };
        if (cache && cache->level > 0 && std::none_of(caches.begin(), caches.end(), same_level)) {
            caches.push_back(*cache);
        }
    }
    return caches;
}

std::uint16_t SysfsReading::capacity_in(const SysfsValue& value) const {
    const std::optional<std::uint16_t> capacity = decimal_in(value.text, 1, 1024);
    if (!capacity) {
        throw InputError(lines_.place_of(value), fmt::format("'{}' is not a capacity", printable(value.text)),
                         "capacities are 1 to 1024");
    }
    return *capacity;
}

ToldMachine SysfsReading::told() {
    find_cpus();
    find_online();
    told_.isolated = list_at("cpu/isolated");
    for (auto& [cpu, facts] : told_.cpus) {
        std::optional<ToldSet> core = topology_set(cpu, "core_cpus");
        core = core ? core : topology_set(cpu, "thread_siblings");
        if (!core) {
            throw InputError(place_, fmt::format("cpu{} has no topology/thread_siblings_list", cpu),
                             "the dump is cut short");
        }
        facts.core = *core;
        facts.package = package_of(cpu);
        const std::optional<ToldSet> cluster = topology_set(cpu, "cluster_cpus");
        const SysfsValue* const capacity = lines_.find(in_cpu(cpu, "cpu_capacity"));
        facts.tells_cluster = cluster.has_value() || capacity != nullptr;
        facts.cluster = cluster.value_or(ToldSet{});
        if (lines_.find(in_cpu(cpu, "topology/book_id")) == nullptr) {
            facts.caches = caches_of(cpu);
        }
        facts.capacity = capacity == nullptr ? std::uint16_t{1024} : capacity_in(*capacity);
    }
    add_sysfs_nodes(lines_, place_, told_);
    return told_;
}

}  // namespace

Machine read_sysfs(const std::string& text, const std::string& place) {
    return machine_as_told(SysfsReading(text, place).told(), place);
}

}  // namespace schedmc
