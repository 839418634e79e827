// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: whatever happens behind the wall, an answer or a reason comes back, and soon.
// Method: work that answers, crashes, hangs, exits, throws, talks too much and eats memory.
#include "files/behind_wall.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace schedmc {
namespace {

std::string trouble(const std::function<std::string()>& work, const WallLimits& limits = {}) {
    const WallAnswer answer = behind_wall(work, limits);
    EXPECT_EQ(answer.text, "");
    return answer.trouble;
}

TEST(BehindWall, AnswersComeBackWhole) {
    for (const std::size_t length : {0U, 1U, 65536U, 3000000U}) {
        const WallAnswer answer = behind_wall([&] { return std::string(length, 'x') + '\0'; });
        EXPECT_EQ(answer.trouble, "");
        EXPECT_EQ(answer.text, std::string(length, 'x') + '\0');
    }
}

TEST(BehindWall, NothingThatHappensReachesTheCaller) {
    int touched = 0;
    const WallAnswer answer = behind_wall([&] {
        touched = 1;
        ::setenv("SCHEDMC_TEST_WALL", "1", 1);
        return std::string("done");
    });
    EXPECT_EQ(answer.text, "done");
    EXPECT_EQ(touched, 0);
    EXPECT_EQ(std::getenv("SCHEDMC_TEST_WALL"), nullptr);
}

TEST(BehindWall, CrashesAreNamed) {
    EXPECT_EQ(trouble([]() -> std::string { std::abort(); }), "it crashed");
    EXPECT_EQ(trouble([] { return std::string(std::raise(SIGSEGV) == 0 ? "a" : "b"); }), "it crashed");
    EXPECT_EQ(trouble([]() -> std::string { throw std::runtime_error("no"); }), "it crashed");
    EXPECT_EQ(trouble([]() -> std::string { ::_exit(0); }), "it crashed");
    EXPECT_EQ(trouble([] { return std::string(std::raise(SIGKILL) == 0 ? "a" : "b"); }), "it was killed");
}

TEST(BehindWall, HangingIsCutOff) {
    WallLimits limits;
    limits.seconds = 1;
    const auto busy = []() -> std::string {
        while (std::getenv("SCHEDMC_TEST_WALL") == nullptr) {
        }
        return "";
    };
    const auto asleep = []() -> std::string {
        ::pause();
        return "";
    };
    EXPECT_EQ(trouble(busy, limits), "it took longer than 1 seconds");
    EXPECT_EQ(trouble(asleep, limits), "it took longer than 1 seconds");
}

TEST(BehindWall, LongAnswersAreCutOff) {
    WallLimits limits;
    limits.answer_bytes = 100;
    EXPECT_EQ(behind_wall([] { return std::string(100, 'x'); }, limits).text.size(), 100U);
    EXPECT_EQ(trouble([] { return std::string(101, 'x'); }, limits), "its answer is too long");
    EXPECT_EQ(trouble([] { return std::string(10000000, 'x'); }, limits), "its answer is too long");
}

TEST(BehindWall, MemoryIsLimited) {
    if (!wall_limits_memory()) {
        GTEST_SKIP() << "sanitizers need the address space";
    }
    EXPECT_EQ(trouble([] { return std::to_string(std::vector<char>(std::size_t{1} << 30, 'x').size()); }),
              "it crashed");
}

TEST(BehindWall, ComplaintsAreHeardInside) {
    const WallAnswer answer = behind_wall([] {
        std::puts("nobody hears this");
        std::fputs("that hurts\n", stderr);
        return complaints();
    });
    EXPECT_EQ(answer.text, "that hurts\n");
}

TEST(BehindWall, EnvironmentOfHwlocStaysOutside) {
    ::setenv("HWLOC_SYNTHETIC", "pu:3", 1);
    ::setenv("HWLOC_PLUGINS_PATH", "/nowhere", 1);
    const WallAnswer answer = behind_wall([] {
        return std::string(std::getenv("HWLOC_SYNTHETIC") == nullptr ? "" : "synthetic ") +
               (std::getenv("HWLOC_PLUGINS_PATH") == nullptr ? "" : "plugins");
    });
    EXPECT_EQ(answer.text, "");
    EXPECT_EQ(answer.trouble, "");
    EXPECT_NE(std::getenv("HWLOC_SYNTHETIC"), nullptr);
    ::unsetenv("HWLOC_SYNTHETIC");
    ::unsetenv("HWLOC_PLUGINS_PATH");
}

}  // namespace
}  // namespace schedmc
