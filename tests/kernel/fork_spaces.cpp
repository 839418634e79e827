// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/kernel/fork_spaces.hpp"

#include <algorithm>

#include "tests/model/policy/both_readings.hpp"
#include "tests/model/policy/fork_questions.hpp"
#include "tests/support/odometer.hpp"

namespace schedmc::kernel {

namespace {

using Cpu = Word::Cpu;
using CpuSet = Word::CpuSet;

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
            const std::size_t marked = space.marks ? std::size_t{1} << view.imbalanced.size() : 1;
            for (std::size_t bits = 0; bits < marked && !comparison.is_over(); ++bits) {
                set_marks(view, bits);
                comparison.see(view);
                ask_in_every_way(comparison, view, space);
            }
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
