// SPDX-License-Identifier: GPL-2.0-or-later
// Seeds: tests/fuzz/seeds/ftrace-*.txt
// Goal: a recording is a machine, decisions and placements on it, or an InputError.
#include "files/recorded_decisions.hpp"
#include "files/recorded_placements.hpp"
#include "files/recording.hpp"
#include "tests/fuzz/fuzz_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return schedmc::fuzz(data, size, [](const std::string& text) {
        const schedmc::MemoryFile file(text);
        schedmc::Recording recording(file.path());
        const auto machine = recording.header().machine();
        if (!machine.has_value()) {
            return;
        }
        schedmc::check_machine(*machine, "input");
        schedmc::RecordedDecisions decisions(recording.header(), *machine, "input");
        schedmc::RecordedPlacements placements(*machine, "input");
        while (const auto item = recording.next()) {
            if (item->event.has_value()) {
                static_cast<void>(decisions.take(*item->event, item->line));
                static_cast<void>(placements.take(*item->event, item->line));
            } else {
                decisions.lost(*item->lost_on);
            }
        }
        decisions.end();
    });
}
