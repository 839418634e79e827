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
    {"schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --tasks 0 --policy v6.1", "--tasks",
     "from 1 on"},
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
    {"schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --tasks -1 --policy v6.1", "'-1'", "from 1 on"},
    {"schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --tasks 2 --policy v6.1 --depth -1", "--depth",
     "from 1 on"},
    {"schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --tasks 2 --policy v6.1 --states 0", "--states",
     "from 1 on"},
    {"schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --tasks 2 --policy v6.1 --states 99999999999999999999",
     "--states", "from 1 on"},
    {"schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --tasks 2 --policy v6.1 --memory 4097", "--memory", "1M"},
    {"schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --tasks 2 --policy all", "--policy", "--policies all"},
    {"schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --tasks 2 --policies v6.1,v6.1", "--policies", "once"},
    {"schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --tasks 2 --polcy v6.1", "--polcy", "--policy"},
    {"schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --tasks 2 --policy v6.1 --save ''", "--save", "give one"},
    {"schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --tasks 2 --policy v6.1 --format jsn", "--format", "json"},
    {"schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --tasks 2 --policy \"$(printf 'v6.1\\033[31m\\n')\"",
     "v6.1?[31m", "known: v5.19"},
    {"schedmc machine pu:2 --cpu -1", "--cpu", "from 0 on"},
    {"schedmc check --machine zz --tasks 2 --policy v6.1", "zz", "known"},
    {"schedmc replay ''", "trace", "give one"},
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
        EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
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

TEST(BadInput, NothingButAFileIsWrittenOver) {
    const std::string folder = fresh_folder();
    const std::string check =
        "schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --tasks 3 --policy v6.1 "
        "--property wakeup.idle-core-not-ignored --save ";
    const Ran pipe = run_in_shell("mkfifo pipe; " + check + "pipe; test -p pipe && echo still a pipe >&2", folder);
    EXPECT_EQ(pipe.out, "");
    EXPECT_NE(pipe.err.find("pipe: cannot be written: it is no regular file"), std::string::npos) << pipe.err;
    EXPECT_NE(pipe.err.find("still a pipe"), std::string::npos) << pipe.err;
    const Ran link =
        run_in_shell("touch kept; ln -s kept link; " + check + "link; test -L link && head -c 1 kept", folder);
    EXPECT_EQ(link.exit_code, 0) << link.err;
    EXPECT_EQ(link.out.back(), '{');
    const Ran large = run_in_shell(
        "(ulimit -f 0; schedmc check --machine coffee-lake-6c --tasks 2 --policy v6.1 --depth 3 "
        "--property wakeup.idle-core-not-ignored --save large 2>&1) | cat; test ! -e large",
        folder);
    EXPECT_EQ(large.exit_code, 0) << large.out;
    EXPECT_NE(large.out.find("large: cannot be written"), std::string::npos) << large.out;
    std::filesystem::remove_all(folder);
}

TEST(BadInput, OutputThatIsLostIsSaid) {
    for (const char* line : {"schedmc --version", "schedmc list", "schedmc machine pu:2", "schedmc --help"}) {
        for (const char* nowhere : {" >/dev/full", " >&-", " <&- >&-"}) {
            const Ran ran = run_in_shell(line + std::string(nowhere));
            EXPECT_EQ(ran.exit_code, 70) << line << nowhere;
            EXPECT_NE(ran.err.find("the output is incomplete"), std::string::npos) << ran.err;
        }
    }
    EXPECT_EQ(run_in_shell("schedmc machine zz 2>/dev/full").exit_code, 64);
}

TEST(BadInput, ASearchOfManyTasksEndsWhenAsked) {
    const Ran ran = run_in_shell(
        "timeout --kill-after 60 2 schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --tasks 4096 --depth 1 "
        "--policy v6.1");
    EXPECT_EQ(ran.exit_code, 124) << ran.err;
    EXPECT_NE(ran.out.find("the search was interrupted"), std::string::npos) << ran.out;
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
