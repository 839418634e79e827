// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "properties/scene.hpp"

/// What load balance comes to in the end: no CPU idles beside a task that waits.
namespace schedmc {

struct WorkConserving {
    static constexpr PropertyInfo info = {
        .id = "balance.work-conserving",
        .kind = Kind::within,
        .scope = Scope::state,
        .statement = "no CPU is idle while a task waits on another's queue that may run on it",
        .why = "whatever a wakeup or a newly idle CPU leaves uneven, periodic balance has to repair",
        .source = "rebalance_domains(), load_balance(); sched_balance_domains() and sched_balance_rq() from v6.12",
        .vacuous = "no task waits while another runs",
        .expected = "within a round or two for few tasks that may run anywhere; fails for ever where clusters "
                    "differ in capacity, where three tasks or more are pinned to a CPU beside an idle one, and "
                    "where nodes may be uneven",
        .defect = "ticks-stay-in-llc"};
    /// A task waits: it is queued, and its CPU, which a round leaves busy, runs another.
    template <class D>
    static typename D::Truth waits(const RestScene<D>& s, std::size_t task) {
        return (s.state.tasks[task].phase == TaskPhase::queued) &
               !contains(s.view.idle | s.view.empty, s.state.tasks[task].cpu);
    }
    /// Idle CPUs that balance could bring the task to.
    template <class D>
    static typename D::CpuSet idle_for(const RestScene<D>& s, std::size_t task) {
        return s.view.idle & s.view.active & s.model.balanced & s.state.tasks[task].allowed;
    }
    template <class D>
    static Claim<D> judge(const RestScene<D>& s) {
        Claim<D> claim{D::truth(false), D::truth(true)};
        for (std::size_t task = 0; task < s.state.tasks.size(); ++task) {
            const auto waiting = waits(s, task);
            claim.relevant = claim.relevant | waiting;
            claim.holds = claim.holds & !(waiting & !is_empty(idle_for(s, task)));
        }
        return claim;
    }
    template <class D>
    static std::string however(const RestScene<D>& s) {
        for (std::size_t task = 0; task < s.state.tasks.size(); ++task) {
            const auto idle = idle_for(s, task);
            if ((waits(s, task) & !is_empty(idle)).is_true()) {
                return "t" + std::to_string(task) + " waits on " + cpu_text(s.state.tasks[task].cpu) +
                       " and may run on " + cpus_text(idle) + ", idle";
            }
        }
        return "";
    }
};

}  // namespace schedmc
