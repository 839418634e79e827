// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/hwloc_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "files/printable.hpp"
#include "model/input_error.hpp"

namespace schedmc {

namespace {

/// An object of hwloc's tree.
struct Object {
    /// The XML attributes that its kind has.
    std::string head;
    /// How errors call it.
    std::string name;
    /// All its CPUs, the offline ones too.
    CpuMask cpus;
    std::vector<std::size_t> children = {};
    /// NUMA nodes with the same CPUs.
    std::vector<std::size_t> nodes = {};
};

/// A set in hwloc's notation: "0x00000001,0x0000000f", most significant word first.
template <class Contains>
std::string bitmap(std::size_t bits, Contains&& contains) {
    constexpr std::size_t word_bits = 32;
    std::string text;
    for (std::size_t word = bits / word_bits + 1; word-- > 0;) {
        std::uint32_t value = 0;
        for (std::size_t bit = 0; bit < word_bits; ++bit) {
            value |= contains(word * word_bits + bit) ? std::uint32_t{1} << bit : 0U;
        }
        text += fmt::format("{}0x{:08x}", text.empty() ? "" : ",", value);
    }
    return text;
}

class Document {
public:
    explicit Document(const Machine& machine) : machine_(machine), nodes_(blocks_of(machine, &Place::node)) {}

    std::string text();

private:
    void add(const std::string& head, const std::string& name, const CpuMask& cpus) {
        found_.push_back({head, name, cpus});
    }
    void find_objects();
    void add_nodes();
    void build_tree();
    void insert(std::size_t object);
    std::string cpuset(const CpuMask& cpus) const {
        return bitmap(machine_.cpu_count(),
                      [&](std::size_t cpu) { return cpu < machine_.cpu_count() && cpus.contains(cpu); });
    }
    std::string sets(const CpuMask& cpus) const;
    std::string nodeset(const CpuMask& cpus) const;
    std::string draw(std::size_t index) const;
    std::string draw_node(std::size_t node) const;
    std::string distances() const;
    std::string capacities() const;

