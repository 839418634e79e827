// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/kernel/spaces.hpp"

#include "tests/model/policy/both_readings.hpp"
#include "tests/model/policy/random_questions.hpp"
#include "tests/support/odometer.hpp"

namespace schedmc::kernel {

namespace {

using Cpu = Word::Cpu;
using CpuSet = Word::CpuSet;

std::vector<Cpu> members(const CpuMask& mask) {
    std::vector<Cpu> cpus;
    mask.for_each([&](std::size_t cpu) { cpus.emplace_back(cpu); });
    return cpus;
}

// Every combination of queues of these kinds; of all kinds on one CPU, if named.
template <class Visit>
void for_each_pattern(Comparison& comparison, Queues& queues, const std::vector<Queue>& kinds,
                      const Cpu& any_on, Visit&& visit) {
    const std::vector<Cpu> online = members(comparison.topology().machine.online);
    std::vector<std::size_t> sizes;
    for (const Cpu& cpu : online) {
        sizes.push_back((cpu == any_on).is_true() ? every_queue().size() : kinds.size());
    }
    Odometer pattern(sizes);
    do {
        for (std::size_t position = 0; position < online.size(); ++position) {
            const bool any = (online[position] == any_on).is_true();
            queues.set(online[position], (any ? every_queue() : kinds)[pattern[position]]);
        }
        visit();
    } while (!comparison.is_over() && pattern.advance());
}

// A wakeup on a machine without a choice to make yet: every CPU fits, the loads are for the waker.
Wakeup<Word> plain_wakeup(const Topology<Word>& topology, const Cpu& this_cpu) {
    Wakeup<Word> wakeup{};
    wakeup.this_cpu = wakeup.prev = wakeup.recent = this_cpu;
    wakeup.in_interrupt = Word::truth(true);
    wakeup.pull = Word::choice(Pull::to_waker);
    wakeup.fits = wakeup.cookie_matches = topology.online;
    return wakeup;
}

// Every mask, prev and recently used CPU. Whether the wakee is SCHED_IDLE must not matter, and so runs along.
template <class Visit>
void for_each_place(Comparison& comparison, Wakeup<Word>& wakeup, Visit&& visit) {
    const std::vector<Cpu> online = members(comparison.topology().machine.online);
    const std::size_t masks = std::size_t{1} << comparison.topology().machine.cpu_count();
    for (std::size_t mask = 1; mask < masks && !comparison.is_over(); ++mask) {
        Bits<1> bits;
        bits.set_word(0, mask);
        wakeup.allowed = CpuSet(bits);
        for (const Cpu& prev : online) {
            for (const Cpu& recent : online) {
                wakeup.prev = prev;
                wakeup.recent = recent;
                wakeup.sched_idle_policy = Word::truth((prev.number() + recent.number()) % 2 != 0);
                visit();
            }
        }
    }
}

// In an interrupt and not, over a bound kernel thread and not.
void set_context(Wakeup<Word>& wakeup, std::size_t context) {
    wakeup.in_interrupt = Word::truth(context % 2 == 0);
    wakeup.current_is_bound_kthread = Word::truth(context >= 2);
}

// Every waker and every CPU, as the wakee's own or not, active or not, once in its mask and once not.
void ask_wake_lists(Comparison& comparison, RunqueueView<Word> view, const std::vector<Cpu>& online) {
    const CpuSet active = view.active;
    for (const Cpu& cpu : online) {
        for (const bool leaves : {false, true}) {
            view.active = leaves ? active - CpuSet::only(cpu) : active;
            comparison.see(view);
            for (const Cpu& waker : online) {
                Wakeup<Word> wakeup = plain_wakeup(comparison.topology(), waker);
                for (const bool may : {false, true}) {
                    wakeup.allowed = may ? CpuSet::only(cpu) : active - CpuSet::only(cpu);
                    comparison.wake_list(wakeup, cpu);
                }
            }
        }
    }
}

}  // namespace

void search_every_state(Comparison& comparison, const Machine& machine, const SearchSpace& space) {
    comparison.begin(machine);
    const Topology<Word>& topology = comparison.topology();
    const std::vector<Cpu> online = members(machine.online);
    const std::size_t cpus = machine.cpu_count();
    std::vector<std::size_t> budgets = {0, 1, cpus};
    if (space.all_targets_and_budgets) {
        budgets.resize(cpus + 1);
        for (std::size_t budget = 0; budget <= cpus; ++budget) {
            budgets[budget] = budget;
        }
    }
    const std::vector<Cpu> targets = space.all_targets_and_budgets ? online : std::vector{online.front()};
    const std::vector<Cpu> wakers = space.all_wakers ? online : std::vector{online.back()};
    Queues queues(topology);
    for_each_pattern(comparison, queues, space.queues, Cpu(), [&] {
        for (std::size_t hints = 0; hints < queues.hint_patterns(); ++hints) {
            for (const std::size_t budget : budgets) {
                queues.set_hints(hints);
                queues.set_budget(budget);
                comparison.see(queues.view());
                for (const Cpu& waker : wakers) {
                    Wakeup<Word> wakeup = plain_wakeup(topology, waker);
                    for (std::size_t context = 0; context < (space.all_wakers ? 4U : 1U); ++context) {
                        set_context(wakeup, context);
                        for_each_place(comparison, wakeup, [&] {
                            for (const Cpu& target : targets) {
                                comparison.select_idle_sibling(wakeup, target);
                            }
                        });
                    }
                }
            }
        }
    });
}

void search_every_fit(Comparison& comparison, const Machine& machine) {
    comparison.begin(machine);
    const Topology<Word>& topology = comparison.topology();
    const std::vector<Cpu> online = members(machine.online);
    const CpuSet greatest = topology.by_capacity.front().second;
    const CpuSet sets[] = {topology.none, greatest, topology.online, CpuSet::only(online.front())};
    Queues queues(topology);
    for_each_pattern(comparison, queues, SearchSpace().queues, Cpu(), [&] {
        comparison.see(queues.view());
        Wakeup<Word> wakeup = plain_wakeup(topology, online.back());
        for (const CpuSet& fits : sets) {
            for (const CpuSet& misses : sets) {
                wakeup.fits = fits;
                wakeup.misses_boost = misses;
                for_each_place(comparison, wakeup, [&] {
                    for (const Cpu& target : online) {
                        comparison.select_idle_sibling(wakeup, target);
                    }
                });
            }
        }
    });
}

void search_every_cookie(Comparison& comparison, const Machine& machine) {
    comparison.begin(machine);
    const Topology<Word>& topology = comparison.topology();
    const std::vector<Cpu> online = members(machine.online);
    Queues queues(topology);
    for_each_pattern(comparison, queues, SearchSpace().queues, Cpu(), [&] {
        for (std::size_t hints = 0; hints < queues.hint_patterns(); ++hints) {
            queues.set_hints(hints);
            comparison.see(queues.view());
            Wakeup<Word> wakeup = plain_wakeup(topology, online.back());
            for (std::size_t matching = 0; matching < std::size_t{1} << machine.cpu_count(); ++matching) {
                Bits<1> bits;
                bits.set_word(0, matching);
                wakeup.cookie_matches = CpuSet(bits) & topology.online;
                for_each_place(comparison, wakeup, [&] {
                    comparison.select_idle_sibling(wakeup, online[matching % online.size()]);
                });
            }
        }
    });
}

void wake_in_every_way(Comparison& comparison, const Machine& machine) {
    comparison.begin(machine);
    const Topology<Word>& topology = comparison.topology();
    const std::size_t currents = comparison.policy().rules.current_cpu_wakeups ? 2 : 1;
    const std::size_t hints = topology.domains.smt_active ? 2 : 1;
    Queues queues(topology);
    for (const Cpu& waker : members(machine.online)) {
        Wakeup<Word> wakeup = plain_wakeup(topology, waker);
        for_each_pattern(comparison, queues, SearchSpace().queues, waker, [&] {
            Odometer ways({hints, 2, 3, 4, currents});
            do {
                queues.set_hints(ways[0] * (queues.hint_patterns() - 1));
                comparison.see(queues.view());
                wakeup.sync = Word::truth(ways[1] != 0);
                wakeup.pull = Word::choice(static_cast<Pull>(ways[2]));
                set_context(wakeup, ways[3]);
                wakeup.on_current_cpu = Word::truth(ways[4] != 0);
                for_each_place(comparison, wakeup, [&] {
                    wakeup.bound_kthread = wakeup.sched_idle_policy;
                    comparison.select_task_rq_fair(wakeup);
                    comparison.select_task_rq(wakeup);
                });
            } while (ways.advance());
        });
    }
}

void ask_small_functions(Comparison& comparison, const Machine& machine) {
    comparison.begin(machine);
    const Topology<Word>& topology = comparison.topology();
    const std::vector<Cpu> online = members(machine.online);
    Queues queues(topology);
    comparison.see(queues.view());
    comparison.sharing_predicates();
    for_each_pattern(comparison, queues, every_queue(), Cpu(), [&] {
        for (std::size_t hints = 0; hints < queues.hint_patterns(); ++hints) {
            queues.set_hints(hints);
            comparison.see(queues.view());
            for (const Cpu& cpu : online) {
                comparison.update_idle_core(cpu);
            }
        }
        comparison.idle_predicates();
        ask_wake_lists(comparison, queues.view(), online);
        comparison.see(queues.view());
        Odometer ways({online.size(), online.size(), 2, 2});
        do {
            Wakeup<Word> wakeup = plain_wakeup(topology, online[ways[0]]);
            wakeup.prev = online[ways[1]];
            wakeup.sync = Word::truth(ways[2] != 0);
            wakeup.pull = Word::choice(ways[3] == 0 ? Pull::to_prev : Pull::to_waker);
            comparison.wake_affine_idle(wakeup);
            // It is asked only about two CPUs.
            if (ways[0] != ways[1]) {
                comparison.wake_affine(wakeup);
            }
        } while (ways.advance());
    });
}

void ask_at_random(Comparison& comparison, std::uint64_t seed, std::size_t machines, std::size_t questions) {
    loops::Draws draws(seed);
    for (std::size_t machine = 0; machine < machines && !comparison.is_over(); ++machine) {
        const loops::BothReadings<Word> drawn(loops::draw_machine(draws, 64));
        const Machine& described = drawn.topology.machine;
        const std::vector<Cpu> online = members(described.online);
        comparison.begin(described);
        comparison.see(loops::view_of(drawn, loops::draw_runqueues(draws, drawn.loops, described)));
        comparison.sharing_predicates();
        for (std::size_t question = 0; question < questions && !comparison.is_over(); ++question) {
            if (question % 8 == 0) {
                comparison.see(loops::view_of(drawn, loops::draw_runqueues(draws, drawn.loops, described)));
                comparison.idle_predicates();
            }
            const auto wakeup = loops::wakeup_of<Word>(loops::draw_wakeup(draws, drawn.loops, described));
            comparison.select_idle_sibling(wakeup, online[draws.below(online.size())]);
            comparison.select_task_rq_fair(wakeup);
            comparison.select_task_rq(wakeup);
            comparison.wake_affine_idle(wakeup);
            comparison.update_idle_core(wakeup.this_cpu);
        }
    }
}

}  // namespace schedmc::kernel
