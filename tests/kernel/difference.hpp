// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "tests/kernel/kernel_provider.hpp"

namespace schedmc::kernel {

/// Which function was asked, and so which fields of a decision mean something.
enum class Asked { select_idle_sibling, select_task_rq_fair, select_task_rq };

/// The kernel function's name.
std::string_view name_of(Asked asked);

/// The name of the first field in which model and kernel part, or "" where they agree: the CPU, the target, whether
/// prev's siblings or the LLC were searched, the hint that was read, what was examined in which order and found, the
/// CPUs asked for their idleness in order (on machines of one capacity), the hints and recent_used_cpu afterwards, and
/// for select_task_rq() the class's answer, its repair and the wake list.
///
/// Cost: a set expression for each CPU examined or asked.
std::string_view first_difference(Asked asked, const Topology<Word>& topology, const Policy& policy,
                                  const RunqueueView<Word>& view, const Wakeup<Word>& wakeup,
                                  const KernelDecision& kernel, const WakeupDecision<Word>& model);

/// Machine and queues, in words: a line for the machine, one for each CPU and each LLC.
std::string told_queues(const Topology<Word>& topology, const RunqueueView<Word>& view);

/// The wakeup in words, and what each side did with it.
std::string told_decisions(const Topology<Word>& topology, const Wakeup<Word>& wakeup,
                           const KernelDecision& kernel, const WakeupDecision<Word>& model);

/// "cpu3" or "none".
std::string told(const Word::Cpu& cpu);
/// "cpus 0-3" or "none".
std::string told(const Word::CpuSet& set);

}  // namespace schedmc::kernel
