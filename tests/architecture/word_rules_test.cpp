// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: what the project does without is found in code, not in comments and literals; what leads outside of
// the project is found in every text.
// Method: planted violations in memory, each beside the nearest thing that is allowed.
#include "tests/architecture/word_rules.hpp"

#include <gtest/gtest.h>

namespace architecture {
namespace {

std::size_t banned(const std::string& text, const std::string& path = "model/a.cpp") {
    return banned_names({path, text}).size();
}

std::size_t outside(const std::string& text) { return banned_words({"docs/a.md", text}).size(); }

TEST(MissingLicence, IsFoundInWhateverCanCarryOne) {
    const std::string licence = "SPDX-License-Identifier: GPL-2.0-or-later\n";
    EXPECT_EQ(missing_licence({"a.cpp", "// " + licence}).size(), 0U);
    EXPECT_EQ(missing_licence({"script/a", "#!/bin/bash\n# " + licence}).size(), 0U);
    EXPECT_EQ(missing_licence({"docs/a.md", "text"}).size(), 0U);
    EXPECT_EQ(missing_licence({"a.cpp", ""}).size(), 1U);
    EXPECT_EQ(missing_licence({"a.hpp", "#pragma once\n\n// " + licence}).size(), 1U);
    EXPECT_EQ(missing_licence({"a.hpp", "// SPDX-License-Identifier: MIT\n"}).size(), 1U);
    EXPECT_EQ(missing_licence({"script/a", "#!/bin/bash\n"}).size(), 1U);
    EXPECT_EQ(missing_licence({"model/CMakeLists.txt", "project(a)\n"}).size(), 1U);
    EXPECT_EQ(missing_licence({"cmake/a.cmake", ""}).size(), 1U);
}

TEST(BannedNames, FindCallsAndSpareMembersAndOtherNames) {
    EXPECT_EQ(banned("int a = rand();"), 1U);
    EXPECT_EQ(banned("int a = std::rand ();"), 1U);
    EXPECT_EQ(banned("auto t = time(nullptr);"), 1U);
    EXPECT_EQ(banned("system(command);"), 1U);
    EXPECT_EQ(banned("strcpy(a, b);"), 1U);
    EXPECT_EQ(banned("assert(a);"), 1U);
    EXPECT_EQ(banned("trace.time(); trace->time(); Trace::time(); runtime(1); int time; operand();"), 0U);
}

TEST(BannedNames, FindWhatIsNotCalled) {
    EXPECT_EQ(banned("std::random_device device;"), 1U);
    EXPECT_EQ(banned("std::chrono::system_clock::now();"), 1U);
    EXPECT_EQ(banned("std::chrono::steady_clock::now();"), 0U);
    EXPECT_EQ(banned("std::cout << a;"), 1U);
    EXPECT_EQ(banned("#include <iostream>\n"), 1U);
    EXPECT_EQ(banned("#include <cassert>\n", "tests/a/b.cpp"), 1U);
    EXPECT_EQ(banned("#include <ostream>\n"), 0U);
}

TEST(BannedNames, AllowTheEnvironmentWhereInputIsRead) {
    EXPECT_EQ(banned("std::getenv(name);", "solver/a.cpp"), 1U);
    EXPECT_EQ(banned("std::getenv(name);", "cli/a.cpp"), 0U);
    EXPECT_EQ(banned("std::getenv(name);", "files/a.cpp"), 0U);
}

TEST(BannedNames, LookAtCodeOnly) {
    EXPECT_EQ(banned("// rand()\n/* time(0) */ f(\"system(x)\");"), 0U);
    EXPECT_EQ(banned("rand()", "docs/a.md"), 0U);
}

TEST(BannedNames, SayWhereAndWhy) {
    EXPECT_EQ(banned_names({"model/a.cpp", "\nrand();"}),
              Complaints{"model/a.cpp:2: rand is not used: a run repeats byte for byte"});
}

TEST(BannedWords, AreFoundInAnyTextAndCase) {
    EXPECT_EQ(outside("see ../"
                      "shared/a.md"),
              1U);
    EXPECT_EQ(outside("in /wo"
                      "rk/main"),
              1U);
    EXPECT_EQ(outside("this Ses"
                      "sion"),
              1U);
    EXPECT_EQ(outside("two ses"
                      "sions"),
              1U);
    EXPECT_EQ(outside("as W11"
                      "-C7 says"),
              1U);
    EXPECT_EQ(outside("network/a, an obsession, shared caches, kernel/sched/fair.c"), 0U);
}

}  // namespace
}  // namespace architecture
