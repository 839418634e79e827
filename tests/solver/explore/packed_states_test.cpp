// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: states are kept as they came, never move, and the memory they take is told before it is taken.
// Method: append across many chunk borders for several widths, and read everything again.
#include "solver/explore/packed_states.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace schedmc::explore {
namespace {

TEST(PackedStates, KeepsWordsAndParentsAcrossChunks) {
    for (const std::size_t width : {0u, 1u, 2u, 3u, 7u, 100u, 9000u}) {
        PackedStates states(width);
        const std::uint64_t count = width > 1000 ? 10 : 30'000;
        std::vector<std::uint64_t> words(width);
        for (std::uint64_t i = 0; i < count; ++i) {
            std::fill(words.begin(), words.end(), i);
            ASSERT_TRUE(states.make_room());
            states.append(words, i == 0 ? no_state : static_cast<StateId>(i / 2));
        }
        ASSERT_EQ(states.size(), count);
        for (std::uint64_t i = 0; i < count; ++i) {
            const auto id = static_cast<StateId>(i);
            const auto packed = states.packed(id);
            ASSERT_EQ(packed.size(), width);
            ASSERT_TRUE(
                std::all_of(packed.begin(), packed.end(), [&](std::uint64_t word) { return word == i; }));
            ASSERT_EQ(states.parent(id), i == 0 ? no_state : i / 2);
        }
    }
}

TEST(PackedStates, NeverMovesWhatItKeeps) {
    PackedStates states(1);
    ASSERT_TRUE(states.make_room());
    states.append(std::vector<std::uint64_t>{42}, no_state);
    const std::uint64_t* const first = states.packed(0).data();
    for (std::uint64_t i = 1; i < 500'000; ++i) {
        ASSERT_TRUE(states.make_room());
        states.append(std::vector<std::uint64_t>{i}, 0);
    }
    EXPECT_EQ(states.packed(0).data(), first);
    EXPECT_EQ(*first, 42u);
}

TEST(PackedStates, TellsTheMemoryItIsAboutToTake) {
    PackedStates states(2);
    std::uint64_t growths = 0;
    const std::uint64_t first = states.bytes_to_make_room();
    ASSERT_TRUE(states.make_room());
    EXPECT_EQ(states.bytes(), first);
    for (std::uint64_t i = 0; i < 200'000; ++i) {
        const std::uint64_t before = states.bytes();
        const std::uint64_t announced = states.bytes_to_make_room();
        ASSERT_EQ(announced == 0, states.has_room());
        ASSERT_TRUE(states.make_room());
        ASSERT_LE(states.bytes(), before + announced);
        growths += states.bytes() > before ? 1 : 0;
        states.append(std::vector<std::uint64_t>{i, i}, no_state);
    }
    EXPECT_GT(growths, 40u);
    // Two words and a parent are 20 bytes; chunks and their directory add little.
    EXPECT_LT(states.bytes(), 200'000 * 20 + 100'000);
}

TEST(PackedStates, AppendingWithoutRoomIsABrokenContract) {
    PackedStates states(1);
    EXPECT_DEATH(states.append(std::vector<std::uint64_t>{1}, no_state), "room was made");
}

}  // namespace
}  // namespace schedmc::explore
