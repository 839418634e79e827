// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "model/machine/machine.hpp"

namespace schedmc {

/// The content of one file of sysfs, and the line of the dump that has it.
struct SysfsValue {
    std::string text;
    std::size_t line = 0;
};

/// A dump of sysfs as `grep -r .` prints it: "/sys/devices/system/cpu/cpu0/topology/core_id:0", a line a file. A space
/// behind the colon and paths that begin at cpu/ or node/ are fine too.
class SysfsLines {
public:
    /// Reads the lines whose paths are used; sysfs has many more below cpu/ and node/.
    ///
    /// Errors: InputError at place:line for a line that is none of such a dump, CPU numbers of max_cpus and above, and
    /// a path with two values.
    SysfsLines(const std::string& text, std::string place);

    /// [path from cpu/ or node/ on] -> its value.
    const std::map<std::string, SysfsValue>& values() const { return values_; }
    /// The value at a path, or null.
    const SysfsValue* find(const std::string& path) const;
    /// place:line
    std::string place_of(const SysfsValue& value) const;
    /// "0-3,8". Errors: InputError at its line.
    CpuMask list(const SysfsValue& value) const;
    /// "00000000,0000000f", most significant word first; bits of max_cpus and above must be zero.
    ///
    /// Errors: InputError at its line.
    CpuMask map(const SysfsValue& value) const;

private:
    std::string place_;
    std::map<std::string, SysfsValue> values_;
};

/// The number behind a word, "cpu12" and "cpu" give "12", and nothing but digits; otherwise empty.
std::string_view digits_behind(std::string_view text, std::string_view word);

}  // namespace schedmc
