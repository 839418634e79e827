// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: every property notices what it is for. Method: for each `always` property, a small machine on which it holds
// and a planted defect in the rules with which the explorer finds it violated. The list must be complete: a property
// or a defect that is not in it fails the test.
#include "solver/check.hpp"

#include <set>

#include <gtest/gtest.h>

#include "properties/catalogue.hpp"
#include "tests/support/burst_scenarios.hpp"
#include "tests/support/defect_scenarios.hpp"
#include "tests/support/machines.hpp"
#include "tests/support/placed.hpp"

namespace schedmc {
namespace {

struct Setting {
    const char* property;
    const char* defect;
    const char* policy;
    Machine machine;
    Scenario scenario;
    /// Without the defect the situation does not even occur.
    bool vacuous_without = false;
};

std::vector<Setting> fork_settings() {
    const Machine two_nodes = two_nodes_of_two_llcs();
    const Machine two_cores = simple_machine(1, 2, 2);
    const Machine two_llcs = simple_machine(2, 1, 2);
    const Machine no_smt = simple_machine(1, 3, 1);
    return {
        {"fork.idle-allowed-cpu-used.group-type", "group-types-reversed", "v6.19", no_smt,
         forking(no_smt, 2, 1, "")},
        {"fork.idle-allowed-cpu-used.numa-allowance", "numa-limit-ignores-mask", "v6.19", two_nodes,
         forking(two_nodes, 3, 2, "0-2")},
        {"fork.idle-allowed-cpu-used.idle-count", "group-stats-count-all", "v6.19", two_llcs,
         forking_beside(two_llcs, "0,2", "3")},
        {"fork.idle-allowed-cpu-used.invisible", "idle-stamp-of-the-future", "v6.19", two_cores,
         forking_without_cpuidle(two_cores)},
        {"fork.idle-allowed-cpu-used.rest", "way-down-forgets-cpu", "v6.19", two_cores,
         forking(two_cores, 2, 1, "")},
        {"fork.numa-limit-counts-allowed", "numa-limit-ignores-mask", "v6.19", two_nodes,
         forking(two_nodes, 3, 2, "0-2")},
        {"fork.affinity-shortcut-exact", "numa-mask-test-inverted", "v6.19", two_nodes,
         forking(two_nodes, 3, 2, "0-2")},
        {"fork.stats-count-allowed", "group-stats-count-all", "v6.19", two_llcs,
         forking_beside(two_llcs, "0,2", "3")},
    };
}

std::vector<Setting> race_settings() {
    const Machine two_cores = simple_machine(1, 2, 2);
    const Machine two_cpus = simple_machine(1, 2, 1);
    const Machine three_cores = simple_machine(1, 3, 2);
    return {
        {"race.no-double-claim", "waker-not-serialised", "v6.12", two_cores, one_waker(two_cores, 2, 2),
         true},
        {"race.no-double-claim.core", "waker-not-serialised", "v6.12", three_cores,
         one_waker(three_cores, 2, 3), true},
        {"race.pending-looks-busy", "pending-not-looked-at", "v6.12", two_cpus,
         with_races(tasks_on(two_cpus, 2))},
    };
}

std::vector<Setting> sis_cache_settings() {
    const Machine two_cores = simple_machine(1, 2, 2);
    const Machine no_smt = simple_machine(1, 3, 1);
    const Machine pair = simple_machine(1, 2, 1);
    const Machine clusters = two_clusters_of_two();
    return {
        {"sis-cache.hot-before-busy.scan-budget", "unlimited-scan-looks-at-one", "v6.6-sis-util+sis-cache=v1",
         pair, tasks_on(pair, 3), true},
        {"sis-cache.hot-before-busy.rest", "hot-cpu-forgotten", "v6.6-sis-util+sis-cache=v1", pair,
         tasks_on(pair, 3)},
        {"sis-cache.keeps-hint", "hot-checks-overrun", "v6.6-sis-util+sis-cache=v2", two_cores,
         sleeper_on_the_only_idle_core(two_cores)},
        {"sis-cache.reservation-monotone", "reservation-overwritten", "v6.6+sis-cache=v1", pair,
         tasks_on(pair, 2)},
        {"sis-cache.first-hot.last-resort", "last-hot-cpu-taken", "v6.6-sis-util+sis-cache=v1", no_smt,
         one_pinned_each(no_smt)},
        {"sis-cache.first-hot.past-the-limit", "hot-checks-overrun", "v6.6-sis-util+sis-cache=v2", no_smt,
         one_pinned_each(no_smt)},
        {"sis-cache.owner-returns.near", "hot-prev-passed-over", "v6.6+sis-cache=v1", pair,
         tasks_on(pair, 2)},
        {"sis-cache.owner-returns.other-cluster", "hot-prev-passed-over", "v6.6+sis-cache=v1", clusters,
         tasks_on(clusters, 2)},
    };
}

std::vector<Setting> burst_settings() {
    const Machine three_cpus = simple_machine(1, 3, 1);
    const Machine two_cpus = simple_machine(1, 2, 1);
    const Machine two_cores = simple_machine(1, 2, 2);
    return {
        {"burst.spreads.wakeup", "burst-takes-busy", "v6.12+burst-threshold=1", three_cpus,
         burst_of_wakeups(three_cpus, true, "0-2")},
        {"burst.spreads.fork", "burst-of-wakeups-only", "v6.12+burst-threshold=1+burst-counts=with-itself",
         two_cores, fork_beside_crowded_core(two_cores)},
        {"burst.allowed", "burst-ignores-affinity", "v6.12+burst-threshold=1", three_cpus,
         burst_of_wakeups(three_cpus, false, "0,2")},
        {"burst.quiet-below-threshold", "burst-at-threshold", "v6.12+burst-threshold=1", two_cpus,
         tasks_on(two_cpus, 3)},
    };
}

Setting balance_setting(const char* property, const char* defect, const char* policy, const Placed& made,
                        bool vacuous_without = false) {
    return {property, defect, policy, made.machine, made.scenario, vacuous_without};
}

/// Failed passes are counted, as whoever asks for a running task has to have failed.
Placed counting(Placed made) {
    made.scenario.failures = Failures::counted;
    made.scenario.events.block = false;
    return made;
}

std::vector<Setting> balance_settings() {
    const Machine two_cores = simple_machine(1, 2, 2);
    const Machine two_llcs = simple_machine(2, 1, 2);
    const Machine no_smt = simple_machine(1, 4, 1);
    const Machine two_cpus = simple_machine(1, 2, 1);
    const Machine two_llcs_of_two_cores = simple_machine(2, 2, 2);
    const Machine three_a_llc = simple_machine(2, 3, 1);
    const Machine two_kinds = big_cluster_and_little_cluster();
    const char* const push = "v6.12+smt-push+smt-push-skip+smt-push-exclude";
    return {
        balance_setting("balance.newidle-stays-in-llc", "newidle-leaves-llc", "v6.12+newidle-llc",
                        placed(two_llcs, {"0*", "0", "1*", "2*"})),
        balance_setting("balance.cores-share-the-work", "ticks-stay-in-llc", "v6.12",
                        counting(placed(two_llcs, {"0*", "1*"}))),
        balance_setting("balance.work-conserving", "ticks-stay-in-llc", "v6.12",
                        placed(two_llcs, {"0*", "0", "0"})),
        balance_setting("balance.burst-drains", "ticks-stay-in-llc", "v6.12+newidle-llc",
                        placed(two_llcs, {"0*", "0", "0", "0", "2*"})),
        balance_setting("balance.no-pull-back-after-smt-push", "push-forgets-skip", push,
                        placed(two_cores, {"0*", "0"})),
        balance_setting("balance.one-balancer-per-group", "leader-falls-through", "v6.12",
                        placed(two_cores, {"0*"})),
        balance_setting("balance.some-balancer-per-group", "balance-mask-ignored", "v6.12",
                        placed(ring_of_four(), {"0*"})),
        balance_setting("balance.groups-inside-domain", "groups-leave-span", "v6.12",
                        placed(two_far_pairs(), {"0*"})),
        balance_setting("balance.groups-inside-domain", "ring-begins-at-lowest", "v6.12",
                        placed(ring_of_four(), {"0*"})),
        balance_setting("balance.leader-on-idle-core", "leader-ignores-cores", "v6.12",
                        placed(two_llcs_of_two_cores, {"0*"})),
        balance_setting("balance.never-empties-source", "pull-empties-source", "v6.12",
                        placed(two_llcs, {"0", "0", "0"})),
        balance_setting("balance.never-empties-source", "pull-takes-running", "v6.12",
                        placed(two_cores, {"0*", "0"})),
        balance_setting("balance.pull-allowed", "pull-ignores-affinity", "v6.12",
                        placed(two_cores, {"0*", "0:0", "0"})),
        balance_setting("balance.tasks-conserved", "push-loses-task", push, placed(two_cores, {"0*", "0"})),
        balance_setting("balance.imbalance-in-range", "idle-cpus-wrap", "v6.12+signed-idle-cpus",
                        placed(two_kinds, {"0*", "1*", "2*", "2", "2"})),
        balance_setting("balance.half-the-difference", "halving-forgotten", "v6.12",
                        placed(two_cores, {"0*", "0"})),
        balance_setting("balance.half-the-difference", "halves-rounded-up", "v6.12",
                        placed(two_cores, {"0*", "0", "0"})),
        balance_setting("balance.no-pull-above-average", "average-not-asked", "v6.12",
                        placed(no_smt, {"0*", "1*", "1"}), true),
        balance_setting("balance.pass-ends", "redirect-keeps-destination", "v6.12",
                        cache_hot(placed(two_cores, {"2*", "2:1-2", "2:0,2"}))),
        balance_setting("balance.lock-let-go", "lock-kept", "v6.12",
                        with_sections(placed(two_nodes(), {"0*", "0"}))),
        balance_setting("balance.arrival-ends-newidle", "newidle-ignores-arrival", "v6.12",
                        with_sections(placed(two_cpus, {"0*:0", "1*:1", "1:1"}))),
        balance_setting("balance.newidle-rechecks", "newidle-recheck-missing", "v6.12",
                        placed(two_cores, {"0*", "0", "1*"})),
        balance_setting("balance.overload-known", "overload-cleared-below", "v6.12",
                        placed(two_llcs, {"0*", "0"})),
        balance_setting("balance.mark-stays-while-pinned", "imbalance-mark-always-cleared", "v6.12",
                        placed(three_a_llc, {"1*:1", "1:1"})),
        balance_setting("nohz.crowded-tick-kicks", "kick-forgets-crowd", "v6.12",
                        with_nohz(placed(two_cpus, {"0*", "0"}))),
        balance_setting("nohz.sweep-serves-all", "kick-cleared-first", "v6.12",
                        with_nohz(placed(two_cpus, {"0*", "0"}))),
        balance_setting("nohz.busy-tick-leaves-mask", "tickless-mark-kept", "v6.12",
                        with_nohz(placed(two_cpus, {"0*", "0"}))),
        balance_setting("smt-push.only-to-idle-sibling", "push-to-busy-sibling", push,
                        placed(two_cores, {"0*", "0", "1*"})),
        balance_setting("smt-push.allowed", "push-ignores-affinity", push,
                        placed(two_cores, {"0*", "0:0", "0"})),
        balance_setting("smt-push.keeps-current", "push-takes-running", push, placed(two_cores, {"0*", "0"})),
    };
}

std::vector<Setting> settings() {
    const Machine two_cores = simple_machine(1, 2, 2);
    const Machine two_llcs = simple_machine(2, 1, 2);
    const Machine half_isolated = isolate(simple_machine(1, 2, 2, true), "2,3");
    const Machine no_smt = simple_machine(1, 3, 1);
    const Machine one_isolated = isolate(two_cores, "3");
    const Machine two_cpus = simple_machine(1, 2, 1);
    return {
        {"wakeup.idle-core-not-ignored", "idle-core-scan-stops-early", "v5.19", two_cores,
         tasks_on(two_cores, 3)},
        {"wakeup.idle-prev-wins", "idle-prev-not-asked", "v6.12", two_llcs, tasks_on(two_llcs, 2)},
        {"wakeup.cpu-usable", "no-fallback", "v6.12", two_cores, changing(tasks_on(two_cores, 2), 1)},
        {"wakeup.cpu-usable.when-queued", "on-cpu-affinity-not-tested", "v6.12", two_cpus,
         changing(with_races(tasks_on(two_cpus, 2)), 1)},
        {"wakeup.answer-allowed.prev", "waker-not-tested", "v6.12", two_cores, tasks_on(two_cores, 2, "0-1")},
        {"wakeup.answer-allowed.recent", "recent-not-tested", "v6.12", no_smt,
         changing(tasks_on(no_smt, 2), 2)},
        {"wakeup.answer-allowed.rest", "scan-ignores-affinity", "v6.12", two_cores,
         tasks_on(two_cores, 3, "0-1")},
        {"wakeup.stays-in-domain.select-idle-smt", "smt-scan-leaves-llc", "v6.12", half_isolated,
         fresh(tasks_on(half_isolated, 3, "0-3")), true},
        {"wakeup.stays-in-domain.core-fallback", "core-fallback-leaves-scan", "v6.12", half_isolated,
         tasks_on(half_isolated, 3, "0-3"), true},
        {"wakeup.stays-in-domain.scan", "scan-leaves-llc", "v6.12", two_llcs, tasks_on(two_llcs, 3)},
        {"wakeup.no-stacking.sis-util", "refuses-every-scan", "v6.12-sis-util", two_cores,
         tasks_on(two_cores, 3), true},
        {"wakeup.no-stacking.scan-budget", "unlimited-scan-looks-at-one", "v6.12-sis-util", two_cores,
         fresh(tasks_on(two_cores, 3)), true},
        {"wakeup.no-stacking.waker-isolated", "waker-llc-asked", "v6.12", one_isolated,
         tasks_on(one_isolated, 2), true},
        {"wakeup.no-stacking.bound-kthread", "kthread-rule-in-interrupt", "v6.12-sis-util", two_cores,
         bound_kthread_and_interrupts(two_cores), true},
        {"wakeup.no-stacking.fallback", "waker-not-tested", "v6.12", two_cores, tasks_on(two_cores, 2, "0-1"),
         true},
        {"wakeup.no-stacking.on-cpu", "on-cpu-queue-not-tested", "v6.12", two_cpus,
         with_races(tasks_on(two_cpus, 2))},
        {"wakeup.no-stacking.delayed", "sleepers-stay-queued", "v6.8", two_cpus,
         with_delayed_dequeue(two_cpus), true},
        {"wakeup.sync-counts-the-awake", "sync-counts-delayed", "v6.12-stable", two_cpus,
         with_delayed_dequeue(two_cpus)},
        {"wakeup.no-stacking.rest", "scan-wants-idle-core", "v6.12-sis-util", two_cores,
         one_pinned_of_four(two_cores)},
        {"wakeup.sched-idle-seeks-idle", "sched-idle-target-taken", "v6.12+sched-idle-wakee-seeks-idle",
         two_cores, sched_idle_tasks(two_cores)},
        {"wakeup.scan-cost.within-budget", "scan-overruns-budget", "v6.12", two_cores,
         fresh(tasks_on(two_cores, 3))},
        {"hint.no-false-negative", "idle-hook-missing", "v6.12", two_cores, tasks_on(two_cores, 3)},
        {"hint.cleared-where-scanned", "clears-wakers-hint", "v6.12", two_llcs, tasks_on(two_llcs, 2)},
    };
}

/// What no check can show, since core scheduling is not explored: tests/properties/fork_test.cpp plants it.
const std::set<std::string_view> judged_elsewhere = {"fork.group-cookie-match", "group-cookie-of-waker"};

std::vector<Setting> all_settings() {
    std::vector<Setting> all = settings();
    for (const std::vector<Setting>& more :
         {fork_settings(), race_settings(), sis_cache_settings(), burst_settings(), balance_settings()}) {
        all.insert(all.end(), more.begin(), more.end());
    }
    return all;
}

Verdict verdict_of(const Setting& setting, Defect defect) {
    Policy policy = parse_policy(setting.policy, "test");
    policy.defect = defect;
    return check_exhaustively({.machine = setting.machine,
                               .policy = policy,
                               .scenario = setting.scenario,
                               .properties = match_properties(setting.property, "test"),
                               .limits = {.states = 4'000'000}},
                              "test")
        .front();
}

TEST(Defects, EachIsCaughtByItsPropertyWhichHoldsWithoutIt) {
    for (const Setting& setting : all_settings()) {
        SCOPED_TRACE(setting.property);
        const Verdict sound = verdict_of(setting, Defect::none);
        EXPECT_EQ(sound.answer, Answer::holds) << verdict_words(sound);
        EXPECT_EQ(sound.vacuous(), setting.vacuous_without) << coverage_words(sound);
        const Verdict caught = verdict_of(setting, parse_defect(setting.defect, "test"));
        EXPECT_EQ(caught.answer, Answer::violated) << verdict_words(caught);
        EXPECT_TRUE(caught.trace.has_value());
    }
}

TEST(Defects, EveryPropertyAndEveryDefectIsTried) {
    std::set<std::string_view> tried = judged_elsewhere;
    std::set<std::string_view> planted = judged_elsewhere;
    for (const Setting& setting : all_settings()) {
        tried.insert(setting.property);
        planted.insert(setting.defect);
    }
    for (const PropertyInfo& info : property_infos()) {
        if (info.kind != Kind::sometimes && info.kind != Kind::bounded) {
            EXPECT_TRUE(tried.contains(info.id)) << info.id;
            EXPECT_FALSE(info.defect.empty()) << info.id;
        }
    }
    for (const DefectInfo& info : defects()) {
        EXPECT_TRUE(planted.contains(info.name)) << info.name;
    }
}

TEST(Defects, ThePageNamesTheDefectThatTheTestPlants) {
    // What a property notices besides stands on no page.
    const std::set<std::string_view> noticed_besides = {"pull-takes-running", "halves-rounded-up",
                                                        "ring-begins-at-lowest"};
    for (const Setting& setting : all_settings()) {
        if (noticed_besides.contains(setting.defect)) {
            continue;
        }
        EXPECT_EQ(match_properties(setting.property, "test").front()->defect, setting.defect)
            << setting.property;
    }
}

}  // namespace
}  // namespace schedmc
