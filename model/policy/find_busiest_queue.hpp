// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <numeric>

#include "model/policy/group_in_ring.hpp"

namespace schedmc {

/// The busiest CPU so far, with what it is compared by.
template <class D>
struct BusiestQueue {
    typename D::Cpu cpu;
    typename D::Number amount;
};

/// A CPU's load is greater than that of the busiest so far, both for each unit of capacity.
///
/// The kernel multiplies crosswise. One factor of each product is a capacity, and machines have few; what two have in
/// common is divided out first.
template <class D>
typename D::Truth load_is_greater(const Topology<D>& topology, const BusiestQueue<D>& found,
                                  const typename D::Number& load, std::size_t capacity) {
    auto greater = (D::number(0) < load) & !exists(found.cpu);
    for (const auto& [theirs, members] : topology.by_capacity) {
        const std::size_t common = std::gcd(std::size_t{theirs}, capacity);
        greater = greater | (contains(members, found.cpu) &
                             (scaled(found.amount, capacity / common, 1) < scaled(load, theirs / common, 1)));
    }
    return greater;
}

/// The CPU of the busiest group that tasks are taken from, none if no queue suits what is to be moved. Of equals the
/// first; CPUs that env excludes are none of them.
///
/// Cost: a few comparisons a CPU of the domain, one more for each distinct capacity where loads are compared. Errors:
/// expects that the CPU has the domain.
/// Source: kernel/sched/fair.c, find_busiest_queue(), v5.19 .. v6.8; sched_balance_find_src_rq(), v6.12 .. v7.1.
/// Departs: NUMA placement, asymmetric packing and capacity taken by interrupts and real-time tasks are left out;
/// docs/fidelity.md#find_busiest_queue.
template <class D>
typename D::Cpu find_busiest_queue(const Topology<D>& topology, const Policy& policy, const LoadView<D>& view,
                                   const BalanceEnv<D>& env, const BusiestGroup<D>& group) {
    using Number = typename D::Number;
    const SchedDomain& domain = domain_of(topology, env);
    const bool asymmetric = (domain.flags & sd_flag::asym_cpucapacity) != 0;
    const Number zero = D::number(0);
    const Number one = D::number(1);
    const auto candidates = (group.busiest & env.cpus) - env.excluded;
    const auto by_load = group.migration == MigrationType::load;
    const auto by_util = group.migration == MigrationType::util;
    const auto by_task = group.migration == MigrationType::task;
    const bool any_task_will_do = policy.has(Defect::single_task_pulled);
    BusiestQueue<D> found{typename D::Cpu(), zero};
    domain.span.for_each([&](std::size_t cpu) {
        const std::size_t capacity = topology.machine.capacity[cpu];
        const Number tasks = tasks_to_move(policy, view, cpu);
        auto suits = contains(candidates, D::cpu(cpu)) & (zero < tasks);
        if (asymmetric) {
            const auto has_greater = contains(cpus_clearly_above(topology, capacity), env.dst);
            suits = suits & (has_greater | (tasks != one));
        }
        // A single task is not worth a look if it is more load than asked for, or if it is never detached.
        const auto too_much = (tasks == one) & (group.imbalance < view.load[cpu]);
        suits = suits & !(by_load & too_much);
        suits = suits & !(by_util & (tasks <= one) & D::truth(!any_task_will_do));

        Number util = view.util[cpu];
        if (policy.rules.busiest_util_boosted) {
            const Number boosted = select(util < view.runnable[cpu], view.runnable[cpu], util);
            util = select(boosted < D::number(capacity), boosted, D::number(capacity));
        }
        const Number misfit = view.misfit_load.empty() ? zero : view.misfit_load[cpu];
        const Number amount =
            select(by_load, view.load[cpu], select(by_util, util, select(by_task, tasks, misfit)));
        auto more = select(by_load, load_is_greater(topology, found, amount, capacity), found.amount < amount);
        more = more | D::truth(policy.has(Defect::shorter_queue_chosen));
        const auto better = suits & more;
        found.cpu = select(better, D::cpu(cpu), found.cpu);
        found.amount = select(better, amount, found.amount);
    });
    return found.cpu;
}

}  // namespace schedmc
