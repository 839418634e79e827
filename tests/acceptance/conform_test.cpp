// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: what two kernels recorded is what the model decides, test by test, and a fault of the model would show.
// Method: cuts of recordings, with the counts to the last decision; every planted defect that they can show; bad input
// by the program.
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "model/policy/policy.hpp"
#include "tests/support/program.hpp"
#include "tests/support/schema_check.hpp"

namespace schedmc {
namespace {

const std::string folder = std::string(SCHEDMC_SOURCE_DIR) + "/tests/acceptance/recordings/";
/// A v6.12 kernel with all probes, one LLC; the same with core scheduling; a v6.1 kernel with few probes, two LLCs.
const std::string mix = folder + "smt8-v6.12.txt.gz";
const std::string cookies = folder + "cookies-v6.12.txt.gz";
const std::string two_llcs = folder + "two-llcs-v6.1.txt.gz";

nlohmann::json decisions_of(const std::string& arguments, int exit_code = 0) {
    const Ran ran = run_in_shell("schedmc conform " + arguments + " --format json");
    EXPECT_EQ(ran.exit_code, exit_code) << ran.err;
    return nlohmann::json::parse(ran.out).at("decisions");
}

std::uint64_t rule(const nlohmann::json& decisions, const char* name) {
    for (const auto& row : decisions.at("by_rule")) {
        if (row.at("rule") == name) {
            return row.at("exactly").get<std::uint64_t>() + row.at("with_open_inputs").get<std::uint64_t>() +
                   row.at("not_explained").get<std::uint64_t>();
        }
    }
    return 0;
}

std::uint64_t chosen(const nlohmann::json& decisions, const char* input) {
    for (const auto& row : decisions.at("chosen")) {
        if (row.at("input") == input) {
            return row.at("decisions").get<std::uint64_t>();
        }
    }
    ADD_FAILURE() << input;
    return 0;
}

std::uint64_t unexplained_with(const std::string& arguments) {
    const Ran ran = run_in_shell("schedmc conform " + arguments + " --format json");
    const auto count =
        nlohmann::json::parse(ran.out).at("decisions").at("not_explained").get<std::uint64_t>();
    EXPECT_EQ(ran.exit_code, count == 0 ? 0 : 1);
    return count;
}

TEST(Conform, ExplainsAKernelWithAllProbesToTheLastTest) {
    const auto decisions = decisions_of(mix);
    EXPECT_EQ(decisions.at("exactly"), 265);
    EXPECT_EQ(decisions.at("with_open_inputs"), 272);
    EXPECT_EQ(decisions.at("not_explained"), 0);
    EXPECT_EQ(decisions.at("forks_and_execs").at("by_tests"), 23);
    EXPECT_EQ(decisions.at("forks_and_execs").at("not_explained"), 0);
    EXPECT_EQ(decisions.at("incomplete"), 0);
    EXPECT_EQ(decisions.at("idle_tests"), 2353);
    // One input only is seen by no probe: how many tasks the waker's queue holds.
    for (const auto& row : decisions.at("chosen")) {
        EXPECT_EQ(row.at("decisions"), row.at("input") == "waker alone in its queue" ? 272 : 0) << row;
    }
    EXPECT_EQ(rule(decisions, "target idle"), 75U);
    EXPECT_EQ(rule(decisions, "previous CPU idle"), 169U);
    EXPECT_EQ(rule(decisions, "recent CPU idle"), 87U);
    EXPECT_EQ(rule(decisions, "idle sibling of previous CPU"), 23U);
    EXPECT_EQ(rule(decisions, "scan: idle core"), 31U);
    EXPECT_EQ(rule(decisions, "scan: idle CPU"), 70U);
    EXPECT_EQ(rule(decisions, "scan: fallback of core search"), 38U);
    EXPECT_EQ(rule(decisions, "target though busy"), 44U);
}

TEST(Conform, ExplainsCoreSchedulingByTheCookiesOfCores) {
    const auto decisions = decisions_of(cookies);
    EXPECT_EQ(decisions.at("exactly"), 303);
    EXPECT_EQ(decisions.at("with_open_inputs"), 35);
    EXPECT_EQ(decisions.at("not_explained"), 0);
    EXPECT_EQ(decisions.at("forks_and_execs").at("by_tests"), 8);
    EXPECT_EQ(decisions.at("forks_and_execs").at("by_answer"), 9);
    EXPECT_EQ(decisions.at("forks_and_execs").at("not_explained"), 0);
    EXPECT_EQ(decisions.at("idle_tests"), 1074);
    EXPECT_EQ(chosen(decisions, "core's own cookie"), 35U);
}

TEST(Conform, ExplainsAKernelWithFewProbesByWhatIsOpen) {
    const auto decisions = decisions_of(two_llcs);
    EXPECT_EQ(decisions.at("exactly"), 132);
    EXPECT_EQ(decisions.at("with_open_inputs"), 640);
    EXPECT_EQ(decisions.at("not_explained"), 0);
    EXPECT_EQ(decisions.at("forks_and_execs").at("by_tests"), 28);
    EXPECT_EQ(decisions.at("forks_and_execs").at("not_explained"), 0);
    EXPECT_EQ(decisions.at("idle_tests"), 3029);
    EXPECT_EQ(chosen(decisions, "has_idle_cores"), 446U);
    EXPECT_EQ(chosen(decisions, "bound kernel thread"), 0U);
    EXPECT_EQ(chosen(decisions, "SCHED_IDLE queue"), 0U);
}

TEST(Conform, NoticesEveryPlantedDefectThatARecordingCanShow) {
    // The others need isolated CPUs, unequal capacities, bound kernel threads, SCHED_IDLE tasks, a wakee that may not
    // run on its answer, or a look at what is written besides the answer.
    for (const char* defect : {"idle-core-scan-stops-early", "recent-not-tested", "scan-ignores-affinity",
                               "scan-wants-idle-core", "refuses-every-scan", "scan-overruns-budget"}) {
        EXPECT_NE(unexplained_with(mix + " --defect " + defect), 0U) << defect;
    }
    EXPECT_NE(unexplained_with(two_llcs + " --defect scan-leaves-llc"), 0U);
}

TEST(Conform, NoticesTheRulesOfAnotherVersion) {
    EXPECT_NE(unexplained_with(mix + " --policy v5.19"), 0U);
    // v6.1 tests the wrong CPU's affinity at the recent one; the stable tree repaired it.
    EXPECT_NE(unexplained_with(mix + " --policy v6.1"), 0U);
    EXPECT_EQ(unexplained_with(mix + " --policy v6.1-stable"), 0U);
}

TEST(Conform, HoldsTheKernelsDomainsAgainstTheModels) {
    for (const auto& [recording, told] : {std::pair(mix, 16), std::pair(two_llcs, 24)}) {
        const Ran ran = run_in_shell("schedmc conform " + recording + " --format json");
        const auto domains = nlohmann::json::parse(ran.out).at("domains");
        EXPECT_EQ(domains.at("told"), told);
        EXPECT_TRUE(domains.at("differences").empty()) << domains;
    }
    const Ran other = run_in_shell("schedmc conform " + two_llcs + " --machine 'pack:1 l3:2 core:2 pu:2'");
    EXPECT_EQ(other.exit_code, 1);
    EXPECT_NE(other.out.find("8 differ from the model's"), std::string::npos) << other.out;
}

TEST(Conform, AsksForThePolicyOfOtherSwitches) {
    const std::string path = fresh_folder();
    std::ofstream(path + "/r.txt") << "### uname: Linux h 6.12.117 #2\n### features: NO_SIS_UTIL\n"
                                      "a-5 [000] 1.0: sched_switch: x\n";
    const Ran ran = run_in_shell("schedmc conform r.txt --machine 'pu:4'", path);
    EXPECT_EQ(ran.exit_code, 64);
    EXPECT_NE(ran.err.find("SIS_UTIL off; say --policy v6.12-stable-sis-util"), std::string::npos) << ran.err;
    EXPECT_EQ(
        run_in_shell("schedmc conform r.txt --machine 'pu:4' --policy v6.12-stable-sis-util", path).exit_code,
        0);
    std::filesystem::remove_all(path);
}

TEST(Conform, NoticesAnotherMachine) {
    EXPECT_NE(unexplained_with(mix + " --machine 'pack:1 l3:2 core:2 pu:2'"), 0U);
    EXPECT_NE(unexplained_with(mix + " --machine 'pack:1 l3:1 core:4 pu:2' --numbering interleaved"), 0U);
    EXPECT_EQ(unexplained_with(mix + " --machine 'pack:1 l3:1 core:4 pu:2'"), 0U);
}

TEST(Conform, TellsADifferenceWithItsLine) {
    const std::string path = fresh_folder();
    std::ofstream(path + "/r.txt")
        << "### uname: Linux h 6.12.117 #2\n"
           "### topo cpu0 smt=0-1 l3=0-3\n### topo cpu1 smt=0-1 l3=0-3\n"
           "### topo cpu2 smt=2-3 l3=0-3\n### topo cpu3 smt=2-3 l3=0-3\n"
           "a-5 [000] d.h.. 1.0: srq: () pid=4 prev=0 wf=0x8 mask=0xf nca=4 ruc=0\n"
           "a-5 [000] d.h.. 1.1: aic: () cpu=0\n"
           "a-5 [000] d.h.. 1.2: aic_r: () ret=0\n"
           "a-5 [000] d.h.. 1.3: aic: () cpu=3\n"
           "a-5 [000] d.h.. 1.4: aic_r: () ret=1\n"
           "a-5 [000] d.h.. 1.5: srq_r: () ret=3\n";
    const Ran ran = run_in_shell("schedmc conform r.txt", path);
    EXPECT_EQ(ran.exit_code, 1);
    EXPECT_NE(ran.out.find(
                  "NOT EXPLAINED  line 6: cpu0 wakes pid 4, last on cpu0, recently on cpu0, allowed on cpus "
                  "0-3\n  the kernel tests cpu0, cpu3 (idle); returns cpu3\n"
                  "  the model tests cpu0, cpu1: parts at test 2\n"),
              std::string::npos)
        << ran.out;
    EXPECT_TRUE(ran.out.starts_with("schedmc 0.1.0 · r.txt (kernel 6.12.117) · ")) << ran.out;
    EXPECT_TRUE(ran.out.ends_with("\nRepeat:  schedmc conform r.txt\n")) << ran.out;
    std::filesystem::remove_all(path);
}

TEST(Conform, PrintsJsonThatFollowsItsSchema) {
    for (const std::string& arguments : {mix, cookies + " --defect idle-core-scan-stops-early",
                                         two_llcs + " --machine 'pack:1 l3:2 core:2 pu:2'"}) {
        const std::string line = "schedmc conform " + arguments + " --format json";
        const auto value = nlohmann::json::parse(run_in_shell(line).out);
        EXPECT_EQ(schema_errors(schema_of("conform.schema.json"), value), std::vector<std::string>())
            << arguments;
        EXPECT_EQ(value.at("repeat"), line);
    }
}

TEST(Conform, ReadsOneRecordingAlikeInEveryDialect) {
    const std::string event = "^( *[^#]+-[0-9]+) +(\\[[0-9]+\\]) [^ ]+ +([0-9.]+:) ([a-z0-9_]+:)";
    const std::pair<const char*, const char*> dialects[] = {
        {"raw with thread groups", "\\1 (-------) \\2 d.... \\3 \\4"},
        {"trace-cmd report", "\\1    \\2    \\3 \\4                 "},
        {"perf script", "\\1\t\\2    \\3         k:\\4"},
    };
    const std::string folder_of_test = fresh_folder();
    const auto decisions = decisions_of(cookies);
    for (const auto& [name, form] : dialects) {
        SCOPED_TRACE(name);
        run_in_shell(
            "zcat " + cookies + " | sed -E 's/" + event + "/" + form + "/; s/-([0-9]+)\\t/ \\1 /' >r.txt",
            folder_of_test);
        const Ran ran = run_in_shell("schedmc conform r.txt --format json", folder_of_test);
        EXPECT_EQ(ran.exit_code, 0) << ran.err;
        EXPECT_EQ(nlohmann::json::parse(ran.out).at("decisions"), decisions);
    }
    std::filesystem::remove_all(folder_of_test);
}

TEST(Conform, SaysHowLittlePlainTracesTell) {
    const std::string path = fresh_folder();
    std::ofstream(path + "/r.txt")
        << "cpus=4\n"
           "  a-5   [001]     6.7: sched_waking:         comm=b pid=15 prio=120 target_cpu=000\n"
           "  a-5   [001]     6.8: sched_wakeup:         b:15 [120] CPU:003\n";
    const Ran ran =
        run_in_shell("schedmc conform r.txt --machine 'pack:1 l3:2 core:2 pu:1' --policy v6.1-stable", path);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_NE(ran.out.find("no decision is compared"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("elsewhere on lines 3"), std::string::npos) << ran.out;
    std::filesystem::remove_all(path);
}

TEST(Conform, RefusesBadInputWithItsPlace) {
    const std::string path = fresh_folder();
    std::ofstream(path + "/none.txt") << "hello\n";
    std::ofstream(path + "/bare.txt") << "a-5 [001] 1.0: sched_switch: x\n";
    std::ofstream(path + "/other.txt") << "### uname: Linux h 6.12.50 #2\na-5 [001] 1.0: sched_switch: x\n";
    const struct {
        const char* arguments;
        const char* says;
    } bad[] = {
        {"missing.txt", "missing.txt: there is no such file"},
        {"none.txt", "none.txt: no line of it is an event"},
        {"bare.txt", "--machine: no machine is given"},
        {"bare.txt --machine 'pu:4'", "--policy: no policy is given, and the recording names no kernel"},
        {"other.txt --machine 'pu:4'", "no revision was read in kernel 6.12.50; did you mean v6.12?"},
        {"bare.txt --machine 'pu:1' --policy v6.1", "bare.txt:1: cpu1 is not one of the machine's cpus 0"},
        {"bare.txt --machine 'pu:4' --policy v6.3", "--policy"},
        {"bare.txt --machine 'pu:4' --policy v6.1 --capacity 0=512",
         "--machine: the machine's capacities differ"},
        {"", "recording"},
    };
    for (const auto& [arguments, says] : bad) {
        const Ran ran = run_in_shell(std::string("schedmc conform ") + arguments, path);
        EXPECT_EQ(ran.exit_code, 64) << arguments;
        EXPECT_EQ(ran.out, "") << arguments;
        EXPECT_NE(ran.err.find(says), std::string::npos) << ran.err;
    }
    std::filesystem::remove_all(path);
}

}  // namespace
}  // namespace schedmc
