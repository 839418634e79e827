// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace schedmc {

/// A user's input that cannot be used: where, what is wrong, what would be right. Readers throw it, cli/ catches
/// it once and ends with exit code 64.
class InputError : public std::runtime_error {
public:
    /// place: file, file:line, file:/json/pointer or an option's name; what: the trouble; hint: the remedy, may be
    /// empty. what() reads "place: what; hint".
    InputError(const std::string& place, const std::string& what, const std::string& hint = "")
        : std::runtime_error(place + ": " + what + (hint.empty() ? "" : "; " + hint)) {}
};

/// The member of `known` nearest to `word` by edit distance, or "" when none is near enough to be meant.
///
/// Cost: |word| x sum of lengths; long words are cut at 64 characters.
std::string nearest(const std::string& word, const std::vector<std::string>& known);

/// "did you mean X?" for the nearest known word, otherwise "known: a, b, c".
std::string suggestion(const std::string& word, const std::vector<std::string>& known);

}  // namespace schedmc
