// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

/// What arguments of the command line may be, beyond what the parser knows: it would let negative numbers wrap and
/// take an empty value for a missing option.
namespace schedmc {

/// Accepts digits that make a whole number of `least` or more and below 10^18.
CLI::Validator whole_number(std::uint64_t least);

/// Accepts one of these words.
CLI::Validator one_of(std::vector<std::string> words);

/// Makes every option of every command that takes a value refuse an empty one.
void refuse_empty_values(CLI::App& app);

/// What to answer to arguments that no command knows: the first of them, and the nearest option.
///
/// Errors: InputError, always.
[[noreturn]] void refuse_unknown_argument(const CLI::App& app, const std::vector<std::string>& unknown);

}  // namespace schedmc
