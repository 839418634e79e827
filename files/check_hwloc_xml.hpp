// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <string>

namespace schedmc {

/// A machine in hwloc's XML, checked and made fit for the installed hwloc.
struct HwlocXml {
    /// The text without DOCTYPE and comments; version 3 is declared as 2 where the installed hwloc reads no newer one,
    /// because what a machine is made of has kept its form.
    std::string text;
    /// The set of online CPUs in hwloc's notation; only version 1 files tell, otherwise empty.
    std::string online_cpuset;
    /// How many PU objects it has.
    std::size_t cpus = 0;
};

/// The text, if it is well-formed XML whose root is a hwloc topology and whose objects have what hwloc relies on:
/// a type, cpuset and complete_cpuset, nodeset only together with complete_nodeset, which nodes always have, CPU and
/// node numbers in range, 1 to max_cpus PU objects.
///
/// hwloc 2.9 crashes on files without these; and it names no line for what it refuses. Attribute
/// values and text are left to hwloc.
///
/// Errors: InputError at place:line. A DOCTYPE other than `<!DOCTYPE topology SYSTEM "...">` is refused. Cost: one
/// pass over the text.
HwlocXml check_hwloc_xml(const std::string& text, const std::string& place);

}  // namespace schedmc
