// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "solver/prove/symbolic.hpp"
#include "tests/solver/prove/drawn_operands.hpp"

/// What the operations of the value domains give, as plain values.
namespace schedmc::domain_operations {

/// What an operation gave: a truth or a number, an enumerator, one more than a CPU's number or 0 for none, or the
/// members of a set that lie in the universe.
struct Outcome {
    std::string operation;
    CpuMask value;
};

/// The value, for people.
std::string to_text(const Outcome& outcome);

/// The results over a concrete domain, or over the symbolic one with constants.
template <class D>
std::vector<Outcome> operations_over(const Operands& operands);
extern template std::vector<Outcome> operations_over<Word>(const Operands&);
extern template std::vector<Outcome> operations_over<Wide>(const Operands&);
extern template std::vector<Outcome> operations_over<Symbolic>(const Operands&);

/// The results over terms: an operand for which is_term() says so is a variable tied to its value.
std::vector<Outcome> symbolic_outcomes(const Operands& operands, const std::function<bool()>& is_term);

}  // namespace schedmc::domain_operations
