// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "model/domain/concrete.hpp"
#include "model/machine/topology.hpp"
#include "model/policy/fork_exec.hpp"
#include "tests/kernel/shim/kernel_functions.h"

namespace schedmc::kernel {

/// The name of the first thing in which model and kernel part, or "" where they agree: for each domain on the way down
/// the CPU that asked, the domain, the local and the idlest group with all their figures, the group chosen, the limit
/// of the NUMA allowance where it was asked, and the CPU found; then the class's answer, its repair and the CPU.
///
/// Cost: a few comparisons a domain on the way.
std::string_view first_difference(const ForkExec<Word>& question, const kernel_fork_decision& kernel,
                                  const ForkExecDecision<Word>& model);

/// What a CPU does, with its averages, in words.
std::string told_queue(const LoadView<Word>& view, std::size_t cpu);

/// Machine, queues, question and what each side did with it, in words.
std::string told_fork(const Topology<Word>& topology, const LoadView<Word>& view,
                      const ForkExec<Word>& question, const kernel_fork_decision& kernel,
                      const ForkExecDecision<Word>& model);

}  // namespace schedmc::kernel
