// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: the policy, written as set expressions, decides every wakeup as the kernel's loops do, in every field.
// Method: both readings answer all questions on machines of three or four CPUs. Two sweeps: the search (every
// pattern of idle, busy and SCHED_IDLE-only CPUs, mask, hint, scan budget, waker, prev, recent; with SIS_CACHE
// every set of hot CPUs, from a busy CPU) and the prelude (every way to wake, with the waker's CPU crowded or
// about to get a task too, on top of every pattern, mask, waker, prev and recent, with a full budget and no hint).
// By default features on a few machines only; with SCHEDMC_EXHAUSTIVE in the environment on all, and the search
// for every opinion of the loads.
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>

#include "tests/model/policy/both_readings.hpp"
#include "tests/model/policy/small_machines.hpp"
#include "tests/support/odometer.hpp"

namespace {

using namespace schedmc;
using namespace schedmc::loops;

bool run_all() { return std::getenv("SCHEDMC_EXHAUSTIVE") != nullptr; }

std::vector<Machine> smt_and_flat_machines() {
    const Machine adjacent = simple_machine(1, 2, 2);
    const Machine interleaved = simple_machine(1, 2, 2, true);
    return {adjacent,
            interleaved,
            isolating(adjacent, 3),
            isolating(interleaved, 1),
            isolating(adjacent, 0),
            unplugging(adjacent, 1),
            simple_machine(1, 1, 4),
            simple_machine(1, 4, 1),
            simple_machine(2, 1, 2),
            two_clusters(),
            asymmetric_smt()};
}

std::vector<Machine> few_machines() {
    return {isolating(simple_machine(1, 2, 2), 3), simple_machine(2, 1, 2), two_clusters()};
}

std::vector<Policy> revisions_alone() {
    return {parse_policy("v5.19", ""), parse_policy("v6.1", ""), parse_policy("v6.12", "")};
}

std::vector<Policy> with_features() {
    std::vector<Policy> list;
    for (const char* name : {"v5.19-sis-prop", "v6.1+sis-prop", "v6.1+sis-prop-sis-util", "v6.1-sis-util",
                             "v6.1+sis-ignore-util-if-idle-core", "v6.1+sched-idle-wakee-seeks-idle",
                             "v6.12+sched-idle-wakee-seeks-idle+sis-ignore-util-if-idle-core", "v6.12"}) {
        list.push_back(parse_policy(name, ""));
    }
    list.back().name += " whose empty scan keeps the hint";
    list.back().rules.empty_scan_keeps_hint = true;
    return list;
}

// All runqueue patterns of a machine: each online CPU idle, busy with one task, or with one SCHED_IDLE task.
class Sweep {
public:
    Sweep(const Machine& machine, const Policy& policy)
        : machine_(machine), policy_(policy), both_(machine), cpus_(machine.cpu_count()) {
        machine.online.for_each([&](std::size_t cpu) { online_.push_back(static_cast<int>(cpu)); });
        for (const auto& llc : both_.topology.llcs.sets) {
            llc_heads_.push_back(llc.bits().next(0));
        }
        const Flags all(cpus_, 1);
        Flags online(cpus_, 0);
        for (const int cpu : online_) {
            online[at(cpu)] = 1;
        }
        rq_ = {.idle = Flags(cpus_),
               .sched_idle = Flags(cpus_),
               .nr_running = std::vector<int>(cpus_),
               .hot = Flags(cpus_),
               .active = online,
               .online = online,
               .has_idle_cores = Flags(cpus_),
               .nr_idle_scan = std::vector<int>(cpus_),
               .prop_budget = std::vector<int>(cpus_, 4)};
        asked_.fits = all;
        asked_.misses_boost = Flags(cpus_, 0);
        asked_.cookie_matches = all;
    }

    // Hints and budgets run; the wakeup is by an interrupt, so that no task's state says anything.
    void search() {
        asked_.in_interrupt = true;
        const std::vector<Pull> pulls =
            run_all() ? std::vector{Pull::to_prev, Pull::to_waker} : std::vector{Pull::to_waker};
        for_each_pattern([&] {
            for_each_hint_and_budget([&] {
                for (const Pull pull : pulls) {
                    asked_.pull = pull;
                    ask_about_all_places();
                }
            });
        });
    }

