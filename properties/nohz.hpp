// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/balance/nohz.hpp"
#include "properties/balance_scene.hpp"

/// Idle CPUs that have stopped their ticks: who knows of them, and who balances for them.
namespace schedmc {

namespace nohz {

/// The event is a tick with a pass of a CPU that was busy before.
template <class D>
typename D::Truth is_busy_tick(const StepScene<D>& s) {
    const bool ticks = s.event.kind == EventKind::balance && s.model.scenario.nohz;
    return D::truth(ticks) & !contains(view_of(s.model, s.before).idle, D::cpu(s.event.where));
}

}  // namespace nohz

struct CrowdedTickKicks {
    static constexpr PropertyInfo info = {
        .id = "nohz.crowded-tick-kicks",
        .kind = Kind::always,
        .scope = Scope::pass,
        .statement =
            "at the tick of a CPU with two tasks, while a CPU idles without a tick, one such is told to "
            "balance",
        .why = "an idle CPU without a tick looks for no work of its own",
        .source = "nohz_balancer_kick(), kick_ilb()",
        .vacuous = "no CPU idles without a tick while another one has two tasks",
        .expected = "holds",
        .defect = "kick-forgets-crowd"};
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        if (s.event.kind != EventKind::balance || !s.model.scenario.nohz) {
            return scene::nothing<D>();
        }
        const auto waiting = s.before.balance.tickless & view_of(s.model, s.before).idle;
        const auto crowded = D::number(2) <= balance::count_on(s.model, s.before, D::cpu(s.event.where));
        return {nohz::is_busy_tick(s) & crowded & !is_empty(waiting),
                !is_empty(s.transition.after.balance.kicked & waiting)};
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        return "cpu" + std::to_string(s.event.where) + " has several tasks, and " +
               cpus_text(s.before.balance.tickless & view_of(s.model, s.before).idle) +
               ", idle without a tick, hears nothing";
    }
};

struct SweepServesAll {
    static constexpr PropertyInfo info = {
        .id = "nohz.sweep-serves-all",
        .kind = Kind::always,
        .scope = Scope::pass,
        .statement =
            "a CPU told to balance does it for every CPU that idles without a tick, unless it gets work "
            "itself "
            "or they do",
        .why = "nobody else balances for them, and whoever told it will not do so again before the next tick",
        .source = "nohz_idle_balance(), nohz_csd_func()",
        .vacuous = "no CPU is told to balance, or none with its lowest domain due",
        .expected = "holds",
        .defect = "kick-cleared-first"};
    /// CPUs that idle without a tick before and after, and were not balanced for.
    template <class D>
    static typename D::CpuSet passed_over(const StepScene<D>& s) {
        auto missed = s.before.balance.tickless & view_of(s.model, s.before).idle &
                      view_of(s.model, s.transition.after).idle;
        for (const BalanceLook<D>& look : s.transition.looks) {
            missed = missed - D::CpuSet::only(D::cpu(look.env.cpu));
        }
        return missed;
    }
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        // Which domains are due is the event's, and a CPU whose lowest one is due is looked at.
        if (s.event.kind != EventKind::sweep || (s.event.levels & 1U) == 0) {
            return scene::nothing<D>();
        }
        const auto me = D::cpu(s.event.where);
        const auto stays = contains(view_of(s.model, s.transition.after).idle, me);
        return {contains(view_of(s.model, s.before).idle, me), (!stays) | is_empty(passed_over(s))};
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        return "cpu" + std::to_string(s.event.where) + " was told to balance and has not done it for " +
               cpus_text(passed_over(s));
    }
};

struct BusyTickLeavesMask {
    static constexpr PropertyInfo info = {
        .id = "nohz.busy-tick-leaves-mask",
        .kind = Kind::always,
        .scope = Scope::pass,
        .statement = "a CPU that ticks while it is busy no longer counts as one without a tick",
        .why = "those without a tick are told to balance, and do not count as busy in their LLC",
        .source = "nohz_balancer_kick(), nohz_balance_exit_idle()",
        .vacuous = "no CPU that has stopped its tick gets work",
        .expected = "holds",
        .defect = "tickless-mark-kept"};
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        if (s.event.kind != EventKind::balance || !s.model.scenario.nohz) {
            return scene::nothing<D>();
        }
        const auto me = D::cpu(s.event.where);
        return {nohz::is_busy_tick(s) & contains(s.before.balance.tickless, me),
                !contains(s.transition.after.balance.tickless, me)};
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        return "cpu" + std::to_string(s.event.where) +
               " is busy and ticks, and still counts among the CPUs without a tick";
    }
};

}  // namespace schedmc
