// SPDX-License-Identifier: GPL-2.0-or-later
#include <nlohmann/json.hpp>

#include "cli/conform_report.hpp"
#include "cli/version.hpp"
#include "counterexamples/json_layout.hpp"
#include "counterexamples/setting_json.hpp"

namespace schedmc {

namespace {

using Json = nlohmann::ordered_json;

Json counts_json(const std::array<std::uint64_t, 3>& outcomes) {
    Json json;
    json["exactly"] = outcomes[static_cast<std::size_t>(Explained::exactly)];
    json["with_open_inputs"] = outcomes[static_cast<std::size_t>(Explained::with_open_inputs)];
    json["not_explained"] = outcomes[static_cast<std::size_t>(Explained::not_explained)];
    return json;
}

Json difference_json(const Difference& difference) {
    const RecordedDecision& decision = difference.decision;
    Json json;
    json["line"] = decision.line;
    json["pid"] = decision.pid;
    json["this_cpu"] = decision.this_cpu;
    json["prev"] = decision.prev;
    json["recent"] = decision.recent;
    json["allowed"] = cpu_list(decision.allowed);
    json["tests"] = Json::array();
    for (const RecordedTest& test : decision.tests) {
        json["tests"].push_back({{"cpu", test.cpu}, {"idle", test.idle}});
    }
    json["returns"] = decision.answer;
    Json& model = json["model"];
    model["agreeing_tests"] = difference.account.agreeing;
    model["tests"] = Json::array();
    for (const IdleTest& test : difference.account.tests) {
        model["tests"].push_back(test.cpu);
    }
    model["returns"] = difference.account.answer;
    model["rule"] = name_of(difference.account.rule);
    return json;
}

Json tally_json(const ConformOutcome& outcome) {
    const Tally& tally = outcome.tally;
    Json json = counts_json({tally.count(Explained::exactly), tally.count(Explained::with_open_inputs),
                             tally.count(Explained::not_explained)});
    json["forks_and_execs"] = {{"by_tests", tally.count(ForkExplained::by_tests)},
                               {"by_answer", tally.count(ForkExplained::by_answer)},
                               {"not_explained", tally.count(ForkExplained::not_explained)},
                               {"not_explained_lines", tally.unexplained_forks}};
    json["affinity_cut"] = tally.masks_cut;
    json["incomplete"] = outcome.left_out.incomplete;
    json["too_long"] = outcome.left_out.too_long;
    json["without_fields"] = outcome.left_out.without_fields;
    json["begun_before"] = outcome.left_out.begun_before;
    json["idle_tests"] = tally.tests;
    json["by_rule"] = Json::array();
    for (std::size_t rule = 0; rule < wake_rules; ++rule) {
        const auto& outcomes = tally.by_rule[rule];
        if (outcomes[0] + outcomes[1] + outcomes[2] != 0) {
            Json row = {{"rule", name_of(static_cast<WakeRule>(rule))}};
            // Not update(): in ordered objects with diagnostics it forgets whose children they are.
            const Json counts = counts_json(outcomes);
            for (const auto& [key, value] : counts.items()) {
                row[key] = value;
            }
            json["by_rule"].push_back(row);
        }
    }
    json["chosen"] = Json::array();
    for (std::size_t input = 0; input < unseen_inputs; ++input) {
        json["chosen"].push_back(
            {{"input", name_of(static_cast<UnseenInput>(input))}, {"decisions", tally.chosen[input]}});
    }
    json["differences"] = Json::array();
    for (const Difference& difference : tally.differences) {
        json["differences"].push_back(difference_json(difference));
    }
    return json;
}

Json placements_json(const PlacementTally& tally) {
    Json json;
    json["near"] = tally.near;
    json["elsewhere"] = tally.elsewhere;
    json["nowhere_else"] = tally.nowhere_else;
    json["without_origin"] = tally.without_origin;
    json["forked"] = tally.forked;
    json["other_classes"] = tally.of_other_classes;
    json["elsewhere_lines"] = tally.elsewhere_lines;
    return json;
}

}  // namespace

std::string conform_json(const ConformOutcome& outcome, const std::string& repeat) {
    Json json;
    json["format"] = "schedmc-conform";
    json["version"] = 1;
    json["schedmc"] = version;
    json["repeat"] = repeat;
    json["recording"] = outcome.file;
    json["kernel"] = outcome.kernel;
    json["machine"] = machine_json(outcome.machine);
    json["policy"] = outcome.policy;
    json["domains"] = {{"told", outcome.domains_told}, {"differences", outcome.domain_differences}};
    json["decisions"] = tally_json(outcome);
    json["placements"] = placements_json(outcome.placements);
    json["lines"] = outcome.lines;
    json["events"] = outcome.events;
    json["skipped_lines"] = outcome.skipped;
    json["first_skipped_line"] = outcome.first_skipped;
    json["losses"] = outcome.lost;
    return laid_out(json);
}

}  // namespace schedmc
