// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/balance/list_order.hpp"
#include "model/policy/update_sg_lb_stats.hpp"
#include "properties/balance_scene.hpp"

/// What a pass of load balance finds in a domain.
namespace schedmc {

/// Looks that found something to move.
template <class D>
typename D::Truth finds(const BalanceLook<D>& look) {
    return look.looked & exists(look.src);
}

struct ImbalanceInRange {
    static constexpr PropertyInfo info = {
        .id = "balance.imbalance-in-range",
        .kind = Kind::always,
        .scope = Scope::pass,
        .statement = "the tasks, or the load, that a pass is to move are no more than the source group holds",
        .why =
            "a difference that wraps makes an imbalance of two billion tasks: whoever asks first takes all "
            "but one",
        .source = "calculate_imbalance(): max_t(long, 0, idle_cpus - idle_cpus) of unsigned numbers",
        .vacuous =
            "every domain is balanced, or the amount is counted in utilisation, of which the local group's "
            "room "
            "is asked for",
        .expected =
            "fails everywhere on machines with an LLC of two groups of several CPUs that are no cores",
        .defect = "idle-cpus-wrap"};
    template <class D>
    static typename D::Truth is_above(const BalanceLook<D>& look) {
        const GroupStats<D>& source = look.group.candidate_stats;
        const auto tasks =
            (look.group.migration == MigrationType::task) & (source.nr_running < look.group.imbalance);
        const auto load =
            (look.group.migration == MigrationType::load) & (source.load < look.group.imbalance);
        return finds(look) & (tasks | load);
    }
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        Claim<D> claim = scene::nothing<D>();
        for (const BalanceLook<D>& look : s.transition.looks) {
            claim.relevant = claim.relevant | finds(look);
            claim.holds = claim.holds & !is_above(look);
        }
        return claim;
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        const auto* look =
            scene::first_look(s.transition.looks, [](const BalanceLook<D>& each) { return is_above(each); });
        return "in " + scene::domain_of(s, *look) + " " + std::to_string(look->group.imbalance.value()) +
               " are to be moved, and " + cpus_text(look->group.candidate) + " hold " +
               std::to_string(look->group.candidate_stats.nr_running.value()) + " tasks";
    }
};

struct HalfTheDifference {
    static constexpr PropertyInfo info = {
        .id = "balance.half-the-difference",
        .kind = Kind::always,
        .scope = Scope::pass,
        .statement =
            "of two groups of as many CPUs and cores, a pass that evens out tasks or idle CPUs is to move no "
            "more tasks than leave the local group as many idle CPUs as the other one has then, or no more "
            "tasks "
            "than it",
        .why = "what turns the difference around is pulled back by the other group's next pass, for ever",
        .source = "calculate_imbalance(): imbalance >>= 1",
        .vacuous =
            "no group with spare capacity is to get tasks counted one by one, or all such differences wrap "
            "(balance.imbalance-in-range)",
        .expected = "holds",
        .defect = "halving-forgotten"};
    /// The groups of the look's domain differ in nothing but their tasks.
    template <class D>
    static bool is_even(const StepScene<D>& s, const BalanceLook<D>& look) {
        const Topology<D>& topology = s.model.topology;
        const SchedDomain& domain = topology.domains.of_cpu[look.env.cpu][look.env.level];
        const CpuMask& first = domain.groups[0].span;
        bool even = true;
        for (const SchedGroup& group : domain.groups) {
            even = even && group.span.count() == first.count() &&
                   core_count(topology, group.span) == core_count(topology, first);
        }
        return even;
    }
    /// Tasks are to be spread, so many as the source group has.
    template <class D>
    static typename D::Truth spreads(const StepScene<D>& s, const BalanceLook<D>& look) {
        const SchedDomain& domain = s.model.topology.domains.of_cpu[look.env.cpu][look.env.level];
        const DomainGroup<D>& source = look.group.candidate_stats;
        const auto is = [&](GroupType type) { return source.type == type; };
        const bool shares_llc = (domain.flags & sd_flag::share_llc) != 0;
        const auto evened = is(GroupType::has_spare) | is(GroupType::fully_busy) |
                            (is(GroupType::overloaded) & D::truth(shares_llc));
        return finds(look) & (look.group.migration == MigrationType::task) & evened &
               (look.group.local_stats.type == GroupType::has_spare) & D::truth(is_even(s, look)) &
               (look.group.imbalance <= source.nr_running);
    }
    template <class D>
    static typename D::Truth turns_around(const BalanceLook<D>& look) {
        const DomainGroup<D>& local = look.group.local_stats;
        const DomainGroup<D>& source = look.group.candidate_stats;
        const auto twice = look.group.imbalance + look.group.imbalance;
        const auto more_tasks = source.nr_running < local.nr_running + twice;
        const auto fewer_idle = local.idle_cpus < source.idle_cpus + twice;
        return more_tasks & fewer_idle;
    }
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        Claim<D> claim = scene::nothing<D>();
        for (const BalanceLook<D>& look : s.transition.looks) {
            const auto spreading = spreads(s, look);
            claim.relevant = claim.relevant | spreading;
            claim.holds = claim.holds & ((!spreading) | !turns_around(look));
        }
        return claim;
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        const auto* look = scene::first_look(s.transition.looks, [&](const BalanceLook<D>& each) {
            return spreads(s, each) & turns_around(each);
        });
        return "in " + scene::domain_of(s, *look) + " " + std::to_string(look->group.imbalance.value()) +
               " are to be moved from " + cpus_text(look->group.candidate) + " with " +
               std::to_string(look->group.candidate_stats.nr_running.value()) + " tasks to " +
               cpus_text(look->group.local) + " with " +
               std::to_string(look->group.local_stats.nr_running.value());
    }
};

