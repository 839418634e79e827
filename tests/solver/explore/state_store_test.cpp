// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: the store is an exact set: an id for each distinct state, in order, with its words and its first
// parent.
// Method: random packed states over few words, against std::map; limits at and around what fits.
#include "solver/explore/state_store.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <cstdint>
#include <map>
#include <vector>

#include "solver/explore/state_hash.hpp"

namespace schedmc::explore {
namespace {

using Words = std::vector<std::uint64_t>;

RC_GTEST_PROP(StateStoreLaws, IsAMapFromWordsToTheOrderOfArrival, ()) {
    const auto width = *rc::gen::resize(100, rc::gen::inRange<std::size_t>(0, 4));
    // Few values for a word, so that many states are met again; some of them differ in high bits only.
    const auto word = rc::gen::map(rc::gen::resize(100, rc::gen::inRange<std::uint64_t>(0, 4)),
                                   [](std::uint64_t value) { return (value & 1) | (value >> 1) << 63; });
    const auto states = *rc::gen::container<std::vector<Words>>(rc::gen::container<Words>(width, word));
    StateStore store(width, Limits{});
    std::map<Words, StateId> model;
    std::vector<StateId> parents;
    for (std::size_t i = 0; i < states.size(); ++i) {
        const StateId parent = store.size() == 0 ? no_state : static_cast<StateId>(i % store.size());
        const bool is_new = model.emplace(states[i], static_cast<StateId>(model.size())).second;
        if (is_new) {
            parents.push_back(parent);
        }
        const auto inserted = store.insert(states[i], parent);
        RC_ASSERT(inserted.outcome == (is_new ? Insertion::added : Insertion::known));
        RC_ASSERT(inserted.id == model.at(states[i]));
        RC_ASSERT(store.size() == model.size());
    }
    for (const auto& [words, id] : model) {
        Words read(width);
        store.read(id, read);
        RC_ASSERT(read == words);
        RC_ASSERT(store.parent(id) == parents[id]);
    }
}

TEST(StateStore, FindsEveryStateAgainAfterItHasGrown) {
    constexpr std::uint64_t state_count = 200'000;
    StateStore store(3, Limits{});
    const auto words_of = [](std::uint64_t i) { return Words{i / 1000, i % 1000, i * i}; };
    for (std::uint64_t i = 0; i < state_count; ++i) {
        const auto inserted = store.insert(words_of(i), no_state);
        ASSERT_EQ(inserted.outcome, Insertion::added);
        ASSERT_EQ(inserted.id, i);
    }
    for (std::uint64_t i = 0; i < state_count; ++i) {
        const auto inserted = store.insert(words_of(i), no_state);
        ASSERT_EQ(inserted.outcome, Insertion::known);
        ASSERT_EQ(inserted.id, i);
    }
}

TEST(StateStore, KeepsStatesApartWhoseHashesAreTheSame) {
    // Mixing is invertible, so a last word can be chosen that brings any two beginnings to the same hash.
    const std::uint64_t goal = hash_state(Words{5, 0}) ^ 1234;
    StateStore store(3, Limits{});
    for (std::uint64_t i = 0; i < 200; ++i) {
        const Words words{5, i, hash_state(Words{5, i}) ^ goal};
        ASSERT_EQ(hash_state(words), hash_state(Words{5, 0, 1234}));
        const auto inserted = store.insert(words, no_state);
        ASSERT_EQ(inserted.outcome, Insertion::added);
        ASSERT_EQ(inserted.id, i);
        ASSERT_EQ(store.insert(words, no_state).id, i);
    }
    EXPECT_EQ(store.insert(Words{5, 0, 1234}, no_state).id, 0u);
}

TEST(StateStore, TakesStatesThatAreWiderThanAChunk) {
    StateStore store(20'000, Limits{});
    Words words(20'000);
    for (std::uint64_t i = 0; i < 5; ++i) {
        words.back() = i;
        EXPECT_EQ(store.insert(words, no_state).id, i);
    }
    EXPECT_EQ(store.insert(words, no_state).outcome, Insertion::known);
}

TEST(StateStore, KnowsItsStatesWhenItIsFull) {
    StateStore store(1, Limits{.states = 3});
    for (std::uint64_t i = 0; i < 3; ++i) {
        EXPECT_EQ(store.insert(Words{i}, no_state).outcome, Insertion::added);
    }
    const auto refused = store.insert(Words{3}, no_state);
    EXPECT_EQ(refused.outcome, Insertion::states_exhausted);
    EXPECT_EQ(refused.id, no_state);
    EXPECT_EQ(store.insert(Words{2}, no_state).outcome, Insertion::known);
    EXPECT_EQ(store.size(), 3u);
}

TEST(StateStore, KnowsItsStatesWhenMemoryIsUsedUp) {
    constexpr std::uint64_t limit_bytes = 1'000'000;
    StateStore store(1, Limits{.memory_bytes = limit_bytes});
    std::uint64_t kept = 0;
    while (store.insert(Words{kept}, no_state).outcome == Insertion::added) {
        ++kept;
        ASSERT_LE(store.bytes(), limit_bytes);
    }
    EXPECT_EQ(store.insert(Words{kept}, no_state).outcome, Insertion::memory_exhausted);
    EXPECT_EQ(store.size(), kept);
    for (std::uint64_t i = 0; i < kept; ++i) {
        ASSERT_EQ(store.insert(Words{i}, no_state).outcome, Insertion::known);
    }
    // A one-word state takes 12 bytes, and at most 7.5 in a table that has just grown.
    EXPECT_GT(kept, limit_bytes / 30);
}

TEST(StateStore, ASmallStateLimitKeepsTheTableSmall) {
    StateStore small(1, Limits{.states = 10});
    StateStore large(1, Limits{});
    EXPECT_EQ(small.insert(Words{1}, no_state).outcome, Insertion::added);
    EXPECT_EQ(large.insert(Words{1}, no_state).outcome, Insertion::added);
    EXPECT_LT(small.bytes(), large.bytes());
}

TEST(StateStore, ReadingAStateThatIsNotThereIsABrokenContract) {
    StateStore store(1, Limits{});
    Words words(1);
    EXPECT_DEATH(store.read(0, words), "a state is in the store");
}

}  // namespace
}  // namespace schedmc::explore
