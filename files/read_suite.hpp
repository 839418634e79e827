// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "files/machine_options.hpp"
#include "files/read_scenario.hpp"
#include "model/machine/machine.hpp"
#include "model/policy/policy.hpp"
#include "properties/property.hpp"

namespace schedmc {

/// What is expected of properties under one policy: an answer, or of quantities their greatest value.
struct Expectation {
    enum class Answer { holds, violated, undecided, anything };
    Answer answer = Answer::holds;
    /// The exact maximum; only beside Answer::holds.
    std::optional<std::uint64_t> maximum;
    /// The exact number of rounds within which it holds; only beside Answer::holds.
    std::optional<std::uint64_t> rounds{};
    friend bool operator==(const Expectation&, const Expectation&) = default;
};

/// One description of a check, whether it comes from a suite or from the options of the command line: policies x
/// properties on one machine with one scenario. Plain data.
struct CheckSpec {
    /// Where it stands: "suite.toml:4:1". Empty on the command line.
    std::string place;
    /// What its author calls it; may be empty.
    std::string name;
    /// A source for read_machine(), with its options.
    std::string machine;
    MachineOptions machine_options;
    /// At least one; no two of one name.
    std::vector<Policy> policies;
    ScenarioSpec scenario;
    /// In the order in which they are named, without repetition.
    std::vector<const PropertyInfo*> properties;
    /// [policy] -> what is expected of all properties; empty where nothing is.
    std::vector<Expectation> expected;
    /// A property whose situation never occurs meets "holds" too.
    bool vacuous_holds = false;
    /// Limits of this check; 0 where it has none of its own.
    std::uint64_t states = 0;
    std::uint64_t depth = 0;
    std::uint64_t memory_bytes = 0;
};

/// A file of checks with the verdicts expected of them.
struct Suite {
    std::string path;
    /// May be empty.
    std::string title;
    std::vector<CheckSpec> checks;
};

/// The suite of a file; docs/suite-file.md describes the format. Everything that needs no machine is checked here,
/// the rest by machine_of() and scenario_of(). Paths in it are relative to its folder and come back joined to it.
///
/// Errors: InputError at "path:line:column", at `path` when it cannot be read or has more than 256 KiB.
Suite read_suite(const std::string& path);

/// The machine of a check.
///
/// Errors: InputError as read_machine() has them, behind the check's place if it has one. Cost: read_machine()'s.
Machine machine_of(const CheckSpec& check);

/// Adds the properties that a pattern names and the list lacks. A pattern that is an id names that property alone,
/// though the id may begin a family.
///
/// Errors: InputError at `place` as match_properties() has them.
void add_properties(std::vector<const PropertyInfo*>& properties, const std::string& pattern,
                    const std::string& place);

/// The bytes of "512M": a number with K, M or G for 2^10, 2^20 or 2^30 bytes, or with nothing for bytes.
///
/// Errors: InputError at `place` for what is not such a size, and for zero or more than 2^60 bytes.
std::uint64_t parse_bytes(const std::string& text, const std::string& place);

}  // namespace schedmc
