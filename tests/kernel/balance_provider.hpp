// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/domain/concrete.hpp"
#include "model/machine/topology.hpp"
#include "model/policy/can_migrate_task.hpp"
#include "tests/kernel/shim/kernel_functions.h"

namespace schedmc::kernel {

/// The functions of one kernel version as a provider of what load balance finds: it answers the questions of
/// model/policy/balance.hpp on one machine.
///
/// As with KernelProvider, only the provider of a version that was made last is of use.
class BalanceProvider {
public:
    /// Errors: as set_machine().
    BalanceProvider(const kernel_functions& functions, const Topology<Word>& topology);

    /// The queues that the next questions find, as set_loads() has them.
    void see(const LoadView<Word>& view);

    /// What one look at one domain found; valid until the next question.
    ///
    /// Source: kernel/sched/fair.c of the version, should_we_balance(), find_busiest_group(), find_busiest_queue(),
    /// need_active_balance(), the latter two where those before found something.
    const kernel_balance_decision& look(const BalanceEnv<Word>& env);

    /// The queue of the group in that place of the ring from which an imbalance is to be taken, and whether its running
    /// task is to be pushed; valid until the next question.
    const kernel_balance_decision& busiest_queue(const BalanceEnv<Word>& env, std::size_t group,
                                                 MigrationType migration, std::size_t imbalance);

    /// The task may be taken; `pinned` learns what the look at it teaches.
    ///
    /// Source: kernel/sched/fair.c of the version, can_migrate_task() and task_hot().
    bool can_migrate_task(const BalanceEnv<Word>& env, const MigrationCandidate<Word>& task,
                          MigrationType migration, const Word::CpuSet& group, bool active,
                          Pinned<Word>& pinned);

private:
    const kernel_functions& functions_;
    kernel_balance_decision done_{};
};

}  // namespace schedmc::kernel
