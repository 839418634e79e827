// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: a suite gives the checks that it describes, and what is wrong with one is refused at its place before any check
// runs. Method: a suite of every key, variations of a small one with the exact words of each refusal, every truncation
// and bit flip, and the suites that come with schedmc.
#include "files/read_suite.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "model/input_error.hpp"
#include "properties/catalogue.hpp"
#include "tests/files/machine_fixtures.hpp"
#include "tests/support/toml_examples.hpp"

namespace schedmc {
namespace {

using Answer = Expectation::Answer;

// One key a line, so that a test can replace or add one.
constexpr const char* small_check =
    "[[check]]\n"
    "machine = 'pack:1 l3:1 core:2 pu:2'\n"
    "policies = ['v5.19', 'v6.1']\n"
    "tasks = 3\n"
    "properties = ['wakeup.cpu-usable']\n"
    "expect = 'holds'\n";

std::string refused(const std::string& text) {
    const TempFile file(text);
    return input_error_of(file, [&] { read_suite(file.path()); });
}

/// What is said of the small check with a line more, the seventh.
std::string refused_with(const std::string& line) { return refused(small_check + line + "\n"); }

/// What is said of the small check with one line replaced, or left out.
std::string refused_instead(const std::string& start, const std::string& line) {
    std::string text = small_check;
    const std::size_t at = text.find(start);
    EXPECT_NE(at, std::string::npos) << start;
    return refused(text.replace(at, text.find('\n', at) - at, line));
}

CheckSpec only_check(const std::string& text) {
    const TempFile file(text);
    const Suite suite = read_suite(file.path());
    EXPECT_EQ(suite.checks.size(), 1U);
    return suite.checks.at(0);
}

std::vector<std::string> ids(const std::vector<const PropertyInfo*>& properties) {
    std::vector<std::string> ids;
    for (const PropertyInfo* info : properties) {
        ids.emplace_back(info->id);
    }
    return ids;
}

std::string beside(const TempFile& file) { return std::filesystem::path(file.path()).filename().string(); }

std::string every_key(const std::string& scenario, const std::string& distances) {
    return "title = 'all keys'\n[[check]]\nname = 'one'\nmachine = 'pack:2 [numa] core:1 pu:2'\n"
           "numbering = 'interleaved'\noffline = '3'\nisolate = '2'\ncapacity = ['0=512', "
           "'1=100']\ndistances = '" +
           distances + "'\npolicies = ['v6.1+sis-prop', 'all']\nscenario = '" + scenario +
           "'\nallowed = ['0-2', 't1=1']\nhints = 'fresh'\naffinity-changes = 2\nhotplug = 1\nforks = 1\n"
           "without = ['tick', 'sync']\n"
           "properties = ['hint', 'wakeup.cpu-usable', 'hint.*']\nvacuous = true\nstates = 100\ndepth = 5\n"
           "memory = '512M'\nexpect = 'undecided'\n";
}

TEST(ReadSuite, ReadsEveryKey) {
    const TempFile scenario("[[task]]\ncount = 2\n");
    const TempFile distances("10 30\n30 10\n");
    const TempFile file(every_key(beside(scenario), beside(distances)));
    const Suite suite = read_suite(file.path());
    EXPECT_EQ(suite.title, "all keys");
    EXPECT_EQ(suite.path, file.path());
    const CheckSpec& check = suite.checks.at(0);
    EXPECT_EQ(check.place, file.path() + ":2:1");
    EXPECT_EQ(check.name, "one");
    EXPECT_EQ(check.policies.size(), 1 + revisions().size());
    EXPECT_EQ(check.policies[0].name, "v6.1+sis-prop");
    EXPECT_EQ(ids(check.properties),
              (std::vector<std::string>{"hint.no-false-negative", "hint.cleared-where-scanned",
                                        "wakeup.cpu-usable"}));
    EXPECT_EQ(check.expected,
              std::vector<Expectation>(check.policies.size(), {Answer::undecided, std::nullopt}));
    EXPECT_TRUE(check.vacuous_holds);
    EXPECT_EQ(check.states, 100U);
    EXPECT_EQ(check.depth, 5U);
    EXPECT_EQ(check.memory_bytes, std::uint64_t{512} << 20);

    const Machine machine = machine_of(check);
    EXPECT_EQ(blocks_text(machine, &Place::core), "0,2 1,3");
    EXPECT_EQ(cpu_list(machine.online), "0-2");
    EXPECT_EQ(cpu_list(machine.isolated), "2");
    EXPECT_EQ(machine.capacity[1], 100);
    EXPECT_EQ(machine.distance[0][1], 30);
    const Scenario read = scenario_of(check.scenario, machine, check.place);
    EXPECT_EQ(read.tasks.size(), 2U);
    EXPECT_EQ(cpu_list(read.tasks[0].allowed), "0-2");
    EXPECT_EQ(cpu_list(read.tasks[1].allowed), "1");
    EXPECT_EQ(read.hints, HintStart::fresh);
    EXPECT_EQ(read.affinity_changes, 2U);
    EXPECT_EQ(read.hotplug_events, 1U);
    EXPECT_EQ(read.tasks.back().phase, TaskPhase::unborn);
    EXPECT_FALSE(read.events.tick || read.events.sync);
    EXPECT_TRUE(read.events.block);
}

TEST(ReadSuite, ReadsWhatItsPageShows) {
    const std::vector<std::string> examples = toml_examples("suite-file.md");
    ASSERT_EQ(examples.size(), 1U);
    const TempFile file(examples[0]);
    const Suite suite = read_suite(file.path());
    EXPECT_EQ(suite.title, "wakeups after my patch");
    ASSERT_EQ(suite.checks.size(), 3U);
    EXPECT_EQ(suite.checks[0].expected[1].answer, Answer::violated);
    EXPECT_EQ(suite.checks[1].scenario.allowed, (std::vector<std::string>{"0-3", "t1=0-1"}));
    EXPECT_EQ(suite.checks[2].expected[2].maximum, 2U);
}

TEST(ReadSuite, ExpectsNumbersOfRounds) {
    const std::string of_rounds = edited(small_check, "wakeup.cpu-usable", "balance.work-conserving");
    const std::vector<Expectation> expected = only_check(edited(of_rounds, "'holds'", "'within 3'")).expected;
    EXPECT_EQ(expected[0].answer, Answer::holds);
    EXPECT_EQ(expected[0].rounds, 3U);
    EXPECT_EQ(only_check(of_rounds).expected[0].rounds, std::nullopt);
    EXPECT_EQ(refused(edited(of_rounds, "'holds'", "'within some'")),
              "FILE:6:10: 'within some' names no number of rounds; write \"within 3\"");
    EXPECT_EQ(refused(edited(of_rounds, "'holds'", "3")),
              "FILE:6:10: balance.work-conserving is not a quantity; expect holds, violated, undecided or "
              "anything");
    EXPECT_EQ(refused(edited(small_check, "'holds'", "'within 3'")),
              "FILE:6:10: wakeup.cpu-usable is not judged in rounds; expect a number of rounds of properties "
              "of the kind within alone");
}

TEST(ReadSuite, NeedsLittle) {
    const CheckSpec check = only_check(small_check);
    EXPECT_EQ(check.name, "");
    EXPECT_EQ(check.scenario.tasks, 3U);
    EXPECT_EQ(check.states + check.depth + check.memory_bytes, 0U);
    EXPECT_FALSE(check.vacuous_holds);
    EXPECT_EQ(machine_of(check).name, "pack:1 l3:1 core:2 pu:2");
    EXPECT_EQ(scenario_of(check.scenario, machine_of(check)), plain_scenario(machine_of(check), 3));
}

TEST(ReadSuite, ExpectsOneForAllOrEachPolicyItsOwn) {
    EXPECT_EQ(only_check(small_check).expected, std::vector<Expectation>(2));
    const std::string by_policy =
        edited(small_check, "'holds'", "{ 'v6.1' = 'violated', 'v5.19' = 'undecided' }");
    EXPECT_EQ(only_check(by_policy).expected, (std::vector<Expectation>{{Answer::undecided, std::nullopt},
                                                                        {Answer::violated, std::nullopt}}));
    const std::string quantity = edited(small_check, "wakeup.cpu-usable", "wakeup.scan-cost");
    const std::string numbers = edited(quantity, "'holds'", "{ 'v6.1' = 4, 'v5.19' = 'undecided' }");
    EXPECT_EQ(only_check(numbers).expected,
              (std::vector<Expectation>{{Answer::undecided, std::nullopt}, {Answer::holds, 4}}));
    EXPECT_EQ(only_check(edited(quantity, "'holds'", "0")).expected[1].maximum, 0U);
}

TEST(ReadSuite, RefusesExpectationsThatCannotBeMet) {
    EXPECT_EQ(refused_instead("expect", ""), "FILE:1:1: the check expects nothing; write expect = \"holds\"");
    EXPECT_EQ(refused_instead("expect", "expect = 'hold'"),
              "FILE:6:10: expect is 'hold'; did you mean holds?");
    EXPECT_EQ(refused_instead("expect", "expect = true"),
              "FILE:6:10: expect is true or false; write a text in quotes");
    EXPECT_EQ(
        refused_instead("expect", "expect = 3"),
        "FILE:6:10: wakeup.cpu-usable is not a quantity; expect holds, violated, undecided or anything");
    EXPECT_EQ(refused_instead("expect", "expect = { 'v5.19' = 'holds' }"),
              "FILE:6:10: nothing is expected of v6.1; expect something of every policy");
    EXPECT_EQ(refused_instead("expect", "expect = { 'v5.19' = 'holds', 'v6.2' = 'holds' }"),
              "FILE:6:40: 'v6.2' is not a policy of this check; did you mean v6.1?");
    EXPECT_EQ(refused_instead("expect", "expect = { v6.1 = 'holds', v5.19 = 'holds' }").substr(11),
              "'v5' is not a policy; write names with dots in quotes: { \"v6.1\" = \"holds\" }");
    EXPECT_EQ(
        refused(edited(small_check, "cpu-usable", "scan-cost")),
        "FILE:6:10: wakeup.scan-cost is a quantity; expect its greatest value, in a check of its own, or "
        "undecided");
    EXPECT_EQ(refused(edited(edited(small_check, "cpu-usable", "scan-cost"), "'holds'", "-1")).substr(0, 27),
              "FILE:6:10: expect is -1; wr");
}

TEST(ReadSuite, RefusesWhatItDoesNotKnow) {
    EXPECT_EQ(refused("titel = ''\n"), "FILE:1:1: unknown key 'titel'; did you mean title?");
    EXPECT_EQ(refused_with("vacous = true"),
              "FILE:7:1: unknown key 'vacous' in [[check]]; did you mean vacuous?");
    EXPECT_EQ(refused_with("title = ''"),
              "FILE:7:1: unknown key 'title' in [[check]]; write it before the first [[check]]");
    EXPECT_EQ(refused_instead("policies", "policies = ['v5.19', 'v6.2']"),
              "FILE:3:22: unknown policy 'v6.2'; did you mean v6.1?");
    EXPECT_EQ(refused_instead("policies", "policy = 'v6.1+sis-utl'"),
              "FILE:3:10: unknown feature 'sis-utl'; did you mean sis-util?");
    EXPECT_EQ(refused_instead("properties", "properties = ['hint', 'wakeup.cpu-usabel']"),
              "FILE:5:23: unknown property 'wakeup.cpu-usabel'; did you mean wakeup.cpu-usable?");
    EXPECT_EQ(refused_with("without = ['sync', 'ticks']"),
              "FILE:7:20: unknown kind of events 'ticks'; did you mean tick?");
    EXPECT_EQ(refused_with("hints = 'stale'"),
              "FILE:7:9: hints do not start as 'stale'; known: idle-core, fresh");
    EXPECT_EQ(refused_with("numbering = 'odd'"),
              "FILE:7:13: 'odd' is not a numbering; known: adjacent, interleaved");
    EXPECT_EQ(refused_instead("machine", "machine = 'hygon-7447'"),
              "FILE:2:11: there is no preset and no file 'hygon-7447'; did you mean hygon-7447v?");
}

TEST(ReadSuite, RefusesChecksThatSayTooLittleOrTooMuch) {
    EXPECT_EQ(refused(""), "FILE:1:1: the suite has no check; write a [[check]] for each");
    EXPECT_EQ(refused_instead("machine", ""),
              "FILE:1:1: the check names no machine; write machine = \"pack:1 l3:1 core:2 pu:2\"");
    const std::string policy = R"(; write policy = "v6.1" or policies = ["v5.19", "v6.1"])";
    EXPECT_EQ(refused_instead("policies", ""), "FILE:1:1: the check names no policy" + policy);
    EXPECT_EQ(refused_with("policy = 'v6.12'"), "FILE:7:10: policy and policies exclude each other" + policy);
    EXPECT_EQ(refused_instead("policies", "policies = ['v6.1', 'all']"),
              "FILE:3:21: v6.1 is named twice; name it once");
    const std::string tasks = "; write tasks = 3 or scenario = \"file.toml\"";
    EXPECT_EQ(refused_instead("tasks", ""), "FILE:1:1: the check names no tasks" + tasks);
    EXPECT_EQ(refused_with("scenario = 'x.toml'"), "FILE:4:9: tasks and scenario exclude each other" + tasks);
    EXPECT_EQ(refused_instead("properties", ""),
              "FILE:1:1: the check names no property; write properties = [\"wakeup.idle-core-not-ignored\"]");
}

TEST(ReadSuite, RefusesValuesAtTheirPlace) {
    EXPECT_EQ(refused_instead("tasks", "tasks = 4097"),
              "FILE:4:9: tasks is 4097; write a number of 1 to 4096");
    EXPECT_EQ(refused_with("allowed = ['0-3', 't1:0']"),
              "FILE:7:19: 't1:0' is not a list of CPUs; write 0-3,8");
    EXPECT_EQ(refused_with("isolate = '3-1'"), "FILE:7:11: '3-1' is not a list of CPUs; write 0-3,8");
    EXPECT_EQ(refused_with("offline = 'x'"), "FILE:7:11: 'x' is not a list of CPUs; write 0-3,8");
    EXPECT_EQ(refused_with("affinity-changes = 1001"),
              "FILE:7:20: affinity-changes is 1001; write a number of 0 to 1000");
    EXPECT_EQ(refused_with("vacuous = 'yes'"), "FILE:7:11: vacuous is a text; write true or false");
    EXPECT_EQ(refused_with("states = 0"),
              "FILE:7:10: states is 0; write a number of 1 to 9223372036854775807");
    EXPECT_EQ(refused_with("depth = 0"), "FILE:7:9: depth is 0; write a number of 1 to 9223372036854775807");
    EXPECT_EQ(refused_with("memory = 'lots'"),
              "FILE:7:10: 'lots' is not an amount of memory; write 512M or 2G");
    EXPECT_EQ(refused_with("[check.expect]\n").substr(0, 7), "FILE:7:");
}

TEST(ReadSuite, NamesFilesBelowItsFolderOnly) {
    for (const std::string path : {"", "/etc/passwd", "..", "../x.toml", "a/../../x.toml"}) {
        EXPECT_EQ(refused_instead("tasks", "scenario = '" + path + "'"),
                  "FILE:4:12: '" + path +
                      "' is not a path below the suite's folder; write a relative path without ..");
    }
    EXPECT_EQ(refused_instead("tasks", "scenario = 'no-such.toml'"),
              "FILE:4:12: there is no file 'no-such.toml' in the suite's folder");
    EXPECT_EQ(refused_with("distances = 'no-such'"),
              "FILE:7:13: there is no file 'no-such' in the suite's folder");
    EXPECT_EQ(
        refused_instead("machine", "machine = '../x.xml'"),
        "FILE:2:11: '../x.xml' is not a path below the suite's folder; write a relative path without ..");
    const TempFile xml(fixture_text("two-packages.xml"));
    const CheckSpec check = only_check(edited(small_check, "pack:1 l3:1 core:2 pu:2", beside(xml)));
    EXPECT_EQ(machine_of(check).places,
              [] {
                  CheckSpec direct;
                  direct.machine = fixture("two-packages.xml");
                  return machine_of(direct);
              }()
                  .places);
}

TEST(ReadSuite, SaysWhichCheckHasTheWrongMachine) {
    const TempFile file(std::string(small_check) + "isolate = '9'\n");
    const Suite suite = read_suite(file.path());
    EXPECT_EQ(input_error_of(file, [&] { machine_of(suite.checks[0]); }),
              "FILE:1:1: --isolate: cpu 9 does not exist; this machine has cpus 0-3");
    CheckSpec typed = suite.checks[0];
    typed.place = "";
    EXPECT_EQ(input_error_of([&] { machine_of(typed); }),
              "--isolate: cpu 9 does not exist; this machine has cpus 0-3");
}

TEST(ReadSuite, BoundsItsSize) {
    std::string many = small_check;
    for (int i = 1; i < 1000; ++i) {
        many += edited(small_check, "pack:1 l3:1 core:2 pu:2", "pu:4");
    }
    const TempFile file(many);
    EXPECT_EQ(read_suite(file.path()).checks.size(), 1000U);
    EXPECT_EQ(refused(many + small_check), "FILE:6001:1: more than 1000 checks; split the suite");
    EXPECT_EQ(refused(std::string((std::size_t{256} << 10) + 1, '\n')),
              "FILE: the file is too large; at most 256 KiB are read");
    EXPECT_EQ(refused("a" + std::string(250000, '.') + "b = 1").substr(0, 40),
              "FILE:1:18: keys or values are nested too");
}

TEST(ReadSuite, SurvivesEveryTruncationAndBitFlip) {
    const TempFile scenario("[[task]]\n");
    const std::string text = edited(every_key(beside(scenario), beside(scenario)), "'undecided'",
                                    "{ 'v6.1+sis-prop' = 'holds', 'v5.19' = 'holds', 'v6.1' = 'holds' }");
    std::size_t taken = 0;
    std::size_t refusals = 0;
    const auto try_text = [&](const std::string& damaged) {
        const TempFile file(damaged);
        try {
            read_suite(file.path());
            ++taken;
        } catch (const InputError& error) {
            ++refusals;
            ASSERT_EQ(std::string(error.what()).substr(0, file.path().size() + 1), file.path() + ":");
        }
    };
    for (std::size_t length = 0; length < text.size(); ++length) {
        try_text(text.substr(0, length));
    }
    for (std::size_t at = 0; at < text.size(); ++at) {
        for (int bit = 0; bit < 8; ++bit) {
            std::string damaged = text;
            damaged[at] = static_cast<char>(damaged[at] ^ (1 << bit));
            try_text(damaged);
        }
    }
    EXPECT_GT(refusals, 1000U);
    EXPECT_EQ(taken + refusals, 9 * text.size());
}

TEST(ReadSuite, ReadsTheSuitesThatComeWithIt) {
    const std::filesystem::path folder = std::filesystem::path(SCHEDMC_SOURCE_DIR) / "properties" / "suites";
    const Suite suite = read_suite((folder / "default.toml").string());
    EXPECT_GE(suite.checks.size(), 20U);
    for (const CheckSpec& check : suite.checks) {
        EXPECT_NE(check.name, "") << check.place;
        EXPECT_NO_THROW(scenario_of(check.scenario, machine_of(check), check.place)) << check.place;
        EXPECT_EQ(check.expected.size(), check.policies.size()) << check.place;
    }
}

TEST(AddProperties, TakesAnIdForItselfAndAFamilyForAll) {
    std::vector<const PropertyInfo*> properties;
    add_properties(properties, "wakeup.scan-cost", "--property");
    EXPECT_EQ(ids(properties), std::vector<std::string>{"wakeup.scan-cost"});
    add_properties(properties, "wakeup.scan-cost*", "--property");
    EXPECT_EQ(ids(properties),
              (std::vector<std::string>{"wakeup.scan-cost", "wakeup.scan-cost.within-budget"}));
    add_properties(properties, "hint", "--property");
    EXPECT_EQ(properties.size(), 2 + match_properties("hint", "").size());
}

TEST(ParseBytes, ReadsNumbersWithUnits) {
    EXPECT_EQ(parse_bytes("1048576", "--memory"), 1U << 20);
    EXPECT_EQ(parse_bytes("3072K", "--memory"), 3U << 20);
    EXPECT_EQ(parse_bytes("512M", "--memory"), std::uint64_t{512} << 20);
    EXPECT_EQ(parse_bytes("1073741824G", "--memory"), std::uint64_t{1} << 60);
    for (const std::string text : {"", "0", "0G", "M", "1T", "1KB", "1 K", "-1", "1.5G", "KMG", "1073741825G",
                                   "99999999999999999999", "1MG"}) {
        EXPECT_EQ(input_error_of([&] { parse_bytes(text, "--memory"); }),
                  "--memory: '" + text + "' is not an amount of memory; write 512M or 2G");
    }
    for (const std::string text : {"1", "1048575", "1023K"}) {
        EXPECT_EQ(input_error_of([&] { parse_bytes(text, "--memory"); }),
                  "--memory: '" + text + "' is too little memory for any search; give at least 1M");
    }
}

}  // namespace
}  // namespace schedmc
