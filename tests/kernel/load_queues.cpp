// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/kernel/load_queues.hpp"

#include <algorithm>
#include <initializer_list>

namespace schedmc::kernel {

namespace {

using Cpu = Word::Cpu;
using CpuSet = Word::CpuSet;

std::size_t tasks(LoadQueue queue) {
    switch (queue) {
        case LoadQueue::idle:
        case LoadQueue::pending:
        case LoadQueue::entering:
            return 0;
        case LoadQueue::leaving:
        case LoadQueue::one_task:
        case LoadQueue::one_sched_idle:
            return 1;
        case LoadQueue::two_tasks:
        case LoadQueue::two_sched_idle:
            return 2;
        case LoadQueue::three_tasks:
            return 3;
        case LoadQueue::four_tasks:
            return 4;
    }
    return 0;
}

}  // namespace

std::vector<Cpu> members(const CpuMask& mask) {
    std::vector<Cpu> cpus;
    mask.for_each([&](std::size_t cpu) { cpus.emplace_back(cpu); });
    return cpus;
}

CpuSet set_from(std::size_t word) {
    Bits<1> bits;
    bits.set_word(0, word);
    return CpuSet(bits);
}

LoadView<Word> empty_view(const Topology<Word>& topology) {
    LoadView<Word> view{};
    view.active = view.online = topology.online;
    for (auto* numbers : {&view.nr_running, &view.awake, &view.misfit_load, &view.load, &view.util,
                          &view.runnable, &view.exit_latency, &view.idle_stamp}) {
        numbers->resize(topology.machine.cpu_count());
    }
    view.imbalanced.resize(topology.domains.group_records);
    return view;
}

void set_marks(LoadView<Word>& view, std::size_t bits) {
    for (std::size_t record = 0; record < view.imbalanced.size(); ++record) {
        view.imbalanced[record] = Word::truth(record < 64 && (bits >> record & 1) != 0);
    }
}

void set_queue(LoadView<Word>& view, std::size_t cpu, LoadQueue queue) {
    const auto put = [&](CpuSet& set, std::initializer_list<LoadQueue> those) {
        const bool in = std::find(those.begin(), those.end(), queue) != those.end();
        set = in ? set | CpuSet::only(Cpu(cpu)) : set - CpuSet::only(Cpu(cpu));
    };
    put(view.idle, {LoadQueue::idle});
    put(view.runs_idle, {LoadQueue::idle, LoadQueue::pending, LoadQueue::leaving});
    put(view.pending, {LoadQueue::pending});
    put(view.sched_idle, {LoadQueue::one_sched_idle, LoadQueue::two_sched_idle});
    view.nr_running[cpu] = view.awake[cpu] = Word::number(tasks(queue));
}

void set_averages(LoadView<Word>& view, const Topology<Word>& topology, std::size_t pattern) {
    for (const Cpu& online : members(topology.machine.online)) {
        const std::size_t cpu = online.number();
        const std::size_t cpus = topology.machine.cpu_count();
        const std::size_t running = view.nr_running[cpu].value();
        const std::size_t rank = pattern == 3 ? cpus - cpu : cpu + 1;
        const std::size_t capacity = topology.machine.capacity[cpu];
        std::size_t load = running * 1024;
        std::size_t util = running == 0 ? 0 : capacity;
        std::size_t runnable = load;
        if (pattern == 1 || pattern == 2) {
            load = runnable = pattern == 1 ? 0 : (4 - running) * 300;
            util = pattern == 1 ? 0 : capacity / (1 + running);
        } else if (pattern == 5) {
            constexpr std::size_t loads[] = {1000, 1170, 1100};
            load = loads[cpu % 3];
        } else if (pattern >= 3) {
            load = 150 * rank + 300 * running;
            util = std::min(capacity, capacity * (6 + rank % 4) / 10);
            runnable = capacity * (10 + (rank + running) % 3) / 10;
        }
        view.load[cpu] = Word::number(load);
        view.util[cpu] = Word::number(util);
        view.runnable[cpu] = Word::number(runnable);
    }
}

void set_idleness(LoadView<Word>& view, const Topology<Word>& topology, std::size_t pattern) {
    view.has_idle_state = topology.none;
    const std::size_t cpus = topology.machine.cpu_count();
    for (const Cpu& online : members(topology.machine.online)) {
        const std::size_t cpu = online.number();
        const bool has_state = pattern == 2 || (pattern == 3 && cpu % 2 != 0);
        const std::size_t stamp = pattern == 3   ? cpus - 1 - cpu
                                  : pattern == 1 ? cpu % 2 * (cpus - cpu)
                                                 : cpu + 1;
        view.idle_stamp[cpu] = Word::number(stamp);
        view.exit_latency[cpu] = Word::number(!has_state ? 0 : pattern == 2 ? 1 + (cpus - cpu) / 2 : 2);
        view.has_idle_state = has_state ? view.has_idle_state | CpuSet::only(online) : view.has_idle_state;
    }
}

}  // namespace schedmc::kernel
