// SPDX-License-Identifier: GPL-2.0-or-later
#include <nlohmann/json.hpp>

#include "cli/check_report.hpp"
#include "cli/version.hpp"
#include "counterexamples/json_layout.hpp"
#include "counterexamples/setting_json.hpp"
#include "counterexamples/trace_file.hpp"

namespace schedmc {

namespace {

using Json = nlohmann::ordered_json;

Json limits_json(const Limits& limits) {
    Json json = {{"memory_bytes", limits.memory_bytes}};
    if (limits.states != 0) {
        json["states"] = limits.states;
    }
    if (limits.depth != 0) {
        json["depth"] = limits.depth;
    }
    return json;
}

Json verdict_json(const std::string& policy, const std::vector<std::string>& open_choices,
                  const Verdict& verdict) {
    Json json;
    json["policy"] = policy;
    if (!open_choices.empty()) {
        json["open_choices"] = open_choices;
    }
    json["property"] = verdict.property->id;
    json["kind"] = name_of(verdict.property->kind);
    json["verdict"] = answer_word(verdict.answer);
    json["words"] = verdict_words(verdict);
    json["vacuous"] = verdict.vacuous();
    if (verdict.property->kind == Kind::bounded) {
        json["value"] = verdict.value;
    }
    if (verdict.property->kind == Kind::within && verdict.answer != Answer::violated) {
        json["rounds"] = verdict.value;
    }
    json["situation_met"] = verdict.relevant;
    json["states"] = verdict.states;
    json["transitions"] = verdict.transitions;
    json["depth"] = verdict.depth;
    if (verdict.trace.has_value()) {
        json["trace"] = Json::parse(to_json(*verdict.trace));
    }
    if (!verdict.open_because.empty()) {
        json["open_because"] = verdict.open_because;
    }
    return json;
}

}  // namespace

std::string verdicts_json(const CheckOutcome& outcome, const std::string& repeat) {
    Json json;
    json["format"] = "schedmc-verdicts";
    json["version"] = 1;
    json["schedmc"] = version;
    json["repeat"] = repeat;
    json["machine"] = machine_json(outcome.machine);
    json["scenario"] = scenario_json(outcome.scenario);
    json["limits"] = limits_json(outcome.limits);
    json["verdicts"] = Json::array();
    for (std::size_t i = 0; i < outcome.verdicts.size(); ++i) {
        for (const Verdict& verdict : outcome.verdicts[i]) {
            json["verdicts"].push_back(verdict_json(outcome.policies[i], outcome.open_choices[i], verdict));
        }
    }
    return laid_out(json);
}

}  // namespace schedmc
