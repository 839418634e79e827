// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/fitness.hpp"
#include "model/loads.hpp"
#include "model/policy/select_task_rq_fork_exec.hpp"
#include "model/transition.hpp"

/// Forks and execs as steps: when they may be, the question they put, and what they leave.
namespace schedmc::steps {

/// The freshest CPU that the event names is one of the idle CPUs that the task may use, if there are any.
template <class D>
typename D::Truth names_a_freshest(const Model<D>& model, const State<D>& state, const Event& event) {
    const auto candidates = stamped_candidates(model, state, event.task);
    return event.freshest == nobody ? is_empty(candidates) : contains(candidates, D::cpu(event.freshest));
}

/// A task of the same mask and policy runs there that is no bound kernel thread: the child inherits both.
template <class D>
typename D::Truth has_parent(const Model<D>& model, const State<D>& state, const Event& event) {
    auto found = D::truth(false);
    for (std::size_t t = 0; t < state.tasks.size(); ++t) {
        const TaskSpec& spec = model.scenario.tasks[t];
        if (!spec.bound_kthread && spec.sched_idle == model.scenario.tasks[event.task].sched_idle) {
            const TaskState<D>& parent = state.tasks[t];
            found = found | ((parent.phase == TaskPhase::running) & (parent.cpu == D::cpu(event.where)) &
                             (parent.allowed == state.tasks[event.task].allowed));
        }
    }
    return found;
}

/// The mask of a task that has to be placed: every CPU where none of its own is online.
/// Source: select_fallback_rq(), v5.19 .. v7.1, with the possible CPUs for those of the cpuset.
template <class D>
typename D::CpuSet widened_mask(const Model<D>& model, const State<D>& state,
                                const typename D::CpuSet& allowed) {
    return select(is_empty(allowed & active_cpus(state)), model.topology.present, allowed);
}

/// What an exec's task adds to the averages of its CPU: its share of what the queue does.
template <class D>
void set_own_averages(const Model<D>& model, const TaskSpec& spec, const LoadView<D>& view,
                      ForkExec<D>& question) {
    const auto nr = at(view.nr_running, question.prev);
    const auto util = at(view.util, question.prev);
    question.own_load = D::number(steady_load(spec));
    question.own_runnable = D::number(1024);
    question.own_util = util;
    for (std::size_t others = 2; others <= model.scenario.tasks.size(); ++others) {
        question.own_util = select(nr == D::number(others), scaled(util, 1, others), question.own_util);
    }
}

/// The question that a fork or an exec puts to the policy.
template <class D>
ForkExec<D> fork_exec_of(const Model<D>& model, const State<D>& state, const Event& event,
                         const LoadView<D>& view) {
    const TaskSpec& spec = model.scenario.tasks[event.task];
    const TaskState<D>& task = state.tasks[event.task];
    ForkExec<D> question;
    question.exec = event.kind == EventKind::exec;
    question.this_cpu = question.exec ? task.cpu : D::cpu(event.where);
    question.prev = question.this_cpu;
    question.allowed = task.allowed;
    question.sched_idle_policy = D::truth(spec.sched_idle);
    question.bound_kthread = D::truth(spec.bound_kthread);
    question.full_mask_count = D::truth(spec.full_mask_count);
    question.preferred_node = model.topology.none;
    question.fits = fitness_of(model, spec).fits;
    question.cookie_matches = model.topology.present;
    question.own_load = question.own_util = question.own_runnable = D::number(0);
    if (question.exec) {
        set_own_averages(model, spec, view, question);
    }
    return question;
}

/// Asks the policy, and notes question and answer.
template <class D>
void place(const Model<D>& model, const State<D>& before, const Event& event, Transition<D>& out) {
    out.places = true;
    out.loads = loads_of(model, before, event);
    out.question = fork_exec_of(model, before, event, out.loads);
    out.placement = select_task_rq(topology_of(model, before), model.policy, out.loads, out.question);
}

/// Source: wake_up_new_task(), v5.19 .. v7.1.
template <class D>
void fork(const Model<D>& model, const State<D>& before, const Event& event, Transition<D>& out) {
    place(model, before, event, out);
    TaskState<D>& child = out.after.tasks[event.task];
    child.allowed = widened_mask(model, before, child.allowed);
    child.phase = D::choice(TaskPhase::queued);
    child.cpu = out.placement.cpu;
    child.recent = D::cpu(event.where);
}

}  // namespace schedmc::steps
