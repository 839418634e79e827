// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: the README's commands do what it says. Method: every line after "$ " in its console blocks is run, in order
// and in one folder, and what follows it there must be what the command prints. UPDATE_GOLDEN=1 writes it anew.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/support/program.hpp"

namespace schedmc {
namespace {

/// The README with the output of every command replaced by what the command prints now.
std::string with_fresh_output(const std::string& readme, const std::string& folder, std::size_t& commands) {
    std::istringstream lines(readme);
    std::string fresh;
    std::string line;
    bool in_console = false;
    while (std::getline(lines, line)) {
        if (line == "```console") {
            in_console = true;
        } else if (line == "```") {
            in_console = false;
        } else if (in_console) {
            if (line.substr(0, 2) != "$ ") {
                continue;
            }
            ++commands;
            const Ran ran = run_in_shell(line.substr(2), folder);
            EXPECT_EQ(ran.err, "") << line;
            EXPECT_TRUE(ran.exit_code == 0 || ran.exit_code == 1) << line;
            fresh += line + "\n" + ran.out;
            continue;
        }
        fresh += line + "\n";
    }
    return fresh;
}

TEST(Readme, ShowsWhatItsCommandsPrint) {
    const std::filesystem::path path = std::filesystem::path(SCHEDMC_SOURCE_DIR) / "README.md";
    std::ostringstream readme;
    readme << std::ifstream(path).rdbuf();
    // Recordings are named from the root.
    const std::string folder = fresh_folder();
    std::filesystem::create_directory_symlink(std::filesystem::path(SCHEDMC_SOURCE_DIR) / "tests",
                                              std::filesystem::path(folder) / "tests");
    std::size_t commands = 0;
    const std::string fresh = with_fresh_output(readme.str(), folder, commands);
    std::filesystem::remove_all(folder);
    EXPECT_GE(commands, 4U);
    if (std::getenv("UPDATE_GOLDEN") != nullptr) {
        std::ofstream(path) << fresh;
        return;
    }
    EXPECT_EQ(readme.str(), fresh);
}

}  // namespace
}  // namespace schedmc
