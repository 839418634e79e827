// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "model/machine/topology.hpp"
#include "model/scenario.hpp"

namespace schedmc {

/// The machine as CPU hotplug has left it: other scheduling domains, whose LLC domains are parts of those of the
/// whole machine.
template <class D>
struct Layout {
    Topology<D> topology;
    /// [LLC domain here] -> the LLC domain of the whole machine that it is a part of.
    std::vector<std::size_t> whole_llc;
};

/// The machine with every CPU online that may come online: the machine itself without hotplug.
inline Machine widest_machine(const Machine& machine, const Scenario& scenario) {
    Machine widest = machine;
    if (scenario.hotplug_events != 0) {
        widest.online = machine.present;
    }
    return widest;
}

/// A layout for every set of online CPUs that hotplug may leave; none without hotplug. `widest` is the topology of
/// widest_machine().
///
/// Cost: a build of scheduling domains for each.
template <class D>
std::vector<Layout<D>> layouts_of(const Machine& machine, const Scenario& scenario, const Topology<D>& widest,
                                  NumaImbalanceRule numa_imbalance) {
    std::vector<Layout<D>> layouts;
    for (const CpuMask& online : hotplug_online_sets(machine, scenario.hotplug_events)) {
        Machine left = machine;
        left.online = online;
        Layout<D> layout{Topology<D>(left, numa_imbalance), {}};
        layout.whole_llc.resize(layout.topology.llcs.sets.size());
        online.for_each([&](std::size_t cpu) {
            const std::uint16_t here = layout.topology.llcs.index[cpu];
            if (here != Blocks<D>::none) {
                layout.whole_llc[here] = widest.llcs.index[cpu];
            }
        });
        layouts.push_back(std::move(layout));
    }
    return layouts;
}

}  // namespace schedmc