    // Every set of hot CPUs; the wakee's own CPU is not free, so that the scan is what decides.
    void hot_search() {
        asked_.in_interrupt = true;
        asked_.pull = Pull::to_waker;
        for_each_pattern([&] {
            for (std::size_t hot = 0; hot < std::size_t{1} << cpus_; ++hot) {
                for (std::size_t cpu = 0; cpu < cpus_; ++cpu) {
                    rq_.hot[cpu] = static_cast<char>(hot >> cpu & 1);
                }
                for_each_hint_and_budget([&] { ask_about_busy_places(); });
            }
        });
    }

    // Every way to wake. Then again with one CPU odd: two tasks where one was, or a wakeup under way where none
    // was; that CPU is the waker's, because elsewhere only the wake list sees the difference.
    void prelude() {
        for (const std::size_t head : llc_heads_) {
            rq_.nr_idle_scan[head] = static_cast<int>(cpus_);
            rq_.prop_budget[head] = static_cast<int>(cpus_) + 1;
        }
        for_each_pattern([&] {
            ask_in_all_ways(nobody);
            for (const int odd : online_) {
                const bool idle = rq_.idle[at(odd)] != 0;
                rq_.idle[at(odd)] = 0;
                rq_.nr_running[at(odd)] += idle ? 0 : 1;
                ask_in_all_ways(odd);
                rq_.idle[at(odd)] = idle ? 1 : 0;
                rq_.nr_running[at(odd)] -= idle ? 0 : 1;
            }
        });
    }

    // Where capacities differ: which CPUs fit the wakee and which miss only its boost.
    void capacity() {
        asked_.in_interrupt = true;
        asked_.pull = Pull::to_waker;
        Flags big(cpus_, 0);
        for (std::size_t cpu = 0; cpu < cpus_; ++cpu) {
            big[cpu] = machine_.capacity[cpu] == 1024 ? 1 : 0;
        }
        const Flags none(cpus_, 0);
        const Flags all(cpus_, 1);
        Flags one = none;
        one[0] = 1;
        for_each_pattern([&] {
            for (const Flags& fits : {none, big, all, one}) {
                for (const Flags& misses : {none, big, all, one}) {
                    asked_.fits = fits;
                    asked_.misses_boost = misses;
                    ask_about_all_places();
                }
            }
        });
    }

    // How many questions both readings answered alike before the first disagreement, if any.
    std::size_t asked() const { return count_; }
    const std::string& disagreement() const { return disagreement_; }

private:
    template <class Visit>
    void for_each_pattern(Visit&& visit) {
        Odometer kinds(std::vector<std::size_t>(online_.size(), 3));
        do {
            for (std::size_t position = 0; position < online_.size(); ++position) {
                const std::size_t cpu = at(online_[position]);
                rq_.idle[cpu] = kinds[position] == 0 ? 1 : 0;
                rq_.sched_idle[cpu] = kinds[position] == 2 ? 1 : 0;
                rq_.nr_running[cpu] = kinds[position] == 0 ? 0 : 1;
            }
            visit();
        } while (kinds.advance() && disagreement_.empty());
    }

    // The first LLC's budget runs through all values; further LLCs have another one, which must not matter there.
    template <class Visit>
    void for_each_hint_and_budget(Visit&& visit) {
        const bool prop = policy_.rules.sis_prop && !policy_.rules.sis_util;
        const int least = prop ? 4 : 0;
        const int greatest = !prop && !policy_.rules.sis_util ? 0 : static_cast<int>(cpus_) + (prop ? 1 : 0);
        const std::size_t hints = both_.topology.domains.smt_active ? std::size_t{1} << llc_heads_.size() : 1;
        for (std::size_t hint = 0; hint < hints; ++hint) {
            for (int budget = least; budget <= greatest; ++budget) {
                for (std::size_t llc = 0; llc < llc_heads_.size(); ++llc) {
                    const int shifted = budget + static_cast<int>(llc);
                    const int value = shifted > greatest ? least : shifted;
                    rq_.has_idle_cores[llc_heads_[llc]] = (hint >> llc & 1) != 0 ? 1 : 0;
                    (prop ? rq_.prop_budget : rq_.nr_idle_scan)[llc_heads_[llc]] = value;
                }
                visit();
            }
        }
    }

    void ask_in_all_ways(int only_waker) {
        Odometer ways({2, 3, 2, 2, policy_.rules.current_cpu_wakeups ? 2U : 1U});
        do {
            asked_.sync = ways[0] != 0;
            asked_.pull = static_cast<Pull>(ways[1]);
            asked_.in_interrupt = ways[2] != 0;
            asked_.current_is_bound_kthread = ways[3] != 0;
            asked_.on_current_cpu = ways[4] != 0;
            if (run_all() || !asked_.on_current_cpu || !asked_.current_is_bound_kthread) {
                ask_about_all_places(only_waker);
            }
        } while (ways.advance());
    }

