// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "cli/check_report.hpp"
#include "files/read_suite.hpp"

namespace schedmc {

/// The memory that a search may take when nothing else is said, in bytes.
inline constexpr std::uint64_t default_memory_bytes = std::uint64_t{4} << 30;

/// Runs a check: one search for each policy. Shows progress on stderr and ends early on Ctrl-C.
///
/// Errors: InputError as machine_of(), scenario_of() and check_exhaustively(); nothing has been written then.
CheckOutcome run_check(const CheckSpec& spec);

/// Whether a verdict is what a suite expects of it.
bool meets(const Verdict& verdict, const Expectation& expected, bool vacuous_holds);

/// Runs a suite's checks in order, prints a line for each policy of each, what departs from the expectations, and
/// totals. Returns the exit code.
int run_suite(const Suite& suite);

/// Runs a suite's checks in order and prints one Markdown table of their properties by their policies, with the
/// machines and tasks below it; `repeat` is the command that does it again. Returns the exit code.
int run_suite_as_markdown(const Suite& suite, const std::string& repeat);

}  // namespace schedmc
