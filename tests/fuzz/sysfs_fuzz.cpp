// SPDX-License-Identifier: GPL-2.0-or-later
// Seeds: tests/files/machines/sysfs-*.txt
// Goal: a dump of sysfs is a machine or an InputError.
#include "files/read_sysfs.hpp"
#include "tests/fuzz/fuzz_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return schedmc::fuzz(data, size, [](const std::string& text) {
        schedmc::check_machine(schedmc::read_sysfs(text, "input"), "input");
    });
}
