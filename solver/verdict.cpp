// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/verdict.hpp"

#include <fmt/format.h>

namespace schedmc {

std::string grouped(std::uint64_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t at = digits.size(); at > 3;) {
        at -= 3;
        digits.insert(at, ",");
    }
    return digits;
}

std::string answer_word(Answer answer) {
    switch (answer) {
        case Answer::holds:
            return "holds";
        case Answer::violated:
            return "violated";
        case Answer::undecided:
            break;
    }
    return "undecided";
}

std::string why_open(explore::Ending ending, const Limits& limits) {
    switch (ending) {
        case explore::Ending::states:
            return fmt::format("the limit of {} states was reached", grouped(limits.states));
        case explore::Ending::memory:
            return limits.memory_bytes == 0
                       ? std::string("the system has no more memory")
                       : fmt::format("the limit of {} MiB of memory was reached", limits.memory_bytes >> 20);
        case explore::Ending::depth:
            return fmt::format("states beyond depth {} were not looked at", limits.depth);
        case explore::Ending::interrupted:
            return "the search was interrupted";
        case explore::Ending::complete:
        case explore::Ending::settled:
            break;
    }
    return "";
}

namespace {

/// "3 rounds", "1 round".
std::string rounds_text(std::uint64_t rounds) {
    return fmt::format("{} round{}", grouped(rounds), rounds == 1 ? "" : "s");
}

/// The words for what is to hold within some number of rounds.
std::string words_of_rounds(const Verdict& verdict) {
    switch (verdict.answer) {
        case Answer::undecided:
            return verdict.value == 0 ? "undecided"
                                      : fmt::format("undecided, at least {}", rounds_text(verdict.value));
        case Answer::violated:
            return "violated (after any number of rounds)";
        case Answer::holds:
            break;
    }
    return fmt::format("holds (within {}, exhaustive)", rounds_text(verdict.value)) +
           (verdict.vacuous() ? ", vacuous" : "");
}

}  // namespace

std::string verdict_words(const Verdict& verdict) {
    if (verdict.property->kind == Kind::within) {
        return words_of_rounds(verdict);
    }
    const bool quantity = verdict.property->kind == Kind::bounded;
    if (verdict.answer == Answer::undecided) {
        return quantity ? fmt::format("undecided, at least {}", verdict.value) : "undecided";
    }
    if (verdict.answer == Answer::violated) {
        return verdict.property->kind == Kind::sometimes ? "violated (never reached)" : "violated";
    }
    // A situation once reached is reached, however little was explored for it.
    if (verdict.property->kind == Kind::sometimes) {
        return "holds (reached)";
    }
    const std::string words =
        quantity ? fmt::format("at most {} (exhaustive)", verdict.value) : "holds (exhaustive)";
    return words + (verdict.vacuous() ? ", vacuous" : "");
}

std::string coverage_words(const Verdict& verdict) {
    if (verdict.property->kind == Kind::same) {
        return fmt::format("{} well-formed states, {} decisions compared", grouped(verdict.states),
                           grouped(verdict.transitions));
    }
    return fmt::format("{} states, {} transitions, depth {}; situation met {} times", grouped(verdict.states),
                       grouped(verdict.transitions), verdict.depth, grouped(verdict.relevant));
}

}  // namespace schedmc
