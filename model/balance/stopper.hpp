// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/balance/detach_tasks.hpp"

namespace schedmc::balance {

/// The lowest domain of a CPU that spans another, or none.
template <class D>
std::optional<std::size_t> level_spanning(const Model<D>& model, std::size_t cpu, std::size_t other) {
    const std::vector<SchedDomain>& domains = model.topology.domains.of_cpu[cpu];
    for (std::size_t level = 0; level < domains.size(); ++level) {
        if (domains[level].span.contains(other)) {
            return level;
        }
    }
    return std::nullopt;
}

/// The stopper of `src` pushes one task to the CPU that asked for it. Whoever ran there has left the CPU for the
/// stopper, and may be moved; what runs next is picked anew.
///
/// Source: kernel/sched/fair.c, active_load_balance_cpu_stop(), detach_one_task(), v5.19 .. v7.1.
template <class D>
void active_load_balance_cpu_stop(const Model<D>& model, std::size_t src, std::size_t target,
                                  const Surroundings<D>& around, Transition<D>& out) {
    State<D>& state = out.after;
    const auto from = D::cpu(src);
    const auto to = D::cpu(target);
    for (TaskState<D>& task : state.tasks) {
        const auto leaves = (task.phase == TaskPhase::running) & (task.cpu == from);
        task.phase = select(leaves, D::choice(TaskPhase::queued), task.phase);
    }
    const auto active = contains(active_cpus(state), from) & contains(active_cpus(state), to);
    const std::optional<std::size_t> level = level_spanning(model, target, src);
    const auto nr_running = count_on(model, state, from);
    BalanceTake<D> take{D::number(level.value_or(0)),
                        D::choice(IdleKind::idle),
                        to,
                        from,
                        to,
                        D::tasks(Bits<1>()),
                        nr_running,
                        typename D::Task()};
    auto done = D::truth(false);
    for (std::size_t rank = 0; level && rank < state.tasks.size(); ++rank) {
        const Listed<D> task = listed_task(model, state, from, rank, nr_running, around);
        const BalanceEnv<D> env{target,
                                *level,
                                D::choice(IdleKind::idle),
                                to,
                                state.online,
                                model.topology.none,
                                nr_balance_failed(model, state, target, *level, around)};
        Pinned<D> pinned{D::truth(false), D::truth(false), typename D::Cpu()};
        const auto can = can_migrate_task(model.policy, domain_at(model, target, *level), env, task.candidate,
                                          D::choice(MigrationType::load), model.topology.none, true, pinned);
        const auto takes = active & task.exists & can & !done;
        take_off(takes, task.task, to, from, D::number(0), state);
        take.taken = take.taken | select(takes, D::TaskSet::only(task.task), D::tasks(Bits<1>()));
        done = done | takes;
    }
    list_order::rank_by(model, list_order::present_keys(state), state);
    attach_tasks(model, state, from, to);
    if (level) {
        set_nr_balance_failed(state, target, *level, done, D::number(0));
    }
    update(state.balance.push_cpu, from, from);
    out.stops.push_back(take);
    const auto left_empty = (count_on(model, state, from) == D::number(0)) & contains(model.balanced, from);
    state.balance.about_to_idle =
        state.balance.about_to_idle | select(left_empty, D::CpuSet::only(from), model.topology.none);
}

}  // namespace schedmc::balance
