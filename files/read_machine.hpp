// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

#include "files/machine_options.hpp"
#include "model/machine/machine.hpp"

namespace schedmc {

/// The machine that `source` means, with the options applied and checked by check_machine().
///
/// A source is, in this order: the name of a preset; `this`, the machine the program runs on; the path of a file;
/// otherwise, if it has a ':', a hwloc synthetic description such as "pack:2 l3:2 core:2 pu:2". A file is hwloc XML
/// (version 1, 2 or 3), a dump of sysfs, or text of `lscpu -p` or `lscpu -e`: format_of() tells them apart.
/// map_topology() says what becomes of hwloc's objects, machine_as_told() what of the others. A description without
/// caches has an LLC a package, without packages one for the whole.
///
/// Errors: InputError at the source (file:line where a line is to blame) or at an option's name. Never crashes, hangs
/// or takes memory without bound, whatever the input: at most max_machine_bytes of a file, max_cpus CPUs. Cost: one
/// fork for what hwloc reads.
Machine read_machine(const std::string& source, const MachineOptions& options = {});

}  // namespace schedmc
