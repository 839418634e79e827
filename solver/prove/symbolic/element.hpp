// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <optional>

#include "solver/prove/symbolic/truth.hpp"

namespace schedmc::symbolic {

/// A CPU or a task, or none: a constant, or a one-hot term, which is a set of one member, and none is the empty set.
/// docs/value-domain.md says why.
template <class Tag>
class Element {
public:
    using Members = typename KindOf<Tag>::Members;

    /// None.
    Element() = default;
    explicit Element(std::size_t number) : exists_(true), within_(Members::single(number)) {}
    /// A term with at most one bit set: one of `within` where it exists, and zero elsewhere.
    Element(const z3::expr& one_hot, const Members& within, const Truth& exists);

    /// True of a constant, none included; for engines only, as are within() and term().
    bool is_constant() const { return !term_; }
    /// The number of a constant that is not none.
    std::size_t number() const {
        expects(!term_ && !within_.empty(), "an element that is read is a constant that exists");
        return within_.next(0);
    }
    /// Everything it can be; of a constant, itself.
    const Members& within() const { return within_; }
    /// The one-hot term, also of a constant.
    z3::expr term() const;

    friend Truth exists(const Element& a) { return a.exists_; }
    friend Truth operator==(const Element& a, const Element& b) { return a.same_as(b); }
    friend Truth operator!=(const Element& a, const Element& b) { return !(a == b); }
    /// a, or b when a is none.
    friend Element or_else(const Element& a, const Element& b) { return a.or_this(b); }
    friend Element select(const Truth& condition, const Element& then, const Element& otherwise) {
        return chosen(condition, then, otherwise);
    }
    /// True when both are the same constant or the same term.
    friend bool is_same(const Element& a, const Element& b) {
        return a.term_ && b.term_ ? z3::eq(*a.term_, *b.term_)
                                  : !a.term_ && !b.term_ && a.within_ == b.within_;
    }

private:
    Truth same_as(const Element& other) const;
    Element or_this(const Element& other) const;
    static Element chosen(const Truth& condition, const Element& then, const Element& otherwise);

    Truth exists_;
    Members within_;
    std::optional<z3::expr> term_;
};

extern template class Element<CpuTag>;
extern template class Element<TaskTag>;

}  // namespace schedmc::symbolic
