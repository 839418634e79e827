// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: `check --format json` is what docs/schemas/verdicts.schema.json says, tells all that the text tells, and its
// traces replay. Method: runs that end in every kind of verdict are held against the schema and each other.
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program.hpp"
#include "tests/support/schema_check.hpp"

namespace schedmc {
namespace {

using nlohmann::json;

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
        text.replace(at, what.size(), by);
    }
    return text;
}

const std::string check = "schedmc check --machine 'pack:1 l3:1 core:2 pu:2' --tasks 3 ";

TEST(VerdictsJson, FollowsItsSchema) {
    for (const char* options :
         {"--policy v6.1 --property wakeup.idle-core-not-ignored --property wakeup.scan-cost",
          "--policies v5.19,v6.12 --isolate 3 --allowed 0-3 --property hint --property reach",
          "--policy v6.1 --states 50 --property wakeup.cpu-usable", "--policy v6.1 --depth 1",
          "--policy v6.1 --hints fresh --affinity-changes 1 --without preempt --depth 2 --memory 1G"}) {
        const Ran ran = run_in_shell(check + options + " --format json");
        const json value = json::parse(ran.out);
        EXPECT_EQ(schema_errors(schema_of("verdicts.schema.json"), value), std::vector<std::string>())
            << options;
    }
}

TEST(VerdictsJson, TellsWhatTheTextTells) {
    const std::string line =
        check +
        "--policies v6.1,v6.12 --isolate 3 --states 60000 --property wakeup.idle-core-not-ignored "
        "--property wakeup.cpu-usable --format json";
    const Ran ran = run_in_shell(line);
    const json value = json::parse(ran.out);
    EXPECT_EQ(value["repeat"], line);
    EXPECT_EQ(value["machine"]["isolated"], "3");
    EXPECT_EQ(value["scenario"]["tasks"].size(), 3U);
    EXPECT_EQ(value["limits"]["states"], 60000U);
    ASSERT_EQ(value["verdicts"].size(), 4U);
    EXPECT_EQ(value["verdicts"][0]["policy"], "v6.1");
    EXPECT_EQ(value["verdicts"][3]["policy"], "v6.12");
    EXPECT_EQ(value["verdicts"][0]["property"], "wakeup.idle-core-not-ignored");
}

TEST(VerdictsJson, HoldsTracesThatReplay) {
    const std::string folder = fresh_folder();
    const std::string line =
        check + "--policy v6.1 --property wakeup.idle-core-not-ignored --save saved.json ";
    const Ran ran = run_in_shell(line + "--format json", folder);
    EXPECT_EQ(ran.exit_code, 1);
    std::ofstream(folder + "/taken.json") << json::parse(ran.out)["verdicts"][0]["trace"];
    const Ran taken = run_in_shell("schedmc replay taken.json", folder);
    const Ran saved = run_in_shell("schedmc replay saved.json", folder);
    EXPECT_EQ(taken.exit_code, 0) << taken.err;
    EXPECT_EQ(replaced(taken.out, "taken.json", "saved.json"), saved.out);
}

}  // namespace
}  // namespace schedmc
