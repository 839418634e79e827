// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/run_check.hpp"

#include <fmt/format.h>

#include "cli/terminal.hpp"
#include "model/input_error.hpp"
#include "solver/check.hpp"

namespace schedmc {

namespace {

std::string policy_words(const Policy& policy) {
    for (const DefectInfo& info : defects()) {
        if (policy.has(info.defect)) {
            return policy.name + " with defect " + std::string(info.name);
        }
    }
    return policy.name;
}

Limits limits_of(const CheckSpec& spec) {
    return {.states = spec.states,
            .memory_bytes = spec.memory_bytes == 0 ? default_memory_bytes : spec.memory_bytes,
            .depth = spec.depth};
}

}  // namespace

CheckOutcome run_check(const CheckSpec& spec) {
    CheckOutcome outcome;
    outcome.name = spec.name;
    outcome.machine = machine_of(spec);
    outcome.scenario = scenario_of(spec.scenario, outcome.machine, spec.place);
    outcome.limits = limits_of(spec);
    outcome.properties = spec.properties;
    ProgressLine progress(stderr);
    for (const Policy& policy : spec.policies) {
        outcome.policies.push_back(policy_words(policy));
        outcome.open_choices.push_back(open_choices(policy));
        outcome.verdicts.push_back(check_exhaustively({.machine = outcome.machine,
                                                       .policy = policy,
                                                       .scenario = outcome.scenario,
                                                       .properties = spec.properties,
                                                       .limits = outcome.limits,
                                                       .stop = &interrupted(),
                                                       .progress = &progress},
                                                      spec.place.empty() ? "--machine" : spec.place));
    }
    return outcome;
}

bool meets(const Verdict& verdict, const Expectation& expected, bool vacuous_holds) {
    switch (expected.answer) {
        case Expectation::Answer::violated:
            return verdict.answer == Answer::violated;
        case Expectation::Answer::undecided:
            return verdict.answer == Answer::undecided;
        case Expectation::Answer::anything:
            return true;
        case Expectation::Answer::holds:
            break;
    }
    const std::optional<std::uint64_t>& number = expected.rounds ? expected.rounds : expected.maximum;
    const bool value_is_right = !number.has_value() || verdict.value == *number;
    return verdict.answer == Answer::holds && value_is_right && (vacuous_holds || !verdict.vacuous());
}

}  // namespace schedmc
