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

std::string verdict_words(const Verdict& verdict) {
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
