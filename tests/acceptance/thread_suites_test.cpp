// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: the suites of single patch threads say what their pages tell. Method: each is run; a verdict that is not the
// one expected of it ends the program with 1.
#include <gtest/gtest.h>

#include "tests/support/program.hpp"

namespace schedmc {
namespace {

TEST(ThreadSuites, SmtBuddyAssist) {
    const Ran ran = run_in_shell("schedmc check properties/suites/smt-buddy-assist.toml", SCHEDMC_SOURCE_DIR);
    EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
}

}  // namespace
}  // namespace schedmc
