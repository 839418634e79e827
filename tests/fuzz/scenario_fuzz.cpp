// SPDX-License-Identifier: GPL-2.0-or-later
// Seeds: tests/fuzz/seeds/scenario-*.toml
// Goal: a scenario file is a scenario for the machine, or an InputError.
#include "files/presets.hpp"
#include "files/read_scenario.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace schedmc {
namespace {

void read_for_a_preset(const std::string& text) {
    static const Machine machine = presets().front().machine;
    const MemoryFile file(text);
    check_scenario(read_scenario(file.path(), machine), machine, "input");
}

}  // namespace
}  // namespace schedmc

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return schedmc::fuzz(data, size, schedmc::read_for_a_preset);
}
