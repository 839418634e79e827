// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "properties/work_conserving.hpp"

/// What becomes of a burst of wakeups on one CPU.
namespace schedmc {

struct BurstDrains {
    static constexpr PropertyInfo info = {
        .id = "balance.burst-drains",
        .kind = Kind::within,
        .scope = Scope::state,
        .statement = "of a burst beside which a CPU of another LLC has just run out of tasks, none waits while a CPU "
                     "of another LLC is idle that may run it",
        .why = "a newly idle CPU that looks no further than its LLC leaves such bursts to the ticks",
        .source = "newidle_balance(), rebalance_domains(); sched_balance_newidle() and sched_balance_domains() from "
                  "v6.12; thread \"sched/fair: Introduce the SMT_BUDDY_ASSIST feature\" (Li Kunyu), patch 4",
        .vacuous = "there is one LLC, or no CPU runs out of tasks while some wait in another LLC",
        .expected = "holds; what newidle-llc costs is the difference in rounds, from the same states",
        .defect = "ticks-stay-in-llc"};
    static constexpr bool begins_somewhere = true;

    /// The CPUs of other LLCs that the task may run on.
    template <class D>
    static typename D::CpuSet elsewhere(const RestScene<D>& s, std::size_t task) {
        const auto near = at(s.model.topology.llcs.of_cpu, s.state.tasks[task].cpu);
        return (s.state.tasks[task].allowed & s.view.active & s.model.balanced) - near;
    }
    /// A CPU is about to idle, and a task on the crowded queue of another LLC's CPU may run there.
    template <class D>
    static typename D::Truth begins(const RestScene<D>& s) {
        auto found = D::truth(false);
        for (std::size_t task = 0; task < s.state.tasks.size(); ++task) {
            const auto crowded = WorkConserving::waits(s, task) & !contains(s.view.single, s.state.tasks[task].cpu);
            found = found | (crowded & !is_empty(s.state.balance.about_to_idle & elsewhere(s, task)));
        }
        return found;
    }
    template <class D>
    static Claim<D> judge(const RestScene<D>& s) {
        Claim<D> claim{D::truth(false), D::truth(true)};
        for (std::size_t task = 0; task < s.state.tasks.size(); ++task) {
            const auto could = elsewhere(s, task);
            const auto waiting = WorkConserving::waits(s, task) & !is_empty(could);
            claim.relevant = claim.relevant | waiting;
            claim.holds = claim.holds & !(waiting & !is_empty(could & s.view.idle));
        }
        return claim;
    }
    template <class D>
    static std::string however(const RestScene<D>& s) {
        for (std::size_t task = 0; task < s.state.tasks.size(); ++task) {
            const auto idle = elsewhere(s, task) & s.view.idle;
            if ((WorkConserving::waits(s, task) & !is_empty(idle)).is_true()) {
                return "t" + std::to_string(task) + " waits on " + cpu_text(s.state.tasks[task].cpu) +
                       " and may run on " + cpus_text(idle) + " of another LLC, idle";
            }
        }
        return "";
    }
};

}  // namespace schedmc
