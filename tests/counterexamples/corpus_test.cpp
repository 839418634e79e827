// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: every finding that was kept can still be shown, and its twin still holds. Method: the table of the corpus's
// README is read; each trace is replayed, each twin explored on the trace's machine with its tasks.
#include <filesystem>
#include <fstream>
#include <map>

#include <gtest/gtest.h>

#include "counterexamples/replay.hpp"
#include "counterexamples/trace_file.hpp"
#include "solver/check.hpp"

namespace schedmc {
namespace {

const std::filesystem::path corpus = std::filesystem::path(SCHEDMC_SOURCE_DIR) / "counterexamples/corpus";

/// [trace's file] -> its twin, "none" where there is none.
std::map<std::string, std::string> twins() {
    std::map<std::string, std::string> found;
    std::ifstream readme(corpus / "README.md");
    std::string line;
    while (std::getline(readme, line)) {
        const std::size_t end = line.find(".json |");
        if (line.substr(0, 2) == "| " && end != std::string::npos) {
            const std::size_t last = line.rfind(" | ");
            found[line.substr(2, end + 3)] = line.substr(last + 3, line.size() - last - 5);
        }
    }
    return found;
}

TEST(Corpus, TheTableNamesEveryFile) {
    const std::map<std::string, std::string> table = twins();
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(corpus)) {
        if (entry.path().extension() == ".json") {
            ++files;
            EXPECT_TRUE(table.contains(entry.path().filename().string())) << entry.path();
        }
    }
    EXPECT_EQ(files, table.size());
    EXPECT_GE(files, 21U);
}

TEST(Corpus, EveryTraceShowsWhatItClaimsForTheFirstTimeAtItsEnd) {
    for (const auto& [file, twin] : twins()) {
        SCOPED_TRACE(file);
        const Trace trace = read_trace((corpus / file).string());
        const Replay replayed = replay(trace, file);
        EXPECT_EQ(replayed.finding, Finding::violated) << replayed.reason;
        EXPECT_FALSE(replayed.shown_earlier.has_value());
        EXPECT_TRUE(trace.shortest || trace.cycle.has_value());
    }
}

TEST(Corpus, EveryTwinHolds) {
    for (const auto& [file, twin] : twins()) {
        if (twin == "none") {
            continue;
        }
        SCOPED_TRACE(file);
        const Trace trace = read_trace((corpus / file).string());
        const Policy policy = parse_policy(twin, file);
        const Verdict verdict = check_exhaustively({.machine = trace.machine,
                                                    .policy = policy,
                                                    .scenario = trace.scenario,
                                                    .properties = {&property_of(trace.property, file)},
                                                    .limits = {.states = 2'000'000}},
                                                   file)
                                    .front();
        EXPECT_EQ(verdict.answer, Answer::holds) << twin << ": " << verdict_words(verdict);
    }
}

}  // namespace
}  // namespace schedmc
