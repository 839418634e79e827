// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <vector>

#include "model/machine/machine.hpp"

namespace schedmc {

/// A machine as hwloc's XML.
struct WrittenMachine {
    std::string xml;
    /// What a reader of the XML will not find of it, each as a clause: "the isolation of cpus 2-3".
    std::vector<std::string> lost;
};

/// The machine in the XML that hwloc writes itself: our document goes through the library, and what it wrote is read
/// again to see what became of it. hwloc knows no isolation; an offline CPU is kept where a core of it is online, and
/// otherwise loses what only offline CPUs share.
///
/// Errors: InputError at the machine's name for what hwloc cannot express or will not take; see hwloc_document().
/// Cost: two forks.
WrittenMachine write_hwloc(const Machine& machine);

}  // namespace schedmc
