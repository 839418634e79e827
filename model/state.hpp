// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "model/machine/topology.hpp"
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
};

/// The state of the model, without anything that could be derived from the rest of it.
///
/// A CPU's queue is the set of queued and running tasks on it; at most one of them runs.
template <class D>
struct State {
    /// [task]
    typename D::template Array<TaskState<D>> tasks;
    /// CPUs of LLCs with has_idle_cores, a union of LLC domains.
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
};

/// Everything fixed about a check: machine, rules, tasks, bounds.
template <class D>
struct Model {
    Topology<D> topology;
    Policy policy;
    Scenario scenario;
    /// What an affinity change may give, by number.
    std::vector<CpuMask> masks;

    /// Errors: InputError from check_machine()'s and check_scenario()'s conditions is the caller's to have raised.
    Model(const Machine& machine, const Policy& rules, const Scenario& tasks)
        : topology(machine), policy(rules), scenario(tasks) {
        if (scenario.affinity_changes != 0) {
            masks = affinity_choices(machine);
        }
    }
};

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
/// reservation to outlast a step of time. docs/decisions/0007 tells why.
inline constexpr std::size_t cache_hot_timeout_max = 2;

/// Whether the policy reserves CPUs for short sleepers.
template <class D>
bool reserves_cpus(const Model<D>& model) {
    return model.policy.rules.sis_cache != SisCache::none;
}

/// The scenario's first state.
template <class D>
State<D> initial_state(const Model<D>& model);

/// The sets that selections read, derived from a state.
///
/// Cost: one pass over the tasks.
template <class D>
RunqueueView<D> view_of(const Model<D>& model, const State<D>& state) {
    using CpuSet = typename D::CpuSet;
    RunqueueView<D> view;
    CpuSet busy = model.topology.none;
    CpuSet crowded = model.topology.none;
    CpuSet normal = model.topology.none;
    for (std::size_t t = 0; t < state.tasks.size(); ++t) {
        const TaskState<D>& task = state.tasks[t];
        const CpuSet here =
            select(task.phase == TaskPhase::asleep, model.topology.none, CpuSet::only(task.cpu));
        crowded = crowded | (busy & here);
        busy = busy | here;
        if (!model.scenario.tasks[t].sched_idle) {
            normal = normal | here;
        }
    }
    view.online = model.topology.online;
    view.active = model.topology.online;
    view.empty = model.topology.online - busy;
    view.idle = view.empty;
    view.single = busy - crowded;
    view.sched_idle = busy - normal;
    view.hot = model.topology.none;
    for (std::size_t cpu = 0; cpu < state.cache_hot_timeout.size(); ++cpu) {
        view.hot = view.hot | select(D::number(0) < state.cache_hot_timeout[cpu],
                                     CpuSet::only(D::cpu(cpu)), model.topology.none);
    }
    view.hinted = state.hinted;
    view.nr_idle_scan = state.nr_idle_scan;
    view.prop_budget = state.prop_budget;
    return view;
}

/// The running tasks' CPUs. Cost: one pass over the tasks.
template <class D>
typename D::CpuSet running_cpus(const Model<D>& model, const State<D>& state) {
    typename D::CpuSet running = model.topology.none;
    for (const TaskState<D>& task : state.tasks) {
        running = running |
                  select(task.phase == TaskPhase::running, D::CpuSet::only(task.cpu), model.topology.none);
    }
    return running;
}

/// The tasks queued or running on a CPU. Cost: one pass over the tasks.
template <class D>
typename D::TaskSet queue_of(const Model<D>&, const State<D>& state, const typename D::Cpu& cpu) {
    typename D::TaskSet queue = D::tasks(Bits<1>());
    for (std::size_t t = 0; t < state.tasks.size(); ++t) {
        const auto here = (state.tasks[t].phase != TaskPhase::asleep) & (state.tasks[t].cpu == cpu);
        queue = queue | select(here, D::TaskSet::only(D::task(t)), D::tasks(Bits<1>()));
    }
    return queue;
}

