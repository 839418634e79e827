// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>

#include <fmt/core.h>
#include <fmt/format.h>

#include "cli/exit_codes.hpp"
#include "cli/run_check.hpp"
#include "cli/terminal.hpp"
#include "cli/version.hpp"
#include "counterexamples/machine_line.hpp"

namespace schedmc {

namespace {

std::string expectation_words(const Expectation& expected) {
    if (expected.rounds.has_value()) {
        return fmt::format("within {}", *expected.rounds);
    }
    if (expected.maximum.has_value()) {
        return fmt::format("at most {}", *expected.maximum);
    }
    switch (expected.answer) {
        case Expectation::Answer::violated:
            return "violated";
        case Expectation::Answer::undecided:
            return "undecided";
        case Expectation::Answer::anything:
            return "anything";
        case Expectation::Answer::holds:
            break;
    }
    return "holds";
}

/// What a suite has come to so far.
class SuiteTally {
public:
    void add(const CheckSpec& spec, const CheckOutcome& outcome) {
        for (std::size_t i = 0; i < outcome.verdicts.size(); ++i) {
            add_policy(spec, outcome, i);
        }
    }
    std::string table_text() const { return table(rows_); }
    const std::string& departures() const { return departures_; }
    int exit_code() const {
        return wrong_ != 0 ? exit_violated : open_ != 0 ? exit_undecided : exit_as_expected;
    }
    std::string totals() const {
        return fmt::format("{} verdicts: {} as expected, {} not, {} undecided\n", right_ + wrong_ + open_,
                           right_, wrong_, open_);
    }

private:
    void add_policy(const CheckSpec& spec, const CheckOutcome& outcome, std::size_t i) {
        std::size_t met = 0;
        const std::string title = spec.name.empty() ? outcome.machine.name : spec.name;
        for (const Verdict& verdict : outcome.verdicts[i]) {
            const bool judged = !spec.expected.empty();
            const bool right = judged ? meets(verdict, spec.expected[i], spec.vacuous_holds)
                                      : verdict.answer == Answer::holds;
            const bool open = !right && verdict.answer == Answer::undecided;
            ++(right ? right_ : open ? open_ : wrong_);
            met += right ? 1U : 0U;
            if (!right) {
                departures_ += fmt::format(
                    "{}: {} under {}: {}, expected {}\n  {}\n", title, verdict.property->id,
                    outcome.policies[i], verdict_words(verdict),
                    judged ? expectation_words(spec.expected[i]) : "holds",
                    verdict.open_because.empty() ? coverage_words(verdict) : verdict.open_because);
            }
        }
        const std::size_t all = outcome.verdicts[i].size();
        rows_.push_back({met == all ? "ok" : "NOT", title, outcome.policies[i],
                         spec.expected.empty() ? "holds" : expectation_words(spec.expected[i]),
                         fmt::format("{} of {}", met, all), grouped(outcome.verdicts[i].front().states),
                         grouped(outcome.verdicts[i].front().transitions)});
    }

    std::vector<std::vector<std::string>> rows_ = {
        {"", "check", "policy", "expected", "properties", "states", "transitions"}};
    std::string departures_;
    std::size_t right_ = 0;
    std::size_t wrong_ = 0;
    std::size_t open_ = 0;
};

// What cannot be run is found before anything is printed.
void find_mistakes(const Suite& suite) {
    for (const CheckSpec& spec : suite.checks) {
        static_cast<void>(scenario_of(spec.scenario, machine_of(spec), spec.place));
    }
}

/// Properties by policies: a table for each run of checks under the same policies, and the settings that all refer to.
class MarkdownTables {
public:
    void add(const CheckOutcome& outcome) {
        for (const PropertyInfo* info : outcome.properties) {
            asked_.push_back(info);
        }
        settings_.push_back(fmt::format("{}; {}", machine_line(outcome.machine),
                                        scenario_line(outcome.scenario, outcome.machine)));
        if (policies_ != outcome.policies) {
            policies_ = outcome.policies;
            tables_ += head_text();
        }
        for (std::size_t p = 0; p < outcome.properties.size(); ++p) {
            tables_ += fmt::format("| `{}` |", outcome.properties[p]->id);
            for (const auto& verdicts : outcome.verdicts) {
                tables_ += " " + cell_words(verdicts[p]) + " |";
            }
            tables_ += fmt::format(" {} |\n", settings_.size());
        }
    }
    std::string text() const {
        std::string text = legend_of_cells(asked_) + tables_ + "\n";
        for (std::size_t i = 0; i < settings_.size(); ++i) {
            text += fmt::format("{}. {}\n", i + 1, settings_[i]);
        }
        return text;
    }

private:
    std::string head_text() const {
        std::string text = "\n| property |";
        std::string rule = "| --- |";
        for (const std::string& policy : policies_) {
            text += " " + policy + " |";
            rule += " --- |";
        }
        return text + " on |\n" + rule + " --- |\n";
    }

    std::vector<std::string> policies_;
    std::vector<const PropertyInfo*> asked_;
    std::vector<std::string> settings_;
    std::string tables_;
};

}  // namespace

int run_suite_as_markdown(const Suite& suite, const std::string& repeat) {
    find_mistakes(suite);
    SuiteTally tally;
    MarkdownTables properties;
    for (const CheckSpec& spec : suite.checks) {
        const CheckOutcome outcome = run_check(spec);
        tally.add(spec, outcome);
        properties.add(outcome);
        if (interrupted()) {
            return exit_undecided;
        }
    }
    fmt::print("# {}\n\nMade by `{}`.\n\n{}", suite.title.empty() ? "Properties by policies" : suite.title,
               repeat, properties.text());
    return tally.exit_code();
}

int run_suite(const Suite& suite) {
    find_mistakes(suite);
    fmt::print("schedmc {} · suite {}{}\n\n", version, suite.path,
               suite.title.empty() ? "" : " · " + suite.title);
    SuiteTally tally;
    for (const CheckSpec& spec : suite.checks) {
        tally.add(spec, run_check(spec));
        if (interrupted()) {
            fmt::print("interrupted: the checks after this one were not run\n\n");
            break;
        }
    }
    fmt::print("{}\n{}{}", tally.table_text(), tally.departures(), tally.totals());
    return interrupted() ? exit_undecided : tally.exit_code();
}

}  // namespace schedmc
