// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/domain/concrete.hpp"
#include "model/machine/topology.hpp"
#include "model/policy/fork_exec.hpp"
#include "tests/kernel/shim/kernel_functions.h"

namespace schedmc::kernel {

/// The functions of one kernel version as a provider of decisions about forks and execs: it answers the questions of
/// model/policy/fork_exec.hpp on one machine.
///
/// As with KernelProvider, only the provider of a version that was made last is of use.
class ForkProvider {
public:
    /// Errors: as set_machine().
    ForkProvider(const kernel_functions& functions, const Topology<Word>& topology);

    /// The queues that the next questions find, as set_loads() has them.
    void see(const LoadView<Word>& view);

    /// What became of the fork or exec; valid until the next question.
    ///
    /// Source: kernel/sched/core.c of the version, select_task_rq() and sched_exec().
    const kernel_fork_decision& decide(const ForkExec<Word>& question);

private:
    const kernel_functions& functions_;
    kernel_fork_exec asked_{};
    kernel_fork_decision done_{};
};

}  // namespace schedmc::kernel