template <class D>
State<D> initial_state(const Model<D>& model) {
    State<D> state;
    const std::size_t llcs = model.topology.llcs.sets.size();
    state.tasks.resize(model.scenario.tasks.size());
    for (std::size_t t = 0; t < model.scenario.tasks.size(); ++t) {
        const TaskSpec& spec = model.scenario.tasks[t];
        state.tasks[t] = {D::choice(spec.phase), D::cpu(spec.cpu), D::cpu(spec.recent),
                          D::cpus(spec.allowed)};
    }
    state.nr_idle_scan.resize(llcs, D::number(0));
    state.prop_budget.resize(llcs, D::number(4));
    if (reserves_cpus(model)) {
        state.cache_hot_timeout.resize(model.topology.machine.cpu_count(), D::number(0));
    }
    state.affinity_changes_left = D::number(model.scenario.affinity_changes);
    state.hinted = model.topology.none;
    if (model.scenario.hints == HintStart::where_idle_core && model.topology.domains.smt_active) {
        const auto idle_cores = whole(model.topology.cores, view_of(model, state).idle);
        state.hinted = touched(model.topology.llcs, idle_cores);
    }
    return state;
}

/// What a field is called: "task 3 cpu"; `group` is empty where there is only one.
struct FieldName {
    const char* group;
    std::size_t index;
    const char* field;
};

/// Visits every field of a state that the scenario lets change, in a fixed order: packing, printing, comparing,
/// traces and fresh solver variables are visitors over it, so that they cannot drift apart.
///
/// The visitor offers
///   choice(name, field, count)   one of `count` enumerators,
///   cpu(name, field)             a present CPU,
///   cpus(name, field)            any set of present CPUs,
///   blocks(name, field, blocks)  a union of blocks,
///   number(name, field, least, greatest).
/// `state` may be const. Cost: the visitor's.
template <class D, class StateRef, class Visitor>
void visit_fields(const Model<D>& model, StateRef& state, Visitor&& visitor) {
    for (std::size_t t = 0; t < state.tasks.size(); ++t) {
        visitor.choice(FieldName{"task", t, "phase"}, state.tasks[t].phase, 3);
        visitor.cpu(FieldName{"task", t, "cpu"}, state.tasks[t].cpu);
        visitor.cpu(FieldName{"task", t, "recent"}, state.tasks[t].recent);
        if (model.scenario.affinity_changes != 0) {
            visitor.cpus(FieldName{"task", t, "allowed"}, state.tasks[t].allowed);
        }
    }
    if (model.topology.domains.smt_active) {
        visitor.blocks(FieldName{"", 0, "has_idle_cores"}, state.hinted, model.topology.llcs);
    }
    for (std::size_t llc = 0; llc < state.nr_idle_scan.size() && model.scenario.events.tick; ++llc) {
        if (model.policy.rules.sis_util) {
            visitor.number(FieldName{"llc", llc, "nr_idle_scan"}, state.nr_idle_scan[llc], 0,
                           nr_idle_scan_max(model, llc));
        }
        if (model.policy.rules.sis_prop && !model.policy.rules.sis_util) {
            visitor.number(FieldName{"llc", llc, "prop_budget"}, state.prop_budget[llc], 4,
                           prop_budget_max(model, llc));
        }
    }
    for (std::size_t cpu = 0; cpu < state.cache_hot_timeout.size(); ++cpu) {
        visitor.number(FieldName{"cpu", cpu, "cache_hot_timeout"}, state.cache_hot_timeout[cpu], 0,
                       cache_hot_timeout_max);
    }
    if (model.scenario.affinity_changes != 0) {
        visitor.number(FieldName{"", 0, "affinity_changes_left"}, state.affinity_changes_left, 0,
                       model.scenario.affinity_changes);
    }
}

}  // namespace schedmc
