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
        .source =
            "rebalance_domains(), load_balance(); sched_balance_domains() and sched_balance_rq() from v6.12",
        .vacuous = "no task waits while another runs",
        .expected =
            "within a round or two for few tasks that may run anywhere; fails for ever where clusters "
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

struct CoresShareTheWork {
    static constexpr PropertyInfo info = {
        .id = "balance.cores-share-the-work",
        .kind = Kind::within,
        .scope = Scope::state,
        .statement =
            "no core runs two tasks while another one idles wholly on which one of them may run, with a CPU "
            "of "
            "at least the same capacity",
        .why = "two tasks on the siblings of a core have less than two cores' worth of it",
        .source =
            "rebalance_domains(), load_balance(): prefer_sibling, group_smt_balance; commits fee1759e4f04, "
            "43726bdedd29",
        .vacuous = "no core runs two tasks",
        .expected =
            "to be found for each revision: up to v6.4 never where cores of one thread and of two are mixed",
        .defect = "ticks-stay-in-llc"};
    /// The task runs beside a busy sibling.
    template <class D>
    static typename D::Truth shares(const RestScene<D>& s, std::size_t task) {
        const TaskState<D>& it = s.state.tasks[task];
        auto beside = D::truth(false);
        for (std::size_t other = 0; other < s.state.tasks.size(); ++other) {
            const auto near = contains(at(s.model.topology.cores.of_cpu, it.cpu), s.state.tasks[other].cpu);
            beside = beside |
                     (D::truth(other != task) & near & (s.state.tasks[other].phase == TaskPhase::running));
        }
        return (it.phase == TaskPhase::running) & beside;
    }
    /// CPUs of idle cores that balance could bring the task to.
    template <class D>
    static typename D::CpuSet idle_for(const RestScene<D>& s, std::size_t task) {
        const auto capacity = at(s.model.capacities, s.state.tasks[task].cpu);
        auto large_enough = s.model.topology.none;
        for (const auto& [each, cpus] : s.model.topology.by_capacity) {
            large_enough = large_enough | select(capacity <= D::number(each), cpus, s.model.topology.none);
        }
        return whole(s.model.topology.cores, s.view.idle) & s.view.active & s.model.balanced &
               s.state.tasks[task].allowed & large_enough;
    }
    template <class D>
    static Claim<D> judge(const RestScene<D>& s) {
        Claim<D> claim{D::truth(false), D::truth(true)};
        for (std::size_t task = 0; task < s.state.tasks.size(); ++task) {
            const auto sharing = shares(s, task);
            claim.relevant = claim.relevant | sharing;
            claim.holds = claim.holds & !(sharing & !is_empty(idle_for(s, task)));
        }
        return claim;
    }
    template <class D>
    static std::string however(const RestScene<D>& s) {
        for (std::size_t task = 0; task < s.state.tasks.size(); ++task) {
            const auto idle = idle_for(s, task);
            if ((shares(s, task) & !is_empty(idle)).is_true()) {
                return "t" + std::to_string(task) + " shares its core on " +
                       cpu_text(s.state.tasks[task].cpu) + " and may run on " + cpus_text(idle) +
                       " of an idle core";
            }
        }
        return "";
    }
};

}  // namespace schedmc