    const Machine& machine_;
    std::vector<CpuMask> nodes_;
    /// The root first, then from large to small; of equal CPUs, the outer one first.
    std::vector<Object> found_;
};

void Document::find_objects() {
    add("type=\"Machine\" os_index=\"0\"", "the machine", machine_.present);
    const std::vector<CpuMask> packages = blocks_of(machine_, &Place::package);
    for (std::size_t i = 0; i < packages.size(); ++i) {
        add(fmt::format("type=\"Package\" os_index=\"{}\"", i), fmt::format("package {}", i), packages[i]);
    }
    add_nodes();
    const std::vector<CpuMask> llcs = blocks_of(machine_, &Place::llc);
    for (std::size_t i = 0; i < llcs.size(); ++i) {
        add("type=\"L3Cache\" cache_size=\"0\" depth=\"3\" cache_linesize=\"64\" cache_associativity=\"0\" "
            "cache_type=\"0\"",
            fmt::format("LLC {}", i), llcs[i]);
    }
    const std::vector<CpuMask> cores = blocks_of(machine_, &Place::core);
    const std::vector<CpuMask> clusters = blocks_of(machine_, &Place::cluster);
    for (std::size_t i = 0; i < clusters.size(); ++i) {
        if (clusters[i] != cores[machine_.places[clusters[i].next(0)].core]) {
            add("type=\"Group\" subtype=\"Cluster\" kind=\"222\" subkind=\"0\"", fmt::format("cluster {}", i),
                clusters[i]);
        }
    }
    for (std::size_t i = 0; i < cores.size(); ++i) {
        add(fmt::format("type=\"Core\" os_index=\"{}\"", i), fmt::format("core {}", i), cores[i]);
    }
    machine_.present.for_each([&](std::size_t cpu) {
        add(fmt::format("type=\"PU\" os_index=\"{}\"", cpu), fmt::format("cpu{}", cpu), CpuMask::single(cpu));
    });
}

/// hwloc hangs a node on an object with the same CPUs: where there is none, a Group is made.
void Document::add_nodes() {
    for (std::size_t node = 0; node < nodes_.size(); ++node) {
        auto same = std::find_if(found_.begin(), found_.end(),
                                 [&](const Object& object) { return object.cpus == nodes_[node]; });
        if (same == found_.end()) {
            add("type=\"Group\" kind=\"0\" subkind=\"0\"", fmt::format("node {}", node), nodes_[node]);
            same = found_.end() - 1;
        }
        same->nodes.push_back(node);
    }
}

void Document::insert(std::size_t object) {
    const CpuMask& cpus = found_[object].cpus;
    std::size_t parent = 0;
    for (bool deeper = true; deeper;) {
        deeper = false;
        for (const std::size_t child : found_[parent].children) {
            const CpuMask& around = found_[child].cpus;
            if (cpus.is_subset_of(around)) {
                parent = child;
                deeper = true;
                break;
            }
            if (!(cpus & around).empty()) {
                throw InputError(
                    printable(machine_.name),
                    fmt::format("hwloc cannot express it: {} (cpus {}) and {} (cpus {}) overlap",
                                found_[child].name, cpu_list(around), found_[object].name, cpu_list(cpus)),
                    "one of them must be inside the other");
            }
        }
    }
    found_[parent].children.push_back(object);
}

void Document::build_tree() {
    std::stable_sort(found_.begin() + 1, found_.end(),
                     [](const Object& a, const Object& b) { return a.cpus.count() > b.cpus.count(); });
    for (std::size_t object = 1; object < found_.size(); ++object) {
        insert(object);
    }
    for (Object& object : found_) {
        std::sort(object.children.begin(), object.children.end(), [&](std::size_t a, std::size_t b) {
            return found_[a].cpus.next(0) < found_[b].cpus.next(0);
        });
    }
}

std::string Document::nodeset(const CpuMask& cpus) const {
    return bitmap(nodes_.size(),
                  [&](std::size_t node) { return node < nodes_.size() && !(nodes_[node] & cpus).empty(); });
}

std::string Document::sets(const CpuMask& cpus) const {
    return fmt::format("cpuset=\"{}\" complete_cpuset=\"{}\" nodeset=\"{}\" complete_nodeset=\"{}\"",
                       cpuset(cpus & machine_.online), cpuset(cpus), nodeset(cpus), nodeset(cpus));
}

std::string Document::draw_node(std::size_t node) const {
    return fmt::format("<object type=\"NUMANode\" os_index=\"{}\" {}/>\n", node, sets(nodes_[node]));
}

/// Objects without online CPUs are none of hwloc's; their CPUs are in the complete sets around.
std::string Document::draw(std::size_t index) const {
    const Object& object = found_[index];
    std::string text;
    for (const std::size_t node : object.nodes) {
        text += draw_node(node);
    }
    for (const std::size_t child : object.children) {
        text += draw(child);
    }
    if ((object.cpus & machine_.online).empty()) {
        return text;
    }
    const std::string allowed = index > 0 ? ""
                                          : fmt::format(" allowed_cpuset=\"{}\" allowed_nodeset=\"{}\"",
                                                        cpuset(machine_.online), nodeset(machine_.present));
    return fmt::format("<object {} {}{}>\n{}</object>\n", object.head, sets(object.cpus), allowed, text);
}

std::string Document::distances() const {
    if (nodes_.size() < 2) {
        return "";
    }
    std::string indexes;
    std::string values;
    for (std::size_t from = 0; from < nodes_.size(); ++from) {
        indexes += fmt::format("{} ", from);
        for (std::size_t to = 0; to < nodes_.size(); ++to) {
            values += fmt::format("{} ", machine_.distance[from][to]);
        }
    }
    return fmt::format(
        "<distances2 type=\"NUMANode\" nbobjs=\"{}\" kind=\"5\" name=\"NUMALatency\" indexing=\"os\">\n"
        "<indexes length=\"{}\">{}</indexes>\n<u64values length=\"{}\">{}</u64values>\n</distances2>\n",
        nodes_.size(), indexes.size(), indexes, values.size(), values);
}

std::string Document::capacities() const {
    std::map<std::uint16_t, CpuMask> kinds;
    machine_.present.for_each([&](std::size_t cpu) { kinds[machine_.capacity[cpu]].insert(cpu); });
    std::string text;
    for (const auto& [capacity, cpus] : kinds) {
        if (kinds.size() > 1 || capacity != 1024) {
            text += fmt::format(
                "<cpukind cpuset=\"{}\">\n<info name=\"LinuxCapacity\" value=\"{}\"/>\n</cpukind>\n",
                cpuset(cpus), capacity);
        }
    }
    return text;
}

std::string Document::text() {
    find_objects();
    build_tree();
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n"
           "<topology version=\"2.0\">\n" +
           draw(0) + distances() + capacities() + "</topology>\n";
}

}  // namespace

std::string hwloc_document(const Machine& machine) { return Document(machine).text(); }

}  // namespace schedmc
