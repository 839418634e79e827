// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: Bits is a set of small numbers, in one word as in sixteen.
// Method: every operation against std::set on random sets, members at word borders being frequent.
#include "model/domain/bits.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <vector>

namespace schedmc {
namespace {

using Set = std::set<std::size_t>;

template <std::size_t Words>
Bits<Words> bits_of(const Set& set) {
    Bits<Words> bits;
    for (const std::size_t member : set) {
        bits.insert(member);
    }
    return bits;
}

template <std::size_t Words>
Set set_of(const Bits<Words>& bits) {
    Set set;
    bits.for_each([&](std::size_t member) { set.insert(set.end(), member); });
    return set;
}

std::size_t below(std::size_t end) { return *rc::gen::resize(100, rc::gen::inRange<std::size_t>(0, end)); }

// A member anywhere, or next to the border of a word.
std::size_t some_member(std::size_t capacity) {
    return below(2) == 0 ? below(capacity)
                         : std::min(capacity - 1, 64 * below(capacity / 64 + 1) + below(3) - 1);
}

Set some_set(std::size_t capacity) {
    Set set;
    for (std::size_t left = below(40); left > 0; --left) {
        const std::size_t member = some_member(capacity);
        set.insert(member < capacity ? member : 0);
    }
    return set;
}

template <class Combine>
Set combined(const Set& a, const Set& b, Combine&& combine) {
    Set result;
    combine(a.begin(), a.end(), b.begin(), b.end(), std::inserter(result, result.end()));
    return result;
}

template <std::size_t Words>
void behaves_like_a_set() {
    constexpr std::size_t capacity = Bits<Words>::capacity;
    const Set a = some_set(capacity);
    const Set b = some_set(capacity);
    const Bits<Words> bits_a = bits_of<Words>(a);
    const Bits<Words> bits_b = bits_of<Words>(b);
    RC_ASSERT(set_of(bits_a) == a);
    RC_ASSERT(bits_a.count() == a.size());
    RC_ASSERT(bits_a.empty() == a.empty());
    RC_ASSERT((bits_a == bits_b) == (a == b));
    RC_ASSERT(bits_a.is_subset_of(bits_b) == std::includes(b.begin(), b.end(), a.begin(), a.end()));
    RC_ASSERT(bits_a.is_subset_of(bits_a | bits_b));
    const auto both = [](auto... range) { std::set_intersection(range...); };
    const auto either = [](auto... range) { std::set_union(range...); };
    const auto only_first = [](auto... range) { std::set_difference(range...); };
    RC_ASSERT(set_of(bits_a & bits_b) == combined(a, b, both));
    RC_ASSERT(set_of(bits_a | bits_b) == combined(a, b, either));
    RC_ASSERT(set_of(bits_a - bits_b) == combined(a, b, only_first));
}

template <std::size_t Words>
void finds_and_changes_members() {
    constexpr std::size_t capacity = Bits<Words>::capacity;
    Set set = some_set(capacity);
    Bits<Words> bits = bits_of<Words>(set);
    const std::size_t member = std::min(some_member(capacity), capacity - 1);
    RC_ASSERT(bits.contains(member) == (set.count(member) == 1));
    const auto next = set.lower_bound(member);
    RC_ASSERT(bits.next(member) == (next == set.end() ? capacity : *next));
    bits.insert(member);
    set.insert(member);
    RC_ASSERT(set_of(bits) == set);
    bits.erase(member);
    set.erase(member);
    RC_ASSERT(set_of(bits) == set);
    RC_ASSERT(!bits.contains(capacity + member));
    RC_ASSERT(bits.next(capacity) == capacity);
}

template <std::size_t Words>
void shifts_members() {
    constexpr std::size_t capacity = Bits<Words>::capacity;
    const Set set = some_set(capacity);
    const std::size_t distance = below(2) == 0 ? 64 * below(Words + 1) : below(capacity + 1);
    Set up;
    Set down;
    for (const std::size_t member : set) {
        if (member + distance < capacity) {
            up.insert(member + distance);
        }
        if (member >= distance) {
            down.insert(member - distance);
        }
    }
    RC_ASSERT(set_of(bits_of<Words>(set).shifted_up(distance)) == up);
    RC_ASSERT(set_of(bits_of<Words>(set).shifted_down(distance)) == down);
}

RC_GTEST_PROP(BitsLaws, OneWordIsASet, ()) { behaves_like_a_set<1>(); }
RC_GTEST_PROP(BitsLaws, SixteenWordsAreASet, ()) { behaves_like_a_set<16>(); }
RC_GTEST_PROP(BitsLaws, OneWordFindsAndChangesMembers, ()) { finds_and_changes_members<1>(); }
RC_GTEST_PROP(BitsLaws, SixteenWordsFindAndChangeMembers, ()) { finds_and_changes_members<16>(); }
RC_GTEST_PROP(BitsLaws, OneWordShifts, ()) { shifts_members<1>(); }
RC_GTEST_PROP(BitsLaws, SixteenWordsShift, ()) { shifts_members<16>(); }

RC_GTEST_PROP(BitsLaws, TheFirstMembersAreAllBelowTheirNumber, ()) {
    const std::size_t count = below(2) == 0 ? 64 * below(5) : below(257);
    const Bits<4> bits = Bits<4>::first(count);
    RC_ASSERT(bits.count() == count);
    RC_ASSERT(bits.next(0) == (count == 0 ? Bits<4>::capacity : 0U));
    RC_ASSERT((count == 0 || bits.contains(count - 1)));
}

RC_GTEST_PROP(BitsLaws, WidthsConvertWithoutChange, ()) {
    const Set set = some_set(64);
    RC_ASSERT(set_of(Bits<16>::from(bits_of<1>(set))) == set);
    RC_ASSERT(set_of(Bits<1>::from(bits_of<16>(set))) == set);
}

TEST(Bits, AreReadAndWrittenByWord) {
    Bits<2> bits = Bits<2>::single(65);
    EXPECT_EQ(bits.word(0), 0U);
    EXPECT_EQ(bits.word(1), 2U);
    bits.set_word(0, 5);
    EXPECT_EQ(set_of(bits), (Set{0, 2, 65}));
}

TEST(Bits, AreMadeWhileCompiling) {
    constexpr Bits<2> bits = Bits<2>::first(70) - Bits<2>::first(3);
    static_assert(bits.count() == 67 && bits.next(0) == 3 && !bits.contains(70));
    SUCCEED();
}

TEST(Bits, RefuseWhatDoesNotFit) {
    EXPECT_DEATH(static_cast<void>(Bits<1>::single(64)), "below its capacity");
    EXPECT_DEATH(static_cast<void>(Bits<1>::first(65)), "at most its capacity");
    EXPECT_DEATH(Bits<1>().insert(64), "below its capacity");
    EXPECT_DEATH(static_cast<void>(Bits<1>::from(Bits<2>::single(64))), "fit the width");
}

}  // namespace
}  // namespace schedmc
