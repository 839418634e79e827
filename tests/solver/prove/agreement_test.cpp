// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: every operation means the same in every domain.
// Method: one list of operations, written as a policy is, over random universes of 1 to 70 CPUs and random operands.
// Its results over machine words, in one word and in many, as symbolic constants, as terms over variables that are
// tied to the operands, and as any mixture of constants and terms, are one list of plain values.
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "tests/solver/prove/outcomes.hpp"

namespace schedmc {
namespace {

using domain_operations::Operands;
using domain_operations::Outcome;
using domain_operations::draw_operands;
using domain_operations::operations_over;
using domain_operations::symbolic_outcomes;

void expect_equal(const std::vector<Outcome>& expected, const std::vector<Outcome>& found) {
    RC_ASSERT(expected.size() == found.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (!(expected[i].value == found[i].value)) {
            RC_FAIL(expected[i].operation + ": " + to_text(expected[i]) + " is not " + to_text(found[i]));
        }
    }
}

RC_GTEST_PROP(Agreement, OneWordAndManyAgree, ()) {
    const Operands operands = draw_operands(64);
    expect_equal(operations_over<Wide>(operands), operations_over<Word>(operands));
}

RC_GTEST_PROP(Agreement, SymbolicConstantsAgreeAndNeedNoUniverse, ()) {
    const Operands operands = draw_operands(70);
    expect_equal(operations_over<Wide>(operands), operations_over<Symbolic>(operands));
}

RC_GTEST_PROP(Agreement, TermsAgree, ()) {
    const Operands operands = draw_operands(70);
    expect_equal(operations_over<Wide>(operands), symbolic_outcomes(operands, [] { return true; }));
}

RC_GTEST_PROP(Agreement, MixturesOfConstantsAndTermsAgree, ()) {
    const Operands operands = draw_operands(70);
    const auto is_term = [] { return *rc::gen::arbitrary<bool>(); };
    expect_equal(operations_over<Wide>(operands), symbolic_outcomes(operands, is_term));
}

}  // namespace
}  // namespace schedmc
