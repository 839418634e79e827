// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <string>

namespace schedmc {

/// The largest file that is read for a machine.
inline constexpr std::size_t max_machine_bytes = std::size_t{16} << 20;

/// The formats of files that describe machines and are read.
enum class MachineFormat { hwloc_xml, sysfs, lscpu_parsable, lscpu_table };

/// The format of a text, recognised by its content.
///
/// Errors: InputError at `place` for every other text. Those that describe less than a machine - the summary of lscpu,
/// numactl -H, a kernel's sched-domain messages, a platform description in YAML - are named, with what they lack.
MachineFormat format_of(const std::string& text, const std::string& place);

}  // namespace schedmc
