// SPDX-License-Identifier: GPL-2.0-or-later
// Seeds: tests/files/machines/lscpu-*.txt
// Goal: a table of lscpu is a machine or an InputError.
#include "files/read_lscpu.hpp"
#include "tests/fuzz/fuzz_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return schedmc::fuzz(data, size, [](const std::string& text) {
        schedmc::check_machine(schedmc::read_lscpu(text, "input"), "input");
    });
}
