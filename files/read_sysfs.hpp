// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

#include "model/machine/machine.hpp"

namespace schedmc {

/// The machine that a dump of /sys/devices/system/cpu and node describes; see SysfsLines for its form and
/// machine_as_told() for what is made of it.
///
/// A CPU is present when the dump has its topology/ files, which Linux shows of online CPUs; every CPU of cpu/online
/// must have them. Where cluster files are missing, as before v5.16, caches tell, but not beside cpu_capacity: x86
/// makes clusters of caches, Arm and RISC-V, which have that file, do not. A cache may be written as one line,
/// cpu/cpu0/cache/index2: level=2 type=Unified shared=0-1. On s390 (known by its book_id) the MC level and so the LLC
/// is the socket, whatever caches are shown.
///
/// Errors: InputError at place:line, or at place when a file is missing. At most 64 KiB a line.
/// Source: arch/s390/kernel/topology.c, s390_topology; drivers/base/topology.c, drivers/base/cacheinfo.c.
Machine read_sysfs(const std::string& text, const std::string& place);

}  // namespace schedmc
