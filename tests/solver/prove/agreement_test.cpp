// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: every operation means the same in every domain.
// Method: one list of operations, written as a policy is, over random universes of 1 to 70 CPUs and random operands.
// Its results over machine words, in one word and in many, as symbolic constants, as terms over variables that are
// tied to the operands, and as any mixture of constants and terms, are one list of plain values.
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <algorithm>
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

// What a number's term is, where the variables stand for these values.
std::uint32_t value_of(const Symbolic::Number& number, const z3::expr_vector& variables,
                       const z3::expr_vector& values) {
    return number.known() ? *number.known()
                          : number.term().substitute(variables, values).simplify().get_numeral_uint();
}

TEST(Agreement, OfNumbersHoldsForAllSmallOnes) {
    z3::context context;
    const symbolic::SymbolicScope scope(context, 1);
    for (std::uint32_t x_max = 1; x_max <= 8; ++x_max) {
        for (std::uint32_t y_max = 1; y_max <= 8; ++y_max) {
            z3::expr_vector variables(context);
            variables.push_back(context.bv_const("x", Symbolic::Number::width_of(x_max)));
            variables.push_back(context.bv_const("y", Symbolic::Number::width_of(y_max)));
            const Symbolic::Number x(variables[0], x_max);
            const Symbolic::Number y(variables[1], y_max);
            const Symbolic::Number one(1);
            const Symbolic::Number none;
            for (std::uint32_t i = 0; i <= x_max; ++i) {
                for (std::uint32_t j = 0; j <= y_max; ++j) {
                    z3::expr_vector values(context);
                    values.push_back(context.bv_val(i, Symbolic::Number::width_of(x_max)));
                    values.push_back(context.bv_val(j, Symbolic::Number::width_of(y_max)));
                    const auto is = [&](const Symbolic::Number& term) { return value_of(term, variables, values); };
                    ASSERT_EQ(is(x + y), i + j);
                    ASSERT_EQ(is(monus(x, y)), i > j ? i - j : 0) << i << " - " << j << " of " << y_max;
                    ASSERT_EQ(is(monus(x, Symbolic::Number(3))), i > 3 ? i - 3 : 0);
                    ASSERT_EQ(is(scaled(x, y_max, 3)), i * y_max / 3);
                    ASSERT_EQ(is(scaled(x, UINT32_MAX, y_max)),
                              std::min<std::uint64_t>(std::uint64_t{i} * UINT32_MAX / y_max, UINT32_MAX));
                    ASSERT_EQ(is(select(x < y, one, none)), i < j ? 1U : 0U);
                    ASSERT_EQ(is(select(x <= Symbolic::Number(5), one, none)), i <= 5 ? 1U : 0U);
                    ASSERT_EQ(is(select(x == y, x, y)), j);
                }
            }
        }
    }
}

}  // namespace
}  // namespace schedmc
