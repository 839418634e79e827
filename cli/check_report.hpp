// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <vector>

#include "solver/limits.hpp"
#include "solver/verdict.hpp"

namespace schedmc {

/// One machine and scenario, checked under some policies for some properties.
struct CheckOutcome {
    std::string name;
    Machine machine;
    Scenario scenario;
    Limits limits;
    /// The policies, as spelled.
    std::vector<std::string> policies;
    /// [policy] -> what its features leave open, as open_choices() has it.
    std::vector<std::vector<std::string>> open_choices;
    std::vector<const PropertyInfo*> properties;
    /// [policy][property]
    std::vector<std::vector<Verdict>> verdicts;
};

/// The exit code of verdicts without expectations: violated before undecided before as expected.
int exit_code_of(const CheckOutcome& outcome);

/// The line that names version, machine, policies, scenario and limits; behind it one for each policy whose features
/// rest on choices that their patches leave open.
std::string header_line(const CheckOutcome& outcome);

/// A single verdict in full: its words, what was covered, and the explanation of its trace.
/// `saved` is the trace's file, or empty.
std::string verdict_text(const CheckOutcome& outcome, const Verdict& verdict, const std::string& saved,
                         bool colour);

/// Properties by policies: a word each, with the number of events of the shortest trace, and what the words mean.
std::string verdict_table(const CheckOutcome& outcome);

/// The cell of that table: "holds", "violated 4", "at most 3", "reached 2", "within 3", "never",
/// "vacuous", "undecided".
std::string cell_words(const Verdict& verdict);

/// What the words of those cells mean for these properties, in lines that end.
std::string legend_of_cells(const std::vector<const PropertyInfo*>& properties);

/// The outcome as JSON, as docs/verdicts-file.md describes it: all that the text tells, and the traces whole.
///
/// `repeat` is the command that yields it again.
std::string verdicts_json(const CheckOutcome& outcome, const std::string& repeat);

}  // namespace schedmc
