// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

#include "model/machine/machine.hpp"

namespace schedmc {

/// The machine in the text of `lscpu -p` or `lscpu -e`; see machine_as_told() for what is made of it.
///
/// The first line that names columns begins the table; it must name CPU and CORE. What stands before is passed over,
/// and so is what follows the next comment behind the rows. Numbers in other columns than CPU are names only. Siblings
/// have the same socket and core, and the same cache of level 2, or else 1, where caches are told: on machines with
/// several kinds of cores lscpu counts cores within a kind. Offline CPUs, whose core lscpu cannot know, are left out.
///
/// lscpu tells neither distances nor capacities nor isolation.
///
/// Errors: InputError at place:line.
Machine read_lscpu(const std::string& text, const std::string& place);

}  // namespace schedmc
