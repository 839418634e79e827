// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/support/golden.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

namespace schedmc {

namespace {

bool updating() {
    const char* const value = std::getenv("UPDATE_GOLDEN");
    return value != nullptr && std::string_view(value) == "1";
}

}  // namespace

void expect_golden(const std::string& actual, const std::string& path_under_tests) {
    const std::filesystem::path path = std::filesystem::path(SCHEDMC_SOURCE_DIR) / "tests" / path_under_tests;
    if (updating()) {
        std::filesystem::create_directories(path.parent_path());
        std::ofstream file(path, std::ios::binary);
        file << actual;
        ASSERT_TRUE(file.good()) << path << " cannot be written";
        return;
    }
    std::ifstream file(path, std::ios::binary);
    ASSERT_TRUE(file.good()) << path << " cannot be read; UPDATE_GOLDEN=1 writes it";
    std::ostringstream expected;
    expected << file.rdbuf();
    EXPECT_EQ(actual, expected.str())
        << "differs from tests/" << path_under_tests << "; if it is right, UPDATE_GOLDEN=1 rewrites it";
}

}  // namespace schedmc
