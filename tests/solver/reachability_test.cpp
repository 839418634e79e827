// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: no verdict is vacuous everywhere. Method: for each `sometimes` property, written or generated as the sibling
// of an `always` one, a machine and a policy without planted defects on which the explorer reaches its situation.
#include "solver/check.hpp"

#include <set>

#include <gtest/gtest.h>

#include "properties/catalogue.hpp"
#include "tests/support/burst_scenarios.hpp"
#include "tests/support/machines.hpp"
#include "tests/support/placed.hpp"

namespace schedmc {
namespace {

enum class Setup {
    plain,
    fresh,
    pinned_pair,
    one_isolated,
    kthread,
    sched_idle,
    affinity,
    races,
    delayed,
    fork,
    fork_across_nodes,
    fork_pinned,
    pair,
    pinned_each,
    clusters,
    fork_into_burst
};

struct Situation {
    const char* property;
    const char* policy;
    Setup setup;
};

const std::vector<Situation> situations = {
    {"reach.idle-core-hint-true", "v6.12", Setup::plain},
    {"reach.idle-core-hint-false", "v6.12", Setup::pinned_pair},
    {"reach.hint-true-no-idle-core", "v6.12", Setup::plain},
    {"reach.scan-refused-hint-true", "v6.12", Setup::plain},
    {"reach.hot-cpu-passed-over", "v6.6+sis-cache=v1", Setup::pair},
    {"reach.every-idle-cpu-hot", "v6.6+sis-cache=v1", Setup::pair},
    {"reach.reserved-cpu-in-use", "v6.6+sis-cache=v1", Setup::pair},
    {"reach.two-wakers-one-cpu", "v6.12", Setup::races},
    {"reach.wake-list-of-busy-cpu", "v6.12", Setup::races},
    {"reach.siblings-go-idle", "v6.12", Setup::races},
    {"reach:burst.spreads.wakeup", "v6.12+burst-threshold=1", Setup::plain},
    {"reach:burst.spreads.fork", "v6.12+burst-threshold=1+burst-counts=with-itself", Setup::fork_into_burst},
    {"reach:burst.allowed", "v6.12+burst-threshold=1", Setup::plain},
    {"reach:wakeup.idle-core-not-ignored", "v6.1+sis-ignore-util-if-idle-core", Setup::plain},
    {"reach:wakeup.idle-prev-wins", "v6.12", Setup::plain},
    {"reach:wakeup.cpu-usable", "v6.12", Setup::plain},
    {"reach:wakeup.cpu-usable.when-queued", "v6.12", Setup::races},
    {"reach:wakeup.answer-allowed.prev", "v6.12", Setup::plain},
    {"reach:wakeup.answer-allowed.recent", "v6.12", Setup::plain},
    {"reach:wakeup.answer-allowed.rest", "v6.12", Setup::plain},
    {"reach:wakeup.stays-in-domain.select-idle-smt", "v6.12", Setup::fresh},
    {"reach:wakeup.stays-in-domain.core-fallback", "v6.12", Setup::plain},
    {"reach:wakeup.stays-in-domain.scan", "v6.12", Setup::plain},
    {"reach:wakeup.no-stacking.sis-util", "v6.12", Setup::plain},
    {"reach:wakeup.no-stacking.scan-budget", "v6.12", Setup::fresh},
    {"reach:wakeup.no-stacking.waker-isolated", "v5.19", Setup::one_isolated},
    {"reach:wakeup.no-stacking.bound-kthread", "v6.12", Setup::kthread},
    {"reach:wakeup.no-stacking.fallback", "v6.12", Setup::affinity},
    {"reach:wakeup.no-stacking.on-cpu", "v5.19", Setup::races},
    {"reach:wakeup.no-stacking.delayed", "v6.12", Setup::delayed},
    {"reach:wakeup.sync-counts-the-awake", "v6.12", Setup::delayed},
    {"reach:wakeup.no-stacking.rest", "v6.12", Setup::plain},
    {"reach:wakeup.sched-idle-seeks-idle", "v6.12", Setup::sched_idle},
    {"reach:wakeup.scan-cost.within-budget", "v6.12", Setup::plain},
    {"reach:hint.no-false-negative", "v6.12", Setup::plain},
    {"reach:hint.cleared-where-scanned", "v6.12", Setup::plain},
    {"reach:race.no-double-claim", "v6.12", Setup::races},
    {"reach:race.no-double-claim.core", "v6.12", Setup::races},
    {"reach:race.pending-looks-busy", "v6.12", Setup::races},
    {"reach:fork.idle-allowed-cpu-used.group-type", "v6.12", Setup::fork},
    {"reach:fork.idle-allowed-cpu-used.numa-allowance", "v5.19", Setup::fork_across_nodes},
    {"reach:fork.idle-allowed-cpu-used.idle-count", "v6.12", Setup::fork},
    {"reach:fork.idle-allowed-cpu-used.invisible", "v6.12", Setup::fork},
    {"reach:fork.idle-allowed-cpu-used.rest", "v6.12", Setup::fork},
    {"reach:fork.numa-limit-counts-allowed", "v5.19", Setup::fork_across_nodes},
    {"reach:fork.stats-count-allowed", "v6.12", Setup::fork_pinned},
    {"reach:sis-cache.hot-before-busy.scan-budget", "v6.6+sis-cache=v1", Setup::pair},
    {"reach:sis-cache.hot-before-busy.rest", "v6.6+sis-cache=v1", Setup::pair},
    {"reach:sis-cache.keeps-hint", "v6.6", Setup::plain},
    {"reach:sis-cache.reservation-monotone", "v6.6+sis-cache=v1", Setup::pair},
    {"reach:sis-cache.first-hot.last-resort", "v6.6+sis-cache=v1", Setup::pair},
    {"reach:sis-cache.first-hot.past-the-limit", "v6.6+sis-cache=v2", Setup::pinned_each},
    {"reach:sis-cache.owner-returns.near", "v6.6+sis-cache=v1", Setup::pair},
    {"reach:sis-cache.owner-returns.other-cluster", "v6.6+sis-cache=v1", Setup::clusters},
};

struct BalanceSituation {
    const char* property;
    const char* policy;
    Placed made;
};

const std::vector<BalanceSituation>& balance_situations() {
    static const std::vector<BalanceSituation> list = [] {
        const Machine two_cores = simple_machine(1, 2, 2);
        const Machine two_llcs = simple_machine(2, 1, 2);
        const Machine three_a_llc = simple_machine(2, 3, 1);
        const Machine two_cpus = simple_machine(1, 2, 1);
        const char* const push = "v6.12+smt-buddy-assist";
        const Placed crowd = placed(two_cores, {"0*", "0", "1*"});
        const Placed pinned = placed(three_a_llc, {"1*:1", "1:1"});
        const Placed masked = placed(two_cores, {"2*", "2:1-2", "2:0,2"});
        return std::vector<BalanceSituation>{
            {"reach.newidle-pull-below-llc", "v6.12", crowd},
            {"reach.newidle-pull-above-llc", "v6.12", placed(two_llcs, {"0*", "0", "2*"})},
            {"reach.active-balance", "v6.12", placed(two_cores, {"0*", "0:0"})},
            {"reach.redirect", "v6.12", masked},
            {"reach.redo", "v6.12", pinned},
            {"reach.push-then-pull", push, placed(two_cores, {"0*", "0", "2*", "2", "2"})},
            {"reach.marked-group", "v6.12", placed(two_cores, {"0*:0,2", "0:0,2"})},
            {"reach.newly-idle-beside-burst", "v6.12", placed(two_llcs, {"0*", "0", "2*"})},
            {"reach:balance.newidle-stays-in-llc", "v6.12", crowd},
            {"reach:balance.no-pull-back-after-smt-push", push, crowd},
            {"reach:balance.one-balancer-per-group", "v6.12", crowd},
            {"reach:balance.some-balancer-per-group", "v6.12", crowd},
            {"reach:balance.groups-inside-domain", "v6.12", placed(ring_of_four(), {"0*"})},
            {"reach:balance.leader-on-idle-core", "v6.12", placed(simple_machine(2, 2, 2), {"0*"})},
            {"reach:balance.half-the-difference", "v6.12", crowd},
            {"reach:balance.lock-let-go", "v6.12", with_sections(placed(two_nodes(), {"0*", "0"}))},
            {"reach:balance.arrival-ends-newidle", "v6.12",
             with_sections(placed(two_cpus, {"0*:0", "1*:1", "1:1"}))},
            {"reach:nohz.crowded-tick-kicks", "v6.12", with_nohz(placed(two_cpus, {"0*", "0"}))},
            {"reach:nohz.sweep-serves-all", "v6.12", with_nohz(placed(two_cpus, {"0*", "0"}))},
            {"reach:nohz.busy-tick-leaves-mask", "v6.12", with_nohz(placed(two_cpus, {"0*", "0"}))},
            {"reach:balance.never-empties-source", "v6.12", crowd},
            {"reach:balance.pull-allowed", "v6.12", crowd},
            {"reach:balance.tasks-conserved", "v6.12", crowd},
            {"reach:balance.imbalance-in-range", "v6.12", crowd},
            {"reach:balance.no-pull-above-average", "v6.12", placed(two_cores, {"0*", "1*", "2*", "2", "2"})},
            {"reach:balance.pass-ends", "v6.12", masked},
            {"reach:balance.newidle-rechecks", "v6.12", crowd},
            {"reach:balance.overload-known", "v6.12", crowd},
            {"reach:balance.mark-stays-while-pinned", "v6.12", pinned},
            {"reach:smt-push.only-to-idle-sibling", push, crowd},
            {"reach:smt-push.allowed", push, crowd},
            {"reach:smt-push.keeps-current", push, crowd},
        };
    }();
    return list;
}

void allow(Scenario& scenario, const std::string& cpus, const Machine& machine) {
    for (TaskSpec& task : scenario.tasks) {
        set_allowed(task, parse_cpu_list(cpus, "test"), machine, "test");
    }
}

void arrange(Setup setup, Machine& machine, Scenario& scenario) {
    switch (setup) {
        case Setup::plain:
            return;
        case Setup::fresh:
            scenario.hints = HintStart::fresh;
            return;
        case Setup::pinned_pair:
            return allow(scenario, "0-1", machine);
        case Setup::one_isolated:
            machine.isolated = CpuMask::single(3);
            scenario = plain_scenario(machine, 2);
            return;
        case Setup::kthread:
            set_allowed(scenario.tasks[0], CpuMask::single(0), machine, "test");
            scenario.tasks[0].bound_kthread = true;
            return;
        case Setup::sched_idle:
            for (TaskSpec& task : scenario.tasks) {
                task.sched_idle = true;
            }
            return;
        case Setup::affinity:
        case Setup::races:
            scenario = plain_scenario(machine, 2);
            scenario.affinity_changes = setup == Setup::affinity ? 2 : 0;
            scenario.races = setup == Setup::races;
            return;
        case Setup::delayed:
            scenario.events.delayed_dequeue = true;
            return;
        case Setup::fork_across_nodes:
            machine = simple_machine(4, 1, 1);
            for (const std::size_t cpu : {2U, 3U}) {
                machine.places[cpu].node = machine.places[cpu].package = 1;
            }
            machine.distance = {{10, 20}, {20, 10}};
            [[fallthrough]];
        case Setup::fork:
            scenario = plain_scenario(machine, 3);
            scenario.tasks[1].phase = scenario.tasks[2].phase = TaskPhase::unborn;
            return;
        case Setup::fork_pinned:
            scenario = plain_scenario(machine, 2);
            allow(scenario, "0,2", machine);
            scenario.tasks[1].phase = TaskPhase::unborn;
            return;
        case Setup::pair:
            machine = simple_machine(1, 2, 1);
            scenario = plain_scenario(machine, 3);
            return;
        case Setup::pinned_each:
            machine = simple_machine(1, 3, 1);
            scenario = plain_scenario(machine, 4);
            for (std::size_t cpu = 0; cpu < 3; ++cpu) {
                set_allowed(scenario.tasks[cpu], CpuMask::single(cpu), machine, "test");
            }
            return;
        case Setup::clusters:
            machine = two_clusters_of_two();
            scenario = plain_scenario(machine, 2);
            return;
        case Setup::fork_into_burst:
            scenario = fork_beside_crowded_core(machine);
            return;
    }
}

TEST(Reachability, EverySituationOccursSomewhere) {
    for (const Situation& situation : situations) {
        SCOPED_TRACE(situation.property);
        Machine machine = simple_machine(1, 2, 2);
        Scenario scenario = plain_scenario(machine, 3);
        arrange(situation.setup, machine, scenario);
        const Policy policy = parse_policy(situation.policy, "test");
        const Verdict verdict =
            check_exhaustively({.machine = machine,
                                .policy = policy,
                                .scenario = scenario,
                                .properties = match_properties(situation.property, "test"),
                                .limits = {.states = 2'000'000}},
                               "test")
                .front();
        EXPECT_EQ(verdict.answer, Answer::holds) << verdict_words(verdict);
        EXPECT_TRUE(verdict.trace.has_value());
        EXPECT_GT(verdict.relevant, 0U);
    }
}

TEST(Reachability, EverySituationOfLoadBalanceOccursSomewhere) {
    for (const BalanceSituation& situation : balance_situations()) {
        SCOPED_TRACE(situation.property);
        const Verdict verdict =
            check_exhaustively({.machine = situation.made.machine,
                                .policy = parse_policy(situation.policy, "test"),
                                .scenario = situation.made.scenario,
                                .properties = match_properties(situation.property, "test"),
                                .limits = {.states = 2'000'000}},
                               "test")
                .front();
        EXPECT_EQ(verdict.answer, Answer::holds) << verdict_words(verdict);
        EXPECT_TRUE(verdict.trace.has_value());
        EXPECT_GT(verdict.relevant, 0U);
    }
}

TEST(Reachability, EverySometimesPropertyIsTried) {
    // Core scheduling is not explored; tests/properties/fork_test.cpp has this one.
    std::set<std::string_view> tried = {"reach:fork.group-cookie-match"};
    for (const Situation& situation : situations) {
        tried.insert(situation.property);
    }
    for (const BalanceSituation& situation : balance_situations()) {
        tried.insert(situation.property);
    }
    for (const PropertyInfo& info : property_infos()) {
        if (info.kind == Kind::sometimes) {
            EXPECT_TRUE(tried.contains(info.id)) << info.id;
        }
    }
}

}  // namespace
}  // namespace schedmc
