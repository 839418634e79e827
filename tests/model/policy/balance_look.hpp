// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <vector>

#include "model/policy/find_busiest_group.hpp"
#include "model/policy/find_busiest_queue.hpp"
#include "tests/support/steady_queues.hpp"

namespace schedmc {

/// What one CPU finds in one of its domains: a state that a test may change before it asks.
struct Look {
    /// Queues of these lengths and steady averages; the CPU is idle if its queue is.
    Look(const Machine& machine, const std::string& revision, const std::vector<unsigned>& lengths,
         std::size_t cpu, std::size_t level, Defect defect = Defect::none)
        : Look(machine, revision, lengths, cpu, level, idleness(lengths, cpu), defect) {}
    Look(const Machine& machine, const std::string& revision, const std::vector<unsigned>& lengths,
         std::size_t cpu, std::size_t level, IdleKind idle, Defect defect = Defect::none)
        : policy(parse_policy(revision, "test")), topology(machine, policy.rules.numa_imbalance),
          view(steady_queues(topology, lengths)), env(first_look(topology, cpu, level, idle)) {
        policy.defect = defect;
    }

    /// Takes prefer_sibling from the domain below, if there is one, and asks that domain whatever the revision.
    void forget_prefer_sibling() {
        policy.rules.prefers_siblings_of_busiest = false;
        if (env.level == 0) {
            return;
        }
        topology.domains.of_cpu[env.cpu][env.level - 1].flags &= ~unsigned{sd_flag::prefer_sibling};
    }

    BusiestGroup<Word> group() const { return find_busiest_group(topology, policy, view, env); }
    BusiestRule rule() const { return group().rule.value(); }
    /// The CPUs of the busiest other group, as a list.
    std::string candidate() const { return cpu_list(CpuMask::from(group().candidate.bits())); }
    /// The CPU that tasks are taken from, -1 for none.
    int queue() const {
        const auto cpu = find_busiest_queue(topology, policy, view, env, group());
        return cpu.has_number() ? static_cast<int>(cpu.number()) : -1;
    }

    Policy policy;
    Topology<Word> topology;
    LoadView<Word> view;
    BalanceEnv<Word> env;
};

}  // namespace schedmc
