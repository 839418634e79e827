// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/kernel/fork_programme.hpp"

#include "tests/kernel/fork_spaces.hpp"
#include "tests/model/policy/small_machines.hpp"

namespace schedmc::kernel {

namespace {

using enum LoadQueue;

const std::vector<LoadQueue> two_queues = {idle, two_tasks};
const std::vector<LoadQueue> few_queues = {idle, one_task, two_tasks};
const std::vector<LoadQueue> all_queues = {idle,           pending,   entering,       leaving,    one_task,
                                           one_sched_idle, two_tasks, two_sched_idle, three_tasks};

// Nodes in a line, two CPUs each: the middle one sees groups that overlap.
Machine line_of_nodes() { return made_machine({.nodes = 3, .cores = 2, .hop = 10}); }

// The allowance between nodes of several LLCs is more than one task.
Machine nodes_of_llcs(std::size_t cores) { return made_machine({.nodes = 2, .llcs = 2, .cores = cores}); }

void compare_fast(ForkComparison& comparison) {
    const Machine cores = simple_machine(1, 2, 2);
    const Machine nodes = nodes_of_llcs(1);
    fork_in_every_state(comparison, cores, {.all_averages = false});
    fork_in_every_state(comparison, isolating(cores, 3), {.queues = few_queues, .all_averages = false});
    fork_in_every_state(comparison, nodes,
                        {.queues = few_queues, .all_averages = false, .preferred_nodes = true});
    fork_in_every_state(comparison, nodes, {.queues = few_queues, .all_averages = false, .hotplug = true});
    fork_in_every_state(comparison, big_and_little(),
                        {.queues = few_queues, .all_averages = false, .fits = true});
    fork_in_every_state(comparison, cores, {.queues = few_queues, .all_averages = false, .cookies = true});
    fork_in_every_state(comparison, cores, {.queues = two_queues, .all_averages = false, .marks = true});
    fork_at_random(comparison, comparison_seed + 3, 60, 100);
}

void compare_fully(ForkComparison& comparison) {
    const Machine cores = simple_machine(1, 2, 2);
    const Machine nodes = nodes_of_llcs(1);
    for (const Machine& machine : {cores, nodes, simple_machine(1, 4, 1), made_ring_of_nodes(4)}) {
        fork_in_every_state(comparison, machine, {.queues = all_queues, .all_averages = false});
    }
    for (const Machine& machine : {cores, nodes, simple_machine(2, 2, 1), two_clusters()}) {
        fork_in_every_state(comparison, machine, {});
    }
    for (const Machine& machine : {nodes, made_machine({.nodes = 2, .cores = 2}), made_ring_of_nodes(4)}) {
        fork_in_every_state(comparison, machine, {.queues = few_queues, .preferred_nodes = true});
    }
    for (const Machine& machine : {big_and_little(), isolating(big_and_little(), 2)}) {
        fork_in_every_state(comparison, machine, {.queues = few_queues, .fits = true});
    }
    for (const Machine& machine : {cores, asymmetric_smt()}) {
        fork_in_every_state(comparison, machine, {.queues = few_queues, .cookies = true});
    }
    for (const Machine& machine : {simple_machine(2, 2, 1), nodes}) {
        fork_in_every_state(comparison, machine,
                            {.queues = few_queues, .all_averages = false, .marks = true});
    }
    for (const Machine& machine : {cores, unplugging(cores, 1), nodes}) {
        fork_in_every_state(comparison, machine, {.queues = few_queues, .hotplug = true});
    }
    for (const Machine& machine : {simple_machine(1, 3, 2), line_of_nodes()}) {
        fork_in_every_state(comparison, machine, {.queues = few_queues, .all_averages = false});
    }
    for (const Machine& machine : {simple_machine(2, 2, 2), nodes_of_llcs(2), simple_machine(1, 2, 4)}) {
        fork_in_every_state(comparison, machine, {.queues = two_queues, .all_averages = false});
    }
    fork_at_random(comparison, comparison_seed + 4, 2000, 300);
}

}  // namespace

void compare_forks(ForkComparison& comparison, Extent extent) {
    compare_fast(comparison);
    if (extent == Extent::full) {
        compare_fully(comparison);
    }
}

}  // namespace schedmc::kernel
