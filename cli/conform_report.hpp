// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "files/recorded_decisions.hpp"
#include "solver/conform/placements.hpp"
#include "solver/conform/tally.hpp"

namespace schedmc {

/// All that `schedmc conform` found out.
struct ConformOutcome {
    /// The file as it was given, and its kernel, which may be unknown.
    std::string file;
    std::string kernel;
    Machine machine;
    std::string policy;

    /// How many scheduling domains the header tells, and where they are not the model's.
    std::size_t domains_told = 0;
    std::vector<std::string> domain_differences;

    Tally tally;
    LeftOut left_out;
    PlacementTally placements;

    std::uint64_t lines = 0;
    std::uint64_t events = 0;
    /// Lines that are no events, comments or blank, and the number of the first.
    std::uint64_t skipped = 0;
    std::uint64_t first_skipped = 0;
    /// Lines that say that events were lost.
    std::uint64_t lost = 0;
};

/// Nothing differs from the model.
bool conforms(const ConformOutcome& outcome);

/// The report for people, from the line with version, recording, machine and policy on; without the last line.
std::string conform_text(const ConformOutcome& outcome);

/// The same as JSON, with the command that repeats it; docs/conform.md says what is in it.
std::string conform_json(const ConformOutcome& outcome, const std::string& repeat);

}  // namespace schedmc
