// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/conform_report.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cli/terminal.hpp"
#include "cli/version.hpp"
#include "counterexamples/explain.hpp"
#include "counterexamples/machine_line.hpp"
#include "counterexamples/text_rows.hpp"
#include "solver/verdict.hpp"

namespace schedmc {

namespace {

using Rows = std::vector<std::vector<std::string>>;

constexpr std::size_t shown_differences = 10;

std::string header(const ConformOutcome& outcome) {
    const std::string kernel = outcome.kernel.empty() ? "" : fmt::format(" (kernel {})", outcome.kernel);
    return fmt::format("schedmc {} · {}{} · {} ({}) · {}\n\n", version, outcome.file, kernel,
                       outcome.machine.name, machine_line(outcome.machine), outcome.policy);
}

std::string lines_of_text(const std::vector<std::uint64_t>& lines) {
    std::string text;
    for (const std::uint64_t line : lines) {
        text += fmt::format("{}{}", text.empty() ? "" : ", ", line);
    }
    return text;
}

std::string decisions_text(const ConformOutcome& outcome) {
    const Tally& tally = outcome.tally;
    Rows rows = {{"decisions", grouped(tally.all() + outcome.left_out.incomplete + outcome.left_out.too_long),
                  "calls of select_task_rq_fair()"},
                 {"  explained exactly", grouped(tally.count(Explained::exactly)),
                  "same CPUs tested in the same order, same CPU returned"},
                 {"  explained with open inputs", grouped(tally.count(Explained::with_open_inputs)),
                  "the same, with some value of what was not recorded"},
                 {"  not explained", grouped(tally.count(Explained::not_explained)), ""},
                 {"  forks and execs explained", grouped(tally.count(ForkExplained::by_tests)),
                  "same tests and CPU, with some queues and loads: they were not recorded"}};
    if (tally.count(ForkExplained::by_answer) != 0) {
        rows.push_back({"  forks and execs allowed", grouped(tally.count(ForkExplained::by_answer)),
                        "same CPU; the idle tests are of cores, for their cookies"});
    }
    if (tally.count(ForkExplained::not_explained) != 0) {
        rows.push_back({"  forks and execs not explained", grouped(tally.count(ForkExplained::not_explained)),
                        "calls on lines " + lines_of_text(tally.unexplained_forks)});
    }
    if (tally.masks_cut != 0) {
        rows.push_back({"  not compared", grouped(tally.masks_cut), "the affinity was not recorded whole"});
    }
    if (outcome.left_out.incomplete != 0) {
        rows.push_back(
            {"  left out", grouped(outcome.left_out.incomplete), "not recorded from entry to return"});
    }
    if (outcome.left_out.too_long != 0) {
        rows.push_back(
            {"  left out", grouped(outcome.left_out.too_long), "more idle tests than a decision has"});
    }
    if (outcome.left_out.without_fields != 0) {
        rows.push_back({"entries skipped", grouped(outcome.left_out.without_fields),
                        "pid, prev, wf, mask or ruc is missing"});
    }
    if (outcome.left_out.begun_before != 0) {
        rows.push_back({"returns skipped", grouped(outcome.left_out.begun_before), "of calls from before"});
    }
    return table(rows) + "\n";
}

std::string rules_text(const Tally& tally) {
    Rows rows = {{"by rule", "decisions", "exactly", "open inputs", "not explained"}};
    for (std::size_t rule = 0; rule < wake_rules; ++rule) {
        const auto& outcomes = tally.by_rule[rule];
        const std::uint64_t all = outcomes[0] + outcomes[1] + outcomes[2];
        if (all != 0) {
            rows.push_back({fmt::format("  {}", name_of(static_cast<WakeRule>(rule))), grouped(all),
                            grouped(outcomes[0]), grouped(outcomes[1]), grouped(outcomes[2])});
        }
    }
    return table(rows) + "\n";
}

std::string share_text(std::uint64_t part, std::uint64_t all) {
    return part == 0     ? "not recorded"
           : part == all ? "recorded"
                         : fmt::format("of {} recorded", grouped(part));
}

std::string seen_text(const Tally& tally) {
    const std::uint64_t all = tally.compared();
    Rows rows = {{"seen", "idle tests with their answers", grouped(tally.tests)},
                 {"", "wake_affine()", share_text(tally.with_wake_affine, all)},
                 {"", "target", share_text(tally.with_target, all)},
                 {"", "has_idle_cores, nr_idle_scan", share_text(tally.with_scan, all)},
                 {"", "cookie", share_text(tally.with_cookie, all)}};
    std::string label = "chosen";
    for (std::size_t input = 0; input < unseen_inputs; ++input) {
        if (tally.chosen[input] != 0) {
            rows.push_back({label, std::string(name_of(static_cast<UnseenInput>(input))),
                            fmt::format("in {}", grouped(tally.chosen[input]))});
            label.clear();
        }
    }
    return table(rows) + "\n";
}

std::string recorded_tests(const RecordedDecision& decision) {
    std::string text;
    for (const RecordedTest& test : decision.tests) {
        text += fmt::format("{}cpu{}{}", text.empty() ? "" : ", ", test.cpu, test.idle ? " (idle)" : "");
    }
    return text.empty() ? "none" : text;
}

std::string modelled_tests(const Account& account) {
    std::string text;
    for (const IdleTest& test : account.tests) {
        text += fmt::format("{}cpu{}", text.empty() ? "" : ", ", test.cpu);
    }
    return text.empty() ? "none" : text;
}

// The model's side: where its tests part from the kernel's, or what it answers after the same tests.
std::string modelled_text(const Difference& difference) {
    const Account& account = difference.account;
    const std::string tests = modelled_tests(account);
    if (account.agreeing < difference.decision.tests.size() && account.agreeing < account.tests.size()) {
        return fmt::format("{}: parts at test {}", tests, account.agreeing + 1);
    }
    return fmt::format("{}; returns cpu{} ({})", tests, account.answer, name_of(account.rule));
}

std::string differences_text(const Tally& tally) {
    std::string text;
    for (std::size_t i = 0; i < std::min(shown_differences, tally.differences.size()); ++i) {
        const Difference& difference = tally.differences[i];
        const RecordedDecision& decision = difference.decision;
        text +=
            wrapped(fmt::format("NOT EXPLAINED  line {}: ", decision.line),
                    fmt::format("cpu{} wakes pid {}, last on cpu{}, recently on cpu{}, allowed on cpus {}",
                                decision.this_cpu, decision.pid, decision.prev, decision.recent,
                                cpu_list(decision.allowed)),
                    6);
        text += wrapped("  the kernel tests ",
                        fmt::format("{}; returns cpu{}", recorded_tests(decision), decision.answer), 6);
        text += wrapped("  the model tests ", modelled_text(difference), 6) + "\n";
    }
    const std::uint64_t all = tally.count(Explained::not_explained);
    if (all > shown_differences) {
        text += fmt::format("{} more are not explained; --format json tells up to {}\n\n",
                            grouped(all - shown_differences), grouped(Tally::kept_differences));
    }
    return text;
}

std::string placements_text(const PlacementTally& tally) {
    Rows rows = {{"placements", grouped(tally.all()), "wakeups by tracepoints alone: from where to where"}};
    const auto row = [&](const char* label, std::uint64_t count, const char* words) {
        if (count != 0) {
            rows.push_back({label, grouped(count), words});
        }
    };
    row("  in the waker's or the previous CPU's LLC", tally.near, "as every rule has it");
    row("  elsewhere", tally.elsewhere, "select_fallback_rq(), or a policy of another kind");
    row("  nowhere else to go", tally.nowhere_else, "those LLCs are the whole machine");
    row("  without origin", tally.without_origin, "no sched_waking before");
    row("  forked", tally.forked, "no origin to compare with");
    row("  other classes", tally.of_other_classes, "not the fair class's choice");
    std::string text = table(rows);
    if (tally.elsewhere != 0) {
        text += wrapped("  elsewhere on lines ", lines_of_text(tally.elsewhere_lines), 4);
    }
    return text +
           "Without probes neither idleness, affinity nor limits are seen: no decision is compared.\n\n";
}

std::string domains_text(const ConformOutcome& outcome) {
    if (outcome.domains_told == 0) {
        return "";
    }
    std::string text = fmt::format("{} scheduling domains of the kernel: ", outcome.domains_told);
    if (outcome.domain_differences.empty()) {
        return text + "the model builds the same\n";
    }
    text += fmt::format("{} differ from the model's\n", outcome.domain_differences.size());
    for (std::size_t i = 0; i < std::min(shown_differences, outcome.domain_differences.size()); ++i) {
        text += wrapped("  ", outcome.domain_differences[i], 4);
    }
    return text;
}

std::string input_text(const ConformOutcome& outcome) {
    std::string text = fmt::format("{} lines, {} events", grouped(outcome.lines), grouped(outcome.events));
    if (outcome.skipped != 0) {
        text += fmt::format("; {} lines are none, first line {}", grouped(outcome.skipped),
                            outcome.first_skipped);
    }
    if (outcome.lost != 0) {
        text += fmt::format("; events were lost {} times", grouped(outcome.lost));
    }
    return text + "\n";
}

}  // namespace

bool conforms(const ConformOutcome& outcome) {
    return outcome.tally.count(Explained::not_explained) == 0 &&
           outcome.tally.count(ForkExplained::not_explained) == 0 && outcome.domain_differences.empty();
}

std::string conform_text(const ConformOutcome& outcome) {
    std::string text = header(outcome);
    const bool has_decisions = outcome.tally.all() + outcome.left_out.all() != 0;
    if (has_decisions) {
        text += decisions_text(outcome);
    }
    if (outcome.tally.compared() != 0) {
        text += rules_text(outcome.tally) + seen_text(outcome.tally) + differences_text(outcome.tally);
    }
    if (!has_decisions) {
        text += placements_text(outcome.placements);
    }
    return text + domains_text(outcome) + input_text(outcome);
}

}  // namespace schedmc
