// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/prove/symbolic/truth.hpp"

namespace schedmc::symbolic {

Truth::Truth(const z3::expr& term) {
    if (term.is_true() || term.is_false()) {
        value_ = term.is_true();
    } else {
        term_ = term;
    }
}

z3::expr Truth::term() const { return term_ ? *term_ : universe().context.bool_val(value_); }

Truth Truth::negated() const {
    if (!term_) {
        return Truth(!value_);
    }
    return Truth(term_->is_not() ? term_->arg(0) : !*term_);
}

Truth Truth::both(const Truth& other) const {
    if (!term_) {
        return value_ ? other : *this;
    }
    if (!other.term_) {
        return other.value_ ? *this : other;
    }
    return z3::eq(*term_, *other.term_) ? *this : Truth(*term_ && *other.term_);
}

Truth Truth::either(const Truth& other) const {
    if (!term_) {
        return value_ ? *this : other;
    }
    if (!other.term_) {
        return other.value_ ? other : *this;
    }
    return z3::eq(*term_, *other.term_) ? *this : Truth(*term_ || *other.term_);
}

Truth Truth::same_as(const Truth& other) const {
    if (!term_) {
        return value_ ? other : !other;
    }
    if (!other.term_) {
        return other.value_ ? *this : negated();
    }
    return z3::eq(*term_, *other.term_) ? Truth(true) : Truth(*term_ == *other.term_);
}

Truth Truth::chosen(const Truth& then, const Truth& otherwise) const {
    if (!term_) {
        return value_ ? then : otherwise;
    }
    if (!then.term_) {
        return then.value_ ? *this | otherwise : (!*this) & otherwise;
    }
    if (!otherwise.term_) {
        return otherwise.value_ ? (!*this) | then : *this & then;
    }
    return z3::eq(*then.term_, *otherwise.term_) ? then
                                                 : Truth(z3::ite(*term_, *then.term_, *otherwise.term_));
}

}  // namespace schedmc::symbolic
