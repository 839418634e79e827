// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/kernel/fork_spaces.hpp"

#include <algorithm>
#include <initializer_list>

#include "tests/model/policy/both_readings.hpp"
#include "tests/model/policy/fork_questions.hpp"
#include "tests/support/odometer.hpp"

namespace schedmc::kernel {

namespace {

using Cpu = Word::Cpu;
using CpuSet = Word::CpuSet;

constexpr std::size_t averages_patterns = 5;
constexpr std::size_t idle_patterns = 4;

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

std::size_t tasks(ForkQueue queue) {
    switch (queue) {
        case ForkQueue::idle:
        case ForkQueue::pending:
        case ForkQueue::entering:
            return 0;
        case ForkQueue::leaving:
        case ForkQueue::one_task:
        case ForkQueue::one_sched_idle:
            return 1;
        case ForkQueue::two_tasks:
        case ForkQueue::two_sched_idle:
            return 2;
        case ForkQueue::three_tasks:
            return 3;
    }
    return 0;
}

LoadView<Word> empty_view(const Topology<Word>& topology) {
    LoadView<Word> view{};
    view.active = view.online = topology.online;
    for (auto* numbers :
         {&view.nr_running, &view.load, &view.util, &view.runnable, &view.exit_latency, &view.idle_stamp}) {
        numbers->resize(topology.machine.cpu_count());
    }
    return view;
}

void set_queue(LoadView<Word>& view, std::size_t cpu, ForkQueue queue) {
    const auto put = [&](CpuSet& set, std::initializer_list<ForkQueue> those) {
        const bool in = std::find(those.begin(), those.end(), queue) != those.end();
        set = in ? set | CpuSet::only(Cpu(cpu)) : set - CpuSet::only(Cpu(cpu));
    };
    put(view.idle, {ForkQueue::idle});
    put(view.runs_idle, {ForkQueue::idle, ForkQueue::pending, ForkQueue::leaving});
    put(view.pending, {ForkQueue::pending});
    put(view.sched_idle, {ForkQueue::one_sched_idle, ForkQueue::two_sched_idle});
    view.nr_running[cpu] = Word::number(tasks(queue));
}

// Averages of tasks that ran for long; of tasks that came just now, and of tasks that left just now; uneven ones about
// the thresholds of a busy group, more of them on CPUs of lower number, or of higher.
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
            load = runnable = pattern == 1 ? 0 : (3 - running) * 400;
            util = pattern == 1 ? 0 : capacity / (1 + running);
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

// No idle states, stamps rising, or none on every other CPU; states left the sooner the higher the CPU; states of one
// kind on every other CPU, stamps falling to none.
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

// What an exec's task adds to its CPU, on every other CPU more than is there. A fork that has the parent's CPU
// elsewhere is one that the parent left since.
ForkExec<Word> question_from(const Topology<Word>& topology, const LoadView<Word>& view, bool exec,
                             std::size_t cpu) {
    ForkExec<Word> question{};
    const std::size_t part = cpu % 2 == 0 ? 2 : 1;
    const std::size_t more = cpu % 2 == 0 ? 0 : 64;
    question.exec = exec;
    question.this_cpu = Cpu(cpu);
    question.prev = Cpu(cpu);
    question.fits = question.cookie_matches = topology.online;
    question.preferred_node = topology.none;
    if (exec) {
        question.own_load = Word::number(view.load[cpu].value() / part + more);
        question.own_util = Word::number(view.util[cpu].value() / part + more);
        question.own_runnable = Word::number(view.runnable[cpu].value() / part + more);
    }
    return question;
}

// Every way to ask in the queues of the view, from every CPU and with every mask.
void ask_in_every_way(ForkComparison& comparison, const LoadView<Word>& view, const ForkSpace& space) {
    const Topology<Word>& topology = comparison.topology();
    const std::vector<Cpu> online = members(topology.machine.online);
    const std::size_t masks = std::size_t{1} << topology.machine.cpu_count();
    const CpuSet fits[] = {topology.online, topology.by_capacity.front().second, topology.none};
    const CpuSet nodes[] = {topology.none, topology.nodes.of_cpu[online.front().number()],
                            topology.nodes.of_cpu[online.back().number()]};
    Odometer ways({2, online.size(), space.preferred_nodes ? 3U : 1U, space.fits ? 3U : 1U,
                   space.cookies ? masks : 1U, space.hotplug ? 2U : 1U});
    do {
        const Cpu cpu = online[ways[1]];
        if (ways[0] == 1 && view.nr_running[cpu.number()].value() == 0) {
            continue;
        }
        ForkExec<Word> question = question_from(topology, view, ways[0] == 1, cpu.number());
        question.preferred_node = nodes[ways[2]];
        question.fits = fits[ways[3]];
        question.cookie_matches = space.cookies ? set_from(ways[4]) & topology.online : topology.online;
        question.bound_kthread = Word::truth(ways[5] != 0);
        for (std::size_t mask = 1; mask < masks && !comparison.is_over(); ++mask) {
            question.allowed = set_from(mask);
            const bool several = (mask & (mask - 1)) != 0;
            question.full_mask_count = Word::truth(several && (mask + ways[1]) % 3 == 0);
            question.sched_idle_policy = Word::truth(mask % 2 != 0);
            if (!question.exec) {
                question.prev = mask % 5 == 0 ? online[(ways[1] + 1) % online.size()] : cpu;
            }
            comparison.ask(question);
        }
    } while (!comparison.is_over() && ways.advance());
}

}  // namespace

void fork_in_every_state(ForkComparison& comparison, const Machine& machine, const ForkSpace& space) {
    comparison.begin(machine);
    const Topology<Word>& topology = comparison.topology();
    const std::vector<Cpu> online = members(machine.online);
    LoadView<Word> view = empty_view(topology);
    Odometer pattern(std::vector<std::size_t>(online.size(), space.queues.size()));
    std::size_t turn = 0;
    do {
        for (std::size_t position = 0; position < online.size(); ++position) {
            set_queue(view, online[position].number(), space.queues[pattern[position]]);
        }
        const std::size_t beside = space.all_averages ? averages_patterns * idle_patterns : 1;
        for (std::size_t i = 0; i < beside && !comparison.is_over(); ++i) {
            const std::size_t which = space.all_averages ? i : turn++;
            set_averages(view, topology, which % averages_patterns);
            set_idleness(view, topology, which / averages_patterns % idle_patterns);
            view.active = topology.online;
            if (space.hotplug) {
                view.active = view.active - CpuSet::only(online[which % online.size()]);
            }
            comparison.see(view);
            ask_in_every_way(comparison, view, space);
        }
    } while (!comparison.is_over() && pattern.advance());
}

void fork_at_random(ForkComparison& comparison, std::uint64_t seed, std::size_t machines,
                    std::size_t questions) {
    loops::Draws draws(seed);
    for (std::size_t drawn = 0; drawn < machines && !comparison.is_over(); ++drawn) {
        const Machine machine = loops::draw_machine(draws, 64);
        comparison.begin(machine);
        loops::LoopLoads loads;
        for (std::size_t i = 0; i < questions && !comparison.is_over(); ++i) {
            if (i % 4 == 0) {
                loads = loops::draw_loads(draws, machine);
                // Without any active CPU the kernel ends. cpu_util_cfs() is no more than the CPU's capacity.
                loads.active[machine.online.next(0)] = 1;
                for (std::size_t cpu = 0; cpu < machine.cpu_count(); ++cpu) {
                    loads.util[cpu] = std::min<long long>(loads.util[cpu], machine.capacity[cpu]);
                }
                comparison.see(loops::view_of<Word>(loads));
            }
            ForkExec<Word> question =
                loops::question_of(comparison.topology(), loops::draw_fork_exec(draws, machine, loads));
            // The count that a task is born with goes with the mask of all CPUs.
            question.full_mask_count = question.full_mask_count & (Word::number(1) < count(question.allowed));
            comparison.ask(question);
        }
    }
}

}  // namespace schedmc::kernel
