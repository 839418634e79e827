// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <algorithm>

#include "model/state.hpp"

namespace schedmc {

/// How the CPUs suit a task's utilisation.
template <class D>
struct Fitness {
    /// CPUs that fit it wholly, and CPUs that miss only its boost.
    typename D::CpuSet fits;
    typename D::CpuSet misses_boost;
};

/// The CPUs that fit a task, and those that miss only its boost; fixed by machine and scenario.
///
/// Up to v6.1 the boost raised the utilisation that has to fit; later it is a second test against the capacity.
/// Source: fits_capacity(), util_fits_cpu(), uclamp_task_util().
template <class D>
Fitness<D> fitness_of(const Model<D>& model, const TaskSpec& task) {
    if (task.util == 0 && task.uclamp_min == 0) {
        return {D::cpus(model.topology.machine.online), model.topology.none};
    }
    const bool boost_is_apart = model.policy.rules.capacity_scan_prefers_boost_miss;
    CpuMask fits;
    CpuMask misses_boost;
    const Machine& machine = model.topology.machine;
    machine.online.for_each([&](std::size_t cpu) {
        const std::size_t capacity = machine.capacity[cpu];
        const std::size_t wanted = boost_is_apart ? task.util : std::max(task.util, task.uclamp_min);
        if (wanted * 1280 < capacity * 1024) {
            const bool missed = boost_is_apart && task.util < task.uclamp_min && task.uclamp_min > capacity;
            (missed ? misses_boost : fits).insert(cpu);
        }
    });
    return {D::cpus(fits), D::cpus(misses_boost)};
}

}  // namespace schedmc
