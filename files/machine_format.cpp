// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/machine_format.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "files/lscpu_columns.hpp"
#include "files/printable.hpp"
#include "files/text_lines.hpp"
#include "model/input_error.hpp"

namespace schedmc {

namespace {

constexpr const char* known =
    "known are hwloc XML (lstopo FILE.xml), lscpu -p, lscpu -e, and "
    "grep -r . /sys/devices/system/cpu /sys/devices/system/node";

using Lines = std::vector<TextLine>;

/// A text that is known and is no machine: a line that gives it away, and what it lacks.
struct Insufficient {
    bool (*is_in)(std::string_view line);
    const char* what;
    const char* hint;
};

constexpr std::array<Insufficient, 4> insufficient{{
    {[](std::string_view line) { return line.find("attaching sched-domain") != std::string_view::npos; },
     "these are a kernel's messages about its scheduling domains, not what they were built from",
     "give the machine by lscpu -p, and distances by --distances FILE"},
    {[](std::string_view line) { return line == "node distances:" || line.starts_with("available: "); },
     "numactl -H tells nodes and distances, not which CPUs share a core or a cache",
     "give the machine by lscpu -p, and this file to --distances"},
    {[](std::string_view line) { return line == "platform-info:" || line == "cpu-capacities:"; },
     "a platform description in YAML tells capacities, not which CPUs share a core or a cache",
     "give the machine by lscpu -p or \"pack:1 core:6 pu:1\", and capacities by --capacity"},
    {[](std::string_view line) {
         return line.starts_with("CPU(s): ") || line.starts_with("Thread(s) per core: ");
     },
     "this is the summary of lscpu, which does not tell which CPUs share a core or a cache",
     "give the output of lscpu -p or lscpu -e"},
}};

bool any(const Lines& lines, auto is_in) {
    return std::any_of(lines.begin(), lines.end(), [&](const TextLine& line) { return is_in(line.text); });
}

bool is_of_sysfs(std::string_view line) {
    return line.starts_with("cpu/") || line.starts_with("node/") || line.starts_with("/sys/devices/system/");
}

/// XML may be one long line, so this is asked before the text is taken apart.
bool is_xml(std::string_view text) {
    text.remove_prefix(text.starts_with("\xef\xbb\xbf") ? 3 : 0);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '<';
}

}  // namespace

MachineFormat format_of(const std::string& text, const std::string& place) {
    if (is_xml(text)) {
        return MachineFormat::hwloc_xml;
    }
    Lines lines = text_lines(text, place);
    if (any(lines, is_parsable_header)) {
        return MachineFormat::lscpu_parsable;
    }
    if (any(lines, is_table_header)) {
        return MachineFormat::lscpu_table;
    }
    std::erase_if(lines, [](const TextLine& line) { return line.text.starts_with("#"); });
    if (!lines.empty() && is_of_sysfs(lines.front().text)) {
        return MachineFormat::sysfs;
    }
    for (const Insufficient& other : insufficient) {
        if (any(lines, other.is_in)) {
            throw InputError(place, other.what, other.hint);
        }
    }
    if (lines.empty()) {
        throw InputError(place, "the file is empty", known);
    }
    throw InputError(place + ":" + std::to_string(lines.front().number),
                     "'" + printable(lines.front().text) + "' begins no description of a machine", known);
}

}  // namespace schedmc
