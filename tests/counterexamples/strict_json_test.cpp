// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: what a plain parser lets pass, or crashes on later, is refused with its place. Method: one text a rule.
#include "counterexamples/strict_json.hpp"

#include <gtest/gtest.h>

#include "model/input_error.hpp"

namespace schedmc {
namespace {

std::string refusal_of(const std::string& text, const JsonLimits& limits = {}) {
    try {
        parse_strictly(text, "f.json", limits);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

void expect_start(const std::string& text, const std::string& start) {
    EXPECT_EQ(text.substr(0, start.size()), start);
}

TEST(StrictJson, ReadsWhatIsJson) {
    EXPECT_EQ(parse_strictly("{\"a\": [1, {\"a\": 2}], \"b\": null}", "f.json")["a"][1]["a"], 2);
    EXPECT_EQ(parse_strictly("7", "f.json"), 7);
}

TEST(StrictJson, SyntaxErrorsHaveLineAndColumn) {
    expect_start(refusal_of("{\"a\": 1,\n  \"b\" 2}"),
                 "f.json:2:7: syntax error while parsing object separator");
    expect_start(refusal_of(""), "f.json:1:1: ");
    expect_start(refusal_of("\n\n[1, 2"), "f.json:3:6: ");
    expect_start(refusal_of("[1] 2"), "f.json:1:5: ");
    expect_start(refusal_of("[NaN]"), "f.json:1:2: ");
    expect_start(refusal_of("{\"a\": 1} // a comment"), "f.json:1:10: ");
    expect_start(refusal_of(std::string("[\"\0\"]", 5)), "f.json:1:3: ");
}

TEST(StrictJson, MessagesCannotSteerATerminal) {
    const std::string refusal = refusal_of("[\"\x1b[31m\xff\"]");
    for (const char c : refusal) {
        EXPECT_TRUE(c >= ' ' && c <= '~') << refusal;
    }
    EXPECT_EQ(refusal_of("{\"\x1b\": 1, \"\x1b\": 1}").substr(0, 8), "f.json:1");
    EXPECT_EQ(refusal_of("{\"\xc3\xa9/~\": 1, \"\xc3\xa9/~\": 1}").substr(0, 15), "f.json:/\?\?~1~0:");
}

TEST(StrictJson, ARepeatedKeyIsRefusedWhereItIs) {
    EXPECT_EQ(refusal_of("{\"a\": 1, \"b\": 2, \"a\": 3}"),
              "f.json:/a: this key is there twice; an object names each key once");
    expect_start(refusal_of("{\"x\": [0, [1], {\"a\": 1, \"a\": 1}]}"), "f.json:/x/2/a: ");
    EXPECT_EQ(refusal_of("[{\"a\": 1}, {\"a\": 1}]"), "accepted") << "in different objects";
}

TEST(StrictJson, DeepNestingIsRefusedBeforeItIsBuilt) {
    EXPECT_EQ(refusal_of(std::string(16, '[') + std::string(16, ']')), "accepted");
    expect_start(refusal_of(std::string(5'000'000, '[')),
                 "f.json:/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0: nested more");
    std::string objects;
    for (int i = 0; i < 100'000; ++i) {
        objects += "{\"a\":";
    }
    expect_start(refusal_of(objects), "f.json:/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a: nested more");
}

TEST(StrictJson, NumbersBeyondAllRangesAreRefusedWhereTheyAre) {
    expect_start(refusal_of("{\"a\": [1, 1e999]}"), "f.json:/a/1: a number out of range");
}

TEST(StrictJson, LimitsAreKept) {
    EXPECT_EQ(refusal_of("[1, 2, 3]", {.values = 4}), "accepted");
    EXPECT_EQ(refusal_of("[1, 2, 3]", {.values = 3}), "f.json:/2: the file has more than 3 values");
    expect_start(refusal_of("[1, 2, 3]", {.bytes = 8}), "f.json: the text is too large");
}

TEST(StrictJson, OnlyRegularFilesAreRead) {
    for (const std::string path : {"/", "/dev/zero", "/no/such/file"}) {
        EXPECT_THROW(read_json_text(path), InputError) << path;
    }
    const std::string here = std::string(SCHEDMC_SOURCE_DIR) + "/tests/counterexamples/strict_json_test.cpp";
    EXPECT_NE(read_json_text(here).find("OnlyRegularFilesAreRead"), std::string::npos);
    EXPECT_THROW(read_json_text(here, {.bytes = 100}), InputError);
}

}  // namespace
}  // namespace schedmc
