// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: the table of properties by revision in the documentation is what the program says, for every property. Method:
// docs/by-revision.md is made anew and compared; UPDATE_GOLDEN=1 writes it.
#include <gtest/gtest.h>

#include "properties/catalogue.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/program.hpp"

namespace schedmc {
namespace {

TEST(ByRevision, TheTableIsCurrentAndHasEveryProperty) {
    const Ran ran = run_in_shell("schedmc check properties/suites/by-revision.toml --format markdown",
                                 SCHEDMC_SOURCE_DIR);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    expect_golden(ran.out, "../docs/by-revision.md");
    for (const PropertyInfo& info : property_infos()) {
        // Situations are guards of other verdicts; those that every `always` property has are on its page.
        if (info.id.substr(0, 6) != "reach:") {
            EXPECT_NE(ran.out.find("| `" + std::string(info.id) + "` |"), std::string::npos) << info.id;
        }
    }
}

TEST(ByRevision, MarkdownIsOfSuites) {
    const Ran ran = run_in_shell(
        "schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --tasks 1 --policy v6.1 --format markdown");
    EXPECT_EQ(ran.exit_code, 64);
    EXPECT_NE(ran.err.find("--format: markdown is the form of a suite's table"), std::string::npos)
        << ran.err;
}

}  // namespace
}  // namespace schedmc
