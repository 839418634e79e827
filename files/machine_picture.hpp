// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "model/machine/machine.hpp"
#include "model/machine/sched_domains.hpp"

namespace schedmc {

/// A machine as people look at it: an indented tree of nodes, packages, LLCs, clusters and cores, the distances when
/// there are several nodes, totals, and the scheduling domains of one CPU from the bottom up.
///
/// The threads of a core are joined by '+': "0+48". Cores that each lie the same step further are folded: "0+48 1+49
/// .. 23+71". Offline CPUs are in square brackets, isolated ones in round ones; capacities are named where they
/// differ. Lines are broken at `columns`, where a word allows it; every line ends in a newline.
///
/// cpu: whose domains are shown; without it, the lowest online CPU's.
///
/// Errors: InputError at --cpu for a CPU that does not exist. Cost: one pass over the CPUs for each level.
std::string machine_picture(const Machine& machine, const SchedDomains& domains, std::size_t columns,
                            std::optional<std::size_t> cpu = std::nullopt);

}  // namespace schedmc
