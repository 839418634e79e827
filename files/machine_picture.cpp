// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/machine_picture.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "files/folded_rows.hpp"
#include "model/input_error.hpp"

namespace schedmc {

namespace {

constexpr std::size_t indent_step = 2;

std::string counted(std::size_t count, const char* thing) {
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

enum class Gap { space, none };

/// A head, a space and words with gaps between them, broken where a line would pass the last column; what follows is
/// indented behind the head.
std::string wrapped(const std::string& head, const std::vector<std::string>& words, std::size_t columns,
                    Gap gap = Gap::space) {
    const std::size_t hang = std::min(head.size() + 1, columns / 2);
    std::string text = head;
    std::size_t column = head.size();
    for (const std::string& word : words) {
        const std::size_t space = gap == Gap::space || &word == &words.front() ? 1 : 0;
        if (column + space + word.size() > columns && column > hang) {
            text += "\n" + std::string(hang, ' ');
            column = hang;
        } else {
            text += std::string(space, ' ');
            column += space;
        }
        text += word;
        column += word.size();
    }
    return text + "\n";
}

/// A list of CPUs as a line, broken behind commas.
std::string wrapped_cpus(const std::string& head, const CpuMask& cpus, std::size_t columns) {
    std::vector<std::string> parts;
    const std::string list = cpu_list(cpus);
    for (std::size_t at = 0; at < list.size();) {
        const std::size_t comma = std::min(list.find(',', at), list.size() - 1);
        parts.push_back(list.substr(at, comma + 1 - at));
        at = comma + 1;
    }
    return wrapped(head, parts, columns, Gap::none);
}

/// Cores of one kind, which share a line.
struct Chunk {
    /// "8 cores of 2 threads"
    std::string what;
    std::vector<CoreCpus> cores;
};

/// What is drawn of an LLC.
struct Row {
    std::size_t llc;
    CpuMask cpus;
    std::vector<Chunk> chunks;

    bool single_core() const { return chunks.size() == 1 && chunks.front().cores.size() == 1; }
};

/// The flags of a domain by the kernel's names, without SD_.
std::vector<std::string> flag_names(unsigned flags) {
    constexpr std::array<std::pair<unsigned, const char*>, 14> known{{
        {sd_flag::balance_newidle, "BALANCE_NEWIDLE"},
        {sd_flag::balance_exec, "BALANCE_EXEC"},
        {sd_flag::balance_fork, "BALANCE_FORK"},
        {sd_flag::balance_wake, "BALANCE_WAKE"},
        {sd_flag::wake_affine, "WAKE_AFFINE"},
        {sd_flag::asym_cpucapacity, "ASYM_CPUCAPACITY"},
        {sd_flag::asym_cpucapacity_full, "ASYM_CPUCAPACITY_FULL"},
        {sd_flag::share_cpucapacity, "SHARE_CPUCAPACITY"},
        {sd_flag::cluster, "CLUSTER"},
        {sd_flag::share_llc, "SHARE_LLC"},
        {sd_flag::serialize, "SERIALIZE"},
        {sd_flag::prefer_sibling, "PREFER_SIBLING"},
        {sd_flag::overlap, "OVERLAP"},
        {sd_flag::numa, "NUMA"},
    }};
    std::vector<std::string> names;
    for (const auto& [flag, name] : known) {
        if ((flags & flag) != 0) {
            names.emplace_back(name);
        }
    }
    return names;
}

class Painter {
public:
    Painter(const Machine& machine, std::size_t columns)
        : machine_(machine), columns_(columns), cores_(blocks_of(machine, &Place::core)),
          llcs_(blocks_of(machine, &Place::llc)) {
        machine.present.for_each([&](std::size_t cpu) { capacities_.insert(machine.capacity[cpu]); });
    }

    std::string tree() const;
    std::string distances() const;
    std::string totals() const;

private:
    struct Level {
        const char* name;
        std::uint16_t Place::*index;
    };

    std::vector<Level> outer_levels() const;
    std::string draw(const CpuMask& cpus, const std::vector<Level>& levels, std::size_t indent) const;
    std::string draw_llcs(const CpuMask& cpus, std::size_t indent) const;
    std::string draw_row(const Row& row, std::size_t indent) const;
    std::string draw_single_cores(const std::vector<Row>& rows, std::size_t first, std::size_t last,
                                  std::size_t indent) const;
    Row row_of(std::size_t llc, const CpuMask& around) const;
    void add_cores(const CpuMask& cpus, const std::string& prefix, std::vector<Chunk>& chunks) const;
    std::string kind_of(const CoreCpus& core) const;
    /// How many blocks of one index the CPUs are in.
    std::size_t count(const CpuMask& cpus, std::uint16_t Place::*index) const;

    const Machine& machine_;
    std::size_t columns_;
    std::vector<CpuMask> cores_;
    std::vector<CpuMask> llcs_;
    std::set<std::uint16_t> capacities_;
};

std::size_t Painter::count(const CpuMask& cpus, std::uint16_t Place::*index) const {
    std::set<std::uint16_t> blocks;
    cpus.for_each([&](std::size_t cpu) { blocks.insert(machine_.places[cpu].*index); });
    return blocks.size();
}

/// Nodes around packages, or the other way round where packages hold several nodes.
std::vector<Painter::Level> Painter::outer_levels() const {
    const Level node{"node", &Place::node};
    const Level package{"package", &Place::package};
    for (const CpuMask& cpus : blocks_of(machine_, &Place::package)) {
        if (count(cpus, &Place::node) > 1) {
            return {package, node};
        }
    }
    return {node, package};
}

std::string Painter::tree() const { return draw(machine_.present, outer_levels(), 0); }

std::string Painter::draw(const CpuMask& cpus, const std::vector<Level>& levels, std::size_t indent) const {
    if (levels.empty()) {
        return draw_llcs(cpus, indent);
    }
    std::map<std::uint16_t, CpuMask> blocks;
    cpus.for_each([&](std::size_t cpu) { blocks[machine_.places[cpu].*levels.front().index].insert(cpu); });
    std::string text;
    for (const auto& [number, block] : blocks) {
        std::string head = fmt::format("{}{} {}", std::string(indent, ' '), levels.front().name, number);
        std::vector<Level> inner(levels.begin() + 1, levels.end());
        if (!inner.empty() && count(block, inner.front().index) == 1) {
            head += fmt::format(", {} {}", inner.front().name,
                                machine_.places[block.next(0)].*inner.front().index);
            inner.clear();
        }
        text += wrapped_cpus(head + ": cpus", block, columns_) + draw(block, inner, indent + indent_step);
    }
    return text;
}

std::string Painter::kind_of(const CoreCpus& core) const {
    std::string kind = core.size() == 1 ? "" : fmt::format(" of {} threads", core.size());
    if (capacities_.size() > 1) {
        std::set<std::uint16_t> capacities;
        for (const std::size_t cpu : core) {
            capacities.insert(machine_.capacity[cpu]);
        }
        kind += fmt::format(" at capacity {}", fmt::join(capacities, "/"));
    }
    return kind;
}

/// Adds the cores of `cpus` to the chunks, one chunk for each kind of core.
void Painter::add_cores(const CpuMask& cpus, const std::string& prefix, std::vector<Chunk>& chunks) const {
    std::vector<std::pair<std::string, std::vector<CoreCpus>>> kinds;
    CpuMask rest = cpus;
    while (!rest.empty()) {
        const CpuMask& members = cores_[machine_.places[rest.next(0)].core];
        CoreCpus core;
        members.for_each([&](std::size_t cpu) { core.push_back(cpu); });
        const std::string kind = kind_of(core);
        auto at =
            std::find_if(kinds.begin(), kinds.end(), [&](const auto& known) { return known.first == kind; });
        if (at == kinds.end()) {
            at = kinds.insert(at, {kind, {}});
        }
        at->second.push_back(core);
        rest -= members;
    }
    for (auto& [kind, cores] : kinds) {
        chunks.push_back({prefix + counted(cores.size(), "core") + kind, std::move(cores)});
    }
}

Row Painter::row_of(std::size_t llc, const CpuMask& around) const {
    Row row{llc, llcs_[llc] & around, {}};
    std::map<std::uint16_t, CpuMask> clusters;
    row.cpus.for_each([&](std::size_t cpu) { clusters[machine_.places[cpu].cluster].insert(cpu); });
    CpuMask alone;
    for (const auto& [number, cpus] : clusters) {
        if (count(cpus, &Place::core) == 1) {
            alone |= cpus;
        }
    }
    add_cores(alone, "", row.chunks);
    for (const auto& [number, cpus] : clusters) {
        if (count(cpus, &Place::core) > 1) {
            add_cores(cpus, fmt::format("cluster {}: ", number), row.chunks);
        }
    }
    return row;
}

std::string Painter::draw_row(const Row& row, std::size_t indent) const {
    const std::string margin(indent, ' ');
    if (row.chunks.size() == 1) {
        const Chunk& chunk = row.chunks.front();
        return wrapped(fmt::format("{}LLC {}: {}:", margin, row.llc, chunk.what),
                       core_texts(machine_, chunk.cores), columns_);
    }
    std::string text = wrapped_cpus(fmt::format("{}LLC {}: cpus", margin, row.llc), row.cpus, columns_);
    for (const Chunk& chunk : row.chunks) {
        text += wrapped(fmt::format("{}{}{}:", margin, std::string(indent_step, ' '), chunk.what),
                        core_texts(machine_, chunk.cores), columns_);
    }
    return text;
}

std::string Painter::draw_single_cores(const std::vector<Row>& rows, std::size_t first, std::size_t last,
                                       std::size_t indent) const {
    std::vector<CoreCpus> cores;
    for (std::size_t row = first; row <= last; ++row) {
        cores.push_back(rows[row].chunks.front().cores.front());
    }
    const std::string head = fmt::format("{}LLCs {}-{}: {} each:", std::string(indent, ' '), rows[first].llc,
                                         rows[last].llc, rows[first].chunks.front().what);
    return wrapped(head, core_texts(machine_, cores), columns_);
}

std::string Painter::draw_llcs(const CpuMask& cpus, std::size_t indent) const {
    std::set<std::uint16_t> numbers;
    cpus.for_each([&](std::size_t cpu) { numbers.insert(machine_.places[cpu].llc); });
    std::vector<Row> rows;
    for (const std::uint16_t llc : numbers) {
        rows.push_back(row_of(llc, cpus));
    }
    const auto one_core_each = [&](std::size_t i) -> std::optional<std::size_t> {
        const bool alike = rows[i].single_core() && rows[i + 1].single_core() &&
                           rows[i + 1].llc == rows[i].llc + 1 &&
                           rows[i].chunks.front().what == rows[i + 1].chunks.front().what;
        return alike ? std::optional(std::size_t{1}) : std::nullopt;
    };
    std::string text;
    for (const auto& [first, last] : runs(rows.size(), 2, one_core_each)) {
        text += last > first ? draw_single_cores(rows, first, last, indent) : draw_row(rows[first], indent);
    }
    return text;
}

std::string Painter::distances() const {
    const std::size_t nodes = blocks_of(machine_, &Place::node).size();
    constexpr std::size_t cell = 5;
    if (nodes < 2) {
        return "";
    }
    if ((nodes + 2) * cell > columns_) {
        std::set<std::uint16_t> values;
        for (const auto& row : machine_.distance) {
            values.insert(row.begin(), row.end());
        }
        return fmt::format("\ndistances between {} nodes: {}\n", nodes, fmt::join(values, ", "));
    }
    std::string text = "\ndistances";
    for (std::size_t to = 0; to < nodes; ++to) {
        text += fmt::format("{:>{}}", to, cell);
    }
    text += "\n";
    for (std::size_t from = 0; from < nodes; ++from) {
        text += fmt::format("{:>9}", from);
        for (std::size_t to = 0; to < nodes; ++to) {
            text += fmt::format("{:>{}}", machine_.distance[from][to], cell);
        }
        text += "\n";
    }
    return text;
}

std::string Painter::totals() const {
    std::set<std::size_t> threads;
    for (const CpuMask& core : cores_) {
        threads.insert(core.count());
    }
    const CpuMask offline = machine_.present - machine_.online;
    std::vector<std::string> words{
        counted(machine_.present.count(), "CPU") + ",",
        counted(cores_.size(), "core") + fmt::format(" of {} thread{},", fmt::join(threads, " or "),
                                                     threads == std::set<std::size_t>{1} ? "" : "s")};
    const std::size_t clusters = count(machine_.present, &Place::cluster);
    if (clusters != cores_.size()) {
        words.push_back(counted(clusters, "cluster") + ",");
    }
    words.push_back(counted(llcs_.size(), "LLC") + ",");
    words.push_back(counted(count(machine_.present, &Place::package), "package") + ",");
    words.push_back(counted(count(machine_.present, &Place::node), "node"));
    std::string text = wrapped("total:", words, columns_);
    if (!offline.empty()) {
        text += wrapped_cpus(fmt::format("[n] offline, {}:", counted(offline.count(), "CPU")), offline, columns_);
    }
    if (!machine_.isolated.empty()) {
        text += wrapped_cpus(fmt::format("(n) isolated, {}:", counted(machine_.isolated.count(), "CPU")),
                             machine_.isolated, columns_);
    }
    return text;
}

const char* why_none(const Machine& machine, std::size_t cpu) {
    if (!machine.online.contains(cpu)) {
        return "it is offline";
    }
    return machine.isolated.contains(cpu) ? "it is isolated" : "it is the only CPU to schedule on";
}

std::string draw_domains(const Machine& machine, const SchedDomains& domains, std::size_t cpu,
                         std::size_t columns) {
    expects(cpu < domains.of_cpu.size(), "the domains are those of this machine");
    if (domains.of_cpu[cpu].empty()) {
        return fmt::format("cpu{} has no scheduling domain: {}\n", cpu, why_none(machine, cpu));
    }
    std::string text = fmt::format("scheduling domains of cpu{}, bottom up:\n", cpu);
    for (const SchedDomain& domain : domains.of_cpu[cpu]) {
        const std::string margin(indent_step, ' ');
        text += wrapped_cpus(
            fmt::format("{}{}: {} over cpus", margin, domain.name, counted(domain.groups.size(), "group")),
            domain.span, columns);
        text += wrapped(margin + margin.substr(1), flag_names(domain.flags), columns);
    }
    return text;
}

}  // namespace

std::string machine_picture(const Machine& machine, const SchedDomains& domains, std::size_t columns,
                            std::optional<std::size_t> cpu) {
    if (cpu && !machine.present.contains(*cpu)) {
        throw InputError("--cpu", fmt::format("cpu {} does not exist", *cpu),
                         fmt::format("this machine has cpus {}", cpu_list(machine.present)));
    }
    const Painter painter(machine, columns);
    return painter.tree() + painter.totals() + painter.distances() + "\n" +
           draw_domains(machine, domains, cpu.value_or(machine.online.next(0)), columns);
}

}  // namespace schedmc
