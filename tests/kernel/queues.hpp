// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "model/domain/concrete.hpp"
#include "model/machine/topology.hpp"
#include "model/policy/wakeup.hpp"

namespace schedmc::kernel {

/// What a CPU can be doing, as far as a selection sees it; `between` is empty and not idle.
enum class Queue { idle, between, one_task, one_sched_idle, two_tasks, two_sched_idle };

/// All of them.
const std::vector<Queue>& every_queue();

/// The queues of a machine, set CPU by CPU: at first none set, without hints, with full budgets.
class Queues {
public:
    /// The topology must outlive the queues.
    explicit Queues(const Topology<Word>& topology);

    void set(const Word::Cpu& cpu, Queue queue);
    /// has_idle_cores, one bit an LLC.
    void set_hints(std::size_t bits);
    /// How many patterns of hints there are; one where nobody reads them.
    std::size_t hint_patterns() const;
    /// The first LLC's nr_idle_scan; further LLCs have others, which must not matter there. SIS_PROP's numbers are 4
    /// more.
    void set_budget(std::size_t budget);

    const RunqueueView<Word>& view() const { return view_; }

private:
    const Topology<Word>& topology_;
    RunqueueView<Word> view_{};
};

}  // namespace schedmc::kernel
