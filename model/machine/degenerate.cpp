// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/machine/degenerate.hpp"

namespace schedmc {
namespace {

/// A domain of one CPU does nothing, nor does one without a flag that works: most need two groups to work on.
bool sd_degenerate(const Hierarchy& hierarchy, std::size_t cpu, const KeptDomain& domain) {
    if (hierarchy.levels[domain.level].span[cpu].count() == 1) {
        return true;
    }
    const bool balances =
        (domain.flags & sd_flag::needs_groups) != 0 && hierarchy.has_several_groups(domain.level, cpu);
    return !balances && (domain.flags & sd_flag::wake_affine) == 0;
}

/// A parent of its child's size is useless when all its working flags are the child's too.
bool sd_parent_degenerate(const Hierarchy& hierarchy, std::size_t cpu, const KeptDomain& child,
                          const KeptDomain& parent) {
    if (sd_degenerate(hierarchy, cpu, parent)) {
        return true;
    }
    if (hierarchy.levels[child.level].span[cpu] != hierarchy.levels[parent.level].span[cpu]) {
        return false;
    }
    const unsigned working = hierarchy.has_several_groups(parent.level, cpu)
                                 ? parent.flags
                                 : parent.flags & ~sd_flag::needs_groups;
    return (working & ~child.flags) == 0;
}

std::size_t local_group(const Hierarchy& hierarchy, std::size_t level, std::size_t cpu) {
    return hierarchy.overlaps(level) ? cpu : hierarchy.representative(level, cpu);
}

/// The domains that cpu keeps. Group flags describe the domain below: they follow when that one is dropped.
std::vector<KeptDomain> attach_domain(const Hierarchy& hierarchy, std::size_t cpu,
                                      std::vector<std::vector<unsigned>>& group_flags) {
    std::vector<KeptDomain> kept{{0, hierarchy.levels[0].flags[cpu]}};
    for (std::size_t level = 1; hierarchy.has(level, cpu); ++level) {
        const KeptDomain parent{level, hierarchy.levels[level].flags[cpu]};
        KeptDomain& child = kept.back();
        if (!sd_parent_degenerate(hierarchy, cpu, child, parent)) {
            kept.push_back(parent);
            continue;
        }
        if (hierarchy.has(level + 1, cpu)) {
            group_flags[level + 1][local_group(hierarchy, level + 1, cpu)] = child.flags;
        }
        child.flags |= parent.flags & sd_flag::prefer_sibling;
    }
    if (sd_degenerate(hierarchy, cpu, kept.front())) {
        kept.erase(kept.begin());
        if (!kept.empty()) {
            group_flags[kept.front().level][local_group(hierarchy, kept.front().level, cpu)] = 0;
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
