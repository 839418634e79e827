// SPDX-License-Identifier: GPL-2.0-or-later
// Seeds: counterexamples/corpus/*.json
// Goal: a trace file is a trace, which is written and read as the same one and can be replayed, or an InputError.
#include "counterexamples/replay.hpp"
#include "counterexamples/trace_file.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace schedmc {
namespace {

void read_and_replay(const std::string& text) {
    const Trace trace = parse_trace(text, "input");
    // On large machines an input would take longer than the fuzzer waits.
    constexpr std::size_t small = 32;
    if (trace.machine.cpu_count() <= small) {
        expects(parse_trace(to_json(trace), "input") == trace, "what is written is read as the same trace");
        replay(trace, "input");
    }
}

}  // namespace
}  // namespace schedmc

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return schedmc::fuzz(data, size, schedmc::read_and_replay);
}
