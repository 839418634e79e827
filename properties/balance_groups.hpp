// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "properties/balance_scene.hpp"

/// The groups that a pass compares.
namespace schedmc {

struct GroupsInsideDomain {
    static constexpr PropertyInfo info = {
        .id = "balance.groups-inside-domain",
        .kind = Kind::always,
        .scope = Scope::pass,
        .statement =
            "the groups of a domain that a CPU looks at lie inside it, the CPU is in the first of them, some "
            "CPU "
            "climbs through each, and together they are the domain where distances are the same both ways",
        .why =
            "a CPU outside the domain would say which group is the busiest, and the pull would come from "
            "another "
            "one; nodes that every group contains are never balanced",
        .source =
            "build_overlap_sched_groups(), find_descended_sibling(); commit 585b6d2723dc; the group "
            "construction "
            "bug of \"The Linux Scheduler: a Decade of Wasted Cores\" (EuroSys 2016)",
        .vacuous = "no CPU looks at a domain",
        .expected = "holds",
        .defect = "groups-leave-span"};
    /// Distances between nodes are the same both ways.
    static bool is_symmetric(const Machine& machine) {
        bool symmetric = true;
        for (std::size_t from = 0; from < machine.distance.size(); ++from) {
            for (std::size_t to = 0; to < from; ++to) {
                symmetric = symmetric && machine.distance[from][to] == machine.distance[to][from];
            }
        }
        return symmetric;
    }
    static std::string named(const CpuMask& cpus) {
        return (cpus.count() == 1 ? "cpu" : "cpus ") + cpu_list(cpus);
    }
    /// What is wrong with the groups of a CPU's domain; empty for nothing.
    static std::string mistake(const SchedDomain& domain, std::size_t cpu, bool symmetric) {
        CpuMask covered;
        for (const SchedGroup& group : domain.groups) {
            covered |= group.span;
            if (!group.span.is_subset_of(domain.span)) {
                return "has a group of " + named(group.span);
            }
            if (group.balance_mask.empty()) {
                return "has a group, " + named(group.span) + ", through which no CPU climbs";
            }
        }
        if (!domain.groups[0].span.contains(cpu)) {
            return "begins with the group of " + named(domain.groups[0].span);
        }
        return symmetric && covered != domain.span ? "has groups of " + named(covered) + " only" : "";
    }
    template <class D>
    static std::string mistake_in(const StepScene<D>& s, const BalanceLook<D>& look) {
        return mistake(s.model.topology.domains.of_cpu[look.env.cpu][look.env.level], look.env.cpu,
                       is_symmetric(s.model.topology.machine));
    }
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        Claim<D> claim = scene::nothing<D>();
        for (const BalanceLook<D>& look : s.transition.looks) {
            claim.relevant = D::truth(true);
            claim.holds = claim.holds & D::truth(mistake_in(s, look).empty());
        }
        return claim;
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        for (const BalanceLook<D>& look : s.transition.looks) {
            const std::string wrong = mistake_in(s, look);
            if (!wrong.empty()) {
                const SchedDomain& domain = s.model.topology.domains.of_cpu[look.env.cpu][look.env.level];
                return domain.name + " of cpu" + std::to_string(look.env.cpu) + ", " + named(domain.span) +
                       ", " + wrong;
            }
        }
        return "";
    }
};

}  // namespace schedmc
