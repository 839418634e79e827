// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "model/expects.hpp"

namespace schedmc {

/// A set of small natural numbers below 64 * Words, one bit each.
///
/// The concrete domain's sets and the machine's masks are made of it. With Words = 1 every operation is one or two
/// machine instructions; with more, a loop of fixed length that the compiler unrolls. Cost: O(Words).
template <std::size_t Words>
class Bits {
public:
    /// One more than the greatest member possible.
    static constexpr std::size_t capacity = 64 * Words;

    /// The empty set.
    constexpr Bits() = default;

    /// The members of the other width. Errors: expects that they fit.
    template <std::size_t Other>
    static constexpr Bits from(const Bits<Other>& other) {
        Bits result;
        for (std::size_t w = 0; w < Other; ++w) {
            if (w < Words) {
                result.words_[w] = other.word(w);
            } else {
                expects(other.word(w) == 0, "a set's members fit the width it is read into");
            }
        }
        return result;
    }
    /// The set {member}. Errors: expects member < capacity.
    static constexpr Bits single(std::size_t member) {
        expects(member < capacity, "a set's member is below its capacity");
        Bits result;
        result.words_[member / 64] = std::uint64_t{1} << (member % 64);
        return result;
    }
    /// The set {0 .. count-1}. Errors: expects count <= capacity.
    static constexpr Bits first(std::size_t count) {
        expects(count <= capacity, "a set's size is at most its capacity");
        Bits result;
        for (std::size_t w = 0; w < Words && count > 64 * w; ++w) {
            const std::size_t rest = count - 64 * w;
            result.words_[w] = rest >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << rest) - 1;
        }
        return result;
    }

    /// The w-th word, least members first.
    constexpr std::uint64_t word(std::size_t w) const { return words_[w]; }
    /// Replaces the w-th word.
    constexpr void set_word(std::size_t w, std::uint64_t value) { words_[w] = value; }

    /// True when `member` is in the set; members beyond the capacity never are.
    constexpr bool contains(std::size_t member) const {
        return member < capacity && (words_[member / 64] >> (member % 64) & 1) != 0;
    }
    /// Adds a member. Errors: expects member < capacity.
    constexpr void insert(std::size_t member) { *this |= single(member); }
    /// Removes a member, if present. Errors: expects member < capacity.
    constexpr void erase(std::size_t member) { *this -= single(member); }

    /// True when no member is in the set.
    constexpr bool empty() const {
        std::uint64_t all = 0;
        for (const std::uint64_t w : words_) {
            all |= w;
        }
        return all == 0;
    }
    /// How many members the set has.
    constexpr std::size_t count() const {
        std::size_t total = 0;
        for (const std::uint64_t w : words_) {
            total += static_cast<std::size_t>(std::popcount(w));
        }
        return total;
    }
    /// The least member that is at least `from`, or capacity when there is none.
    constexpr std::size_t next(std::size_t from) const {
        for (std::size_t w = from / 64; w < Words; ++w) {
            const std::uint64_t rest = w == from / 64 ? words_[w] >> (from % 64) << (from % 64) : words_[w];
            if (rest != 0) {
                return 64 * w + static_cast<std::size_t>(std::countr_zero(rest));
            }
        }
        return capacity;
    }
    /// True when every member of this set is in the other.
    constexpr bool is_subset_of(const Bits& other) const { return (*this - other).empty(); }

    /// Calls visit(member) for every member, in increasing order.
    template <class Visit>
    constexpr void for_each(Visit&& visit) const {
        for (std::size_t member = next(0); member < capacity; member = next(member + 1)) {
            visit(member);
        }
    }

    /// Every member moved up by `distance`; what passes the capacity is lost.
    constexpr Bits shifted_up(std::size_t distance) const {
        Bits result;
        const std::size_t whole = distance / 64;
        const std::size_t part = distance % 64;
        for (std::size_t w = Words; w-- > whole;) {
            result.words_[w] = words_[w - whole] << part;
            if (part != 0 && w > whole) {
                result.words_[w] |= words_[w - whole - 1] >> (64 - part);
            }
        }
        return result;
    }
    /// Every member moved down by `distance`; what passes zero is lost.
    constexpr Bits shifted_down(std::size_t distance) const {
        Bits result;
        const std::size_t whole = distance / 64;
        const std::size_t part = distance % 64;
        for (std::size_t w = 0; w + whole < Words; ++w) {
            result.words_[w] = words_[w + whole] >> part;
            if (part != 0 && w + whole + 1 < Words) {
                result.words_[w] |= words_[w + whole + 1] << (64 - part);
            }
        }
        return result;
    }

    constexpr Bits& operator&=(const Bits& other) {
        for (std::size_t w = 0; w < Words; ++w) {
            words_[w] &= other.words_[w];
        }
        return *this;
    }
    constexpr Bits& operator|=(const Bits& other) {
        for (std::size_t w = 0; w < Words; ++w) {
            words_[w] |= other.words_[w];
        }
        return *this;
    }
    constexpr Bits& operator-=(const Bits& other) {
        for (std::size_t w = 0; w < Words; ++w) {
            words_[w] &= ~other.words_[w];
        }
        return *this;
    }
    friend constexpr Bits operator&(Bits a, const Bits& b) { return a &= b; }
    friend constexpr Bits operator|(Bits a, const Bits& b) { return a |= b; }
    /// The members of a that are not in b.
    friend constexpr Bits operator-(Bits a, const Bits& b) { return a -= b; }
    friend constexpr bool operator==(const Bits&, const Bits&) = default;

private:
    std::array<std::uint64_t, Words> words_{};
};

}  // namespace schedmc
