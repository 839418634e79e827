// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/machine/degenerate.hpp"

namespace schedmc {
namespace {

/// A domain of one CPU does nothing, nor does one without a flag that works: most need two groups to work on.
bool sd_degenerate(const Hierarchy& hierarchy, std::size_t cpu, std::size_t level) {
    const DomainLevel& domain = hierarchy.levels[level];
    if (domain.span[cpu].count() == 1) {
        return true;
    }
    const bool balances =
        (domain.flags[cpu] & sd_flag::needs_groups) != 0 && hierarchy.has_several_groups(level, cpu);
    return !balances && (domain.flags[cpu] & sd_flag::wake_affine) == 0;
}

/// A parent of its child's size is useless when all its working flags are the child's too.
bool sd_parent_degenerate(const Hierarchy& hierarchy, std::size_t cpu, std::size_t child,
                          std::size_t parent) {
    if (sd_degenerate(hierarchy, cpu, parent)) {
        return true;
    }
    if (hierarchy.levels[child].span[cpu] != hierarchy.levels[parent].span[cpu]) {
        return false;
    }
    const unsigned flags = hierarchy.levels[parent].flags[cpu];
    const unsigned working =
        hierarchy.has_several_groups(parent, cpu) ? flags : flags & ~sd_flag::needs_groups;
    return (working & ~hierarchy.levels[child].flags[cpu]) == 0;
}

std::size_t local_group(const Hierarchy& hierarchy, std::size_t level, std::size_t cpu) {
    return hierarchy.overlaps(level) ? cpu : hierarchy.representative(level, cpu);
}

/// The levels that cpu keeps. Group flags describe the domain below: they follow when that one is dropped.
///
/// The kernel also hands a dropped parent's prefer_sibling down. Here the child has it already: the two span
/// the same CPUs, hence the same capacities, and capacities are all that ever takes it from a level inside a
/// node.
std::vector<std::size_t> attach_domain(const Hierarchy& hierarchy, std::size_t cpu,
                                       std::vector<std::vector<unsigned>>& group_flags) {
    std::vector<std::size_t> kept{0};
    for (std::size_t level = 1; hierarchy.has(level, cpu); ++level) {
        if (!sd_parent_degenerate(hierarchy, cpu, kept.back(), level)) {
            kept.push_back(level);
            continue;
        }
        const unsigned child_flags = hierarchy.levels[kept.back()].flags[cpu];
        expects((hierarchy.levels[level].flags[cpu] & ~child_flags & sd_flag::prefer_sibling) == 0,
                "a dropped domain prefers siblings only where the one below does");
        if (hierarchy.has(level + 1, cpu)) {
            group_flags[level + 1][local_group(hierarchy, level + 1, cpu)] = child_flags;
        }
    }
    if (sd_degenerate(hierarchy, cpu, kept.front())) {
        kept.erase(kept.begin());
        if (!kept.empty()) {
            group_flags[kept.front()][local_group(hierarchy, kept.front(), cpu)] = 0;
        }
    }
    return kept;
}

}  // namespace

Attachment attach_domains(const Hierarchy& hierarchy) {
    Attachment attachment;
    for (std::size_t level = 0; level < hierarchy.levels.size(); ++level) {
        std::vector<unsigned>& flags = attachment.local_group_flags.emplace_back();
        flags.assign(hierarchy.levels[level].span.size(), 0);
        hierarchy.levels[level].built.for_each(
            [&](std::size_t cpu) { flags[cpu] = hierarchy.child_flags(level, cpu); });
    }
    attachment.of_cpu.resize(hierarchy.levels[0].span.size());
    hierarchy.cpu_map.for_each([&](std::size_t cpu) {
        attachment.of_cpu[cpu] = attach_domain(hierarchy, cpu, attachment.local_group_flags);
    });
    return attachment;
}

}  // namespace schedmc
