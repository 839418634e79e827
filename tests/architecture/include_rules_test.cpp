// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: an include that goes the wrong way, or a file that nobody needs, is found and named.
// Method: planted violations in memory, each beside the nearest thing that is allowed.
#include "tests/architecture/include_rules.hpp"

#include <gtest/gtest.h>

namespace architecture {
namespace {

SourceFile including(const std::string& path, const std::string& what) {
    return {path, "#include " + what + "\n"};
}

std::size_t broken(const std::string& path, const std::string& what) {
    return broken_arrows(including(path, what)).size();
}

std::size_t misplaced(const std::string& path, const std::string& what) {
    return misplaced_libraries(including(path, what)).size();
}

TEST(BrokenArrows, FollowTheOrderOfTheFolders) {
    const std::vector<std::string> order = {"model", "properties", "counterexamples", "solver", "cli"};
    for (std::size_t from = 0; from < order.size(); ++from) {
        for (std::size_t to = 0; to < order.size(); ++to) {
            EXPECT_EQ(broken(order[from] + "/a/b.hpp", "\"" + order[to] + "/c/d.hpp\""), to > from ? 1U : 0U)
                << order[from] << " -> " << order[to];
        }
    }
}

TEST(BrokenArrows, KeepFilesAndSolverApart) {
    EXPECT_EQ(broken("files/a.cpp", "\"solver/b.hpp\""), 1U);
    EXPECT_EQ(broken("solver/a.cpp", "\"files/b.hpp\""), 1U);
    EXPECT_EQ(broken("files/a.cpp", "\"counterexamples/b.hpp\""), 0U);
    EXPECT_EQ(broken("cli/a.cpp", "\"files/b.hpp\""), 0U);
}

TEST(BrokenArrows, LetTestsReadTheProgramAndNotTheOtherWayRound) {
    EXPECT_EQ(broken("tests/cli/a.cpp", "\"cli/b.hpp\""), 0U);
    EXPECT_EQ(broken("bench/a.cpp", "\"solver/b.hpp\""), 0U);
    EXPECT_EQ(broken("cli/a.cpp", "\"tests/support/b.hpp\""), 1U);
    EXPECT_EQ(broken("solver/a.cpp", "\"bench/b.hpp\""), 1U);
}

TEST(BrokenArrows, LeaveTheModelWithTheStandardLibrary) {
    EXPECT_EQ(broken("model/a.cpp", "<vector>"), 0U);
    EXPECT_EQ(broken("model/a.cpp", "<fmt/core.h>"), 0U);
    EXPECT_EQ(broken("model/a.cpp", "<unistd.h>"), 1U);
    EXPECT_EQ(broken("properties/a.cpp", "<sys/mman.h>"), 1U);
    EXPECT_EQ(broken("solver/a.cpp", "<sys/mman.h>"), 0U);
}

TEST(BrokenArrows, NameTheFileTheLineAndTheArrow) {
    const Complaints complaints = broken_arrows({"model/a.hpp", "\n#include \"cli/b.hpp\"\n"});
    EXPECT_EQ(complaints, Complaints{"model/a.hpp:2: model/ may not include cli/b.hpp"});
}

TEST(MisplacedLibraries, KeepEachLibraryInItsPlace) {
    EXPECT_EQ(misplaced("solver/prove/a.cpp", "<z3++.h>"), 0U);
    EXPECT_EQ(misplaced("solver/explore/a.cpp", "<z3++.h>"), 1U);
    EXPECT_EQ(misplaced("tests/model/a.cpp", "<z3.h>"), 1U);
    EXPECT_EQ(misplaced("solver/walk/a.cpp", "<rapidcheck.h>"), 0U);
    EXPECT_EQ(misplaced("tests/model/a.cpp", "<rapidcheck/gtest.h>"), 0U);
    EXPECT_EQ(misplaced("solver/a.cpp", "<rapidcheck/Gen.h>"), 1U);
    EXPECT_EQ(misplaced("files/a.cpp", "<hwloc.h>"), 0U);
    EXPECT_EQ(misplaced("cli/a.cpp", "<hwloc.h>"), 1U);
    EXPECT_EQ(misplaced("counterexamples/a.cpp", "<nlohmann/json.hpp>"), 0U);
    EXPECT_EQ(misplaced("solver/a.cpp", "<nlohmann/json.hpp>"), 1U);
    EXPECT_EQ(misplaced("properties/a.cpp", "<toml++/toml.h>"), 1U);
    EXPECT_EQ(misplaced("cli/a.cpp", "<CLI/CLI.hpp>"), 0U);
    EXPECT_EQ(misplaced("files/a.cpp", "<CLI/CLI.hpp>"), 1U);
    EXPECT_EQ(misplaced("model/a.cpp", "<gtest/gtest.h>"), 1U);
    EXPECT_EQ(misplaced("tests/a/b.cpp", "<benchmark/benchmark.h>"), 1U);
}

TEST(UnresolvedIncludes, AreWrittenFromTheRoot) {
    const SourceFile header = {"model/b.hpp", ""};
    EXPECT_TRUE(unresolved_includes({including("model/a.cpp", "\"model/b.hpp\""), header}).empty());
    EXPECT_TRUE(unresolved_includes({including("model/a.cpp", "<vector>")}).empty());
    EXPECT_TRUE(unresolved_includes({including("docs/a.md", "\"b.hpp\"")}).empty());
    EXPECT_EQ(unresolved_includes({including("model/a.cpp", "\"b.hpp\""), header}).size(), 1U);
    EXPECT_EQ(unresolved_includes({including("model/a.cpp", "\"../model/b.hpp\""), header}).size(), 1U);
    EXPECT_EQ(unresolved_includes({including("files/a.cpp", "\"hwloc.h\"")}).size(), 1U);
}

TEST(DeadFiles, AreHeadersThatNobodyElseIncludes) {
    const SourceFile header = {"model/b.hpp", ""};
    EXPECT_TRUE(dead_files({including("model/a.cpp", "\"model/b.hpp\""), header}).empty());
    EXPECT_EQ(dead_files({header}).size(), 1U);
    EXPECT_EQ(dead_files({including("model/b.hpp", "\"model/b.hpp\"")}).size(), 1U);
    EXPECT_EQ(dead_files({including("docs/a.md", "\"model/b.hpp\""), header}).size(), 1U);
}

TEST(DeadFiles, AreTestsThatNothingBuilds) {
    EXPECT_EQ(dead_files({{"tests/a_test.cpp", ""}}).size(), 1U);
    EXPECT_TRUE(dead_files({{"tests/model/a_test.cpp", ""}, {"model/a.cpp", ""}}).empty());
}

}  // namespace
}  // namespace architecture
