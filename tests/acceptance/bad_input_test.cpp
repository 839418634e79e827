// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: bad input gets one clear line with place, reason and remedy, exit code 64, and writes nothing. Method: each
// kind of bad input is given to the program in an empty folder, which must stay empty.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/support/program.hpp"

namespace schedmc {
namespace {

struct BadInput {
    const char* line;
    /// Parts of the message: where, and what would be right.
    const char* place;
    const char* remedy;
};

const BadInput bad_inputs[] = {
    {"schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --tasks 3 --policy v6.3", "--policy",
     "did you mean v6.1"},
    {"schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --tasks 3 --policy v6.1+sis-ignore-util", "--policy",
     "sis-ignore-util-if-idle-core"},
    {"schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --tasks 3 --policy v6.1 --property "
     "wakeup.idle-core-ignored",
     "--property", "did you mean wakeup.idle-core-not-ignored"},
    {"schedmc check --machine hygon-7447 --tasks 3 --policy v6.1", "hygon-7447", "hygon-7447v"},
    {"schedmc check --machine 'pu:1000000000' --tasks 3 --policy v6.1", "pu:1000000000", "1024"},
    {"schedmc check --machine 'pack:1 pu:0' --tasks 3 --policy v6.1", "pack:1 pu:0", ""},
    {"schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --tasks 1000000000 --policy v6.1", "--tasks", "4096"},
    {"schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --tasks 0 --policy v6.1", "--tasks", "4096"},
    {"schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --tasks 2 --allowed 4 --policy v6.1", "--allowed",
     "0-3"},
    {"schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --offline 3 --tasks 2 --allowed 3 --policy v6.1",
     "--allowed", "0-2"},
    {"schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --offline 9 --tasks 2 --policy v6.1", "--offline",
     "0-3"},
    {"schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --offline 0-3 --tasks 2 --policy v6.1", "--offline",
     ""},
    {"schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --tasks 2", "--policy", "--policies"},
    {"schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --tasks 2 --policy v6.1 --sve x", "--sve", "--help"},
    {"schedmc check --machine missing.xml --tasks 2 --policy v6.1", "missing.xml", ""},
    {"schedmc check missing.toml", "missing.toml", ""},
    {"schedmc replay missing.json", "missing.json", ""},
    {"schedmc machine 'pack:1 l3:1 core:2 pu:2' --numbering sideways", "--numbering", ""},
    {"schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --tasks 2 --policy v6.1 --memory much", "--memory",
     ""},
    {"schedmc frobnicate", "frobnicate", "--help"},
    {"schedmc", "schedmc", "--help"},
};

TEST(BadInput, EndsWith64AndOneClearLine) {
    for (const BadInput& bad : bad_inputs) {
        SCOPED_TRACE(bad.line);
        const std::string folder = fresh_folder();
        const Ran ran = run_in_shell(bad.line, folder);
        EXPECT_EQ(ran.exit_code, 64);
        EXPECT_EQ(ran.out, "");
        EXPECT_NE(ran.err.find(bad.place), std::string::npos) << ran.err;
        EXPECT_NE(ran.err.find(bad.remedy), std::string::npos) << ran.err;
        EXPECT_LE(std::count(ran.err.begin(), ran.err.end(), '\n'), 2) << ran.err;
        EXPECT_TRUE(std::filesystem::is_empty(folder));
        std::filesystem::remove_all(folder);
    }
}

TEST(BadInput, AnythingThatCannotBeSavedIsSaid) {
    const Ran ran = run_in_shell(
        "schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --tasks 3 --policy v6.1 "
        "--property wakeup.idle-core-not-ignored --save no/such/folder/t.json");
    EXPECT_EQ(ran.exit_code, 64);
    EXPECT_NE(ran.err.find("no/such/folder/t.json"), std::string::npos) << ran.err;
}

TEST(BadInput, DamagedTracesAreRefusedWithTheirPlace) {
    const std::string folder = fresh_folder();
    run_in_shell(
        "schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --tasks 3 --policy v6.1 "
        "--property wakeup.idle-core-not-ignored --save t.json",
        folder);
    const std::pair<const char*, const char*> damages[] = {
        {"head -c 300 t.json >d.json", "d.json:"},
        {"sed 's/\"version\": 1/\"version\": 2/' t.json >d.json", "version"},
        {"sed 's/\"cpu0\"/\"cpu9\"/' t.json >d.json", "d.json:/"},

    };
    for (const auto& [damage, place] : damages) {
        SCOPED_TRACE(damage);
        const Ran ran = run_in_shell(std::string(damage) + "; schedmc replay d.json", folder);
        EXPECT_EQ(ran.exit_code, 64) << ran.out;
        EXPECT_NE(ran.err.find(place), std::string::npos) << ran.err;
    }
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace schedmc
