// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/import_topology.hpp"

#include <fmt/format.h>
#include <hwloc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <optional>
#include <sstream>
#include <string_view>

#include "files/behind_wall.hpp"
#include "files/machine_wire.hpp"
#include "files/map_topology.hpp"
#include "files/printable.hpp"
#include "model/input_error.hpp"

namespace schedmc {

namespace {

using Kind = TopologySource::Kind;
using Work = std::function<std::string(hwloc_topology_t)>;

constexpr char answered = 'm';
constexpr char refused = 'r';

const char* remedy(Kind kind) {
    switch (kind) {
        case Kind::this_machine:
            return "describe the machine in a file or as \"pack:2 l3:2 core:2 pu:2\"";
        case Kind::xml:
            return "save the machine again with lstopo FILE.xml";
        case Kind::synthetic:
            break;
    }
    return "write for instance \"pack:2 l3:2 core:2 pu:2\"";
}

/// True for what hwloc says by the way.
bool is_remark(const std::string& line) {
    constexpr std::array<const char*, 4> remarks{"Inserting ", "ignoring unknown ", "without DTD",
                                                 "discovery failed"};
    return line.find_first_not_of("* ^") == std::string::npos ||
           std::any_of(remarks.begin(), remarks.end(),
                       [&](const char* remark) { return line.find(remark) != std::string::npos; });
}

/// The line of hwloc's messages that says most: where XML is malformed, what could not be inserted, otherwise the
/// last one. Empty when there were remarks only.
std::string reason_in(const std::string& messages) {
    std::istringstream lines(messages);
    std::string reason;
    for (std::string line; std::getline(lines, line);) {
        const std::size_t malformed = line.find("parser error : ");
        if (malformed != std::string::npos) {
            return line.substr(malformed);
        }
        const std::size_t inserting = line.find("while inserting ");
        if (inserting != std::string::npos) {
            return "objects contradict each other, " + line.substr(inserting);
        }
        if (!is_remark(line)) {
            reason = line.starts_with("xmlbuffer: ") ? line.substr(11) : line;
        }
    }
    return reason;
}

bool objects_contradict(const std::string& messages) {
    return messages.find("received invalid information") != std::string::npos;
}

/// In the child: loads the topology.
hwloc_topology_t load(const TopologySource& source) {
    // Verbose, so that complaints() can tell the reason of a failure and what hwloc would ignore in silence.
    for (const char* const name : {"HWLOC_SYNTHETIC_VERBOSE", "HWLOC_XML_VERBOSE"}) {
        ::setenv(name, "1", 1);
    }
    ::setenv("HWLOC_HIDE_ERRORS", "0", 1);
    // These plugins look for devices, which are no part of a machine here, and load graphics libraries to find them.
    ::setenv("HWLOC_PLUGINS_BLACKLIST",
             "hwloc_opencl,hwloc_gl,hwloc_pci,hwloc_cuda,hwloc_nvml,hwloc_rsmi,hwloc_levelzero", 1);
    hwloc_topology_t topology = nullptr;
    int error = hwloc_topology_init(&topology);
    if (error == 0 && source.kind == Kind::xml) {
        error = hwloc_topology_set_xmlbuffer(topology, source.text.c_str(),
                                             static_cast<int>(source.text.size() + 1));
    }
    if (error == 0 && source.kind == Kind::synthetic) {
        error = hwloc_topology_set_synthetic(topology, source.text.c_str());
    }
    if (error == 0) {
        error = hwloc_topology_set_flags(topology, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
    }
    if (error == 0) {
        error = hwloc_topology_load(topology);
    }
    const std::string messages = complaints();
    const std::string reason = reason_in(messages);
    if (error != 0) {
        throw Refused("hwloc cannot read it" + (reason.empty() ? "" : ": " + reason), remedy(source.kind));
    }
    const bool told_wrong = source.kind == Kind::synthetic
                                ? !reason.empty()
                                : source.kind == Kind::xml && objects_contradict(messages);
    if (told_wrong) {
        throw Refused("hwloc would ignore part of it: " + reason, remedy(source.kind));
    }
    const int cpus = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PU);
    if (source.cpus != 0 && cpus != static_cast<int>(source.cpus)) {
        throw Refused(fmt::format("hwloc takes only {} of its {} CPUs", cpus, source.cpus),
                      "give each CPU a number of its own");
    }
    return topology;
}

/// In the child: what `work` makes of the topology. The first byte says what follows; a refusal's remedy stands on a
/// line of its own.
std::string work_on(const TopologySource& source, const Work& work) {
    try {
        return answered + work(load(source));
    } catch (const Refused& refusal) {
        return refused + refusal.hint + "\n" + refusal.what();
    }
}

std::string answer_of(const TopologySource& source, const std::string& place, const Work& work) {
    const WallAnswer answer = behind_wall([&] { return work_on(source, work); });
    if (!answer.trouble.empty()) {
        throw InputError(place, "hwloc could not read it: " + answer.trouble, remedy(source.kind));
    }
    const std::string body = answer.text.empty() ? "" : answer.text.substr(1);
    if (!answer.text.empty() && answer.text.front() == refused) {
        const std::size_t line = body.find('\n');
        throw InputError(place, printable(body.substr(line + 1), 300), printable(body.substr(0, line), 300));
    }
    return body;
}

std::string exported(hwloc_topology_t topology) {
    char* buffer = nullptr;
    int length = 0;
    // What hwloc supports on this machine says nothing of the one that is written.
    ::setenv("HWLOC_XML_EXPORT_SUPPORT", "0", 1);
    if (hwloc_topology_export_xmlbuffer(topology, &buffer, &length, 0) != 0) {
        throw Refused("hwloc cannot write it as XML", "");
    }
    // Whether the length counts a final NUL depends on which of hwloc's XML writers is installed.
    const std::string text(buffer, ::strnlen(buffer, static_cast<std::size_t>(std::max(length, 0))));
    hwloc_free_xmlbuffer(topology, buffer);
    return text;
}

}  // namespace

Machine import_topology(const TopologySource& source, const std::string& place) {
    const std::string body = answer_of(source, place, [&](hwloc_topology_t topology) {
        return encode_machine(map_topology(topology, source.online_cpuset));
    });
    std::optional<Machine> machine = decode_machine(body);
    if (!machine) {
        throw InputError(place, "hwloc could not read it: its answer makes no sense", remedy(source.kind));
    }
    return *machine;
}

std::string topology_xml(const TopologySource& source, const std::string& place) {
    return answer_of(source, place, exported);
}

}  // namespace schedmc
