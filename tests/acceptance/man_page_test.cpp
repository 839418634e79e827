// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: the manual page is current, can be read by man, and names every option that --help names. Method: the page that
// the program prints is docs/schedmc.1; each option of each command's help is looked up in it.
#include <algorithm>
#include <regex>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/support/golden.hpp"
#include "tests/support/program.hpp"

namespace schedmc {
namespace {

std::string page() { return run_in_shell("schedmc --man").out; }

TEST(ManPage, IsCurrent) { expect_golden(page(), "../docs/schedmc.1"); }

TEST(ManPage, NamesWhatHelpNames) {
    std::string plain = page();
    plain.erase(std::remove(plain.begin(), plain.end(), '\\'), plain.end());
    std::size_t options = 0;
    for (const char* command : {"", "check", "replay", "conform", "list", "machine"}) {
        const std::string help = run_in_shell(std::string("schedmc ") + command + " --help").out;
        const std::regex option("--[a-z]+(-[a-z]+)*");
        for (std::sregex_iterator at(help.begin(), help.end(), option), end; at != end; ++at) {
            EXPECT_NE(plain.find(at->str()), std::string::npos) << command << " " << at->str();
            ++options;
        }
    }
    EXPECT_GT(options, 30U);
}

TEST(ManPage, HasOnlyRequestsThatManKnows) {
    std::istringstream lines(page());
    const std::regex known("\\.(\\\\\"|TH|SH|TP|B|I|RI)( .*)?");
    for (std::string line; std::getline(lines, line);) {
        EXPECT_TRUE(line.empty() || line[0] != '.' || std::regex_match(line, known)) << line;
        EXPECT_FALSE(!line.empty() && line[0] == '\'') << line;
    }
}

}  // namespace
}  // namespace schedmc
