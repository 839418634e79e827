// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "counterexamples/rule_names.hpp"
#include "solver/conform/conformance.hpp"

namespace schedmc {

/// A decision that the model does not explain, with its best attempt.
struct Difference {
    RecordedDecision decision;
    Account account;
};

/// What came of holding a recording's decisions against the model.
struct Tally {
    /// How many differences are kept; further ones are only counted.
    static constexpr std::size_t kept_differences = 1000;

    /// [rule] -> how many decisions it answers, by Explained.
    std::array<std::array<std::uint64_t, 3>, wake_rules> by_rule{};
    /// [input] -> how many explanations chose a value of it.
    std::array<std::uint64_t, unseen_inputs> chosen{};
    std::vector<Difference> differences;

    /// [ForkExplained] -> forks and execs, and the lines of those not explained, the first 20.
    std::array<std::uint64_t, 3> forks{};
    std::vector<std::uint64_t> unexplained_forks;
    /// Wakeups whose affinity was not recorded whole.
    std::uint64_t masks_cut = 0;

    /// What was seen of the wakeups compared: idle tests, and decisions that show ...
    std::uint64_t tests = 0;
    std::uint64_t with_wake_affine = 0;
    std::uint64_t with_target = 0;
    std::uint64_t with_scan = 0;
    std::uint64_t with_cookie = 0;

    /// Adds a decision: counts it, or compares it.
    void add(const Conformance& model, const RecordedDecision& decision);

    /// The wakeups that were compared, and those with this outcome.
    std::uint64_t compared() const;
    std::uint64_t count(Explained explained) const;
    /// All calls that were added.
    std::uint64_t all() const { return compared() + all_forks() + masks_cut; }
    /// Forks and execs: those with this outcome, and all.
    std::uint64_t count(ForkExplained explained) const { return forks[static_cast<std::size_t>(explained)]; }
    std::uint64_t all_forks() const { return forks[0] + forks[1] + forks[2]; }
};

}  // namespace schedmc
