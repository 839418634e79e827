// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

#include "files/sysfs_lines.hpp"
#include "files/told_machine.hpp"

namespace schedmc {

/// Adds what a dump of sysfs says of NUMA nodes: those of node/online, or those that have files; their CPUs, and their
/// distances, whose columns follow the nodes' numbers.
///
/// Errors: InputError at place:line or place for a node without CPU set, rows that do not fit, distances out of
/// range, and distances of some nodes only.
void add_sysfs_nodes(const SysfsLines& lines, const std::string& place, ToldMachine& told);

}  // namespace schedmc
