// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "model/domain/concrete.hpp"
#include "model/machine/topology.hpp"
#include "model/policy/fork_exec.hpp"

/// Queues and averages in which forks, execs and load balance are compared.
namespace schedmc::kernel {

/// What a CPU can be doing, as far as these see it. `entering` is empty, its idle task not yet current; `leaving` has a
/// task queued, its idle task still current.
enum class LoadQueue {
    idle,
    pending,
    entering,
    leaving,
    one_task,
    one_sched_idle,
    two_tasks,
    two_sched_idle,
    three_tasks,
    four_tasks
};

/// How many patterns set_averages() and set_idleness() know.
inline constexpr std::size_t averages_patterns = 6;
inline constexpr std::size_t idle_patterns = 4;

/// The CPUs of a mask, ascending, and the set that a word is.
std::vector<Word::Cpu> members(const CpuMask& mask);
Word::CpuSet set_from(std::size_t word);

/// All CPUs active, all arrays of their size, no group marked; what runs is not set yet.
LoadView<Word> empty_view(const Topology<Word>& topology);

/// The groups marked imbalanced: a bit a record.
void set_marks(LoadView<Word>& view, std::size_t bits);

/// What one CPU does, but for its averages.
void set_queue(LoadView<Word>& view, std::size_t cpu, LoadQueue queue);

/// Averages of tasks that ran for long (pattern 0); of tasks that came just now (1), and of tasks that left just now
/// (2); uneven ones about the thresholds of a busy group, more of them on CPUs of lower number (3), or of higher (4);
/// of loads just 10 and 17 percent apart, as imbalance_pct has it (5).
void set_averages(LoadView<Word>& view, const Topology<Word>& topology, std::size_t pattern);

/// No idle states, stamps rising (0), or none on every other CPU (1); states left the sooner the higher the CPU (2);
/// states of one kind on every other CPU, stamps falling to none (3).
void set_idleness(LoadView<Word>& view, const Topology<Word>& topology, std::size_t pattern);

}  // namespace schedmc::kernel
