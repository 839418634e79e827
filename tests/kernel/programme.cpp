// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/kernel/programme.hpp"

#include <type_traits>

#include "model/input_error.hpp"
#include "tests/kernel/balance_programme.hpp"
#include "tests/kernel/fork_programme.hpp"
#include "tests/kernel/spaces.hpp"
#include "tests/model/policy/small_machines.hpp"

namespace schedmc::kernel {

namespace {

// Machines whose every state is visited even when time is short: a half isolated core, two LLCs, clusters.
std::vector<Machine> telling_machines() {
    return {isolating(simple_machine(1, 2, 2), 3), simple_machine(2, 1, 2), two_clusters()};
}

std::vector<Machine> further_machines() {
    const Machine adjacent = simple_machine(1, 2, 2);
    return {simple_machine(1, 2, 2, true),
            isolating(simple_machine(1, 2, 2, true), 1),
            isolating(adjacent, 0),
            unplugging(adjacent, 1),
            simple_machine(1, 4, 1),
            simple_machine(2, 2, 1),
            asymmetric_smt()};
}

// Machines of eight CPUs, on which each is idle or busy.
std::vector<Machine> larger_machines() {
    Machine clusters = made_machine({.clusters = 2, .cores = 2, .smt = 2});
    clusters.name = "two clusters of two cores of 2";
    return {simple_machine(1, 4, 2), isolating(simple_machine(1, 4, 2, true), 1), simple_machine(2, 2, 2),
            simple_machine(1, 2, 4), clusters};
}

void compare_fast(Comparison& comparison) {
    for (const Machine& machine : telling_machines()) {
        ask_small_functions(comparison, machine);
        search_every_state(comparison, machine, {});
    }
    search_every_fit(comparison, big_and_little());
    search_every_cookie(comparison, isolating(simple_machine(1, 2, 2), 3));
    wake_in_every_way(comparison, isolating(simple_machine(1, 2, 2), 3));
    ask_at_random(comparison, comparison_seed, 20, 100);
}

void compare_fully(Comparison& comparison) {
    compare_fast(comparison);
    for (const Machine& machine : {simple_machine(1, 2, 2), simple_machine(1, 1, 4)}) {
        ask_small_functions(comparison, machine);
        search_every_state(comparison, machine, {.all_wakers = true});
        search_every_cookie(comparison, machine);
        wake_in_every_way(comparison, machine);
    }
    for (const Machine& machine : further_machines()) {
        ask_small_functions(comparison, machine);
        search_every_state(comparison, machine, {});
    }
    search_every_fit(comparison, isolating(big_and_little(), 2));
    for (const Machine& machine :
         {simple_machine(2, 1, 2), two_clusters(), big_and_little(), asymmetric_smt()}) {
        wake_in_every_way(comparison, machine);
    }
    for (const Machine& machine : larger_machines()) {
        search_every_state(comparison, machine,
                           {.queues = {Queue::idle, Queue::one_task}, .all_targets_and_budgets = false});
    }
    search_every_state(comparison, simple_machine(1, 3, 2), {.all_targets_and_budgets = false});
    ask_at_random(comparison, comparison_seed + 1, 2000, 500);
}

// What the switches change is the scan.
void compare_switched(Comparison& comparison, Extent extent) {
    for (const Machine& machine : telling_machines()) {
        search_every_state(comparison, machine, {});
    }
    ask_at_random(comparison, comparison_seed + 2, extent == Extent::fast ? 20 : 300, 200);
}

}  // namespace

const std::vector<Version>& versions() {
    static const std::vector<Version> table = {
        {"v6.1-stable", &kernel_6_1, {"-sis-util", "+sis-prop", "+sis-prop-sis-util"}},
        {"v6.12-stable", &kernel_6_12, {"-sis-util"}},
    };
    return table;
}

const Version& version_of(const std::string& revision, const std::string& place) {
    std::vector<std::string> known;
    for (const Version& version : versions()) {
        if (version.revision == revision) {
            return version;
        }
        known.push_back(version.revision);
    }
    throw InputError(place, "no compiled functions of '" + revision.substr(0, 60) + "'",
                     suggestion(revision, known));
}

std::vector<Result> compare(const Version& version, Subject subject, Defect defect, Extent extent,
                            std::size_t differences_wanted) {
    std::vector<Result> results;
    const auto compare_under = [&](const std::string& features, auto comparison, auto&& programme) {
        Policy policy = parse_policy(version.revision + features, "the table of versions");
        policy.defect = defect;
        typename decltype(comparison)::type compared(*version.functions, policy, differences_wanted);
        programme(compared);
        results.push_back({policy.name, compared.tallies(), compared.differences()});
    };
    const std::type_identity<Comparison> wakeups;
    const auto asks = [&](Subject part) { return subject == Subject::all || subject == part; };
    if (asks(Subject::wakeups)) {
        compare_under("", wakeups, [&](Comparison& comparison) {
            extent == Extent::fast ? compare_fast(comparison) : compare_fully(comparison);
        });
        for (const std::string& features : version.features) {
            compare_under(features, wakeups,
                          [&](Comparison& comparison) { compare_switched(comparison, extent); });
        }
    }
    if (asks(Subject::forks)) {
        compare_under("", std::type_identity<ForkComparison>(),
                      [&](ForkComparison& comparison) { compare_forks(comparison, extent); });
    }
    if (asks(Subject::balance)) {
        compare_under("", std::type_identity<BalanceComparison>(),
                      [&](BalanceComparison& comparison) { compare_balance(comparison, extent); });
    }
    return results;
}

}  // namespace schedmc::kernel
