// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/support/program.hpp"

#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

namespace schedmc {

namespace {

std::string text_of(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

std::string quoted(const std::string& text) { return "'" + text + "'"; }

}  // namespace

std::string fresh_folder() {
    std::string pattern = testing::TempDir() + "schedmc_XXXXXX";
    EXPECT_NE(mkdtemp(pattern.data()), nullptr);
    return pattern;
}

Ran run_in_shell(const std::string& line, const std::string& folder) {
    const std::filesystem::path streams = fresh_folder();
    const std::string bin = std::filesystem::path(SCHEDMC_PROGRAM).parent_path().string();
    const std::string command = "cd " + quoted(folder) + " && export PATH=" + quoted(bin) +
                                ":\"$PATH\" NO_COLOR=1 && { " + line + "\n} </dev/null >" +
                                quoted(streams / "out") + " 2>" + quoted(streams / "err");
    FILE* shell = popen(command.c_str(), "r");
    const int status = shell != nullptr ? pclose(shell) : -1;
    Ran ran{WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), text_of(streams / "out"),
            text_of(streams / "err")};
    std::filesystem::remove_all(streams);
    return ran;
}

Ran run_in_shell(const std::string& line) {
    const std::string folder = fresh_folder();
    Ran ran = run_in_shell(line, folder);
    std::filesystem::remove_all(folder);
    return ran;
}

}  // namespace schedmc