    void ask_about_all_places(int only_waker = nobody) {
        const RunqueueView<Word> view = view_of(both_, rq_);
        for (std::size_t mask = 1; mask < std::size_t{1} << cpus_; ++mask) {
            asked_.allowed.assign(cpus_, 0);
            for (std::size_t cpu = 0; cpu < cpus_; ++cpu) {
                asked_.allowed[cpu] = static_cast<char>(mask >> cpu & 1);
            }
            for (const int this_cpu : only_waker == nobody ? online_ : std::vector{only_waker}) {
                for (const int prev : online_) {
                    for (const int recent : online_) {
                        asked_.this_cpu = this_cpu;
                        asked_.prev = prev;
                        asked_.recent = recent;
                        ask(view);
                    }
                }
            }
        }
    }

    // All masks; waker, prev and recent are one CPU, which has a task.
    void ask_about_busy_places() {
        const RunqueueView<Word> view = view_of(both_, rq_);
        for (std::size_t mask = 1; mask < std::size_t{1} << cpus_; ++mask) {
            asked_.allowed.assign(cpus_, 0);
            for (std::size_t cpu = 0; cpu < cpus_; ++cpu) {
                asked_.allowed[cpu] = static_cast<char>(mask >> cpu & 1);
            }
            for (const int place : online_) {
                if (rq_.nr_running[at(place)] != 0) {
                    asked_.this_cpu = asked_.prev = asked_.recent = place;
                    ask(view);
                }
            }
        }
    }

    void ask(const RunqueueView<Word>& view) {
        for (const bool sched_idle : {false, true}) {
            if (sched_idle && !policy_.rules.sched_idle_wakee_seeks_idle) {
                continue;
            }
            asked_.sched_idle_policy = sched_idle;
            if (disagreement_.empty()) {
                disagreement_ = loops::disagreement(both_, policy_, rq_, view, asked_);
                ++count_;
            }
        }
    }

    const Machine& machine_;
    const Policy& policy_;
    BothReadings<Word> both_;
    std::size_t cpus_;
    std::vector<int> online_;
    std::vector<std::size_t> llc_heads_;
    LoopRunqueues rq_;
    LoopWakeup asked_;
    std::size_t count_ = 0;
    std::string disagreement_;
};

void sweep(const std::vector<Machine>& machines, const std::vector<Policy>& policies,
           void (Sweep::*which)()) {
    std::size_t asked = 0;
    for (const Machine& machine : machines) {
        for (const Policy& policy : policies) {
            Sweep sweep(machine, policy);
            (sweep.*which)();
            EXPECT_EQ(sweep.disagreement(), "");
            EXPECT_GT(sweep.asked(), 10000U) << machine.name << ", " << policy.name;
            asked += sweep.asked();
        }
    }
    testing::Test::RecordProperty("questions", std::to_string(asked));
}

TEST(Readings, SearchesAgreeOnSmallMachines) {
    sweep(smt_and_flat_machines(), revisions_alone(), &Sweep::search);
}

TEST(Readings, SearchesAgreeWithFeatures) {
    sweep(run_all() ? smt_and_flat_machines() : few_machines(), with_features(), &Sweep::search);
}

TEST(Readings, SearchesAmongHotCpusAgree) {
    std::vector<Policy> policies;
    for (const char* name :
         {"v6.6+sis-cache=rfc", "v6.6+sis-cache=v1", "v6.6+sis-cache=v2", "v6.6-sis-util+sis-cache=v2",
          "v6.12+sis-cache=v2", "v6.12-sis-util+sis-cache=v1",
          "v6.12+sis-ignore-util-if-idle-core+sis-cache=v2"}) {
        policies.push_back(parse_policy(name, ""));
    }
    const Machine four = simple_machine(1, 2, 2);
    sweep(run_all() ? smt_and_flat_machines()
                    : std::vector{four, isolating(four, 3), simple_machine(1, 4, 1), two_clusters()},
          policies, &Sweep::hot_search);
}

TEST(Readings, PreludesAgreeOnSmallMachines) {
    sweep(run_all() ? smt_and_flat_machines() : few_machines(), revisions_alone(), &Sweep::prelude);
}

TEST(Readings, CapacitySearchesAgree) {
    sweep({big_and_little(), isolating(big_and_little(), 2)}, revisions_alone(), &Sweep::capacity);
}

}  // namespace
