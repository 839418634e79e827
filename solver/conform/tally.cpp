// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/conform/tally.hpp"

namespace schedmc {

namespace {

constexpr std::uint32_t wf_ttwu = 0x8;
constexpr std::size_t most_lines = 20;

}  // namespace

void Tally::add(const Conformance& model, const RecordedDecision& decision) {
    if (!decision.allowed_is_whole) {
        ++masks_cut;
        return;
    }
    if ((decision.wake_flags & wf_ttwu) == 0) {
        const ForkExplained explained = model.explained_fork(decision);
        ++forks[static_cast<std::size_t>(explained)];
        if (explained == ForkExplained::not_explained && unexplained_forks.size() < most_lines) {
            unexplained_forks.push_back(decision.line);
        }
        return;
    }
    tests += decision.tests.size();
    with_wake_affine += decision.shows_wake_affine ? 1 : 0;
    with_target += decision.target.has_value() ? 1 : 0;
    with_scan += decision.scan_called.has_value() ? 1 : 0;
    with_cookie += decision.cookie.has_value() ? 1 : 0;
    const Account account = model.account_of(decision);
    ++by_rule[static_cast<std::size_t>(account.rule)][static_cast<std::size_t>(account.explained)];
    for (std::size_t input = 0; input < unseen_inputs; ++input) {
        chosen[input] += account.chosen[input] ? 1 : 0;
    }
    if (account.explained == Explained::not_explained && differences.size() < kept_differences) {
        differences.push_back({decision, account});
    }
}

std::uint64_t Tally::compared() const {
    return count(Explained::exactly) + count(Explained::with_open_inputs) + count(Explained::not_explained);
}

std::uint64_t Tally::count(Explained explained) const {
    std::uint64_t sum = 0;
    for (const auto& outcomes : by_rule) {
        sum += outcomes[static_cast<std::size_t>(explained)];
    }
    return sum;
}

}  // namespace schedmc
