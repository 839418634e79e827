// SPDX-License-Identifier: GPL-2.0-or-later
#include <nlohmann/json.hpp>

#include "counterexamples/event_arguments.hpp"
#include "counterexamples/json_layout.hpp"
#include "counterexamples/setting_json.hpp"
#include "counterexamples/state_json.hpp"
#include "counterexamples/trace_file.hpp"
#include "counterexamples/trace_words.hpp"
#include "model/pack.hpp"
#include "model/initial_state.hpp"

namespace schedmc {

namespace {

using nlohmann::ordered_json;
using trace_words::word_of;

std::string cpu_name(std::size_t cpu) { return "cpu" + std::to_string(cpu); }

/// Writes the arguments that differ from what a reader assumes.
class ArgumentWriter {
public:
    ArgumentWriter(const Model<Wide>& model, ordered_json& json) : model_(model), json_(json) {}

    void task(const char* name, const std::uint16_t& number) { json_[name] = "t" + std::to_string(number); }
    void task_or_nobody(const char* name, const std::uint16_t& number) {
        if (number != nobody) {
            task(name, number);
        }
    }
    void cpu(const char* name, const std::uint16_t& number) { json_[name] = cpu_name(number); }
    void present_cpu(const char* name, const std::uint16_t& number) { cpu(name, number); }
    void cpu_or_nowhere(const char* name, const std::uint16_t& number) {
        if (number != nobody) {
            cpu(name, number);
        }
    }
    void llc(const char* name, const std::uint16_t& number) { json_[name] = "llc" + std::to_string(number); }
    void flag(const char* name, const bool& value) {
        if (value) {
            json_[name] = true;
        }
    }
    void pull(const char* name, const Pull& value) {
        if (value != Pull::to_prev) {
            json_[name] = word_of(value);
        }
    }
    void number(const char* name, const std::uint32_t& value) { json_[name] = value; }
    void reservation(const char* name, const std::uint32_t& value) {
        if (value != 0) {
            number(name, value);
        }
    }
    void mask(const char* name, const std::uint32_t& number) {
        expects(number < model_.masks.size(), "an affinity change names one of the model's masks");
        json_[name] = cpu_list(model_.masks[number]);
    }
    void pass(const char* name, const std::uint16_t& number) { json_[name] = number; }
    void levels(const char* name, const std::uint32_t& set) {
        json_[name] = ordered_json::array();
        for (std::size_t level = 0; level < most_levels; ++level) {
            if ((set >> level & 1U) != 0) {
                json_[name].push_back(level);
            }
        }
    }
    void mask_or_none(const char* name, const std::uint32_t& number) {
        if (number != 0) {
            mask(name, number - 1);
        }
    }

private:
    const Model<Wide>& model_;
    ordered_json& json_;
};

ordered_json event_json(const Model<Wide>& model, const Event& event) {
    ordered_json json = {{"kind", word_of(event.kind)}};
    visit_arguments(event, ArgumentWriter(model, json));
    return json;
}

/// True when the state differs from the scenario's first one in nothing but what can change, so that its changing
/// fields tell it whole.
bool is_told_by_fields(const Model<Wide>& model, const State<Wide>& state) {
    State<Wide> retold = initial_state(model);
    if (state.tasks.size() != retold.tasks.size() ||
        state.nr_idle_scan.size() != retold.nr_idle_scan.size() ||
        state.prop_budget.size() != retold.prop_budget.size() ||
        state.cache_hot_timeout.size() != retold.cache_hot_timeout.size()) {
        return false;
    }
    std::vector<std::uint64_t> words(packed_bits(model, state) / 64 + 1);
    pack(model, state, words);
    unpack(model, words, retold);
    return same_state(state, retold);
}

}  // namespace

std::string to_json(const Trace& trace) {
    const Policy policy = policy_of(trace, "trace");
    const Model<Wide> model(trace.machine, policy, trace.scenario);
    expects(is_told_by_fields(model, trace.start), "a trace's start leaves alone what its scenario fixes");
    ordered_json json = {{"format", trace_format},
                         {"version", trace_version},
                         {"machine", machine_json(trace.machine)},
                         {"policy", trace.policy}};
    if (!trace.defect.empty()) {
        json["defect"] = trace.defect;
    }
    json["scenario"] = scenario_json(trace.scenario);
    json["start"] = state_json(model, trace.start);
    json["events"] = ordered_json::array();
    for (const Event& event : trace.events) {
        json["events"].push_back(event_json(model, event));
    }
    json["claim"] = {{"property", trace.property}, {"engine", trace.engine}, {"shortest", trace.shortest}};
    if (property_of(trace.property, "trace").kind == Kind::bounded) {
        json["claim"]["value"] = trace.value;
    }
    if (property_of(trace.property, "trace").kind == Kind::within) {
        json["claim"]["round_ends"] = trace.round_ends;
    }
    if (trace.cycle) {
        json["claim"]["cycle"] = {trace.cycle->begin, trace.cycle->end};
    }
    return laid_out(json);
}

}  // namespace schedmc
