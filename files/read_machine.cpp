// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/read_machine.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include "files/check_synthetic.hpp"
#include "files/import_topology.hpp"
#include "files/machine_format.hpp"
#include "files/presets.hpp"
#include "files/printable.hpp"
#include "files/read_hwloc_xml.hpp"
#include "files/read_lscpu.hpp"
#include "files/read_sysfs.hpp"
#include "files/read_text.hpp"
#include "model/input_error.hpp"

namespace schedmc {

namespace {

/// How errors call a source: descriptions may be long.
std::string place_of(const std::string& source) {
    constexpr std::size_t longest = 80;
    return source.size() <= longest ? printable(source, longest) : printable(source, longest - 3) + "...";
}

Machine read_file(const std::string& path) {
    const std::string text = read_text(path, max_machine_bytes, path);
    switch (format_of(text, path)) {
        case MachineFormat::hwloc_xml:
            return read_hwloc_xml(text, path);
        case MachineFormat::sysfs:
            return read_sysfs(text, path);
        case MachineFormat::lscpu_parsable:
        case MachineFormat::lscpu_table:
            break;
    }
    return read_lscpu(text, path);
}

Machine read_synthetic(const std::string& description) {
    const std::string place = place_of(description);
    const std::size_t cpus = check_synthetic(description, place);
    return import_topology({TopologySource::Kind::synthetic, description, "", cpus}, place);
}

[[noreturn]] void refuse_unknown(const std::string& source, const std::vector<Preset>& known) {
    std::vector<std::string> names{"this"};
    for (const Preset& preset : known) {
        names.push_back(preset.name);
    }
    if (source.empty()) {
        throw InputError("--machine", "no machine is named", suggestion(source, names));
    }
    throw InputError(place_of(source), "there is no preset and no file of that name",
                     suggestion(source, names));
}

Machine find(const std::string& source) {
    const std::vector<Preset> known = presets();
    const auto preset = std::find_if(known.begin(), known.end(),
                                     [&](const Preset& candidate) { return candidate.name == source; });
    if (preset != known.end()) {
        return preset->machine;
    }
    if (source == "this") {
        return import_topology({}, source);
    }
    std::error_code error;
    if (source.find('\0') == std::string::npos && std::filesystem::exists(source, error)) {
        return read_file(source);
    }
    if (source.find(':') != std::string::npos) {
        return read_synthetic(source);
    }
    refuse_unknown(source, known);
}

}  // namespace

Machine read_machine(const std::string& source, const MachineOptions& options) {
    Machine machine = find(source);
    machine.name = source;
    apply_options(machine, options);
    check_machine(machine, place_of(source));
    return machine;
}

}  // namespace schedmc
