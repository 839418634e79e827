// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/kernel/comparison.hpp"

namespace schedmc::kernel {

/// A revision of the model and the compiled functions that it is to agree with.
struct Version {
    std::string revision;
    const kernel_functions* functions;
    /// Switches that this kernel has too, as parse_policy() reads them after the revision.
    std::vector<std::string> features;
};

/// All versions, oldest first.
const std::vector<Version>& versions();

/// The version of that revision. Errors: InputError at `place`, naming the nearest.
const Version& version_of(const std::string& revision, const std::string& place);

/// What is drawn at random follows from it.
inline constexpr std::uint64_t comparison_seed = 1;

/// How much is compared: all within some minutes, or what every planted defect shows in within seconds.
enum class Extent { fast, full };

/// What is compared: wakeups and what a CPU does with its hints, forks and execs, load balance, or all of these.
enum class Subject { all, wakeups, forks, balance };

/// What came of the comparison under one policy.
struct Result {
    std::string policy;
    std::map<std::string, Tally> tallies;
    /// The first differences, in words.
    std::vector<std::string> differences;
};

/// Compares a version under its revision and, for wakeups, with its switches, the defect planted in the model. Ends,
/// policy by policy, after `differences_wanted` differences.
std::vector<Result> compare(const Version& version, Subject subject, Defect defect, Extent extent,
                            std::size_t differences_wanted);

}  // namespace schedmc::kernel
