// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "model/balance/balance_state.hpp"
#include "model/layouts.hpp"
#include "model/machine/topology.hpp"
#include "model/policy/burst.hpp"
#include "model/policy/policy.hpp"
#include "model/policy/wakeup.hpp"
#include "model/scenario.hpp"

namespace schedmc {

/// A task's part of the state.
template <class D>
struct TaskState {
    typename D::template Choice<TaskPhase> phase;
    /// The CPU whose queue it is on; of a sleeper, the one it last ran on (wake_cpu).
    typename D::Cpu cpu;
    /// p->recent_used_cpu.
    typename D::Cpu recent;
    /// p->cpus_ptr.
    typename D::CpuSet allowed;
    /// In phase waking: its waker's CPU, and the LLCs whose hint its failed search is to clear. Else no_waker(), none.
    typename D::Cpu waker{};
    typename D::CpuSet clears_hint{};
    /// Where the scenario balances: its place in the list of its queue, 0 at the end where passes begin; of a task in
    /// phase migrating, the order in which it was taken off.
    typename D::Number rank{};
    /// Where tasks are pushed to siblings: the CPU that pushed it, while that CPU's pass or a stopper for it is under
    /// way; else its own CPU.
    typename D::Cpu pushed_from{};
};

/// The state of the model, without anything that could be derived from the rest of it.
///
/// A CPU's queue is the set of queued, running and delayed tasks on it; at most one of them runs. A task in phase
/// waking or on_wake_list is on its way to its CPU, whose ttwu_pending is set while some are on its list.
template <class D>
struct State {
    /// [task]
    typename D::template Array<TaskState<D>> tasks;
    /// Only hotplug changes it.
    typename D::CpuSet online;
    /// How many steps of hotplug are left.
    typename D::Number hotplug_events_left;
    /// CPUs of LLCs with has_idle_cores, a union of LLC domains of the model's topology.
    typename D::CpuSet hinted;
    /// [llc] -> nr_idle_scan, 0 .. weight.
    typename D::template Array<typename D::Number> nr_idle_scan;
    /// [llc] -> what SIS_PROP's arithmetic would yield for a waker there, 4 .. max(4, weight + 1).
    typename D::template Array<typename D::Number> prop_budget;
    /// [cpu] -> how far rq->cache_hot_timeout lies ahead: 0 not at all, then near, then far. Without SIS_CACHE no
    /// entries.
    typename D::template Array<typename D::Number> cache_hot_timeout;
    /// How many affinity changes the environment has left.
    typename D::Number affinity_changes_left;
    /// Without cpuidle: CPUs whose idle_stamp is 0, since they have not gone idle after the start or the last wakeup
    /// there. Else empty.
    typename D::CpuSet unstamped;
    /// CPUs in the middle of a switch (with races): the task they leave is still on_cpu, and where they go idle
    /// rq->curr is not yet the idle task.
    typename D::CpuSet switching{};
    /// CPUs that are going offline (with races): online, no longer active, still in the scheduling domains.
    typename D::CpuSet leaving{};
    BalanceState<D> balance{};
};

/// Everything fixed about a check: machine, rules, tasks, bounds.
template <class D>
struct Model {
    /// The machine's, with every CPU online that may be.
    Topology<D> topology;
    /// What hotplug may make of it; empty without.
    std::vector<Layout<D>> layouts;
    Policy policy;
    Scenario scenario;
    CpuMask online_at_start;
    /// What an affinity change may give, and where loads may be otherwise than queues, by number.
    std::vector<CpuMask> masks;
    /// The CPUs that have scheduling domains, and the most domains that one has.
    typename D::CpuSet balanced;
    std::size_t levels = 0;
    /// [cpu] -> its capacity, and the most failures that are counted in any domain.
    typename D::template Array<typename D::Number> capacities;
    std::size_t most_failures = 0;
    /// The records of groups that a pass below may mark imbalanced.
    std::vector<std::size_t> markable;

