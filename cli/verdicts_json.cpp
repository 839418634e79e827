// SPDX-License-Identifier: GPL-2.0-or-later
#include <nlohmann/json.hpp>

#include "cli/check_report.hpp"
#include "cli/version.hpp"

namespace schedmc {

namespace {

using Json = nlohmann::ordered_json;

Json verdict_json(const std::string& policy, const Verdict& verdict) {
    Json json;
    json["policy"] = policy;
    json["property"] = verdict.property->id;
    json["kind"] = name_of(verdict.property->kind);
    json["verdict"] = answer_word(verdict.answer);
    json["words"] = verdict_words(verdict);
    json["vacuous"] = verdict.vacuous();
    if (verdict.property->kind == Kind::bounded) {
        json["value"] = verdict.value;
    }
    json["situation_met"] = verdict.relevant;
    json["states"] = verdict.states;
    json["transitions"] = verdict.transitions;
    json["depth"] = verdict.depth;
    if (verdict.trace.has_value()) {
        json["shortest_trace_events"] = verdict.trace->events.size();
    }
    if (!verdict.open_because.empty()) {
        json["open_because"] = verdict.open_because;
    }
    return json;
}

}  // namespace

std::string verdicts_json(const CheckOutcome& outcome) {
    Json json;
    json["format"] = "schedmc-verdicts";
    json["version"] = 1;
    json["schedmc"] = version;
    json["machine"] = outcome.machine.name;
    json["scenario"] = scenario_line(outcome.scenario, outcome.machine);
    json["verdicts"] = Json::array();
    for (std::size_t i = 0; i < outcome.verdicts.size(); ++i) {
        for (const Verdict& verdict : outcome.verdicts[i]) {
            json["verdicts"].push_back(verdict_json(outcome.policies[i], verdict));
        }
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace schedmc
