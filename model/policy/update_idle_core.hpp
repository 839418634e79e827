// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/wakeup.hpp"

namespace schedmc {

/// The hints after `cpu` has entered its idle task: true for its LLC if all its siblings are idle.
///
/// The CPU's own queue is not looked at. A CPU without an LLC domain raises nobody's hint, though a sibling of it
/// may belong to one.
///
/// Cost: a few set expressions. Errors: none.
/// Source: kernel/sched/fair.c, __update_idle_core(), test_idle_cores(), set_idle_cores(), v5.19 .. v7.1.
template <class D>
typename D::CpuSet update_idle_core(const Topology<D>& topology, const Policy& policy,
                                    const RunqueueView<D>& view, const typename D::Cpu& cpu) {
    using CpuSet = typename D::CpuSet;
    if (!topology.domains.smt_active || policy.has(Defect::idle_hook_missing)) {
        return view.hinted;
    }
    const CpuSet siblings = at(topology.cores.of_cpu, cpu) - CpuSet::only(cpu);
    return select(is_subset(siblings, view.idle), view.hinted | at(topology.llcs.of_cpu, cpu), view.hinted);
}

}  // namespace schedmc