    /// Errors: InputError from check_machine()'s and check_scenario()'s conditions is the caller's to have raised.
    Model(const Machine& machine, const Policy& rules, const Scenario& tasks)
        : topology(widest_machine(machine, tasks), rules.rules.numa_imbalance,
                   {rules.has(Defect::groups_leave_span), rules.has(Defect::ring_begins_at_lowest)}),
          layouts(layouts_of(machine, tasks, topology, rules.rules.numa_imbalance)), policy(rules),
          scenario(tasks), online_at_start(machine.online) {
        if (scenario.affinity_changes != 0 || scenario.loads == Loads::any) {
            masks = affinity_choices(topology.machine);
        }
        read_domains();
    }

private:
    void read_domains() {
        CpuMask with_domains;
        std::set<std::size_t> marks;
        capacities.resize(topology.domains.of_cpu.size());
        for (std::size_t cpu = 0; cpu < topology.domains.of_cpu.size(); ++cpu) {
            const std::vector<SchedDomain>& domains = topology.domains.of_cpu[cpu];
            levels = std::max(levels, domains.size());
            capacities[cpu] = D::number(topology.machine.capacity[cpu]);
            for (std::size_t level = 0; level < domains.size(); ++level) {
                with_domains.insert(cpu);
                most_failures = std::max(most_failures, nr_balance_failed_max(domains[level]));
                if (level != 0) {
                    marks.insert(domains[level].groups[0].record);
                }
            }
        }
        balanced = D::cpus(with_domains);
        markable.assign(marks.begin(), marks.end());
    }
};

/// The task is on no queue: asleep, or unborn.
template <class D>
typename D::Truth is_away(const TaskState<D>& task) {
    return (task.phase == TaskPhase::asleep) | (task.phase == TaskPhase::unborn);
}

/// Ticks push tasks to siblings.
template <class D>
bool pushes_to_siblings(const Model<D>& model) {
    return model.scenario.balance && model.policy.rules.smt_push;
}

/// Sleepers may stay on their queue. Source: features.h DELAY_DEQUEUE.
template <class D>
bool delays_dequeue(const Model<D>& model) {
    return model.scenario.events.delayed_dequeue &&
           (model.policy.rules.delayed_dequeue || model.policy.has(Defect::sleepers_stay_queued));
}

/// Tasks have phases beyond those of whole wakeups and whole switches.
template <class D>
bool splits_phases(const Model<D>& model) {
    return model.scenario.races || model.scenario.balance || delays_dequeue(model);
}

/// How many phases the tasks of a model have.
template <class D>
std::size_t phase_count(const Model<D>& model) {
    return splits_phases(model) ? all_phases : has_forks(model.scenario) ? 4 : 3;
}

/// The value of TaskState::waker that says nothing.
template <class D>
typename D::Cpu no_waker(const Model<D>& model) {
    return D::cpu(model.topology.machine.present.next(0));
}

/// The task counts in its CPU's nr_running.
template <class D>
typename D::Truth is_on_queue(const Model<D>& model, const TaskState<D>& task) {
    const auto on_cpu = (task.phase == TaskPhase::queued) | (task.phase == TaskPhase::running);
    return splits_phases(model) ? on_cpu | (task.phase == TaskPhase::delayed) : !is_away(task);
}

/// The CPUs of the tasks in a phase. Cost: one pass over the tasks.
template <class D>
typename D::CpuSet cpus_of_phase(const Model<D>& model, const State<D>& state, TaskPhase phase) {
    typename D::CpuSet cpus = model.topology.none;
    for (const TaskState<D>& task : state.tasks) {
        cpus = cpus | select(task.phase == phase, D::CpuSet::only(task.cpu), model.topology.none);
    }
    return cpus;
}

/// The layout of the state's online CPUs, or null without hotplug.
///
/// Layouts are looked up, not selected: a state whose online CPUs are symbolic has to be split into one for each set
/// by whoever makes it. Cost: a walk over the layouts. Errors: expects a set that hotplug reaches.
template <class D>
const Layout<D>* layout_of(const Model<D>& model, const State<D>& state) {
    if constexpr (requires { state.online.bits(); }) {
        for (const Layout<D>& layout : model.layouts) {
            if (layout.topology.online.bits() == state.online.bits()) {
                return &layout;
            }
        }
    }
    expects(model.layouts.empty(), "the online CPUs of a state are a set that hotplug reaches");
    return nullptr;
}

/// The scheduling domains of the state's online CPUs. Cost: as layout_of().
template <class D>
const Topology<D>& topology_of(const Model<D>& model, const State<D>& state) {
    const Layout<D>* layout = layout_of(model, state);
    return layout == nullptr ? model.topology : layout->topology;
}

/// The greatest nr_idle_scan of an LLC: its weight.
template <class D>
std::size_t nr_idle_scan_max(const Model<D>& model, std::size_t llc) {
    return model.topology.llc_weights[llc];
}

/// The values SIS_PROP's budget takes in an LLC: 4 .. max(4, weight + 1), of which the last looks at every CPU.
template <class D>
std::size_t prop_budget_max(const Model<D>& model, std::size_t llc) {
    return std::max<std::size_t>(4, nr_idle_scan_max(model, llc) + 1);
}

/// The farthest that a reservation lies ahead: two instants are enough for one to be later than another, and for a
/// reservation to outlast a step of time. docs/decisions/0009 tells why.
inline constexpr std::size_t cache_hot_timeout_max = 2;

/// Whether the policy reserves CPUs for short sleepers.
template <class D>
bool reserves_cpus(const Model<D>& model) {
    return model.policy.rules.sis_cache != SisCache::none;
}

/// The CPUs that new tasks may be placed on. Source: cpu_active_mask.
template <class D>
typename D::CpuSet active_cpus(const State<D>& state) {
    return state.online - state.leaving;
}

/// The LLC domains' records as the layout counts its domains.
template <class D>
void narrow_llcs(const Model<D>& model, const Layout<D>& layout, RunqueueView<D>& view) {
    const RunqueueView<D> whole = view;
    view.hinted = model.topology.none;
    for (std::size_t llc = 0; llc < layout.whole_llc.size(); ++llc) {
        view.hinted = view.hinted | (whole.hinted & layout.topology.llcs.sets[llc]);
        view.nr_idle_scan[llc] = whole.nr_idle_scan[layout.whole_llc[llc]];
        view.prop_budget[llc] = whole.prop_budget[layout.whole_llc[llc]];
    }
}

/// The CPUs whose stopper is queued for load balance. It comes before any other pick there.
///
/// Cost: one pass over the CPUs. Source: kernel/sched/core.c, pick_next_task(); stop_machine.c, stop_one_cpu_nowait().
template <class D>
typename D::CpuSet queued_stoppers(const Model<D>& model, const State<D>& state) {
    auto stoppers = model.topology.none;
    for (std::size_t cpu = 0; cpu < state.balance.push_cpu.size(); ++cpu) {
        const auto queued = state.balance.push_cpu[cpu] != D::cpu(cpu);
        stoppers = stoppers | select(queued, D::CpuSet::only(D::cpu(cpu)), model.topology.none);
    }
    return stoppers;
}

/// The CPUs that count for idle: none of their tasks is on the queue, none on the wake list, and the idle task runs.
///
/// Source: kernel/sched/core.c, available_idle_cpu(), idle_cpu(), v5.19 .. v7.1.
template <class D>
typename D::CpuSet idle_cpus(const Model<D>& model, const State<D>& state, const typename D::CpuSet& empty) {
    // In the scheduler, the current task of a CPU that is about to idle is still the one that it leaves.
    const auto busy = model.scenario.balance ? state.balance.about_to_idle | queued_stoppers(model, state)
                                             : model.topology.none;
    if (!model.scenario.races) {
        return empty - busy;
    }
    const auto pending = cpus_of_phase(model, state, TaskPhase::on_wake_list);
    return empty - busy - state.switching -
           (model.policy.has(Defect::pending_not_looked_at) ? model.topology.none : pending);
}

/// RunqueueView::single_by_delayed, given RunqueueView::single. Cost: one pass over the tasks.
///
/// Source: kernel/sched/fair.c, cfs_h_nr_delayed(), v6.19 and v7.1, and 6.12.117.
template <class D>
typename D::CpuSet single_by_delayed(const Model<D>& model, const State<D>& state,
                                     const typename D::CpuSet& single) {
    auto busy = model.topology.none;
    auto crowded = model.topology.none;
    for (const TaskState<D>& task : state.tasks) {
        const auto awake = is_on_queue(model, task) & (task.phase != TaskPhase::delayed);
        const auto here = select(awake, D::CpuSet::only(task.cpu), model.topology.none);
        crowded = crowded | (busy & here);
        busy = busy | here;
    }
    return (single - (busy - crowded)) | (busy - crowded - single);
}

/// RunqueueView::bursting. Cost: nothing while there are too few tasks; else tasks x threshold.
template <class D>
typename D::CpuSet bursting_cpus(const Model<D>& model, const State<D>& state) {
    const std::size_t limit = burst_limit(model.policy);
    if (state.tasks.size() <= limit) {
        return model.topology.none;
    }
    // [n] -> CPUs with more than n tasks.
    std::vector<typename D::CpuSet> more_than(limit + 1, model.topology.none);
    for (const TaskState<D>& task : state.tasks) {
        const auto here = select(is_on_queue(model, task), D::CpuSet::only(task.cpu), model.topology.none);
        for (std::size_t n = limit; n > 0; --n) {
            more_than[n] = more_than[n] | (more_than[n - 1] & here);
        }
        more_than[0] = more_than[0] | here;
    }
    return more_than[limit];
}

/// The sets that selections read, derived from a state. Delayed sleepers count as the tasks that they are, also for
/// sched_idle.
///
/// Cost: a few passes over the tasks.
template <class D>
RunqueueView<D> view_of(const Model<D>& model, const State<D>& state) {
    using CpuSet = typename D::CpuSet;
    RunqueueView<D> view;
    CpuSet busy = model.topology.none;
    CpuSet crowded = model.topology.none;
    CpuSet normal = model.topology.none;
    for (std::size_t t = 0; t < state.tasks.size(); ++t) {
        const TaskState<D>& task = state.tasks[t];
        const CpuSet here = select(is_on_queue(model, task), CpuSet::only(task.cpu), model.topology.none);
        crowded = crowded | (busy & here);
        busy = busy | here;
        if (!model.scenario.tasks[t].sched_idle) {
            normal = normal | here;
        }
    }
    view.online = state.online;
    view.active = active_cpus(state);
    // A CPU that is unplugged runs its idle task with an empty queue, and passes for idle.
    view.empty = model.topology.present - busy;
    view.idle = idle_cpus(model, state, view.empty);
    view.single = busy - crowded;
    view.single_by_delayed =
        delays_dequeue(model) ? single_by_delayed(model, state, view.single) : model.topology.none;
    view.sched_idle = busy - normal;
    view.bursting = bursting_cpus(model, state);
    view.hot = model.topology.none;
    for (std::size_t cpu = 0; cpu < state.cache_hot_timeout.size(); ++cpu) {
        view.hot = view.hot | select(D::number(0) < state.cache_hot_timeout[cpu], CpuSet::only(D::cpu(cpu)),
                                     model.topology.none);
    }
    view.hinted = state.hinted;
    view.nr_idle_scan = state.nr_idle_scan;
    view.prop_budget = state.prop_budget;
    if (const Layout<D>* layout = layout_of(model, state)) {
        narrow_llcs(model, *layout, view);
    }
    return view;
}

/// Hints as a state keeps them, from those of the layout's LLC domains.
template <class D>
typename D::CpuSet widened_hints(const Model<D>& model, const State<D>& state,
                                 const typename D::CpuSet& hinted) {
    return layout_of(model, state) == nullptr ? hinted : touched(model.topology.llcs, hinted);
}

}  // namespace schedmc