struct NoPullAboveAverage {
    static constexpr PropertyInfo info = {
        .id = "balance.no-pull-above-average",
        .kind = Kind::always,
        .scope = Scope::pass,
        .statement =
            "no load is pulled into a group that has as much load for its capacity as the domain, or more",
        .why = "it would have to be pulled out again",
        .source = "calculate_imbalance(); commit 91dcf1e8068e",
        .vacuous = "no domain's imbalance is counted in load",
        .expected = "fails in v5.19 and v6.1",
        .defect = "average-not-asked"};
    template <class D>
    static typename D::Truth by_load(const BalanceLook<D>& look) {
        return finds(look) & (look.group.migration == MigrationType::load);
    }
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        Claim<D> claim = scene::nothing<D>();
        for (const BalanceLook<D>& look : s.transition.looks) {
            claim.relevant = claim.relevant | by_load(look);
            claim.holds =
                claim.holds & ((!by_load(look)) | (look.group.local_stats.avg_load < look.group.avg_load));
        }
        return claim;
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        const auto* look = scene::first_look(s.transition.looks, [](const BalanceLook<D>& each) {
            return by_load(each) & (each.group.avg_load <= each.group.local_stats.avg_load);
        });
        return "in " + scene::domain_of(s, *look) + " the load of " + cpus_text(look->group.local) + " is " +
               std::to_string(look->group.local_stats.avg_load.value()) +
               " for its capacity, that of the domain " + std::to_string(look->group.avg_load.value());
    }
};

struct OverloadKnown {
    static constexpr PropertyInfo info = {.id = "balance.overload-known",
                                          .kind = Kind::always,
                                          .scope = Scope::pass,
                                          .statement =
                                              "after a pass that was sent to no second source or "
                                              "destination, it is known that some CPU has two "
                                              "tasks, if one has",
                                          .why = "newly idle CPUs look nowhere while it is not known",
                                          .source = "update_sd_lb_stats(): rd->overload; newidle_balance()",
                                          .vacuous = "no CPU with scheduling domains has two tasks",
                                          .expected = "holds",
                                          .defect = "overload-cleared-below"};
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        if (s.event.kind != EventKind::balance || s.model.scenario.races) {
            return scene::nothing<D>();
        }
        const auto crowded = list_order::crowded_cpus(s.model, s.transition.after) & s.model.balanced;
        const bool straight = s.transition.takes.size() <= 1;
        return {D::truth(straight) & !is_empty(crowded), s.transition.after.balance.overloaded};
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        return cpus_text(list_order::crowded_cpus(s.model, s.transition.after)) +
               " with two tasks or more go unknown";
    }
};

struct MarkStaysWhilePinned {
    static constexpr PropertyInfo info = {
        .id = "balance.mark-stays-while-pinned",
        .kind = Kind::always,
        .scope = Scope::pass,
        .statement =
            "a domain in which a pass could take nothing, because every task of its sources is pinned, "
            "leaves "
            "its group marked imbalanced for the domain above",
        .why = "the domain above has other CPUs that the tasks may use, and looks at groups that are marked",
        .source = "load_balance(): out_balanced, LBF_ALL_PINNED",
        .vacuous = "no pass over one domain finds all tasks of its source pinned",
        .expected = "holds",
        .defect = "imbalance-mark-always-cleared"};
    /// A tick's pass over one domain examined pinned tasks alone and took none.
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        Claim<D> claim = scene::nothing<D>();
        const bool one_level = s.event.levels != 0 && (s.event.levels & (s.event.levels - 1)) == 0;
        if (s.event.kind != EventKind::balance || !one_level || s.transition.takes.empty()) {
            return claim;
        }
        std::size_t level = 0;
        while (s.event.levels >> level != 1) {
            ++level;
        }
        const auto& domains = s.model.topology.domains.of_cpu[s.event.where];
        if (level + 1 >= domains.size()) {
            return claim;
        }
        auto pinned = D::truth(true);
        for (const BalanceTake<D>& take : s.transition.takes) {
            pinned = pinned & !scene::moves(take) & (D::number(1) < take.queued);
            for (const TaskState<D>& task : s.before.tasks) {
                const auto there = is_on_queue(s.model, task) & (task.cpu == take.src);
                pinned =
                    pinned & ((!there) | is_empty(task.allowed & D::cpus(domains[level].groups[0].span)));
            }
        }
        const auto marked = s.transition.after.balance.imbalanced[domains[level + 1].groups[0].record];
        return {pinned, marked};
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        return "every task on " + cpu_text(s.transition.takes.front().src) +
               " is pinned, and the group is not marked afterwards";
    }
};

}  // namespace schedmc
