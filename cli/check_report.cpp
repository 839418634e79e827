// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/check_report.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cli/exit_codes.hpp"
#include "cli/terminal.hpp"
#include "cli/version.hpp"
#include "counterexamples/explain.hpp"
#include "counterexamples/machine_line.hpp"
#include "counterexamples/replay.hpp"

namespace schedmc {

namespace {

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : ", ") + word;
    }
    return text;
}

std::string explanation(const Verdict& verdict, const std::string& saved, bool colour) {
    const Replay replayed = replay(*verdict.trace, saved.empty() ? "the trace found" : saved);
    const std::string again = saved.empty() ? "" : command_line({"replay", saved});
    return explain(replayed, *verdict.trace, {.whole = false, .colour = colour, .replay_command = again});
}

}  // namespace

namespace {

/// "memory 4096 MiB, depth 3".
std::string limits_line(const Limits& limits) {
    std::string line = fmt::format("memory {} MiB", limits.memory_bytes >> 20);
    if (limits.states != 0) {
        line += fmt::format(", states {}", grouped(limits.states));
    }
    if (limits.depth != 0) {
        line += fmt::format(", depth {}", limits.depth);
    }
    return line;
}

}  // namespace

int exit_code_of(const CheckOutcome& outcome) {
    bool violated = false;
    bool undecided = false;
    for (const auto& row : outcome.verdicts) {
        for (const Verdict& verdict : row) {
            violated = violated || verdict.answer == Answer::violated;
            undecided = undecided || verdict.answer == Answer::undecided;
        }
    }
    return violated ? exit_violated : undecided ? exit_undecided : exit_as_expected;
}

namespace {

/// What verdicts rest on that patches leave open, a line for each policy that has such features.
std::string open_choices_text(const CheckOutcome& outcome) {
    std::string text;
    for (std::size_t i = 0; i < outcome.open_choices.size(); ++i) {
        if (!outcome.open_choices[i].empty()) {
            text += fmt::format("open in {}, and assumed: {}\n", outcome.policies[i],
                                joined(outcome.open_choices[i]));
        }
    }
    return text;
}

}  // namespace

std::string header_line(const CheckOutcome& outcome) {
    return fmt::format("schedmc {} · {} ({}) · {} · {} · {}\n", version, outcome.machine.name,
                       machine_line(outcome.machine), joined(outcome.policies),
                       scenario_line(outcome.scenario, outcome.machine), limits_line(outcome.limits)) +
           open_choices_text(outcome);
}

std::string verdict_text(const CheckOutcome&, const Verdict& verdict, const std::string& saved, bool colour) {
    std::string text;
    // A witness of a greatest value or of a situation is worth showing as well as a counterexample.
    if (verdict.trace.has_value()) {
        text += explanation(verdict, saved, colour) + "\n";
    }
    text += fmt::format("{}: {}\n", verdict.property->id, verdict_words(verdict));
    if (!verdict.open_because.empty()) {
        text += fmt::format("  {}\n", verdict.open_because);
    }
    return text + fmt::format("  {}\n", coverage_words(verdict));
}

std::string cell_words(const Verdict& verdict) {
    const std::string events =
        verdict.trace.has_value() ? fmt::format(" {}", verdict.trace->events.size()) : "";
    if (verdict.answer == Answer::undecided) {
        return verdict.property->kind == Kind::bounded ? fmt::format("at least {}", verdict.value)
                                                       : "undecided";
    }
    if (verdict.vacuous()) {
        return "vacuous";
    }
    switch (verdict.property->kind) {
        case Kind::bounded:
            return fmt::format("at most {}", verdict.value);
        case Kind::sometimes:
            return verdict.answer == Answer::holds ? "reached" + events : "not reached";
        case Kind::within:
            return verdict.answer == Answer::holds ? fmt::format("within {}", verdict.value) : "never";
        case Kind::always:
        case Kind::same:
            break;
    }
    return verdict.answer == Answer::holds ? "holds" : "violated" + events;
}

namespace {

/// How to see the first counterexample of a table.
std::string where_to_look(const CheckOutcome& outcome) {
    for (std::size_t i = 0; i < outcome.verdicts.size(); ++i) {
        for (const Verdict& verdict : outcome.verdicts[i]) {
            if (verdict.answer == Answer::violated && verdict.trace.has_value()) {
                return fmt::format(
                    "A counterexample is shown by the same command with --policy {} --property {}\n",
                    outcome.policies[i], verdict.property->id);
            }
        }
    }
    return "";
}

}  // namespace

std::string legend_of_cells(const std::vector<const PropertyInfo*>& properties) {
    std::string legend =
        "holds, at most N: exhaustively, on this machine with these tasks; violated N, reached N: by a "
        "shortest\n"
        "trace of N events; at least N: the greatest seen; vacuous: holds, for the situation that the "
        "property\n"
        "speaks of never occurred\n";
    if (std::any_of(properties.begin(), properties.end(),
                    [](const PropertyInfo* info) { return info->kind == Kind::within; })) {
        legend += "within N: holds, at the end of round N and of every later one once the environment rests; "
                  "never:\n"
                  "of no round\n";
    }
    return legend;
}

std::string verdict_table(const CheckOutcome& outcome) {
    std::vector<std::vector<std::string>> rows;
    rows.push_back({"property"});
    for (const std::string& policy : outcome.policies) {
        rows.back().push_back(policy);
    }
    std::vector<std::string> states = {"states"};
    std::vector<std::string> transitions = {"transitions"};
    for (const auto& row : outcome.verdicts) {
        // Comparisons of policies and rounds have states of their own.
        const auto searched = std::find_if(row.begin(), row.end(),
                                           [](const Verdict& v) {
                                               return v.property->kind != Kind::same &&
                                                      v.property->kind != Kind::within;
                                           });
        const Verdict& counted = searched != row.end() ? *searched : row.front();
        states.push_back(grouped(counted.states));
        transitions.push_back(grouped(counted.transitions));
    }
    for (std::size_t p = 0; p < outcome.properties.size(); ++p) {
        rows.push_back({std::string(outcome.properties[p]->id)});
        for (const auto& row : outcome.verdicts) {
            rows.back().push_back(cell_words(row[p]));
        }
    }
    rows.push_back(states);
    rows.push_back(transitions);
    std::string text = table(rows);
    for (std::size_t i = 0; i < outcome.verdicts.size(); ++i) {
        const auto& row = outcome.verdicts[i];
        const auto open =
            std::find_if(row.begin(), row.end(), [](const Verdict& v) { return !v.open_because.empty(); });
        if (open != row.end()) {
            text += fmt::format("undecided in {}: {}\n", outcome.policies[i], open->open_because);
        }
    }
    return text + legend_of_cells(outcome.properties) + where_to_look(outcome);
}

}  // namespace schedmc
