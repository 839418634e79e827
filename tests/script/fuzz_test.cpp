// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: script/fuzz says how it is used before it builds anything, and every fuzz target has seeds to begin with.
// Method: the real script; the text of every target.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/program.hpp"

namespace schedmc {
namespace {

const std::filesystem::path root = SCHEDMC_SOURCE_DIR;

Ran script(const std::string& arguments) {
    return run_in_shell("'" + (root / "script/test").string() + "' --fuzz " + arguments);
}

TEST(Fuzz, SaysHowItIsUsed) {
    EXPECT_EQ(script("--help").exit_code, 0);
    EXPECT_TRUE(script("--help").out.starts_with("usage: script/fuzz [SECONDS"));
    for (const std::string seconds : {"0", "-1", "soon", "''"}) {
        const Ran ran = script(seconds);
        EXPECT_EQ(ran.exit_code, 64) << seconds;
        EXPECT_TRUE(ran.err.starts_with("usage: script/fuzz")) << ran.err;
    }
}

TEST(Fuzz, HasSeedsForEveryTarget) {
    std::size_t targets = 0;
    for (const auto& entry : std::filesystem::directory_iterator(root / "tests/fuzz")) {
        if (!entry.path().string().ends_with("_fuzz.cpp")) {
            continue;
        }
        std::ostringstream text;
        text << std::ifstream(entry.path()).rdbuf();
        EXPECT_NE(text.str().find("\n// Seeds: "), std::string::npos) << entry.path();
        ++targets;
    }
    EXPECT_GE(targets, 8U);
}

}  // namespace
}  // namespace schedmc
