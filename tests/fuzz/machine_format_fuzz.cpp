// SPDX-License-Identifier: GPL-2.0-or-later
// Seeds: tests/files/machines/*
// Goal: every text has a format or is refused, and the reader of its format takes it or refuses it: what happens to a
// file of any kind, but for hwloc itself, which has a wall around it.
#include "files/check_hwloc_xml.hpp"
#include "files/machine_format.hpp"
#include "files/read_lscpu.hpp"
#include "files/read_sysfs.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace schedmc {
namespace {

void read_any(const std::string& text) {
    switch (format_of(text, "input")) {
        case MachineFormat::hwloc_xml:
            check_hwloc_xml(text, "input");
            break;
        case MachineFormat::sysfs:
            read_sysfs(text, "input");
            break;
        case MachineFormat::lscpu_parsable:
        case MachineFormat::lscpu_table:
            read_lscpu(text, "input");
            break;
    }
}

}  // namespace
}  // namespace schedmc

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return schedmc::fuzz(data, size, schedmc::read_any);
}
