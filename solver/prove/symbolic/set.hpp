// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <optional>

#include "solver/prove/symbolic/element.hpp"
#include "solver/prove/symbolic/number.hpp"

namespace schedmc::symbolic {

/// A set of CPUs or of tasks: a constant, or a bit-vector as wide as the universe.
///
/// A term also knows a constant set that no value of it leaves, so that a scan of one LLC costs what that LLC costs
/// and not what the machine does.
template <class Tag>
class Set {
public:
    using Member = Element<Tag>;
    using Members = typename KindOf<Tag>::Members;

    /// The empty set.
    Set() = default;
    explicit Set(const Members& members) : within_(members) {}
    /// A term of the universe's width that is a subset of `within`.
    Set(const z3::expr& term, const Members& within);

    /// True of a constant; for engines only, as are within() and term().
    bool is_constant() const { return !term_; }
    /// All members that it can have; of a constant, its members.
    const Members& within() const { return within_; }
    /// The term, also of a constant; a constant's members outside the universe are lost.
    z3::expr term() const;

    friend Set operator&(const Set& a, const Set& b) { return a.met(b); }
    friend Set operator|(const Set& a, const Set& b) { return a.joined(b); }
    /// The members of a that are not in b.
    friend Set operator-(const Set& a, const Set& b) { return a.without(b); }
    friend Truth operator==(const Set& a, const Set& b) { return a.same_as(b); }
    friend Truth operator!=(const Set& a, const Set& b) { return !(a == b); }

    friend Truth is_empty(const Set& a) { return a.is_nothing(); }
    friend Truth is_subset(const Set& a, const Set& b) { return is_empty(a - b); }
    friend Truth contains(const Set& a, const Member& m) { return a.holds(m); }
    friend Number count(const Set& a) { return a.counted(); }

    /// {m}, or the empty set for none.
    static Set only(const Member& m) { return m.is_constant() ? Set(m.within()) : Set(m.term(), m.within()); }

    /// The member with the least number, or none.
    friend Member first_of(const Set& a) { return a.lowest(); }
    /// The first member met when counting up from the number after m and wrapping; m itself comes last. From none,
    /// counting starts at zero.
    friend Member first_after(const Set& a, const Member& m) { return a.first_above(m); }
    /// The first n members in the order of first_after(); all of them when there are fewer.
    friend Set first_n_after(const Set& a, const Member& m, const Number& n) { return a.first_n(m, n); }
    /// The members of a that are met in the order of first_after(a, from) up to `last`, itself included; all of a
    /// when last is none or not in a.
    friend Set until(const Set& a, const Member& from, const Member& last) { return a.met_until(from, last); }
    /// Every member's number moved by a fixed distance; what leaves the universe is lost.
    friend Set moved_up(const Set& a, std::size_t distance) { return a.moved(distance, true); }
    friend Set moved_down(const Set& a, std::size_t distance) { return a.moved(distance, false); }
    friend Set select(const Truth& condition, const Set& then, const Set& otherwise) {
        return chosen(condition, then, otherwise);
    }
    /// True when both are the same constant or the same term.
    friend bool is_same(const Set& a, const Set& b) {
        return a.term_ && b.term_ ? z3::eq(*a.term_, *b.term_)
                                  : !a.term_ && !b.term_ && a.within_ == b.within_;
    }

private:
    // All numbers above m; none of them for none, so that a scan from none begins at zero in its second half.
    static Set above(const Member& m);
    Set met(const Set& other) const;
    Set joined(const Set& other) const;
    Set without(const Set& other) const;
    Truth same_as(const Set& other) const;
    Truth is_nothing() const;
    Truth holds(const Member& m) const;
    Number counted() const;
    Member lowest() const;
    Member first_above(const Member& m) const;
    Set first_n(const Member& from, const Number& n) const;
    Set met_until(const Member& from, const Member& last) const;
    Set moved(std::size_t distance, bool up) const;
    static Set chosen(const Truth& condition, const Set& then, const Set& otherwise);

    Members within_;
    std::optional<z3::expr> term_;
};

extern template class Set<CpuTag>;
extern template class Set<TaskTag>;

}  // namespace schedmc::symbolic
