// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <rapidcheck.h>

#include <string>

#include "model/machine/machine.hpp"

namespace schedmc {

/// Machines as irregular as they come: one to three packages that hold nodes or are held by them, uneven LLCs,
/// clusters and cores, CPU numbers at random with holes, any distances, and often several capacities. All CPUs are
/// online and none is isolated. They pass check_machine(), and no LLC leaves its node.
rc::Gen<Machine> drawn_machines();

/// The machine as a dump of sysfs, a cache or a cluster wherever the machine has one.
std::string sysfs_of(const Machine& machine);

/// The machine as text of `lscpu -p`; names of cores and caches are those of the machine.
std::string lscpu_of(const Machine& machine);

}  // namespace schedmc
