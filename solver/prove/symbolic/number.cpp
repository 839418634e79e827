// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/prove/symbolic/number.hpp"

#include <algorithm>
#include <bit>

#include "solver/prove/symbolic/bit_terms.hpp"

namespace schedmc::symbolic {

unsigned Number::width_of(std::uint64_t greatest) {
    return std::max(1U, static_cast<unsigned>(std::bit_width(greatest)));
}

Number::Number(const z3::expr& term, std::uint32_t greatest) : greatest_(greatest), term_(term) {
    expects(term.get_sort().bv_size() == width_of(greatest),
            "a number's term is as wide as its greatest value");
}

Number Number::size_of(const z3::expr& set, const Number& size) {
    Number result = size;
    result.set_ = set;
    return result;
}

z3::expr Number::term(unsigned width) const {
    const unsigned own = width_of(greatest_);
    if (!term_) {
        return universe().context.bv_val(greatest_, std::max(own, width));
    }
    return width > own ? z3::zext(*term_, width - own) : *term_;
}

Number Number::plus(const Number& other) const {
    if (greatest_ == 0 || other.greatest_ == 0) {
        return greatest_ == 0 ? other : *this;
    }
    const std::uint64_t greatest = std::uint64_t{greatest_} + other.greatest_;
    expects(greatest <= UINT32_MAX, "a sum of the model stays below 2^32");
    const auto sum = static_cast<std::uint32_t>(greatest);
    if (!term_ && !other.term_) {
        return Number(sum);
    }
    const unsigned width = width_of(sum);
    return {term(width) + other.term(width), sum};
}

Truth Number::same_as(const Number& other) const {
    if (!term_ && !other.term_) {
        return Truth(greatest_ == other.greatest_);
    }
    if (is_same(*this, other)) {
        return Truth(true);
    }
    if ((!term_ && greatest_ > other.greatest_) || (!other.term_ && other.greatest_ > greatest_)) {
        return Truth(false);
    }
    const unsigned width = width_of(std::max(greatest_, other.greatest_));
    return Truth(term(width) == other.term(width));
}

Truth Number::less(const Number& other) const {
    if (!term_ && !other.term_) {
        return Truth(greatest_ < other.greatest_);
    }
    if (!other.term_ && greatest_ < other.greatest_) {
        return Truth(true);
    }
    if (is_same(*this, other) || (!term_ && other.greatest_ <= greatest_) || other.greatest_ == 0) {
        return Truth(false);
    }
    if (!term_ && greatest_ <= 1 && other.set_) {
        const z3::expr rest = greatest_ == 0 ? *other.set_ : bit_terms::without_lowest(*other.set_);
        return !Truth(bit_terms::is_zero(rest));
    }
    const unsigned width = width_of(std::max(greatest_, other.greatest_));
    return Truth(z3::ult(term(width), other.term(width)));
}

Number Number::without(const Number& other) const {
    if (!term_ && !other.term_) {
        return Number(greatest_ > other.greatest_ ? greatest_ - other.greatest_ : 0);
    }
    if (other.greatest_ == 0 || greatest_ == 0) {
        return *this;
    }
    const std::uint32_t greatest = other.term_                   ? greatest_
                                   : greatest_ > other.greatest_ ? greatest_ - other.greatest_
                                                                 : 0;
    if (greatest == 0) {
        return Number();
    }
    const unsigned width = width_of(std::max(greatest_, other.greatest_));
    const z3::expr mine = term(width);
    const z3::expr theirs = other.term(width);
    const z3::expr zero = mine.ctx().bv_val(0U, width);
    const z3::expr rest = z3::ite(z3::ugt(mine, theirs), mine - theirs, zero);
    return {rest.extract(width_of(greatest) - 1, 0), greatest};
}

Number Number::times(std::size_t by, std::size_t over) const {
    expects(by <= UINT32_MAX && over != 0, "a number is scaled by a fraction of numbers");
    const std::uint64_t product = std::uint64_t{greatest_} * by;
    const auto greatest =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(product / over, UINT32_MAX));
    if (!term_ || greatest == 0) {
        return Number(greatest);
    }
    if (by == over) {
        return *this;
    }
    // Both the divisor and, where it is reached, the limit fit the width.
    const unsigned width = std::max(width_of(product), width_of(over));
    z3::context& context = universe().context;
    const z3::expr quotient = z3::udiv(term(width) * context.bv_val(std::uint64_t{by}, width),
                                       context.bv_val(std::uint64_t{over}, width));
    const z3::expr limit = context.bv_val(std::uint64_t{greatest}, width);
    const bool may_exceed = product / over > UINT32_MAX;
    const z3::expr result = may_exceed ? z3::ite(z3::ugt(quotient, limit), limit, quotient) : quotient;
    return {result.extract(width_of(greatest) - 1, 0), greatest};
}

Number Number::chosen(const Truth& condition, const Number& then, const Number& otherwise) {
    if (const auto known = condition.known()) {
        return *known ? then : otherwise;
    }
    if (is_same(then, otherwise)) {
        return then;
    }
    const std::uint32_t greatest = std::max(then.greatest_, otherwise.greatest_);
    const unsigned width = width_of(greatest);
    return {z3::ite(condition.term(), then.term(width), otherwise.term(width)), greatest};
}

bool is_same(const Number& a, const Number& b) {
    if (!a.term_ || !b.term_) {
        return !a.term_ && !b.term_ && a.greatest_ == b.greatest_;
    }
    return z3::eq(*a.term_, *b.term_);
}

}  // namespace schedmc::symbolic
