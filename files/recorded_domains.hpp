// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/machine/machine.hpp"

namespace schedmc {

/// A scheduling domain as a running kernel tells it in its debug files.
struct RecordedDomain {
    /// The line of the header.
    std::uint64_t line = 0;
    std::size_t cpu = 0;
    /// Counted from the bottom up, from 0.
    std::size_t index = 0;
    std::string name;
    /// Bits of sd_flag; flags that are not modelled are left out.
    unsigned flags = 0;
    std::optional<std::int64_t> imbalance_pct{};
    std::optional<std::int64_t> cache_nice_tries{};
};

/// Reads "cpu0 domain1 name=MC flags=SD_SHARE_LLC ... imb=117 ... cache_nice=1".
///
/// Errors: InputError at `place` without the CPU's and the domain's number.
RecordedDomain parse_recorded_domain(std::string_view text, std::uint64_t line, const std::string& place);

/// Where the kernel's domains are not those that the model builds for the machine, a sentence a domain. Kernel names of
/// levels are taken for one where only the version differs (DIE, PKG) or the number of a NUMA level.
///
/// Cost: building the domains. Errors: as build_sched_domains().
std::vector<std::string> domain_differences(const Machine& machine,
                                            const std::vector<RecordedDomain>& recorded);

}  // namespace schedmc
