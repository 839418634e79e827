// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/balance/balance_step.hpp"
#include "properties/balance_scene.hpp"

/// Which CPU balances a domain for its group.
namespace schedmc {

/// What the CPUs of a group find at their ticks, on one snapshot of the queues.
namespace leaders {

/// The snapshot. Cost: CPUs x tasks.
template <class D>
LoadView<D> snapshot(const StepScene<D>& s) {
    return queues_and_averages(s.model, s.before, s.model.topology.none);
}

/// The CPU finds at its tick that it is to balance this domain of its own.
template <class D>
typename D::Truth leads(const StepScene<D>& s, const LoadView<D>& view, std::size_t cpu, std::size_t level) {
    const SchedDomain& domain = s.model.topology.domains.of_cpu[cpu][level];
    const auto idles = contains(view.idle, D::cpu(cpu));
    const BalanceEnv<D> env{cpu,
                            level,
                            select(idles, D::choice(IdleKind::idle), D::choice(IdleKind::not_idle)),
                            D::cpu(cpu),
                            D::cpus(domain.span) & view.active,
                            s.model.topology.none,
                            D::number(0)};
    return should_we_balance(s.model.topology, s.model.policy, view, env);
}

/// CPUs that climb into the domain through the group of the event's CPU and lead beside it.
template <class D>
typename D::CpuSet others(const StepScene<D>& s, const LoadView<D>& view, std::size_t level) {
    const SchedDomain& domain = s.model.topology.domains.of_cpu[s.event.where][level];
    auto found = s.model.topology.none;
    domain.groups[0].span.for_each([&](std::size_t cpu) {
        const auto& its = s.model.topology.domains.of_cpu[cpu];
        const bool same_group = level < its.size() && its[level].groups[0].span == domain.groups[0].span;
        if (cpu != s.event.where && same_group) {
            found = found | select(leads(s, view, cpu, level), D::CpuSet::only(D::cpu(cpu)), found);
        }
    });
    return found;
}

/// A claim about each domain that is due at a tick: `of_domain(view, level)` says what it says of one.
template <class D, class OfDomain>
Claim<D> of_domains_due(const StepScene<D>& s, OfDomain&& of_domain) {
    Claim<D> claim = scene::nothing<D>();
    if (s.event.kind != EventKind::balance) {
        return claim;
    }
    const LoadView<D> view = snapshot(s);
    for (std::size_t level = 0; s.event.levels >> level != 0; ++level) {
        if ((s.event.levels >> level & 1U) != 0) {
            const Claim<D> one = of_domain(view, level);
            claim.relevant = claim.relevant | one.relevant;
            claim.holds = claim.holds & ((!one.relevant) | one.holds);
        }
    }
    return claim;
}

/// The first domain due in which the claim, a concrete one, fails.
template <class D, class OfDomain>
std::size_t first_broken(const StepScene<D>& s, OfDomain&& of_domain) {
    const LoadView<D> view = snapshot(s);
    std::size_t level = 0;
    for (;; ++level) {
        if ((s.event.levels >> level & 1U) != 0) {
            const Claim<D> one = of_domain(view, level);
            if ((one.relevant & !one.holds).is_true()) {
                return level;
            }
        }
    }
}

/// "cpu2 ... MC", of the event's CPU.
template <class D>
const std::string& name_of_domain(const StepScene<D>& s, std::size_t level) {
    return s.model.topology.domains.of_cpu[s.event.where][level].name;
}

}  // namespace leaders

struct OneBalancerPerGroup {
    static constexpr PropertyInfo info = {
        .id = "balance.one-balancer-per-group",
        .kind = Kind::always,
        .scope = Scope::pass,
        .statement =
            "of the CPUs of a group, on one snapshot of the queues, at most one finds at its tick that it is "
            "to "
            "balance the domain",
        .why =
            "two balancers of one group pull twice what is to be pulled, and contend for the source's lock",
        .source = "should_we_balance(); commit 6d7e4782bcf5 repaired b1bfeab9b002",
        .vacuous = "no CPU is to balance",
        .expected = "fails in v6.6",
        .defect = "leader-falls-through"};
    template <class D>
    static Claim<D> of_domain(const StepScene<D>& s, const LoadView<D>& view, std::size_t level) {
        return {leaders::leads(s, view, s.event.where, level), is_empty(leaders::others(s, view, level))};
    }
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        return leaders::of_domains_due(
            s, [&](const LoadView<D>& view, std::size_t level) { return of_domain(s, view, level); });
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        const std::size_t level = leaders::first_broken(
            s, [&](const LoadView<D>& view, std::size_t each) { return of_domain(s, view, each); });
        return "cpu" + std::to_string(s.event.where) + " is to balance " + leaders::name_of_domain(s, level) +
               ", and so is " + cpus_text(leaders::others(s, leaders::snapshot(s), level)) +
               " of the same group";
    }
};

