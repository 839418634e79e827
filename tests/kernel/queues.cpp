// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/kernel/queues.hpp"

#include <algorithm>
#include <initializer_list>

namespace schedmc::kernel {

using CpuSet = Word::CpuSet;

const std::vector<Queue>& every_queue() {
    static const std::vector<Queue> all = {Queue::idle,           Queue::between,   Queue::one_task,
                                           Queue::one_sched_idle, Queue::two_tasks, Queue::two_sched_idle};
    return all;
}

Queues::Queues(const Topology<Word>& topology) : topology_(topology) {
    view_.active = view_.online = topology.online;
    view_.nr_idle_scan.resize(topology.llcs.sets.size());
    view_.prop_budget.resize(topology.llcs.sets.size());
    set_budget(topology.machine.cpu_count());
}

void Queues::set(const Word::Cpu& cpu, Queue queue) {
    const auto put = [&](CpuSet& set, std::initializer_list<Queue> those) {
        const bool in = std::find(those.begin(), those.end(), queue) != those.end();
        set = in ? set | CpuSet::only(cpu) : set - CpuSet::only(cpu);
    };
    put(view_.idle, {Queue::idle});
    put(view_.empty, {Queue::idle, Queue::between});
    put(view_.single, {Queue::one_task, Queue::one_sched_idle});
    put(view_.sched_idle, {Queue::one_sched_idle, Queue::two_sched_idle});
}

void Queues::set_hints(std::size_t bits) {
    view_.hinted = topology_.none;
    for (std::size_t llc = 0; llc < topology_.llcs.sets.size(); ++llc) {
        if ((bits >> llc & 1) != 0) {
            view_.hinted = view_.hinted | topology_.llcs.sets[llc];
        }
    }
}

std::size_t Queues::hint_patterns() const {
    return topology_.domains.smt_active ? std::size_t{1} << topology_.llcs.sets.size() : 1;
}

void Queues::set_budget(std::size_t budget) {
    for (std::size_t llc = 0; llc < topology_.llcs.sets.size(); ++llc) {
        const std::size_t value = (budget + llc) % (topology_.machine.cpu_count() + 1);
        view_.nr_idle_scan[llc] = Word::number(value);
        view_.prop_budget[llc] = Word::number(4 + value);
    }
}

}  // namespace schedmc::kernel
