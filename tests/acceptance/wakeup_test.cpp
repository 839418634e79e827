// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: what people come for, from the command line. Method: the program is run as they would run it; verdicts, exit
// codes and the explanation are compared with what the kernels do.
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/support/golden.hpp"
#include "tests/support/program.hpp"

namespace schedmc {
namespace {

const std::string two_cores = "--machine 'pack:1 l3:1 core:2 pu:2' ";
const std::string idle_core =
    "schedmc check " + two_cores + "--tasks 3 --property wakeup.idle-core-not-ignored ";

TEST(Wakeup, AnIdleCoreIsIgnoredInV61AndTheTraceReplaysByteForByte) {
    const std::string folder = fresh_folder();
    const Ran check = run_in_shell(idle_core + "--policy v6.1 --save t.json", folder);
    EXPECT_EQ(check.exit_code, 1);
    EXPECT_EQ(check.err, "");
    expect_golden(check.out, "acceptance/golden/idle-core-check.txt");
    const Ran first = run_in_shell("schedmc replay t.json", folder);
    const Ran second = run_in_shell("schedmc replay t.json", folder);
    EXPECT_EQ(first.exit_code, 0);
    EXPECT_EQ(first.out, second.out);
    expect_golden(first.out, "acceptance/golden/idle-core-replay.txt");
    const std::size_t block = check.out.find("VIOLATED");
    const std::size_t end = check.out.find("a contradiction") == std::string::npos
                                ? check.out.find("contradiction.")
                                : check.out.find("a contradiction");
    ASSERT_NE(end, std::string::npos);
    EXPECT_NE(first.out.find(check.out.substr(block, end - block)), std::string::npos)
        << "the same contradiction";
    std::filesystem::remove_all(folder);
}

TEST(Wakeup, ThePatchAndTheVersionBeforeHold) {
    for (const char* policy : {"v5.19", "v6.1+sis-ignore-util-if-idle-core"}) {
        const Ran ran = run_in_shell(idle_core + "--policy " + policy);
        EXPECT_EQ(ran.exit_code, 0) << ran.out;
        EXPECT_NE(ran.out.find("wakeup.idle-core-not-ignored: holds (exhaustive)\n"), std::string::npos)
            << ran.out;
        EXPECT_NE(ran.out.find(" states, "), std::string::npos);
        EXPECT_NE(ran.out.find("situation met "), std::string::npos);
        EXPECT_EQ(ran.out.find("situation met 0 times"), std::string::npos);
    }
}

TEST(Wakeup, IsolatedSiblingsAreLeftAloneFromV612) {
    const std::string check = "schedmc check " + two_cores +
                              "--numbering interleaved --isolate 2,3 --allowed 0-3 --tasks 3 "
                              "--property wakeup.stays-in-domain --policies v5.19,v6.1,v6.12";
    const Ran ran = run_in_shell(check);
    EXPECT_EQ(ran.exit_code, 1);
    expect_golden(ran.out, "acceptance/golden/stays-in-domain.txt");
    // The search for an idle sibling needs the hint false, which on this machine takes fresh domains or a fourth task.
    const Ran fresh = run_in_shell(check + " --hints fresh");
    EXPECT_EQ(fresh.exit_code, 1);
    expect_golden(fresh.out, "acceptance/golden/stays-in-domain-fresh.txt");
}

TEST(Wakeup, TheHintIsLostByEachMechanism) {
    const std::string hint =
        "schedmc check " + two_cores + "--policy v6.12 --property hint.no-false-negative ";
    const std::pair<const char*, const char*> mechanisms[] = {
        {"a task of few CPUs scans in vain", "--tasks 3 --allowed 0-1"},
        {"fresh domains", "--tasks 1 --hints fresh"},
        {"the isolated sibling idles last", "--tasks 3 --isolate 3 --allowed 0-2 --allowed t2=3"},
    };
    for (const auto& [mechanism, options] : mechanisms) {
        const Ran ran = run_in_shell(hint + options);
        EXPECT_EQ(ran.exit_code, 1) << mechanism;
        EXPECT_NE(ran.out.find("hint.no-false-negative: violated"), std::string::npos) << mechanism;
    }
    EXPECT_EQ(run_in_shell(hint + "--tasks 3").exit_code, 0) << "without any of them the hint is kept";
}

TEST(Wakeup, ALargeMachineIsRefusedWithAnEstimateUnlessBounded) {
    const Ran refused = run_in_shell("schedmc check --machine hygon-7447v --tasks 3 --policy v6.1");
    EXPECT_EQ(refused.exit_code, 64);
    EXPECT_EQ(refused.out, "");
    EXPECT_NE(refused.err.find("too large to explore exhaustively"), std::string::npos) << refused.err;
    EXPECT_NE(refused.err.find("--depth"), std::string::npos) << refused.err;
    const Ran bounded = run_in_shell(
        "schedmc check --machine hygon-7447v --tasks 1 --policy v6.1 --depth 1 "
        "--property wakeup.cpu-usable");
    EXPECT_EQ(bounded.exit_code, 2) << bounded.out;
    EXPECT_NE(bounded.out.find("states beyond depth 1 were not looked at"), std::string::npos) << bounded.out;
}

TEST(Wakeup, ALimitIsUndecidedAndSaysWhich) {
    const Ran ran =
        run_in_shell("schedmc check " + two_cores +
                     "--tasks 3 --policy v5.19 --property wakeup.idle-core-not-ignored --states 100");
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_NE(ran.out.find("undecided"), std::string::npos);
    EXPECT_NE(ran.out.find("the limit of 100 states was reached"), std::string::npos) << ran.out;
    const Ran memory = run_in_shell("schedmc check " + two_cores +
                                    "--tasks 4 --policy v6.1 --property wakeup.cpu-usable --memory 1M");
    EXPECT_EQ(memory.exit_code, 2);
    EXPECT_NE(memory.out.find("memory was reached"), std::string::npos) << memory.out;
}

TEST(Wakeup, OutputIsTheSameTwice) {
    const std::string line = "schedmc check " + two_cores + "--tasks 2 --policies all --format json";
    const Ran first = run_in_shell(line);
    EXPECT_EQ(first.out, run_in_shell(line).out);
    EXPECT_EQ(first.out.front(), '{');
}

}  // namespace
}  // namespace schedmc
