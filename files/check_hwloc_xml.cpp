// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/check_hwloc_xml.hpp"

#include <fmt/format.h>
#include <hwloc.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>
#include <vector>

#include "files/printable.hpp"
#include "files/xml_scanner.hpp"
#include "model/input_error.hpp"
#include "model/machine/machine.hpp"

namespace schedmc {

namespace {

constexpr const char* save_again = "save the machine again with lstopo FILE.xml";

/// Bridges, PCI and OS devices and Misc objects hang beside the CPUs and have no sets of them.
bool has_cpus(std::string_view type) {
    return type != "Bridge" && type != "PCIDev" && type != "OSDev" && type != "Misc";
}

void check_number(const XmlTag& tag, const std::string& place) {
    const std::string_view type = tag.attribute("type");
    const std::string_view value = tag.attribute("os_index");
    if (value.data() == nullptr) {
        throw InputError(place, fmt::format("a {} object has no os_index", type), save_again);
    }
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error == std::errc::invalid_argument || end != value.data() + value.size()) {
        throw InputError(place, fmt::format("os_index \"{}\" is not a number", printable(value)));
    }
    if (error != std::errc{} || number >= max_cpus) {
        throw InputError(place,
                         fmt::format("os_index {} of a {} object is out of range", printable(value), type),
                         fmt::format("numbers are below {}", max_cpus));
    }
}

void check_object(const XmlTag& tag, const std::string& place) {
    const std::string_view type = tag.attribute("type");
    if (type.empty()) {
        throw InputError(place, "an object has no type", save_again);
    }
    if (!has_cpus(type)) {
        return;
    }
    for (const char* const set : {"cpuset", "complete_cpuset", "nodeset", "complete_nodeset"}) {
        const bool wanted =
            type == "NUMANode" || tag.has("nodeset") || std::string_view(set).ends_with("cpuset");
        if (wanted && !tag.has(set)) {
            throw InputError(place, fmt::format("a {} object has no {}", printable(type), set), save_again);
        }
    }
    if (type == "PU" || type == "NUMANode") {
        check_number(tag, place);
    }
}

void check_root(const XmlTag& tag, const std::string& place) {
    if (tag.name != "topology") {
        throw InputError(place,
                         fmt::format("the document is a <{}>, not a hwloc <topology>", printable(tag.name)),
                         save_again);
    }
    const std::string_view version = tag.attribute("version");
    if (version.size() > 8 || version.find_first_not_of("0123456789.") != std::string_view::npos) {
        throw InputError(place, fmt::format("\"{}\" is not a version", printable(version)), save_again);
    }
}

/// The start tag that the installed hwloc understands: a file of hwloc 3 is declared as version 2 where the library
/// is older. Between the two the format gained attributes and tags that are skipped; objects and sets are written the
/// same.
std::string root_for_hwloc(std::string_view version) {
    if (version.empty()) {
        return "<topology>";
    }
    const bool newer = HWLOC_API_VERSION < 0x00030000 && version.starts_with("3.");
    return fmt::format("<topology version=\"{}\">", newer ? "2.0" : version);
}

/// The text as plain as it can be said: hwloc's own parser, used where its libxml plugin is missing, takes neither
/// comments nor blank lines before the root.
std::string plain_text(std::string text, const XmlTag& root,
                       const std::vector<std::pair<std::size_t, std::size_t>>& comments) {
    const std::string tag = root_for_hwloc(root.attribute("version"));
    for (const auto& [first, last] : comments) {
        std::fill(text.begin() + static_cast<std::ptrdiff_t>(first),
                  text.begin() + static_cast<std::ptrdiff_t>(last), ' ');
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + tag + text.substr(root.end);
}

}  // namespace

HwlocXml check_hwloc_xml(const std::string& text, const std::string& place) {
    HwlocXml result;
    XmlScanner scanner(text, place);
    XmlTag root;
    while (scanner.next()) {
        const XmlTag& tag = scanner.tag();
        const std::string here = fmt::format("{}:{}", place, tag.line);
        if (tag.depth == 0) {
            check_root(tag, here);
            root = tag;
        } else if (tag.name == "object") {
            check_object(tag, here);
            result.cpus += tag.attribute("type") == "PU" ? 1 : 0;
            if (result.cpus > max_cpus) {
                throw InputError(here, fmt::format("the machine has more than {} CPUs", max_cpus),
                                 fmt::format("at most {} CPUs can be modelled", max_cpus));
            }
            if (tag.depth == 1) {
                result.online_cpuset = tag.attribute("online_cpuset");
            }
        }
    }
    if (result.cpus == 0) {
        throw InputError(place, "the machine has no CPU: there is no object of type PU", save_again);
    }
    result.text = plain_text(text, root, scanner.comments());
    return result;
}

}  // namespace schedmc
