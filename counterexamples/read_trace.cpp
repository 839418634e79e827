// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "counterexamples/check_state.hpp"
#include "counterexamples/read_trace_parts.hpp"
#include "counterexamples/state_json.hpp"
#include "counterexamples/strict_json.hpp"
#include "counterexamples/trace_file.hpp"
#include "model/input_error.hpp"

namespace schedmc {

namespace {

/// The most rounds of a trace.
constexpr std::size_t max_trace_rounds = 1'000'000;

/// First of all, so that a file of another kind or of a later version is called that, and not full of errors.
void check_format(const JsonNode& root) {
    const auto format = root.find("format");
    if (!format || !format->value().is_string()) {
        root.fail("this is no trace: it does not say its format",
                  fmt::format("a trace begins with \"format\": \"{}\"", trace_format));
    }
    if (format->text() != trace_format) {
        format->fail(fmt::format("the format is '{}'", harmless(format->text())),
                     fmt::format("'{}' is read here", trace_format));
    }
    const JsonNode version = root.at("version");
    const std::uint64_t number = version.number(0, std::numeric_limits<std::uint64_t>::max());
    if (number != trace_version) {
        version.fail(fmt::format("this is version {} of the format", number),
                     fmt::format("version {} is read here", trace_version));
    }
}

/// The ends of a trace's rounds, and its cycle.
void read_rounds(const JsonNode& node, Trace& trace) {
    const JsonNode ends = node.at("round_ends");
    std::uint64_t least = 0;
    for (std::size_t i = 0; i < ends.size(max_trace_rounds); ++i) {
        least = ends.member(i).number(least, trace.events.size());
        trace.round_ends.push_back(least);
    }
    if (const auto cycle = node.find("cycle")) {
        if (cycle->size(2) != 2) {
            cycle->fail("a cycle is two numbers of events", "write [3, 7]: events 4 to 7");
        }
        const std::uint64_t begin = cycle->member(0).number(0, trace.events.size());
        trace.cycle = EventRange{begin, cycle->member(1).number(begin, trace.events.size())};
    }
}

void read_claim(const JsonNode& node, Trace& trace) {
    node.expect_keys({"property", "engine", "shortest", "value", "round_ends", "cycle"});
    trace.property = node.at("property").word();
    const PropertyInfo& info = property_of(trace.property, node.at("property").place());
    const JsonNode engine = node.at("engine");
    trace.engine = engine.text();
    const std::vector<std::string>& engines = trace_engines();
    if (std::find(engines.begin(), engines.end(), trace.engine) == engines.end()) {
        engine.fail(fmt::format("unknown engine '{}'", harmless(trace.engine)),
                    suggestion(trace.engine, engines));
    }
    trace.shortest = node.at("shortest").flag();
    if (info.kind == Kind::bounded) {
        trace.value = node.at("value").number(0, std::numeric_limits<std::uint32_t>::max());
    } else if (node.find("value")) {
        node.at("value").fail(fmt::format("{} has no value", info.id), "leave it out");
    }
    if (info.kind == Kind::within) {
        return read_rounds(node, trace);
    }
    for (const char* key : {"round_ends", "cycle"}) {
        if (node.find(key)) {
            node.at(key).fail(fmt::format("{} is not judged in rounds", info.id), "leave it out");
        }
    }
}

/// The model of what has been read so far.
std::unique_ptr<Model<Wide>> model_of(const Trace& trace, const JsonNode& root) {
    const JsonNode policy_name = root.at("policy");
    Policy policy = parse_policy(policy_name.word(), policy_name.place());
    if (const auto defect = root.find("defect")) {
        policy.defect = parse_defect(defect->word(), defect->place());
    }
    try {
        return std::make_unique<Model<Wide>>(trace.machine, policy, trace.scenario);
    } catch (const InputError& error) {
        root.at("machine").fail(harmless(error.what(), 300));
    }
}

}  // namespace

Trace parse_trace(const std::string& text, const std::string& place) {
    const nlohmann::json json = parse_strictly(text, place);
    const JsonNode root(json, place);
    check_format(root);
    root.expect_keys(
        {"format", "version", "machine", "policy", "defect", "scenario", "start", "events", "claim"});
    Trace trace;
    trace.machine = read_machine_part(root.at("machine"));
    trace.policy = root.at("policy").word();
    trace.defect = root.find("defect") ? root.at("defect").word() : "";
    trace.scenario = read_scenario_part(root.at("scenario"), trace.machine);
    const std::unique_ptr<Model<Wide>> model = model_of(trace, root);
    trace.start = read_state(root.at("start"), *model);
    check_state(*model, trace.start, root.at("start").place());
    trace.events = read_events_part(root.at("events"), *model);
    read_claim(root.at("claim"), trace);
    return trace;
}

Trace read_trace(const std::string& path) { return parse_trace(read_json_text(path), path); }

}  // namespace schedmc