struct SomeBalancerPerGroup {
    static constexpr PropertyInfo info = {
        .id = "balance.some-balancer-per-group",
        .kind = Kind::always,
        .scope = Scope::pass,
        .statement =
            "of the CPUs that have a group for their own, on one snapshot of the queues, at least one finds "
            "at "
            "its tick that it is to balance the domain",
        .why = "a domain that no CPU of the group balances pulls nothing into the group",
        .source =
            "should_we_balance(), group_balance_mask(); \"sched/topology: Fix overlapping "
            "sched_group_mask\", "
            "v4.13",
        .vacuous = "no CPU ticks",
        .expected = "holds",
        .defect = "balance-mask-ignored"};
    template <class D>
    static Claim<D> of_domain(const StepScene<D>& s, const LoadView<D>& view, std::size_t level) {
        return {D::truth(true),
                leaders::leads(s, view, s.event.where, level) | !is_empty(leaders::others(s, view, level))};
    }
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        return leaders::of_domains_due(
            s, [&](const LoadView<D>& view, std::size_t level) { return of_domain(s, view, level); });
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        const std::size_t level = leaders::first_broken(
            s, [&](const LoadView<D>& view, std::size_t each) { return of_domain(s, view, each); });
        const auto& domain = s.model.topology.domains.of_cpu[s.event.where][level];
        return "no CPU whose group of " + domain.name + " is that of cpus " +
               cpu_list(domain.groups[0].span) + " is to balance it";
    }
};

struct LeaderOnIdleCore {
    static constexpr PropertyInfo info = {
        .id = "balance.leader-on-idle-core",
        .kind = Kind::always,
        .scope = Scope::pass,
        .statement =
            "above SMT, while a core of the group idles, the CPU that is to balance the domain for the group "
            "is "
            "on an idle core",
        .why = "what it pulls would share a core beside an idle one",
        .source = "should_we_balance(), is_core_idle(); commits b1bfeab9b002, 1c6829cfd3d5",
        .vacuous = "no group of several cores has an idle one",
        .expected = "fails up to v6.4",
        .defect = "leader-ignores-cores"};
    template <class D>
    static Claim<D> of_domain(const StepScene<D>& s, const LoadView<D>& view, std::size_t level) {
        const SchedDomain& domain = s.model.topology.domains.of_cpu[s.event.where][level];
        const bool above = (domain.flags & sd_flag::share_cpucapacity) == 0;
        const auto on_idle_core =
            D::cpus(domain.groups[0].balance_mask) & view.active & whole(s.model.topology.cores, view.idle);
        return {D::truth(above) & !is_empty(on_idle_core) & leaders::leads(s, view, s.event.where, level),
                contains(on_idle_core, D::cpu(s.event.where))};
    }
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        return leaders::of_domains_due(
            s, [&](const LoadView<D>& view, std::size_t level) { return of_domain(s, view, level); });
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        const std::size_t level = leaders::first_broken(
            s, [&](const LoadView<D>& view, std::size_t each) { return of_domain(s, view, each); });
        const auto view = leaders::snapshot(s);
        const auto& group = s.model.topology.domains.of_cpu[s.event.where][level].groups[0];
        return "cpu" + std::to_string(s.event.where) + ", whose core is at work, is to balance " +
               leaders::name_of_domain(s, level) + ", and " +
               cpus_text(D::cpus(group.balance_mask) & whole(s.model.topology.cores, view.idle)) +
               " of its group are on idle cores";
    }
};

struct ArrivalEndsNewidle {
    static constexpr PropertyInfo info = {
        .id = "balance.arrival-ends-newidle",
        .kind = Kind::always,
        .scope = Scope::pass,
        .statement =
            "a CPU that balances before it idles looks at no further domain once a task is queued there or "
            "on its "
            "wake list",
        .why = "the task waits for the look to end, and another one is pulled to wait beside it",
        .source = "should_we_balance(): CPU_NEWLY_IDLE, from v6.1",
        .vacuous = "no task comes while a CPU balances before it idles: a scenario without races",
        .expected = "fails in v5.19",
        .defect = "newidle-ignores-arrival"};
    /// The look is of a CPU about to idle, and tasks are queued there or to be.
    template <class D>
    static typename D::Truth has_come(const StepScene<D>& s, const BalanceLook<D>& look) {
        const auto listed = s.model.scenario.races ? cpus_of_phase(s.model, s.before, TaskPhase::on_wake_list)
                                                   : s.model.topology.none;
        return (look.env.idle == IdleKind::newly_idle) &
               ((D::number(0) < balance::count_on(s.model, s.before, look.env.dst)) |
                contains(listed, look.env.dst));
    }
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        Claim<D> claim = scene::nothing<D>();
        for (const BalanceLook<D>& look : s.transition.looks) {
            const auto come = has_come(s, look);
            claim.relevant = claim.relevant | come;
            claim.holds = claim.holds & ((!come) | !look.looked);
        }
        return claim;
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        const auto* look = scene::first_look(
            s.transition.looks, [&](const BalanceLook<D>& each) { return has_come(s, each) & each.looked; });
        return cpu_text(look->env.dst) + " looks for tasks in " + scene::domain_of(s, *look) +
               ", and one has come already";
    }
};

}  // namespace schedmc
