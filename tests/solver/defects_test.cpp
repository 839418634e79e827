// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: every property notices what it is for. Method: for each `always` property, a small machine on which it holds
// and a planted defect in the rules with which the explorer finds it violated. The list must be complete: a property
// or a defect that is not in it fails the test.
#include "solver/check.hpp"

#include <set>

#include <gtest/gtest.h>

#include "properties/catalogue.hpp"
#include "tests/support/machines.hpp"

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

Scenario tasks_on(const Machine& machine, std::size_t tasks, const std::string& allowed = "") {
    Scenario scenario = plain_scenario(machine, tasks);
    for (TaskSpec& task : scenario.tasks) {
        if (!allowed.empty()) {
            set_allowed(task, parse_cpu_list(allowed, "test"), machine, "test");
        }
    }
    return scenario;
}

Scenario fresh(Scenario scenario) {
    scenario.hints = HintStart::fresh;
    return scenario;
}

Scenario changing(Scenario scenario, std::uint32_t changes) {
    scenario.affinity_changes = changes;
    return scenario;
}

Machine isolate(Machine machine, const std::string& cpus) {
    machine.isolated = parse_cpu_list(cpus, "test");
    return machine;
}

/// Two nodes of two LLCs of one CPU: the smallest whose allowance between nodes is two tasks.
Machine two_nodes_of_two_llcs() {
    Machine machine = simple_machine(4, 1, 1);
    for (const std::size_t cpu : {2U, 3U}) {
        machine.places[cpu].node = machine.places[cpu].package = 1;
    }
    machine.distance = {{10, 20}, {20, 10}};
    return machine;
}

Scenario bound_kthread_and_interrupts(const Machine& machine) {
    Scenario scenario = tasks_on(machine, 3);
    set_allowed(scenario.tasks[0], CpuMask::single(0), machine, "test");
    scenario.tasks[0].bound_kthread = true;
    scenario.events.wake_in_task = false;
    return scenario;
}

Scenario sched_idle_tasks(const Machine& machine) {
    Scenario scenario = tasks_on(machine, 2);
    for (TaskSpec& task : scenario.tasks) {
        task.sched_idle = true;
    }
    return scenario;
}

/// A running task and one it forks, which may run on the same CPUs.
Scenario forking(const Machine& machine, std::size_t tasks, std::size_t forks, const std::string& allowed) {
    Scenario scenario = tasks_on(machine, tasks, allowed);
    scenario.events.sync = scenario.events.pull = scenario.events.tick = false;
    for (std::size_t t = tasks - forks; t < tasks; ++t) {
        scenario.tasks[t].phase = TaskPhase::unborn;
    }
    return scenario;
}

/// The same beside a task bound to one CPU.
Scenario forking_beside(const Machine& machine, const std::string& allowed, const std::string& bound) {
    Scenario scenario = forking(machine, 3, 1, allowed);
    set_allowed(scenario.tasks[0], parse_cpu_list(bound, "test"), machine, "test");
    return scenario;
}

/// Every CPU is busy at the start, and stamps are all that is known of idle ones.
Scenario forking_without_cpuidle(const Machine& machine) {
    Scenario scenario = forking(machine, 5, 1, "");
    scenario.cpuidle = false;
    scenario.events.wake_in_task = scenario.events.wake_in_interrupt = scenario.events.preempt = false;
    for (std::uint16_t t = 0; t < 4; ++t) {
        scenario.tasks[t].phase = TaskPhase::running;
        scenario.tasks[t].cpu = scenario.tasks[t].recent = t;
    }
    return scenario;
}

Scenario one_pinned_of_four(const Machine& machine) {
    Scenario scenario = fresh(tasks_on(machine, 4));
    scenario.events.sync = false;
    scenario.events.pull = false;
    scenario.events.preempt = false;
    set_allowed(scenario.tasks[3], CpuMask::single(2), machine, "test");
    return scenario;
}

Scenario one_pinned_each(const Machine& machine) {
    Scenario scenario = tasks_on(machine, machine.cpu_count() + 1);
    scenario.events.sync = false;
    scenario.events.pull = false;
    scenario.events.preempt = false;
    scenario.events.wake_in_task = false;
    for (std::size_t cpu = 0; cpu < machine.cpu_count(); ++cpu) {
        set_allowed(scenario.tasks[cpu], CpuMask::single(cpu), machine, "test");
    }
    return scenario;
}

Scenario sleeper_on_the_only_idle_core(const Machine& machine) {
    Scenario scenario = tasks_on(machine, 3);
    scenario.events.sync = false;
    scenario.events.pull = false;
    scenario.events.preempt = false;
    set_allowed(scenario.tasks[1], CpuMask::single(2), machine, "test");
    set_allowed(scenario.tasks[2], parse_cpu_list("0,2", "test"), machine, "test");
    return scenario;
}

// One task at work, which wakes two others that slept on these CPUs.
Scenario one_waker(const Machine& machine, std::uint16_t cpu, std::uint16_t other_cpu) {
    Scenario scenario = tasks_on(machine, 3);
    scenario.tasks[0].phase = TaskPhase::running;
    scenario.tasks[1].cpu = cpu;
    scenario.tasks[2].cpu = other_cpu;
    EventKinds& events = scenario.events;
    events.wake_in_interrupt = events.block = events.tick = events.sync = events.pull = false;
    scenario.races = true;
    return scenario;
}

Scenario with_races(Scenario scenario) {
    scenario.races = true;
    scenario.events.sync = scenario.events.pull = scenario.events.preempt = false;
    return scenario;
}

// A task that may sleep in its queue beside another, and one more.
Scenario with_delayed_dequeue(const Machine& machine) {
    Scenario scenario = tasks_on(machine, 3);
    scenario.events.delayed_dequeue = true;
    return scenario;
}

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
    for (const std::vector<Setting>& more : {fork_settings(), race_settings(), sis_cache_settings()}) {
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
        if (info.kind == Kind::always || info.kind == Kind::same) {
            EXPECT_TRUE(tried.contains(info.id)) << info.id;
            EXPECT_FALSE(info.defect.empty()) << info.id;
        }
    }
    for (const DefectInfo& info : defects()) {
        EXPECT_TRUE(planted.contains(info.name)) << info.name;
    }
}

TEST(Defects, ThePageNamesTheDefectThatTheTestPlants) {
    for (const Setting& setting : all_settings()) {
        EXPECT_EQ(match_properties(setting.property, "test").front()->defect, setting.defect)
            << setting.property;
    }
}

}  // namespace
}  // namespace schedmc
