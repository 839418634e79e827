// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: the table finds exactly the ids that were entered, whatever the hashes are, and stays within its
// size.
// Method: keys under good, poor and constant hashes against std::map, across growths.
#include "solver/explore/id_table.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <bit>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "solver/explore/state_hash.hpp"

namespace schedmc::explore {
namespace {

// A set of numbers on top of the table, with a hash of choice.
class Numbers {
public:
    using Hash = std::uint64_t (*)(std::uint64_t);

    explicit Numbers(Hash hash, std::uint64_t most_ids = state_id_count) : hash_(hash), table_(most_ids) {}

    StateId find(std::uint64_t number) {
        return table_.find(hash_(number), [&](StateId id) {
            ++looks_;
            return numbers_[id] == number;
        });
    }
    bool enter(std::uint64_t number) {
        if (!table_.has_room() && !table_.grow([&](StateId id) { return hash_(numbers_[id]); })) {
            return false;
        }
        table_.insert(hash_(number));
        numbers_.push_back(number);
        return true;
    }
    const IdTable& table() const { return table_; }
    std::uint64_t looks() const { return looks_; }

private:
    Hash hash_;
    IdTable table_;
    std::vector<std::uint64_t> numbers_;
    std::uint64_t looks_ = 0;
};

void agrees_with_a_map(Numbers::Hash hash) {
    Numbers numbers(hash);
    std::map<std::uint64_t, StateId> model;
    for (const auto number :
         *rc::gen::container<std::vector<std::uint64_t>>(rc::gen::inRange<std::uint64_t>(0, 64))) {
        const auto known = model.find(number);
        RC_ASSERT(numbers.find(number) == (known == model.end() ? no_state : known->second));
        if (known == model.end()) {
            model.emplace(number, static_cast<StateId>(model.size()));
            RC_ASSERT(numbers.enter(number));
        }
    }
}

RC_GTEST_PROP(IdTableLaws, IsAMapUnderAGoodHash, ()) { agrees_with_a_map(scatter); }

RC_GTEST_PROP(IdTableLaws, IsAMapUnderAConstantHash, ()) {
    agrees_with_a_map([](std::uint64_t) { return std::uint64_t{7}; });
}

RC_GTEST_PROP(IdTableLaws, IsAMapAtTheEndOfTheTable, ()) {
    // Home is the last slot, so every probe wraps.
    agrees_with_a_map([](std::uint64_t number) { return ~std::uint64_t{0} - number; });
}

TEST(IdTable, FindsAllAndNothingElseAcrossGrowths) {
    constexpr std::uint64_t number_count = 300'000;
    Numbers numbers(scatter);
    for (std::uint64_t i = 0; i < number_count; ++i) {
        ASSERT_TRUE(numbers.enter(2 * i));
    }
    for (std::uint64_t i = 0; i < number_count; ++i) {
        ASSERT_EQ(numbers.find(2 * i), i);
        ASSERT_EQ(numbers.find(2 * i + 1), no_state);
    }
    // Tags spare nearly all looks at states that differ: one look for each number that is there, few besides.
    EXPECT_LT(numbers.looks(), number_count + number_count / 50);
}

TEST(IdTable, TellsItsSizeBeforeItGrows) {
    Numbers numbers(scatter);
    EXPECT_EQ(numbers.table().bytes(), 0u);
    for (std::uint64_t i = 0; i < 100'000; ++i) {
        const std::uint64_t announced =
            numbers.table().has_room() ? numbers.table().bytes() : numbers.table().bytes_when_grown();
        ASSERT_TRUE(numbers.enter(i));
        ASSERT_EQ(numbers.table().bytes(), announced);
    }
    // Never fewer than 8 slots of 15 are in use in a table that has grown.
    EXPECT_LE(numbers.table().bytes(), 100'000 * 4 * 15 / 8 + 64);
}

TEST(IdTable, IsNoLargerThanTheMostIdsNeed) {
    Numbers numbers(scatter, 3000);
    for (std::uint64_t i = 0; i < 3000; ++i) {
        ASSERT_TRUE(numbers.enter(i));
    }
    EXPECT_LE(numbers.table().bytes(), 3000u * 4 * 5 / 4 + 20);
    for (std::uint64_t i = 0; i < 3000; ++i) {
        ASSERT_EQ(numbers.find(i), i);
    }
}

TEST(IdTable, EnteringWithoutRoomIsABrokenContract) {
    IdTable table(10);
    EXPECT_DEATH(table.insert(1), "the table grew");
}

TEST(StateHash, IsOneToOneOnWordsAndDependsOnEveryBit) {
    std::set<std::uint64_t> seen;
    for (std::uint64_t word = 0; word < 10'000; ++word) {
        seen.insert(scatter(word));
        seen.insert(scatter(word << 50));
    }
    EXPECT_EQ(seen.size(), 2 * 10'000u - 1);
    // Flipping one bit flips about half of the bits, in the part that chooses the slot as in the part that is
    // a tag.
    for (unsigned bit = 0; bit < 64; ++bit) {
        int upper = 0;
        int lower = 0;
        for (std::uint64_t word = 0; word < 1000; ++word) {
            const std::uint64_t difference = scatter(word) ^ scatter(word ^ std::uint64_t{1} << bit);
            upper += std::popcount(difference >> 32);
            lower += std::popcount(difference & 0xffffffff);
        }
        EXPECT_NEAR(upper, 16'000, 1600) << "bit " << bit;
        EXPECT_NEAR(lower, 16'000, 1600) << "bit " << bit;
    }
}

TEST(StateHash, TellsTheOrderOfWords) {
    EXPECT_NE(hash_state(std::vector<std::uint64_t>{1, 2}), hash_state(std::vector<std::uint64_t>{2, 1}));
    EXPECT_NE(hash_state(std::vector<std::uint64_t>{0, 0}), hash_state(std::vector<std::uint64_t>{0}));
}

}  // namespace
}  // namespace schedmc::explore
