// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: load balancing finds in a domain what the kernel's loops find, on machines of any shape, with any averages and
// under any combination of rules, on one word as on many; and the comparison would notice if it did not.
// Method: seeded random machines, rules and states; the loop reading answers beside both value domains. Every reason,
// type of group and type of migration must have occurred, and every planted defect must make the readings part.
#include <gtest/gtest.h>

#include <array>

#include "model/policy/find_busiest_group.hpp"
#include "model/policy/find_busiest_queue.hpp"
#include "model/policy/need_active_balance.hpp"
#include "model/policy/should_we_balance.hpp"
#include "tests/model/policy/fork_questions.hpp"
#include "tests/model/policy/loop_balance.hpp"
#include "tests/support/balance_defects.hpp"

namespace {

using namespace schedmc;
using namespace schedmc::loops;

// The machine with its nodes in a ring, or at any distances: groups overlap in many ways.
Machine draw_distances(Draws& draws, Machine machine) {
    const std::size_t nodes = machine.distance.size();
    const std::size_t kind = draws.below(4);
    for (std::size_t a = 0; a < nodes && kind < 2; ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            const std::size_t hops = kind == 0 ? std::min(a - b, nodes - (a - b)) : 1 + draws.below(3);
            machine.distance[a][b] = machine.distance[b][a] = static_cast<std::uint16_t>(10 + 10 * hops);
        }
    }
    return machine;
}

// A revision's rules, or each rule of load balancing by itself.
Policy draw_balance_policy(Draws& draws) {
    Policy policy;
    const Revision& revision = revisions()[draws.below(revisions().size())];
    policy.name = std::string(revision.name);
    policy.rules = revision.rules;
    if (draws.once_in(2)) {
        policy.name += " with rules drawn";
        policy.rules.balance_leader = static_cast<BalanceLeader>(draws.below(3));
        for (bool Rules::*rule :
             {&Rules::newidle_always_balances, &Rules::smt_balance, &Rules::sibling_imbalance,
              &Rules::prefers_siblings_of_busiest, &Rules::first_misfit_stays, &Rules::capacity_asked_first,
              &Rules::average_asked, &Rules::numa_allowance_after_halving,
              &Rules::signed_idle_cpus, &Rules::util_is_boosted, &Rules::balance_counts_awake}) {
            policy.rules.*rule = draws.once_in(2);
        }
    }
    return policy;
}

LoopLook draw_look(Draws& draws, const Machine& machine, const SchedDomains& domains, const LoopLoads& loads) {
    std::vector<std::size_t> balancing;
    for (std::size_t cpu = 0; cpu < machine.cpu_count(); ++cpu) {
        if (!domains.of_cpu[cpu].empty()) {
            balancing.push_back(cpu);
        }
    }
    LoopLook look;
    look.cpu = balancing[draws.below(balancing.size())];
    look.level = draws.below(domains.of_cpu[look.cpu].size());
    const SchedDomain& domain = domains.of_cpu[look.cpu][look.level];
    look.dst = look.cpu;
    if (draws.once_in(6)) {
        const CpuMask& mask = domain.groups[0].balance_mask;
        look.dst = mask.next(draws.below(machine.cpu_count()));
        look.dst = look.dst < machine.cpu_count() ? look.dst : mask.next(0);
    }
    look.idle = loads.nr_running[look.cpu] != 0 && !draws.once_in(4)
                    ? IdleKind::not_idle
                    : (draws.once_in(3) ? IdleKind::newly_idle : IdleKind::idle);
    look.cpus = look.excluded = Flags(machine.cpu_count());
    look.misfit = look.delayed = std::vector<long long>(machine.cpu_count());
    const bool whole = draws.once_in(2);
    const bool sleepers = draws.once_in(3);
    domain.span.for_each([&](std::size_t cpu) {
        look.cpus[cpu] = whole || !draws.once_in(5) ? 1 : 0;
        look.excluded[cpu] = !whole && draws.once_in(5) ? 1 : 0;
        const bool runs = loads.nr_running[cpu] != 0;
        look.misfit[cpu] = runs && draws.once_in(4) ? static_cast<long long>(1 + draws.below(3) * 512) : 0;
        if (runs && sleepers) {
            const auto most = static_cast<std::size_t>(loads.nr_running[cpu]) + 1;
            look.delayed[cpu] = static_cast<long long>(draws.below(most));
        }
    });
    look.failed = static_cast<unsigned>(draws.below(7));
    return look;
}

template <class D>
LoadView<D> view_of(const LoopLoads& loads, const LoopLook& look) {
    LoadView<D> view = loops::view_of<D>(loads);
    for (std::size_t cpu = 0; cpu < look.misfit.size(); ++cpu) {
        view.misfit_load.resize(cpu + 1, D::number(static_cast<std::size_t>(look.misfit[cpu])));
        view.awake[cpu] = monus(view.nr_running[cpu], D::number(static_cast<std::size_t>(look.delayed[cpu])));
    }
    return view;
}

template <class D>
BalanceEnv<D> env_of(const LoopLook& look) {
    return {look.cpu,
            look.level,
            D::choice(look.idle),
            D::cpu(look.dst),
            set_of<D>(look.cpus),
            set_of<D>(look.excluded),
            D::number(look.failed)};
}

