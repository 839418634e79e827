// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "tests/model/policy/both_readings.hpp"
#include "tests/model/policy/loop_fork.hpp"
#include "tests/model/policy/random_questions.hpp"

namespace schedmc::loops {

/// A revision's rules, or each rule of forks and execs by itself.
Policy draw_fork_policy(Draws& draws);

/// Queues, and averages that need not follow from them.
/// `records`: how many records the groups of the machine's domains have. Beyond what one word holds none is marked.
LoopLoads draw_loads(Draws& draws, const Machine& machine, std::size_t records = 0);

/// A fork, or an exec of a task that runs where something does.
LoopForkExec draw_fork_exec(Draws& draws, const Machine& machine, const LoopLoads& loads);

/// The queues and averages as the policy reads them.
template <class D>
LoadView<D> view_of(const LoopLoads& loads) {
    const auto numbers = [](const std::vector<long long>& values) {
        typename LoadView<D>::Numbers result;
        result.resize(values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            result[i] = D::number(static_cast<std::size_t>(values[i]));
        }
        return result;
    };
    const auto truths = [](const Flags& flags) {
        typename D::template Array<typename D::Truth> result;
        result.resize(flags.size());
        for (std::size_t i = 0; i < flags.size(); ++i) {
            result[i] = D::truth(flags[i] != 0);
        }
        return result;
    };
    Flags has_state(loads.exit_latency.size());
    for (std::size_t i = 0; i < has_state.size(); ++i) {
        has_state[i] = loads.exit_latency[i] != 0 ? 1 : 0;
    }
    return {.idle = set_of<D>(loads.idle),
            .sched_idle = set_of<D>(loads.sched_idle),
            .runs_idle = set_of<D>(loads.runs_idle),
            .pending = set_of<D>(loads.pending),
            .active = set_of<D>(loads.active),
            .online = set_of<D>(loads.online),
            .nr_running = numbers(loads.nr_running),
            .awake = numbers(loads.nr_running),
            .misfit_load = {},
            .load = numbers(loads.load),
            .util = numbers(loads.util),
            .runnable = numbers(loads.runnable),
            .imbalanced = truths(loads.imbalanced),
            .has_idle_state = set_of<D>(has_state),
            .exit_latency = numbers(loads.exit_latency),
            .idle_stamp = numbers(loads.idle_stamp)};
}

/// The question as the policy reads it.
template <class D>
ForkExec<D> question_of(const Topology<D>& topology, const LoopForkExec& question) {
    auto preferred = topology.none;
    if (question.preferred_node != nobody) {
        const std::size_t cpu = [&] {
            std::size_t first = 0;
            while (topology.machine.places[first].node != question.preferred_node ||
                   !topology.machine.present.contains(first)) {
                ++first;
            }
            return first;
        }();
        preferred = topology.nodes.of_cpu[cpu];
    }
    return {.exec = question.exec,
            .this_cpu = D::cpu(at(question.this_cpu)),
            .prev = D::cpu(at(question.prev)),
            .allowed = set_of<D>(question.allowed),
            .sched_idle_policy = D::truth(question.sched_idle_policy),
            .bound_kthread = D::truth(question.bound_kthread),
            .full_mask_count = D::truth(question.full_mask_count),
            .preferred_node = preferred,
            .fits = set_of<D>(question.fits),
            .cookie_matches = set_of<D>(question.cookie_matches),
            .own_load = D::number(static_cast<std::size_t>(question.own_load)),
            .own_util = D::number(static_cast<std::size_t>(question.own_util)),
            .own_runnable = D::number(static_cast<std::size_t>(question.own_runnable))};
}

}  // namespace schedmc::loops
