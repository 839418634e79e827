// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/kernel/balance_programme.hpp"

#include "tests/kernel/balance_spaces.hpp"
#include "tests/model/policy/small_machines.hpp"

namespace schedmc::kernel {

namespace {

using enum LoadQueue;

const std::vector<LoadQueue> three_queues = {idle, one_task, three_tasks};
const std::vector<LoadQueue> few_queues = {idle, one_task, two_tasks};
const std::vector<LoadQueue> lengths = {idle, one_task, two_tasks, three_tasks, four_tasks};
const std::vector<LoadQueue> all_queues = {idle,      pending,        entering,  leaving,
                                           one_task,  one_sched_idle, two_tasks, three_tasks,
                                           four_tasks};

// Nodes in a line, two CPUs each: the middle one sees groups that overlap.
Machine line_of_nodes() { return made_machine({.nodes = 3, .cores = 2, .hop = 10}); }

Machine nodes_of_llcs(std::size_t cores) { return made_machine({.nodes = 2, .llcs = 2, .cores = cores}); }

// A core of two, and two cores of one that are twice as capable or half.
Machine asymmetric_capacities(std::uint16_t core, std::uint16_t others) {
    Machine machine = asymmetric_smt();
    machine.name = "core of 2 and cores of 1 of other capacity";
    machine.capacity = {core, core, others, others};
    return machine;
}

// CPUs of three capacities, of which two pairs are equal.
Machine three_capacities() {
    Machine machine = simple_machine(1, 5, 1);
    machine.name = "three capacities";
    machine.capacity = {512, 1024, 768, 512, 768};
    return machine;
}

void compare_fast(BalanceComparison& comparison) {
    const Machine cores = simple_machine(1, 2, 2);
    for (const Machine& machine : {cores, simple_machine(2, 2, 1), nodes_of_llcs(1), asymmetric_smt(),
                                   simple_machine(1, 4, 1), made_ring_of_nodes(4)}) {
        balance_in_every_state(comparison, machine, {.queues = lengths});
    }
    balance_in_every_state(comparison, cores, {.queues = few_queues, .all_averages = true, .all_queues = true});
    balance_in_every_state(comparison, cores, {.queues = few_queues, .marks = true});
    balance_in_every_state(comparison, cores, {.queues = few_queues, .masks = true});
    balance_in_every_state(comparison, big_and_little(), {.misfits = true});
    balance_in_every_state(comparison, simple_machine(1, 4, 2), {.queues = {idle, one_task}});
    balance_in_every_state(comparison, line_of_nodes(), {.queues = few_queues});
    migrate_every_task(comparison, simple_machine(1, 1, 2));
    migrate_every_task(comparison, simple_machine(2, 1, 1));
    balance_at_random(comparison, comparison_seed + 5, 60, 4);
}

void compare_fully(BalanceComparison& comparison) {
    const Machine cores = simple_machine(1, 2, 2);
    const Machine nodes = nodes_of_llcs(1);
    const std::vector<Machine> fours = {cores,
                                        simple_machine(2, 2, 1),
                                        nodes,
                                        asymmetric_smt(),
                                        simple_machine(1, 4, 1),
                                        simple_machine(1, 1, 4),
                                        two_clusters(),
                                        made_ring_of_nodes(4),
                                        made_machine({.nodes = 2, .cores = 2})};
    for (const Machine& machine : fours) {
        balance_in_every_state(comparison, machine, {.queues = all_queues});
        balance_in_every_state(comparison, machine, {.queues = lengths, .all_averages = true, .all_queues = true});
        balance_in_every_state(comparison, machine, {.queues = few_queues, .masks = true});
        balance_in_every_state(comparison, machine, {.queues = three_queues, .marks = true});
        migrate_every_task(comparison, machine);
    }
    for (const Machine& machine : {isolating(cores, 3), unplugging(cores, 1), unplugging(cores, 0)}) {
        balance_in_every_state(comparison, machine, {.queues = all_queues});
    }
    for (const Machine& machine : {big_and_little(), isolating(big_and_little(), 2), asymmetric_capacities(512, 1024),
                                   asymmetric_capacities(1024, 512), three_capacities()}) {
        balance_in_every_state(comparison, machine, {.queues = few_queues, .all_averages = true, .misfits = true});
        balance_in_every_state(comparison, machine, {.queues = few_queues, .masks = true});
    }
    for (const Machine& machine : {simple_machine(1, 3, 2), line_of_nodes(), simple_machine(2, 3, 1)}) {
        balance_in_every_state(comparison, machine, {.queues = lengths});
    }
    Machine clusters = made_machine({.clusters = 2, .cores = 2, .smt = 2});
    for (const Machine& machine : {simple_machine(1, 4, 2), simple_machine(2, 2, 2), nodes_of_llcs(2), clusters,
                                   simple_machine(1, 2, 4), simple_machine(2, 4, 1),
                                   made_machine({.clusters = 2, .cores = 4}),
                                   made_machine({.nodes = 4, .cores = 2, .hop = 10})}) {
        balance_in_every_state(comparison, machine, {.queues = three_queues});
    }
    balance_at_random(comparison, comparison_seed + 6, 1500, 8);
}

}  // namespace

void compare_balance(BalanceComparison& comparison, Extent extent) {
    compare_fast(comparison);
    if (extent == Extent::full) {
        compare_fully(comparison);
    }
}

}  // namespace schedmc::kernel