// "" when the policy finds what the loops find, else where they part.
template <class D>
std::string disagreement(const Topology<D>& topology, const Policy& policy, const LoopLoads& loads,
                         const LoopLook& look, const LoopFound& loop) {
    const LoadView<D> view = view_of<D>(loads, look);
    const BalanceEnv<D> env = env_of<D>(look);
    if (should_we_balance(topology, policy, view, env).is_true() != loop.leads) {
        return "who balances";
    }
    const BusiestGroup<D> group = find_busiest_group(topology, policy, view, env);
    const auto parts = [&](const typename D::CpuSet& span, int place) {
        const auto& groups = domain_of(topology, env).groups;
        const auto loops_span =
            place < 0 ? topology.none : D::cpus(groups[static_cast<std::size_t>(place)].span);
        return (span != loops_span).is_true();
    };
    if (parts(group.local, loop.local) || parts(group.candidate, loop.candidate)) {
        return "groups";
    }
    if (group.rule.value() != loop.rule) {
        return "rule " + std::to_string(static_cast<int>(group.rule.value())) + " for " +
               std::to_string(static_cast<int>(loop.rule));
    }
    if (group.overloaded.is_true() != loop.overloaded) {
        return "overloaded";
    }
    if (is_empty(group.busiest).is_true() == loop.pulls) {
        return "whether something is to be moved";
    }
    if (!loop.pulls) {
        return "";
    }
    if (group.migration.value() != loop.type) {
        return "type of migration";
    }
    if (group.imbalance.value() != loop.imbalance) {
        return "imbalance " + std::to_string(group.imbalance.value()) + " for " + std::to_string(loop.imbalance);
    }
    const auto queue = find_busiest_queue(topology, policy, view, env, group);
    if ((queue.has_number() ? static_cast<int>(queue.number()) : nobody) != loop.queue) {
        return "queue";
    }
    const auto active = need_active_balance(topology, policy, view, env, group.migration, queue);
    return active.is_true() != loop.active ? "active" : "";
}

struct Met {
    std::array<std::size_t, static_cast<std::size_t>(BusiestRule::busiest_busier) + 1> rules{};
    std::array<std::size_t, static_cast<std::size_t>(MigrationType::misfit) + 1> types{};
    std::size_t leaders = 0, without_queue = 0, active = 0, wrapped = 0;

    void add(const LoopFound& found) {
        ++rules[static_cast<std::size_t>(found.rule)];
        leaders += found.leads ? 1 : 0;
        if (found.pulls) {
            ++types[static_cast<std::size_t>(found.type)];
            without_queue += found.queue == nobody ? 1 : 0;
            active += found.active ? 1 : 0;
            wrapped += found.imbalance > INT32_MAX / 2 ? 1 : 0;
        }
    }
    void expect_all() const {
        for (std::size_t rule = 1; rule < rules.size(); ++rule) {
            EXPECT_GT(rules[rule], 0U) << "rule " << rule;
        }
        for (std::size_t type = 0; type < types.size(); ++type) {
            EXPECT_GT(types[type], 0U) << "type " << type;
        }
        EXPECT_GT(leaders, 0U);
        EXPECT_GT(without_queue, 0U);
        EXPECT_GT(active, 0U);
        EXPECT_GT(wrapped, 0U);
    }
};

// Some CPU of the machine has a domain to balance.
bool balances(const SchedDomains& domains) {
    for (const std::vector<SchedDomain>& own : domains.of_cpu) {
        if (!own.empty()) {
            return true;
        }
    }
    return false;
}

// Machines, rules and states; "" when the readings agree on all.
template <class D>
std::string first_disagreement(std::size_t seeds, std::size_t first, std::size_t cpus_max, int looks,
                               Defect defect, Met& met) {
    for (std::size_t seed = first; seed < first + seeds; ++seed) {
        Draws draws(seed);
        const Machine machine = draw_distances(draws, draw_machine(draws, cpus_max));
        const Topology<D> topology(machine);
        if (!balances(topology.domains)) {
            continue;
        }
        for (int i = 0; i < looks; ++i) {
            Policy policy = draw_balance_policy(draws);
            policy.defect = defect;
            const LoopLoads loads = draw_loads(draws, machine, topology.domains.group_records);
            const LoopLook look = draw_look(draws, machine, topology.domains, loads);
            const LoopFound loop = loop_balance(machine, topology.domains, policy.rules, loads, look);
            const std::string where = disagreement(topology, policy, loads, look, loop);
            if (!where.empty()) {
                return "seed " + std::to_string(seed) + " look " + std::to_string(i) + " " + policy.name +
                       ": " + where;
            }
            met.add(loop);
        }
    }
    return "";
}

TEST(BalanceReadings, WordsFindWhatLoopsFind) {
    Met met;
    EXPECT_EQ(first_disagreement<Word>(1500, 0, 32, 100, Defect::none, met), "");
    met.expect_all();
}

TEST(BalanceReadings, ManyWordsFindWhatLoopsFind) {
    Met met;
    EXPECT_EQ(first_disagreement<Wide>(200, 5000, 160, 40, Defect::none, met), "");
}

TEST(BalanceReadings, EveryPlantedDefectMakesThemPart) {
    for (const Defect defect : balance_look_defects) {
        Met met;
        EXPECT_NE(first_disagreement<Word>(3000, 9000, 24, 50, defect, met), "") << static_cast<int>(defect);
    }
}

}  // namespace
