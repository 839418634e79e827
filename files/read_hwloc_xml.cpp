// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/read_hwloc_xml.hpp"

#include <utility>

#include "files/check_hwloc_xml.hpp"
#include "files/import_topology.hpp"

namespace schedmc {

Machine read_hwloc_xml(const std::string& text, const std::string& place) {
    HwlocXml xml = check_hwloc_xml(text, place);
    return import_topology(
        {TopologySource::Kind::xml, std::move(xml.text), std::move(xml.online_cpuset), xml.cpus}, place);
}

}  // namespace schedmc
