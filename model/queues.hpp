// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/state.hpp"

/// Questions about the queues of a state.
namespace schedmc {

/// The running tasks' CPUs. Cost: one pass over the tasks.
template <class D>
typename D::CpuSet running_cpus(const Model<D>& model, const State<D>& state) {
    return cpus_of_phase(model, state, TaskPhase::running);
}

/// The tasks on a CPU's queue that are awake: queued or running. Cost: one pass over the tasks.
template <class D>
typename D::TaskSet queue_of(const Model<D>& model, const State<D>& state, const typename D::Cpu& cpu) {
    typename D::TaskSet queue = D::tasks(Bits<1>());
    for (std::size_t t = 0; t < state.tasks.size(); ++t) {
        const auto here = is_on_queue(model, state.tasks[t]) & (state.tasks[t].phase != TaskPhase::delayed) &
                          (state.tasks[t].cpu == cpu);
        queue = queue | select(here, D::TaskSet::only(D::task(t)), D::tasks(Bits<1>()));
    }
    return queue;
}

}  // namespace schedmc
