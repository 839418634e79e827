// SPDX-License-Identifier: GPL-2.0-or-later
// Seeds: properties/suites/*.toml
// Goal: a suite file is a suite, or an InputError.
#include "files/read_suite.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace schedmc {
namespace {

void read(const std::string& text) {
    const MemoryFile file(text);
    for (const CheckSpec& check : read_suite(file.path()).checks) {
        expects(!check.policies.empty(), "a check has a policy");
    }
}

}  // namespace
}  // namespace schedmc

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return schedmc::fuzz(data, size, schedmc::read);
}
