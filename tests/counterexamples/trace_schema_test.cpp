// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: docs/schemas/trace.schema.json describes what is written, and nothing is read that it forbids. Method: random
// traces satisfy it; of traces with one key or value changed, those that the reader accepts still do.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "counterexamples/strict_json.hpp"
#include "counterexamples/trace_file.hpp"
#include "model/input_error.hpp"
#include "tests/counterexamples/example_traces.hpp"
#include "tests/counterexamples/random_trace.hpp"
#include "tests/support/schema_check.hpp"

namespace schedmc {
namespace {

using nlohmann::json;

const json& schema() {
    static const json schema =
        json::parse(read_json_text(std::string(SCHEDMC_SOURCE_DIR) + "/docs/schemas/trace.schema.json"));
    return schema;
}

bool is_read(const json& value) {
    try {
        parse_trace(value.dump(), "t.json");
        return true;
    } catch (const InputError&) {
        return false;
    }
}

/// The pointers of a value and of everything in it.
void collect(const json& value, const json::json_pointer& here, std::vector<json::json_pointer>& all) {
    all.push_back(here);
    for (const auto& [key, member] : value.items()) {
        if (value.is_structured()) {
            collect(member, value.is_array() ? here / static_cast<std::size_t>(std::stoul(key)) : here / key,
                    all);
        }
    }
}

std::vector<json::json_pointer> pointers_of(const json& value) {
    std::vector<json::json_pointer> all;
    collect(value, json::json_pointer(), all);
    return all;
}

RC_GTEST_PROP(TraceSchema, DescribesWhatIsWritten, ()) {
    const json written = json::parse(to_json(random_trace()));
    const std::vector<std::string> errors = schema_errors(schema(), written);
    RC_ASSERT(errors == std::vector<std::string>());
}

RC_GTEST_PROP(TraceSchema, ForbidsNothingThatIsReadAfterAChange, ()) {
    json value = json::parse(to_json(random_trace()));
    const std::vector<json::json_pointer> pointers = pointers_of(value);
    const json::json_pointer& pointer = pointers[pick(pointers.size())];
    const std::vector<json> others = {0,
                                      1,
                                      4,
                                      1024,
                                      -1,
                                      1.5,
                                      "",
                                      "cpu0",
                                      "t0",
                                      "llc0",
                                      "0-3",
                                      "v6.1",
                                      true,
                                      nullptr,
                                      json::array(),
                                      json::object()};
    if (pick(2) == 0 && !pointer.empty() && value[pointer.parent_pointer()].is_object()) {
        value[pointer.parent_pointer()].erase(pointer.back());
    } else {
        value[pointer] = others[pick(others.size())];
    }
    if (is_read(value)) {
        RC_ASSERT(schema_errors(schema(), value) == std::vector<std::string>());
    }
}

TEST(TraceSchema, UnknownKeysAreForbiddenEverywhereByBoth) {
    Trace trace = idle_core_ignored();
    trace.events.push_back({.kind = EventKind::run, .task = 0});
    trace.events.push_back({.kind = EventKind::tick, .where = 0, .value = 1});
    const json good = json::parse(to_json(trace));
    ASSERT_TRUE(is_read(good));
    std::size_t objects = 0;
    for (const json::json_pointer& pointer : pointers_of(good)) {
        if (!good[pointer].is_object()) {
            continue;
        }
        json bad = good;
        bad[pointer]["surprise"] = 0;
        EXPECT_FALSE(is_read(bad)) << pointer.to_string();
        EXPECT_FALSE(schema_errors(schema(), bad).empty()) << pointer.to_string();
        ++objects;
    }
    EXPECT_GT(objects, 15U);
}

TEST(TraceSchema, NamesTheVersionThatIsWritten) {
    EXPECT_EQ(schema()["properties"]["version"]["const"], trace_version);
    EXPECT_EQ(schema()["properties"]["format"]["const"], std::string(trace_format));
}

}  // namespace
}  // namespace schedmc
