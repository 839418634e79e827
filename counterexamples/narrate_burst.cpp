// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/narrate_burst.hpp"

#include <fmt/format.h>

#include "properties/property.hpp"

namespace schedmc {

std::string burst_text(const Burst<Wide>& burst, const Wide::Cpu& answer, const Policy& policy) {
    const std::size_t limit = burst_limit(policy);
    const std::string met =
        fmt::format("{} has more than {} task{}", cpu_text(burst.from), limit, limit == 1 ? "" : "s");
    switch (burst.end.value()) {
        case BurstEnd::not_asked:
        case BurstEnd::below_threshold:
            return "";
        case BurstEnd::moved_within_llc:
            return met + ": the burst path takes " + cpu_text(answer) + ", idle in the same LLC";
        case BurstEnd::moved_beyond_llc:
            return met + ": the burst path takes " + cpu_text(answer) + ", idle in another LLC";
        case BurstEnd::nothing_idle:
            return met + ": the burst path finds no idle CPU, and leaves it at that";
    }
    contract_broken("the burst path ends in one of the known ways", __FILE__, __LINE__);
}

}  // namespace schedmc
