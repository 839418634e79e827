// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <concepts>
#include <optional>

#include "solver/prove/symbolic/universe.hpp"

namespace schedmc::symbolic {

/// A truth value: a constant, or a Boolean term. It does not convert to bool.
class Truth {
public:
    /// False.
    Truth() = default;
    explicit Truth(bool value) : value_(value) {}
    /// A Boolean term; literals become constants.
    explicit Truth(const z3::expr& term);

    /// The constant, or nothing of a term; for engines only, as is term().
    std::optional<bool> known() const { return term_ ? std::nullopt : std::optional(value_); }
    /// The term, also of a constant.
    z3::expr term() const;

    friend Truth operator!(const Truth& a) { return a.negated(); }
    friend Truth operator&(const Truth& a, const Truth& b) { return a.both(b); }
    friend Truth operator|(const Truth& a, const Truth& b) { return a.either(b); }
    friend Truth operator==(const Truth& a, const Truth& b) { return a.same_as(b); }
    friend Truth operator!=(const Truth& a, const Truth& b) { return !(a == b); }
    /// `then` where the condition holds, else `otherwise`.
    friend Truth select(const Truth& condition, const Truth& then, const Truth& otherwise) {
        return condition.chosen(then, otherwise);
    }
    /// True when both are the same constant or the same term.
    friend bool is_same(const Truth& a, const Truth& b) {
        return a.term_ && b.term_ ? z3::eq(*a.term_, *b.term_) : !a.term_ && !b.term_ && a.value_ == b.value_;
    }

private:
    Truth negated() const;
    Truth both(const Truth& other) const;
    Truth either(const Truth& other) const;
    Truth same_as(const Truth& other) const;
    Truth chosen(const Truth& then, const Truth& otherwise) const;

    bool value_ = false;
    std::optional<z3::expr> term_;
};

/// The value of one of two functions. A constant condition calls only that one; otherwise both are called, and what
/// they return is joined by select(), or by select_fields() where a policy made a type of its own of several values.
template <std::invocable Then, std::invocable Else>
auto select(const Truth& condition, Then&& then, Else&& otherwise) -> decltype(then()) {
    if (const std::optional<bool> known = condition.known()) {
        return *known ? then() : otherwise();
    }
    using Result = decltype(then());
    const Result a = then();
    const Result b = otherwise();
    if constexpr (requires { select_fields(condition, a, b); }) {
        return select_fields(condition, a, b);
    } else {
        return select(condition, a, b);
    }
}

}  // namespace schedmc::symbolic
