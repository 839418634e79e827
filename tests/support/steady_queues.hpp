// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <vector>

#include "model/domain/concrete.hpp"
#include "model/policy/balance.hpp"

namespace schedmc {

/// What load balancing sees of queues of these lengths whose tasks have run for ever: each task has a load of 1024 and
/// is runnable all the time, a busy CPU is utilised to its capacity, an idle one is idle. No wakeup is on its way.
inline LoadView<Word> steady_queues(const Topology<Word>& topology, const std::vector<unsigned>& lengths) {
    LoadView<Word> view{};
    view.active = view.online = topology.online;
    for (auto* numbers : {&view.nr_running, &view.awake, &view.misfit_load, &view.load, &view.util,
                          &view.runnable, &view.exit_latency, &view.idle_stamp}) {
        numbers->resize(topology.machine.cpu_count());
    }
    topology.machine.online.for_each([&](std::size_t cpu) {
        const unsigned tasks = lengths[cpu];
        view.nr_running[cpu] = view.awake[cpu] = Word::number(tasks);
        view.load[cpu] = view.runnable[cpu] = Word::number(std::size_t{1024} * tasks);
        view.util[cpu] = Word::number(tasks == 0 ? 0 : topology.machine.capacity[cpu]);
        if (tasks == 0) {
            view.idle = view.idle | Word::CpuSet::only(Word::cpu(cpu));
        }
    });
    view.runs_idle = view.idle;
    return view;
}

/// A CPU that looks at its domain of this level for the first time, all of whose CPUs are active.
inline BalanceEnv<Word> first_look(const Topology<Word>& topology, std::size_t cpu, std::size_t level,
                                   IdleKind idle) {
    BalanceEnv<Word> env{};
    env.cpu = cpu;
    env.level = level;
    env.idle = Word::choice(idle);
    env.dst = Word::cpu(cpu);
    env.cpus = Word::cpus(domain_of(topology, env).span);
    return env;
}

/// Why the CPU balances, from its queue.
inline IdleKind idleness(const std::vector<unsigned>& lengths, std::size_t cpu) {
    return lengths[cpu] == 0 ? IdleKind::idle : IdleKind::not_idle;
}

}  // namespace schedmc
