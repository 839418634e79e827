// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/kernel/balance_spaces.hpp"

#include <algorithm>

#include "tests/model/policy/fork_questions.hpp"
#include "tests/support/odometer.hpp"

namespace schedmc::kernel {

namespace {

using Cpu = Word::Cpu;
using CpuSet = Word::CpuSet;

constexpr IdleKind idle_kinds[] = {IdleKind::not_idle, IdleKind::idle, IdleKind::newly_idle};
constexpr MigrationType migration_types[] = {MigrationType::load, MigrationType::util, MigrationType::task,
                                             MigrationType::misfit};

const std::vector<SchedDomain>& domains_of(const BalanceComparison& comparison, const Cpu& cpu) {
    return comparison.topology().domains.of_cpu[cpu.number()];
}

// The pass of a CPU over its domain, as it begins. Failures are few and many in turn.
BalanceEnv<Word> env_of(const LoadView<Word>& view, const SchedDomain& domain, const Cpu& cpu,
                        std::size_t level, IdleKind idle, std::size_t turn) {
    return {.cpu = cpu.number(),
            .level = level,
            .idle = Word::choice(idle),
            .dst = cpu,
            .cpus = Word::cpus(domain.span) & view.active,
            .excluded = Word::cpus(CpuMask()),
            .nr_balance_failed = Word::number(turn % 7)};
}

// Every set of CPUs that a pass may come to look at, with every destination that it may be sent to.
void look_with_every_mask(BalanceComparison& comparison, const SchedDomain& domain, BalanceEnv<Word> env) {
    const std::vector<Cpu> span = members(domain.span);
    const std::vector<Cpu> local = members(domain.groups[0].balance_mask);
    const CpuSet all = env.cpus;
    for (std::size_t bits = 0; bits < std::size_t{1} << span.size(); ++bits) {
        env.cpus = Word::cpus(CpuMask());
        for (std::size_t i = 0; i < span.size(); ++i) {
            env.cpus = (bits >> i & 1) != 0 ? env.cpus | CpuSet::only(span[i]) : env.cpus;
        }
        env.cpus = env.cpus & all;
        for (const Cpu& dst : local) {
            env.dst = dst;
            comparison.look(env);
        }
    }
}

// An imbalance of each kind in each group: amounts about what one task weighs, and more than all do.
void search_every_group(BalanceComparison& comparison, const SchedDomain& domain, const BalanceEnv<Word>& env) {
    for (std::size_t place = 0; place < domain.groups.size(); ++place) {
        for (const MigrationType migration : migration_types) {
            for (const std::size_t imbalance : {1U, 450U, 1024U, 9000U}) {
                comparison.busiest_queue(env, place, migration, imbalance);
            }
        }
    }
}

void look_everywhere(BalanceComparison& comparison, const LoadView<Word>& view, const BalanceSpace& space,
                     std::size_t turn) {
    for (const Cpu& cpu : members(comparison.topology().machine.online)) {
        const std::vector<SchedDomain>& domains = domains_of(comparison, cpu);
        for (std::size_t level = 0; level < domains.size() && !comparison.is_over(); ++level) {
            for (const IdleKind idle : idle_kinds) {
                const BalanceEnv<Word> env = env_of(view, domains[level], cpu, level, idle, turn++);
                if (space.masks) {
                    look_with_every_mask(comparison, domains[level], env);
                } else {
                    comparison.look(env);
                }
                if (space.all_queues) {
                    search_every_group(comparison, domains[level], env);
                }
            }
        }
    }
}

// The running tasks of the CPUs in `bits` do not fit there, or did not before the CPU went idle; their loads rise with
// the CPU or are equal, as `bits` has it. What runs on the greatest CPUs fits.
void set_misfits(LoadView<Word>& view, const Topology<Word>& topology, std::size_t bits) {
    const std::size_t greatest = topology.by_capacity.front().first;
    for (std::size_t cpu = 0; cpu < topology.machine.cpu_count(); ++cpu) {
        const bool misses = (bits >> cpu & 1) != 0 && topology.machine.capacity[cpu] < greatest;
        view.misfit_load[cpu] = Word::number(misses ? 700 + bits % 2 * 10 * cpu : 0);
    }
}

}  // namespace

void balance_in_every_state(BalanceComparison& comparison, const Machine& machine, const BalanceSpace& space) {
    comparison.begin(machine);
    const Topology<Word>& topology = comparison.topology();
    const std::vector<Cpu> online = members(machine.online);
    LoadView<Word> view = empty_view(topology);
    std::vector<std::size_t> sizes(online.size(), space.queues.size());
    sizes.push_back(space.all_averages ? averages_patterns : 1);
    sizes.push_back(space.marks ? std::size_t{1} << view.imbalanced.size() : 1);
    sizes.push_back(space.misfits ? std::size_t{1} << machine.cpu_count() : 1);
    Odometer digits(sizes);
    std::size_t turn = 0;
    do {
        for (std::size_t position = 0; position < online.size(); ++position) {
            set_queue(view, online[position].number(), space.queues[digits[position]]);
        }
        set_averages(view, topology, digits[online.size()]);
        set_marks(view, digits[online.size() + 1]);
        set_misfits(view, topology, digits[online.size() + 2]);
        comparison.see(view);
        look_everywhere(comparison, view, space, turn++);
    } while (!comparison.is_over() && digits.advance());
}

void migrate_every_task(BalanceComparison& comparison, const Machine& machine) {
    comparison.begin(machine);
    const Topology<Word>& topology = comparison.topology();
    const LoadView<Word> view = empty_view(topology);
    comparison.see(view);
    const std::size_t sets = std::size_t{1} << machine.cpu_count();
    const std::vector<SchedDomain>& domains = topology.domains.of_cpu[0];
    for (std::size_t level = 0; level < domains.size(); ++level) {
        const std::size_t tries = domains[level].cache_nice_tries;
        const CpuSet groups[] = {Word::cpus(domains[level].groups[0].balance_mask),
                                 Word::cpus(domains[level].span)};
        Odometer ways({sets, sets, 32, 2, 3, 4, 4, 2, 3});
        do {
            MigrationQuestion question;
            question.env = env_of(view, domains[level], Cpu(0), level, idle_kinds[ways[4]], 0);
            question.env.cpus = set_from(ways[1]);
            question.env.nr_balance_failed = Word::number(ways[8] == 0 ? 0 : tries + ways[8] - 1);
            const auto bit = [&](std::size_t place) { return Word::truth((ways[2] >> place & 1) != 0); };
            question.task = {.allowed = set_from(ways[0]),
                             .running = bit(0),
                             .sched_idle_policy = bit(1),
                             .bound_kthread = bit(2),
                             .delayed = Word::truth(false),
                             .ran_lately = bit(3),
                             .cookie_matches = bit(4)};
            question.active = ways[3] != 0;
            question.migration = migration_types[ways[5]];
            question.group = groups[ways[7]];
            question.pinned = {.all = Word::truth(ways[6] % 2 != 0),
                               .some = Word::truth(ways[6] >= 2),
                               .new_dst = ways[6] == 3 ? Cpu(1) : Cpu()};
            comparison.can_migrate_task(question);
        } while (!comparison.is_over() && ways.advance());
    }
}

void balance_at_random(BalanceComparison& comparison, std::uint64_t seed, std::size_t machines,
                       std::size_t questions) {
    loops::Draws draws(seed);
    for (std::size_t drawn = 0; drawn < machines && !comparison.is_over(); ++drawn) {
        const Machine machine = loops::draw_machine(draws, 64);
        comparison.begin(machine);
        const Topology<Word>& topology = comparison.topology();
        for (std::size_t i = 0; i < questions && !comparison.is_over(); ++i) {
            loops::LoopLoads loads = loops::draw_loads(draws, machine);
            for (std::size_t cpu = 0; cpu < machine.cpu_count(); ++cpu) {
                loads.util[cpu] = std::min<long long>(loads.util[cpu], machine.capacity[cpu]);
            }
            LoadView<Word> view = loops::view_of<Word>(loads);
            view.misfit_load.resize(machine.cpu_count());
            // Marks of further groups have no room in a view; nobody sets them.
            view.imbalanced.resize(std::min(topology.domains.group_records, Word::cpu_capacity));
            set_marks(view, draws.once_in(4) ? static_cast<std::size_t>(draws.next()) : 0);
            set_misfits(view, topology, static_cast<std::size_t>(draws.next()));
            comparison.see(view);
            look_everywhere(comparison, view, {.all_queues = i % 8 == 0}, i);
        }
    }
}

}  // namespace schedmc::kernel
