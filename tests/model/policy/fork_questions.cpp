// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/model/policy/fork_questions.hpp"

namespace schedmc::loops {

namespace {

long long draw_number(Draws& draws, std::size_t below) { return static_cast<long long>(draws.below(below)); }

int draw_online(Draws& draws, const Machine& machine) {
    std::size_t cpu = machine.online.next(0);
    for (std::size_t left = draws.below(machine.online.count()); left > 0; --left) {
        cpu = machine.online.next(cpu + 1);
    }
    return static_cast<int>(cpu);
}

}  // namespace

Policy draw_fork_policy(Draws& draws) {
    Policy policy = draw_policy(draws);
    if (draws.once_in(2)) {
        policy.name += " with fork rules drawn";
        policy.rules.numa_imbalance = draws.once_in(2) ? NumaImbalanceRule{4, 0} : NumaImbalanceRule{};
        policy.rules.numa_imbalance_affinity = static_cast<NumaAffinity>(draws.below(4));
        policy.rules.numa_allowance_ignores_gap = draws.once_in(2);
        policy.rules.group_stats_count_allowed = draws.once_in(2);
        policy.rules.group_cookie_reads_waker = draws.once_in(2);
    }
    return policy;
}

LoopLoads draw_loads(Draws& draws, const Machine& machine, std::size_t records) {
    const std::size_t cpus = machine.cpu_count();
    const std::vector<long long> none(cpus);
    LoopLoads loads{Flags(cpus), Flags(cpus), Flags(cpus), Flags(cpus), Flags(cpus), Flags(cpus),
                    none,        none,        none,        none,        none,        none,
                    Flags(records <= Word::cpu_capacity ? records : 0)};
    const std::size_t marked_of_8 = draws.once_in(3) ? draws.below(8) : 0;
    for (char& mark : loads.imbalanced) {
        mark = draws.below(8) < marked_of_8 ? 1 : 0;
    }
    const std::size_t idle_of_8 = draws.below(9);
    const std::size_t crowd = 1 + draws.below(4);
    const std::size_t states_of_4 = draws.below(5);
    const bool steady = draws.once_in(3);
    machine.online.for_each([&](std::size_t cpu) {
        loads.online[cpu] = 1;
        loads.active[cpu] = draws.once_in(30) ? 0 : 1;
        const bool empty = draws.below(8) < idle_of_8;
        loads.nr_running[cpu] = empty ? 0 : 1 + draw_number(draws, crowd);
        loads.runs_idle[cpu] = empty ? !draws.once_in(20) : draws.once_in(20);
        loads.pending[cpu] = draws.once_in(20) ? 1 : 0;
        loads.idle[cpu] = empty && loads.runs_idle[cpu] != 0 && loads.pending[cpu] == 0 ? 1 : 0;
        loads.sched_idle[cpu] = !empty && draws.once_in(12) ? 1 : 0;
        const long long busy = empty ? 0 : 1;
        loads.load[cpu] = steady ? loads.nr_running[cpu] * 1024 : draw_number(draws, 4000);
        loads.util[cpu] = steady ? busy * machine.capacity[cpu] : draw_number(draws, 1025);
        loads.runnable[cpu] = steady ? loads.nr_running[cpu] * 1024 : draw_number(draws, 3000);
        const bool has_state = loads.idle[cpu] != 0 && draws.below(4) < states_of_4;
        loads.exit_latency[cpu] = has_state ? 1 + draw_number(draws, 3) : 0;
        loads.idle_stamp[cpu] = draw_number(draws, cpus + 1);
    });
    return loads;
}

LoopForkExec draw_fork_exec(Draws& draws, const Machine& machine, const LoopLoads& loads) {
    const std::size_t cpus = machine.cpu_count();
    LoopForkExec question;
    question.this_cpu = draw_online(draws, machine);
    question.exec = draws.once_in(3) && loads.nr_running[at(question.this_cpu)] != 0;
    question.prev = question.exec || !draws.once_in(10) ? question.this_cpu : draw_online(draws, machine);
    const std::size_t allowed_of_8 = draws.once_in(3) ? 8 : 1 + draws.below(8);
    const std::size_t fits_of_4 = draws.below(5);
    const bool cookies = draws.once_in(3);
    const std::size_t matches_of_4 = draws.below(5);
    question.allowed = question.fits = question.cookie_matches = Flags(cpus);
    machine.present.for_each([&](std::size_t cpu) {
        question.allowed[cpu] = draws.below(8) < allowed_of_8 ? 1 : 0;
        question.fits[cpu] = draws.below(4) < fits_of_4 ? 1 : 0;
        question.cookie_matches[cpu] = !cookies || draws.below(4) < matches_of_4 ? 1 : 0;
    });
    if (question.exec || draws.once_in(4)) {
        question.allowed[at(question.prev)] = 1;
    }
    question.allowed[at(draw_online(draws, machine))] = 1;
    question.sched_idle_policy = draws.once_in(2);
    question.bound_kthread = draws.once_in(16);
    question.full_mask_count = draws.once_in(3);
    if (draws.once_in(5)) {
        question.preferred_node = machine.places[at(draw_online(draws, machine))].node;
    }
    if (question.exec) {
        question.own_load = draw_number(draws, 1500);
        question.own_util = draw_number(draws, 1025);
        question.own_runnable = draw_number(draws, 1025);
    }
    return question;
}

}  // namespace schedmc::loops
