// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/wakeup.hpp"

namespace schedmc {

/// The order in which a scan visits its CPUs: upwards from the one after the target, wrapping, so that the target
/// comes last; the target's cluster before the rest where the rules say so.
///
/// Source: for_each_cpu_wrap(cpu, ..., target + 1) in select_idle_cpu().
template <class D>
class ScanOrder {
public:
    using Cpu = typename D::Cpu;
    using CpuSet = typename D::CpuSet;

    /// cluster is a subset of what may be visited; empty for a scan in one round.
    ScanOrder(const CpuSet& visited, const CpuSet& cluster, const Cpu& target)
        : visited_(visited), near_(visited & cluster), target_(target) {}

    /// Every CPU that may be visited.
    const CpuSet& all() const { return visited_; }

    /// The first visited CPU that is in `set`, or none. Cost: two set expressions.
    Cpu first_in(const CpuSet& set) const {
        return or_else(first_after(near_ & set, target_), first_after((visited_ - near_) & set, target_));
    }

    /// The first n visited CPUs. Cost: a count and a walk over n CPUs.
    CpuSet first(const typename D::Number& n) const {
        const auto rest = monus(n, count(near_));
        return first_n_after(near_, target_, n) | first_n_after(visited_ - near_, target_, rest);
    }

    /// The CPUs that are visited after the cluster, if one is visited first; else all.
    CpuSet beyond_cluster() const { return visited_ - near_; }

    /// The same order among fewer CPUs.
    ScanOrder restricted_to(const CpuSet& set) const { return ScanOrder(visited_ & set, near_, target_); }

    /// The last visited CPU that is in `set`, or none. Cost: a count and a walk over the set.
    Cpu last_in(const CpuSet& set) const {
        const ScanOrder among = restricted_to(set);
        return first_of(among.visited_ - among.first(monus(count(among.visited_), D::number(1))));
    }

    /// The CPUs visited up to `last`, itself included; all of them for none. Cost: a count and a walk.
    CpuSet up_to(const Cpu& last) const {
        const auto is_near = contains(near_, last);
        const CpuSet near_part = until(near_, target_, last);
        const CpuSet far_part = select(is_near, near_ - near_, until(visited_ - near_, target_, last));
        return near_part | far_part;
    }

    /// Of every block that the scan meets up to `last`, the CPU at which it meets it. Cost: one expression a block.
    CpuSet first_of_each(const Blocks<D>& blocks, const Cpu& last) const {
        CpuSet result = visited_ - visited_;
        for (const CpuSet& block : blocks.sets) {
            result = result | CpuSet::only(first_in(block));
        }
        return result & up_to(last);
    }

private:
    CpuSet visited_;
    CpuSet near_;
    Cpu target_;
};

}  // namespace schedmc
