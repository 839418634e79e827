// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "counterexamples/trace.hpp"
#include "properties/property.hpp"
#include "solver/explore/exploration.hpp"
#include "solver/limits.hpp"

namespace schedmc {

/// What a check answers.
enum class Answer { holds, violated, undecided };

/// What an answer rests on.
enum class Evidence { exhaustive };

/// The answer for one property, with all that it covers. Plain data.
struct Verdict {
    const PropertyInfo* property = nullptr;
    Answer answer = Answer::undecided;
    Evidence evidence = Evidence::exhaustive;
    /// How often the property's situation was met; of a `sometimes` property, how often it occurred.
    std::uint64_t relevant = 0;
    /// The greatest value of a quantity, or the least number of rounds after which a claim holds: exact if the answer
    /// is `holds`, else as much as was seen.
    std::uint64_t value = 0;
    /// What was looked at: states and transitions, the depth reached.
    std::uint64_t states = 0;
    std::uint64_t transitions = 0;
    std::uint64_t depth = 0;
    /// Why nothing more is known, for an undecided answer: "state limit reached" and the like.
    std::string open_because;
    /// The shortest way to the violation, to the situation or to the greatest value.
    std::optional<Trace> trace;

    /// An `always` property that holds although its situation never occurred.
    bool vacuous() const {
        return answer == Answer::holds && property->kind != Kind::sometimes && relevant == 0;
    }
};

/// The fixed words for an answer: "holds (exhaustive)", "violated", "undecided"; for quantities "at most 3
/// (exhaustive)"; for situations "holds (reached)" and "violated (never reached)"; for what is to hold within some
/// rounds "holds (within 3 rounds, exhaustive)" and "violated (after any number of rounds)"; with ", vacuous" where it
/// says nothing.
std::string verdict_words(const Verdict& verdict);

/// The words of what was covered: "65,350 states, 2,244,420 transitions, depth 21; situation met 4,711 times"; of a
/// comparison "776 well-formed states, 372 decisions compared".
std::string coverage_words(const Verdict& verdict);

/// Why an ending leaves something open: "the limit of 1,000 states was reached"; empty after a whole search.
std::string why_open(explore::Ending ending, const Limits& limits);

/// 1234567 as "1,234,567".
std::string grouped(std::uint64_t number);

/// The word for an answer alone.
std::string answer_word(Answer answer);

}  // namespace schedmc
