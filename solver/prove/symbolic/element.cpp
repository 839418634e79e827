// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/prove/symbolic/element.hpp"

#include "solver/prove/symbolic/bit_terms.hpp"

namespace schedmc::symbolic {

template <class Tag>
Element<Tag>::Element(const z3::expr& one_hot, const Members& within, const Truth& exists)
    : exists_(exists), within_(within), term_(one_hot) {
    if (within_.empty() || exists.known() == false) {
        *this = Element();
    } else if (within_.count() == 1 && exists.known() == true) {
        term_.reset();
    }
}

template <class Tag>
z3::expr Element<Tag>::term() const {
    return term_ ? *term_ : bit_terms::numeral(universe().context, within_, KindOf<Tag>::width());
}

template <class Tag>
Truth Element<Tag>::same_as(const Element& other) const {
    if (!term_ && !other.term_) {
        return Truth(within_ == other.within_);
    }
    if (is_same(*this, other)) {
        return Truth(true);
    }
    if ((within_ & other.within_).empty()) {
        return !exists_ & !other.exists_;
    }
    if (!term_ || !other.term_) {
        return Truth(bit_terms::bit(term_ ? *term_ : *other.term_, term_ ? other.number() : number()));
    }
    return Truth(*term_ == *other.term_);
}

template <class Tag>
Element<Tag> Element<Tag>::or_this(const Element& other) const {
    if (const auto known = exists_.known()) {
        return *known ? *this : other;
    }
    if (is_same(*this, other) || (!other.term_ && other.within_.empty())) {
        return *this;
    }
    const z3::expr mine = term();
    const z3::expr none = bit_terms::zero(mine.ctx(), mine.get_sort().bv_size());
    return {mine | z3::ite(exists_.term(), none, other.term()), within_ | other.within_,
            exists_ | other.exists_};
}

template <class Tag>
Element<Tag> Element<Tag>::chosen(const Truth& condition, const Element& then, const Element& otherwise) {
    if (const auto known = condition.known()) {
        return *known ? then : otherwise;
    }
    if (is_same(then, otherwise)) {
        return then;
    }
    return {z3::ite(condition.term(), then.term(), otherwise.term()), then.within_ | otherwise.within_,
            select(condition, then.exists_, otherwise.exists_)};
}

template class Element<CpuTag>;
template class Element<TaskTag>;

}  // namespace schedmc::symbolic
