// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <vector>

#include "model/machine/sched_levels.hpp"

namespace schedmc {

/// What is left of a hierarchy without its useless domains.
struct Attachment {
    /// [cpu] -> the levels of its domains from the bottom up.
    std::vector<std::vector<std::size_t>> of_cpu;
    /// [level][cpu] -> flags of a local group. Below NUMA the CPUs of a group share it, so that the entry of
    /// the group's lowest CPU stands for all; at NUMA levels each CPU has its own.
    std::vector<std::vector<unsigned>> local_group_flags;
};

/// Drops every domain that its CPU's other domains make useless, CPU after CPU in increasing order.
///
/// Cost: CPUs x levels.
/// Source: kernel/sched/topology.c, sd_degenerate(), sd_parent_degenerate(), cpu_attach_domain(),
/// v6.6 .. v6.12.
Attachment attach_domains(const Hierarchy& hierarchy);

}  // namespace schedmc
