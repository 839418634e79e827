// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/fitness.hpp"
#include "model/loads.hpp"
#include "model/transition.hpp"

/// What the stages of a pass read of the state, and what they tell of themselves.
namespace schedmc::balance {

/// What the environment decides of a step of balancing.
template <class D>
struct Surroundings {
    /// Every task ran a moment ago.
    bool hot = false;
    /// Where failures are not counted: the domain's passes have failed as often as matters.
    bool exhausted = false;
    /// CPUs whose averages say the opposite of their queues.
    typename D::CpuSet contrary;
};

/// The domain of a CPU at a level. Errors: expects that it has one.
template <class D>
const SchedDomain& domain_at(const Model<D>& model, std::size_t cpu, std::size_t level) {
    expects(level < model.topology.domains.of_cpu[cpu].size(), "the CPU has a domain at this level");
    return model.topology.domains.of_cpu[cpu][level];
}

/// The number of failed passes that a pass in this domain finds.
template <class D>
typename D::Number nr_balance_failed(const Model<D>& model, const State<D>& state, std::size_t cpu,
                                     std::size_t level, const Surroundings<D>& around) {
    if (!state.balance.nr_balance_failed.empty()) {
        return state.balance.nr_balance_failed[level][cpu];
    }
    return D::number(around.exhausted ? nr_balance_failed_max(domain_at(model, cpu, level)) : 0);
}

/// Notes a number of failed passes, where they are counted.
template <class D>
void set_nr_balance_failed(State<D>& state, std::size_t cpu, std::size_t level, const typename D::Truth& when,
                           const typename D::Number& failed) {
    if (!state.balance.nr_balance_failed.empty()) {
        auto& count = state.balance.nr_balance_failed[level][cpu];
        count = select(when, failed, count);
    }
}

/// The pass as the policy is asked about it.
template <class D>
BalanceEnv<D> env_of(const Model<D>& model, const State<D>& state, const Pass<D>& pass, std::size_t cpu,
                     std::size_t level, const Surroundings<D>& around) {
    const bool keeps_off = model.policy.rules.smt_push_exclude;
    const auto siblings = at(model.topology.cores.of_cpu, pass.cpu) - D::CpuSet::only(pass.cpu);
    return {.cpu = cpu,
            .level = level,
            .idle = pass.idle,
            .dst = pass.dst,
            .cpus = pass.cpus,
            .excluded = keeps_off ? select(pass.pushed, siblings, model.topology.none) : model.topology.none,
            .nr_balance_failed = nr_balance_failed(model, state, cpu, level, around)};
}

/// What a look at a domain reads of the queues. Cost: CPUs x tasks.
template <class D>
LoadView<D> balance_view(const Model<D>& model, const State<D>& state, const Surroundings<D>& around) {
    return queues_and_averages(model, state, around.contrary);
}

/// How many tasks a CPU's queue has. Cost: one pass over the tasks.
template <class D>
typename D::Number count_on(const Model<D>& model, const State<D>& state, const typename D::Cpu& cpu) {
    auto tasks = D::number(0);
    for (const TaskState<D>& task : state.tasks) {
        const auto here = is_on_queue(model, task) & (task.cpu == cpu);
        tasks = tasks + select(here, D::number(1), D::number(0));
    }
    return tasks;
}

/// The task that runs on a CPU, or none. Cost: one pass over the tasks.
template <class D>
typename D::Task running_on(const State<D>& state, const typename D::Cpu& cpu) {
    typename D::Task running;
    for (std::size_t t = 0; t < state.tasks.size(); ++t) {
        const auto here = (state.tasks[t].phase == TaskPhase::running) & (state.tasks[t].cpu == cpu);
        running = select(here, D::task(t), running);
    }
    return running;
}

/// One task of a list, found by its rank, as passes see it.
template <class D>
struct Listed {
    /// There is a task of that rank on that list.
    typename D::Truth exists;
    typename D::Task task;
    MigrationCandidate<D> candidate;
    /// Its share of the CPU's averages: task_h_load(), task_util_est().
    typename D::Number load;
    typename D::Number util;
    /// The CPUs that fit it wholly.
    typename D::CpuSet fits;
};

/// The task at a place of a CPU's list. Cost: one pass over the tasks.
template <class D>
Listed<D> listed_task(const Model<D>& model, const State<D>& state, const typename D::Cpu& cpu,
                      std::size_t rank, const typename D::Number& nr_running, const Surroundings<D>& around) {
    const auto no = D::truth(false);
    Listed<D> found{no,
                    typename D::Task(),
                    {model.topology.none, no, no, no, no, D::truth(around.hot), D::truth(true)},
                    D::number(0),
                    D::number(0),
                    model.topology.none};
    const auto capacity = at(model.capacities, cpu);
    found.util = capacity;
    for (std::size_t others = 2; others <= state.tasks.size(); ++others) {
        found.util = select(nr_running == D::number(others), scaled(capacity, 1, others), found.util);
    }
    for (std::size_t t = 0; t < state.tasks.size(); ++t) {
        const TaskState<D>& task = state.tasks[t];
        const TaskSpec& spec = model.scenario.tasks[t];
        const auto here = is_on_queue(model, task) & (task.cpu == cpu) & (task.rank == D::number(rank));
        MigrationCandidate<D>& candidate = found.candidate;
        found.exists = found.exists | here;
        found.task = select(here, D::task(t), found.task);
        candidate.allowed = select(here, task.allowed, candidate.allowed);
        candidate.running = select(here, task.phase == TaskPhase::running, candidate.running);
        candidate.sched_idle_policy = select(here, D::truth(spec.sched_idle), candidate.sched_idle_policy);
        candidate.bound_kthread = select(here, D::truth(spec.bound_kthread), candidate.bound_kthread);
        candidate.delayed = select(here, task.phase == TaskPhase::delayed, candidate.delayed);
        found.load = select(here, D::number(steady_load(spec)), found.load);
        found.fits = select(here, fitness_of(model, spec).fits, found.fits);
    }
    return found;
}

/// Takes the task off its list; it is on its way to `to`, the `order`th of those taken with it.
template <class D>
void take_off(const typename D::Truth& when, const typename D::Task& task, const typename D::Cpu& to,
              const typename D::Cpu& runner, const typename D::Number& order, State<D>& state) {
    for (std::size_t t = 0; t < state.tasks.size(); ++t) {
        TaskState<D>& taken = state.tasks[t];
        const auto is_it = when & (task == D::task(t));
        taken.phase = select(is_it, D::choice(TaskPhase::migrating), taken.phase);
        taken.cpu = select(is_it, to, taken.cpu);
        taken.waker = select(is_it, runner, taken.waker);
        taken.rank = select(is_it, order, taken.rank);
    }
}

}  // namespace schedmc::balance
