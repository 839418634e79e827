// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: what is encoded is decoded again, and a damaged text is refused or still in range.
// Method: the presets and a machine with holes there and back; every prefix and many single-byte changes.
#include "files/machine_wire.hpp"

#include <gtest/gtest.h>

#include "files/presets.hpp"
#include "files/read_machine.hpp"
#include "tests/files/machine_fixtures.hpp"

namespace schedmc {
namespace {

std::vector<Machine> machines() {
    std::vector<Machine> all;
    for (const Preset& preset : presets()) {
        all.push_back(preset.machine);
    }
    all.push_back(read_machine(fixture("offline-pu.xml")));
    all.push_back(read_machine("core:2 pu:2(indexes=3,1,9,7)"));
    return all;
}

TEST(MachineWire, GoesThereAndBack) {
    for (Machine machine : machines()) {
        SCOPED_TRACE(machine.name);
        machine.name.clear();
        EXPECT_EQ(decode_machine(encode_machine(machine)), machine);
    }
}

TEST(MachineWire, RefusesEveryPrefix) {
    const std::string text = encode_machine(machines().back());
    for (std::size_t length = 0; length < text.size(); ++length) {
        EXPECT_FALSE(decode_machine(text.substr(0, length))) << length;
    }
}

TEST(MachineWire, RefusesNumbersOutOfRange) {
    const std::string text = encode_machine(presets()[4].machine);
    ASSERT_EQ(text.substr(0, 23), "12 1\n1 1 0 0 0 0 0 1024");
    for (const std::string number : {"1024", "65536", "-1", "99999999999999999999999"}) {
        EXPECT_FALSE(decode_machine(edited(text, "1 1 0 0", "1 1 " + number + " 0"))) << number;
        EXPECT_FALSE(decode_machine(edited(text, "1 1 0 0", number + " 1 0 0"))) << number;
    }
    EXPECT_FALSE(decode_machine(edited(text, "12 1", "1025 1")));
    EXPECT_FALSE(decode_machine(edited(text, "12 1", "12 1025")));
    EXPECT_FALSE(decode_machine(edited(text, "1024", "65536")));
}

TEST(MachineWire, KeepsDamagedTextsInRange) {
    const std::string text = encode_machine(presets()[4].machine);
    std::size_t accepted = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        for (const char c : {'9', ' ', '-', 'x', '\0'}) {
            std::string damaged = text;
            damaged[at] = c;
            const std::optional<Machine> machine = decode_machine(damaged);
            if (machine) {
                ++accepted;
                EXPECT_LE(machine->cpu_count(), max_cpus);
                EXPECT_TRUE(machine->online.is_subset_of(machine->present));
                EXPECT_TRUE(machine->present.is_subset_of(CpuMask::first(machine->cpu_count())));
            }
        }
    }
    EXPECT_GT(accepted, 0U);
}

}  // namespace
}  // namespace schedmc
