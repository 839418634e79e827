// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/machine/sched_groups.hpp"

#include <algorithm>

namespace schedmc {
namespace {

std::size_t first_from(const CpuMask& cpus, std::size_t start) {
    const std::size_t found = cpus.next(start);
    return found < CpuMask::capacity ? found : cpus.next(0);
}

std::size_t last_of(const CpuMask& cpus) {
    std::size_t last = 0;
    cpus.for_each([&](std::size_t cpu) { last = cpu; });
    return last;
}

}  // namespace

GroupRings::GroupRings(const Hierarchy& hierarchy, const Attachment& attachment, PlantedInGroups planted)
    : hierarchy_(hierarchy), attachment_(attachment), planted_(planted),
      pool_(std::make_shared<std::vector<SchedGroup>>()) {}

GroupRing GroupRings::ring(std::size_t level, std::size_t cpu) {
    expects(hierarchy_.has(level, cpu), "the CPU has a domain at this level");
    return {pool_, hierarchy_.overlaps(level) ? overlapping_ring(level, cpu) : disjoint_ring(level, cpu)};
}

// The kernel links the groups of such a domain once for each of its CPUs, always the same groups. The links
// of the highest CPU are the last and remain, and every CPU enters the ring at its own group.
std::vector<std::uint32_t> GroupRings::disjoint_ring(std::size_t level, std::size_t cpu) {
    const CpuMask& span = hierarchy_.levels[level].span[cpu];
    const auto flags_of = [&](std::size_t of) {
        return attachment_.local_group_flags[level][hierarchy_.representative(level, of)];
    };
    const auto [entry, is_new] = disjoint_.try_emplace({level, span.next(0)});
    std::vector<std::uint32_t>& last_links = entry->second;
    if (is_new) {
        for (const Source& source : cover(level, span, last_of(span))) {
            last_links.push_back(intern(source, flags_of(source.cpu)));
        }
    }
    std::vector<std::uint32_t> ring = last_links;
    const auto local = std::find(ring.begin(), ring.end(), intern({level, cpu}, flags_of(cpu)));
    expects(local != ring.end(), "the local group is in the domain's ring");
    std::rotate(ring.begin(), local, ring.end());
    return ring;
}

// Each CPU has a ring of its own here; only its local group's flags may have changed since.
std::vector<std::uint32_t> GroupRings::overlapping_ring(std::size_t level, std::size_t cpu) {
    std::vector<std::uint32_t> ring;
    const CpuMask& span = hierarchy_.levels[level].span[cpu];
    for (const Source& source : cover(level, span, planted_.begin_at_lowest ? span.next(0) : cpu)) {
        ring.push_back(intern(source, ring.empty() ? attachment_.local_group_flags[level][cpu]
                                                   : hierarchy_.child_flags(source.level, source.cpu)));
    }
    return ring;
}

// Goes once round the span and takes the group of every CPU that no group covers yet. At NUMA levels that
// group may reach outside the span, because its CPU sees other nodes; then a smaller one further down stands
// in. A CPU whose domains ended below this level offers none.
std::vector<GroupRings::Source> GroupRings::cover(std::size_t level, const CpuMask& span,
                                                  std::size_t first) const {
    std::vector<Source> sources;
    CpuMask rest = span & hierarchy_.levels[level].built;
    while (!rest.empty()) {
        Source source{level, first_from(rest, first)};
        while (!planted_.leave_span && !hierarchy_.child_span(source.level, source.cpu).is_subset_of(span)) {
            --source.level;
        }
        rest -= hierarchy_.child_span(source.level, source.cpu);
        sources.push_back(source);
    }
    return sources;
}

// Below NUMA all CPUs of a group climb through it; above, those whose local group is exactly this one.
CpuMask GroupRings::balance_mask(const Source& source) const {
    const CpuMask span = hierarchy_.child_span(source.level, source.cpu);
    if (!hierarchy_.overlaps(source.level)) {
        return span;
    }
    CpuMask mask;
    (span & hierarchy_.levels[source.level].built).for_each([&](std::size_t cpu) {
        if (hierarchy_.child_span(source.level, cpu) == span) {
            mask.insert(cpu);
        }
    });
    return mask;
}

std::uint32_t GroupRings::intern(const Source& source, unsigned flags) {
    const auto [entry, is_new] =
        known_.try_emplace({source.level, hierarchy_.representative(source.level, source.cpu), flags},
                           static_cast<std::uint32_t>(pool_->size()));
    if (is_new) {
        const CpuMask mask = balance_mask(source);
        expects(!mask.empty(), "some CPU climbs through every group");
        const auto [record, unused] =
            records_.try_emplace({source.level, mask.next(0)}, static_cast<std::uint32_t>(records_.size()));
        pool_->push_back({hierarchy_.child_span(source.level, source.cpu), mask, flags,
                          static_cast<unsigned>(source.level), record->second});
    }
    return entry->second;
}

}  // namespace schedmc
