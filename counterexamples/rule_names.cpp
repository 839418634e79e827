// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/rule_names.hpp"

#include <array>

namespace schedmc {

std::string_view name_of(WakeRule rule) {
    static constexpr std::array<std::string_view, wake_rules> names = {
        "none",
        "only CPU allowed",
        "waker's CPU asked for",
        "target idle",
        "previous CPU idle",
        "beside bound kernel thread",
        "recent CPU idle",
        "capacity scan",
        "no LLC domain",
        "idle sibling of previous CPU",
        "scan: idle core",
        "scan: idle CPU",
        "scan: fallback of core search",
        "scan: hot CPU as last resort",
        "previous CPU of other cluster",
        "recent CPU of other cluster",
        "target though busy",
    };
    return names[static_cast<std::size_t>(rule)];
}

}  // namespace schedmc
