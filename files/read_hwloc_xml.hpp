// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

#include "model/machine/machine.hpp"

namespace schedmc {

/// The machine in a text of hwloc XML: check_hwloc_xml(), then import_topology().
///
/// Errors: InputError at place or place:line. Cost: one fork.
Machine read_hwloc_xml(const std::string& text, const std::string& place);

}  // namespace schedmc
