// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: a policy function whose kernel function docs/fidelity.md forgets is found and named.
// Method: planted files in memory, each beside the nearest thing that is allowed.
#include "tests/architecture/fidelity_rules.hpp"

#include <gtest/gtest.h>

namespace architecture {
namespace {

const SourceFile fidelity = {"docs/fidelity.md",
                             "about missing()\n\n| function | checked |\n| --- | --- |\n| known | tests |\n"
                             "| __known_too | missing |\n"};

Complaints complaints_about(const std::string& text) {
    return functions_without_fidelity({"model/policy/a.hpp", text}, fidelity);
}

const std::string declaration = "template <class D>\nvoid f(const D& d) {}\n";

TEST(FunctionsWithoutFidelity, NameFileLineAndFunction) {
    EXPECT_EQ(
        complaints_about("/// Text.\n/// Source: kernel/sched/fair.c, missing(), v6.1.\n" + declaration),
        Complaints{"model/policy/a.hpp:4: docs/fidelity.md has no row for missing"});
}

TEST(FunctionsWithoutFidelity, ReadEveryFunctionOfTheSourceAndNoOther) {
    EXPECT_EQ(complaints_about("/// As other().\n/// Source: kernel/sched/fair.c, known() and\n/// "
                               "missing(), __known_too(), text(x).\n/// Departs: left_out()\n" +
                               declaration)
                  .size(),
              1U);
    EXPECT_EQ(complaints_about("/// Source: kernel/sched/fair.c, known().\n" + declaration), Complaints{});
    EXPECT_EQ(complaints_about("/// Source: missing().\n" + declaration), Complaints{});
}

TEST(FunctionsWithoutFidelity, ReadFunctionTemplatesOnly) {
    const std::string docstring = "/// Source: kernel/sched/fair.c, missing().\n";
    EXPECT_EQ(complaints_about(docstring + "template <class D>\nstruct S {};\n"), Complaints{});
    EXPECT_EQ(complaints_about(docstring + "template <class D>\nclass S {};\n"), Complaints{});
    EXPECT_EQ(complaints_about(docstring + "void f();\n"), Complaints{});
    EXPECT_EQ(complaints_about(docstring + "\n" + declaration), Complaints{});
}

}  // namespace
}  // namespace architecture
