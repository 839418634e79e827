// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/prove/solved_values.hpp"

#include <string>

namespace schedmc::prove {

bool SolvedValues::truth(const Symbolic::Truth& value) const {
    return value.known().value_or(false) || (!value.known() && model_.eval(value.term(), true).is_true());
}

std::uint32_t SolvedValues::number(const Symbolic::Number& value) const {
    return value.known() ? *value.known() : model_.eval(value.term(), true).get_numeral_uint();
}

CpuMask SolvedValues::mask(const z3::expr& term) const {
    std::string digits;
    expects(model_.eval(term, true).as_binary(digits), "a set's value in a model is a numeral");
    CpuMask members;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (digits[digits.size() - 1 - i] == '1') {
            members.insert(i);
        }
    }
    return members;
}

CpuMask SolvedValues::cpus(const Symbolic::CpuSet& value) const {
    return value.is_constant() ? value.within() : mask(value.term());
}

std::optional<std::size_t> SolvedValues::cpu(const Symbolic::Cpu& value) const {
    const CpuMask place = value.is_constant() ? value.within() : mask(value.term());
    expects(place.count() <= 1, "a CPU's value in a model is one CPU or none");
    return place.empty() ? std::nullopt : std::optional(place.next(0));
}

}  // namespace schedmc::prove
