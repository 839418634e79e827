// SPDX-License-Identifier: GPL-2.0-or-later
// Seeds: tests/files/machines/distances-*.txt
// Goal: a file of --distances is a matrix for the machine, or an InputError.
#include "files/presets.hpp"
#include "files/read_distances.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace schedmc {
namespace {

void read_for_two_nodes(const std::string& text) {
    static const Machine machine = presets().front().machine;
    Machine changed = machine;
    changed.distance = read_distances(text, machine, "input");
    check_machine(changed, "input");
    expects(changed.distance.size() == machine.distance.size(), "there is a row a node");
}

}  // namespace
}  // namespace schedmc

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return schedmc::fuzz(data, size, schedmc::read_for_two_nodes);
}
