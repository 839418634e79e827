// SPDX-License-Identifier: GPL-2.0-or-later
// Seeds: tests/files/machines/*.xml
// Goal: what our process does with hwloc XML before hwloc sees it, and with what comes back over the wall, holds for
// any bytes. hwloc itself crashes on some: it runs in a child process, which is tests/files/behind_wall_test.cpp's.
#include "files/check_hwloc_xml.hpp"
#include "files/machine_wire.hpp"
#include "model/machine/machine.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace schedmc {
namespace {

void check_both(const std::string& text) {
    const std::optional<Machine> machine = decode_machine(text);
    if (machine) {
        expects(machine->cpu_count() <= max_cpus, "a machine from the wire is in range");
        expects(decode_machine(encode_machine(*machine)) == machine, "what is sent again is the same");
    }
    const HwlocXml xml = check_hwloc_xml(text, "input");
    expects(xml.cpus >= 1 && xml.cpus <= max_cpus, "a checked document has CPUs in range");
}

}  // namespace
}  // namespace schedmc

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return schedmc::fuzz(data, size, schedmc::check_both);
}
