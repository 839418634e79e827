// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/prove/symbolic/set.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "solver/prove/symbolic/bit_terms.hpp"

namespace schedmc::symbolic {

namespace {

// The sum of the numbers, by halves so that the widths stay small.
Number sum_of(const std::vector<Number>& numbers, std::size_t first, std::size_t last) {
    if (last - first == 1) {
        return numbers[first];
    }
    const std::size_t middle = first + (last - first) / 2;
    return sum_of(numbers, first, middle) + sum_of(numbers, middle, last);
}

// A number that is known to be at most `bound` for reasons that its term does not show.
Number at_most(const Number& number, std::uint32_t bound) {
    if (number.known() || number.greatest() <= bound) {
        return number;
    }
    return {number.term().extract(Number::width_of(bound) - 1, 0), bound};
}

}  // namespace

template <class Tag>
Set<Tag>::Set(const z3::expr& term, const Members& within) : within_(within) {
    if (!within.empty()) {
        term_ = term;
    }
}

template <class Tag>
z3::expr Set<Tag>::term() const {
    return term_ ? *term_ : bit_terms::numeral(universe().context, within_, KindOf<Tag>::width());
}

template <class Tag>
Set<Tag> Set<Tag>::above(const Member& m) {
    if (m.within().empty()) {
        return Set();
    }
    const std::size_t least = m.within().next(0) + 1;
    if (m.is_constant()) {
        return Set(Members::first(Members::capacity) - Members::first(least));
    }
    const Members higher = Members::first(KindOf<Tag>::width()) - Members::first(least);
    return {bit_terms::above(m.term()), higher};
}

template <class Tag>
Set<Tag> Set<Tag>::met(const Set& other) const {
    const Members within = within_ & other.within_;
    if (!term_ && !other.term_) {
        return Set(within);
    }
    if (is_same(*this, other) || (!other.term_ && within == within_)) {
        return *this;
    }
    if (!term_ && within == other.within_) {
        return other;
    }
    return {term() & other.term(), within};
}

template <class Tag>
Set<Tag> Set<Tag>::joined(const Set& other) const {
    const Members within = within_ | other.within_;
    if (!term_ && !other.term_) {
        return Set(within);
    }
    if (is_same(*this, other) || other.within_.empty() || (!term_ && within == within_)) {
        return *this;
    }
    if (within_.empty() || (!other.term_ && within == other.within_)) {
        return other;
    }
    return {term() | other.term(), within};
}

template <class Tag>
Set<Tag> Set<Tag>::without(const Set& other) const {
    if (is_same(*this, other)) {
        return Set();
    }
    if ((within_ & other.within_).empty()) {
        return *this;
    }
    if (!other.term_) {
        return met(Set(Members::first(Members::capacity) - other.within_));
    }
    return {term() & ~*other.term_, within_};
}

template <class Tag>
Truth Set<Tag>::same_as(const Set& other) const {
    if (is_same(*this, other)) {
        return Truth(true);
    }
    if (!term_ && !other.within_.empty() && !other.term_) {
        return Truth(within_ == other.within_);
    }
    if (within_.empty() || other.within_.empty()) {
        return within_.empty() ? other.is_nothing() : is_nothing();
    }
    if ((!term_ && !within_.is_subset_of(other.within_)) ||
        (!other.term_ && !other.within_.is_subset_of(within_))) {
        return Truth(false);
    }
    return Truth(term() == other.term());
}

template <class Tag>
Truth Set<Tag>::is_nothing() const {
    if (!term_) {
        return Truth(within_.empty());
    }
    return Truth(within_.count() == 1 ? !bit_terms::bit(*term_, within_.next(0))
                                      : bit_terms::is_zero(*term_));
}

template <class Tag>
Truth Set<Tag>::holds(const Member& m) const {
    const Members both = within_ & m.within();
    if (both.empty()) {
        return Truth(false);
    }
    if (!term_ && both == m.within()) {
        return exists(m);
    }
    if (m.is_constant()) {
        return Truth(bit_terms::bit(*term_, m.number()));
    }
    return Truth(!bit_terms::is_zero(term() & m.term()));
}

template <class Tag>
Number Set<Tag>::counted() const {
    if (!term_) {
        return Number(static_cast<std::uint32_t>(within_.count()));
    }
    std::vector<Number> bits;
    within_.for_each([&](std::size_t member) {
        const auto at = static_cast<unsigned>(member);
        bits.emplace_back(term_->extract(at, at), 1);
    });
    return Number::size_of(*term_, sum_of(bits, 0, bits.size()));
}

template <class Tag>
typename Set<Tag>::Member Set<Tag>::lowest() const {
    if (!term_) {
        return within_.empty() ? Member() : Member(within_.next(0));
    }
    return {within_.count() == 1 ? *term_ : bit_terms::lowest(*term_), within_, !is_nothing()};
}

template <class Tag>
typename Set<Tag>::Member Set<Tag>::first_above(const Member& m) const {
    const Set higher = above(m);
    return or_else(first_of(*this & higher), first_of(*this - higher));
}

// Counts the members already taken while walking over those above `from`, then over the others. Where the place of
// `from` is a term, a number can belong to either half, and the walk meets it twice.
template <class Tag>
Set<Tag> Set<Tag>::first_n(const Member& from, const Number& n) const {
    const auto members = static_cast<std::uint32_t>(within_.count());
    if (n.known() && *n.known() >= members) {
        return *this;
    }
    const std::uint32_t bound = std::min(members, n.greatest());
    const Set higher = above(from);
    std::map<std::size_t, Truth> is_taken;
    Number taken;
    for (const Set& half : {*this & higher, *this - higher}) {
        half.within_.for_each([&](std::size_t member) {
            const Truth takes = half.holds(Member(member)) & (taken != n);
            is_taken[member] = is_taken[member] | takes;
            taken = at_most(taken + select(takes, Number(1), Number()), bound);
        });
    }
    Members certain;
    std::vector<std::size_t> possible;
    std::vector<z3::expr> conditions;
    for (const auto& [member, truth] : is_taken) {
        if (truth.known() == true) {
            certain.insert(member);
        } else if (!truth.known()) {
            possible.push_back(member);
            conditions.push_back(truth.term());
        }
    }
    if (possible.empty()) {
        return Set(certain);
    }
    Members within = certain;
    for (const std::size_t member : possible) {
        within.insert(member);
    }
    const z3::expr chosen =
        bit_terms::gathered(universe().context, KindOf<Tag>::width(), possible, conditions);
    return Set(certain) | Set(chosen, within);
}

template <class Tag>
Set<Tag> Set<Tag>::met_until(const Member& from, const Member& last) const {
    const Set higher = above(from);
    const Set beyond = above(last);
    const Set first_half = *this & higher;
    const Set second_half = *this - higher;
    const Set until_last =
        select(contains(first_half, last), first_half - beyond, first_half | (second_half - beyond));
    return select(contains(*this, last), until_last, *this);
}

template <class Tag>
Set<Tag> Set<Tag>::moved(std::size_t distance, bool up) const {
    const Members within = up ? within_.shifted_up(distance) : within_.shifted_down(distance);
    if (!term_ || distance == 0) {
        return term_ ? *this : Set(within);
    }
    return {up ? bit_terms::moved_up(*term_, distance) : bit_terms::moved_down(*term_, distance),
            within & Members::first(KindOf<Tag>::width())};
}

template <class Tag>
Set<Tag> Set<Tag>::chosen(const Truth& condition, const Set& then, const Set& otherwise) {
    if (const auto known = condition.known()) {
        return *known ? then : otherwise;
    }
    if (is_same(then, otherwise)) {
        return then;
    }
    return {z3::ite(condition.term(), then.term(), otherwise.term()), then.within_ | otherwise.within_};
}

template class Set<CpuTag>;
template class Set<TaskTag>;

}  // namespace schedmc::symbolic
