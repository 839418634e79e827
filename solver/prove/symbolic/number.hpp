// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "solver/prove/symbolic/truth.hpp"

namespace schedmc::symbolic {

/// A natural number below 2^32: a constant, or a bit-vector just wide enough for the greatest value it can have, so
/// that a sum never wraps.
class Number {
public:
    /// Zero.
    Number() = default;
    explicit Number(std::uint32_t value) : greatest_(value) {}
    /// A bit-vector that is at most `greatest` wherever the assumptions hold. Errors: expects the width that this
    /// takes.
    Number(const z3::expr& term, std::uint32_t greatest);

    /// The size of a set: `term` as above, and the set, by which some comparisons are simpler than by its size.
    static Number size_of(const z3::expr& set, const Number& size);

    /// The width of a number up to `greatest`.
    static unsigned width_of(std::uint64_t greatest);

    /// The constant, or nothing of a term; for engines only, as are greatest() and term().
    std::optional<std::uint32_t> known() const { return term_ ? std::nullopt : std::optional(greatest_); }
    /// No value is above it.
    std::uint32_t greatest() const { return greatest_; }
    /// The term, also of a constant; its width is width_of(greatest()), or `width` where that is more.
    z3::expr term(unsigned width = 0) const;

    friend Number operator+(const Number& a, const Number& b) { return a.plus(b); }
    friend Truth operator==(const Number& a, const Number& b) { return a.same_as(b); }
    friend Truth operator!=(const Number& a, const Number& b) { return !(a == b); }
    friend Truth operator<(const Number& a, const Number& b) { return a.less(b); }
    friend Truth operator<=(const Number& a, const Number& b) { return !(b < a); }
    /// a - b, or zero when b is the greater.
    friend Number monus(const Number& a, const Number& b) { return a.without(b); }
    /// a * by / over rounded down, or the greatest number where that is more.
    /// Errors: expects by below 2^32 and over above 0.
    friend Number scaled(const Number& a, std::size_t by, std::size_t over) { return a.times(by, over); }
    friend Number select(const Truth& condition, const Number& then, const Number& otherwise) {
        return chosen(condition, then, otherwise);
    }
    /// True when both are the same constant or the same term.
    friend bool is_same(const Number& a, const Number& b);

private:
    Number plus(const Number& other) const;
    Truth same_as(const Number& other) const;
    Truth less(const Number& other) const;
    Number without(const Number& other) const;
    Number times(std::size_t by, std::size_t over) const;
    static Number chosen(const Truth& condition, const Number& then, const Number& otherwise);

    // Of a constant, its value.
    std::uint32_t greatest_ = 0;
    std::optional<z3::expr> term_;
    // The set whose size this is, where it is one.
    std::optional<z3::expr> set_;
};

/// One of the few values of an enumeration: its number.
template <class E>
class Choice {
public:
    /// The enumerator with the number zero.
    Choice() = default;
    explicit Choice(E value) : number_(static_cast<std::uint32_t>(value)) {}
    /// The enumerator of that number.
    explicit Choice(const Number& number) : number_(number) {}
    /// Its number; for engines only.
    const Number& number() const { return number_; }

    friend Truth operator==(const Choice& a, const Choice& b) { return a.number_ == b.number_; }
    friend Truth operator==(const Choice& a, E b) { return a == Choice(b); }
    friend Truth operator!=(const Choice& a, E b) { return !(a == b); }
    friend Choice select(const Truth& condition, const Choice& then, const Choice& otherwise) {
        return Choice(select(condition, then.number_, otherwise.number_));
    }
    friend bool is_same(const Choice& a, const Choice& b) { return is_same(a.number_, b.number_); }

private:
    Number number_;
};

}  // namespace schedmc::symbolic
