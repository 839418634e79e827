// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: what every reachable state and every step has in common. Method: random walks over drawn machines, policies
// and scenarios; each walk looks at every state and step it meets, and the walks together must meet every kind of
// event.
#include <algorithm>

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <map>

#include "tests/model/random_walk.hpp"

namespace {

using namespace schedmc;

bool is_on_queue(const TaskState<Word>& task) {
    const TaskPhase phase = task.phase.value();
    return phase == TaskPhase::queued || phase == TaskPhase::running || phase == TaskPhase::delayed;
}

// Calls look(walk, before, event, transition) for each step of a walk.
template <class Look>
void along(std::uint64_t seed, Look&& look) {
    Walk walk(seed);
    Event event;
    Transition<Word> transition;
    for (int left = 60; left > 0; --left) {
        const State<Word> before = walk.state;
        if (!walk.advance(event, transition)) {
            return;
        }
        look(walk, before, event, transition);
    }
}

RC_GTEST_PROP(StepLaws, QueuedTasksAreWhereTheyMayBe, (std::uint64_t seed)) {
    along(seed, [](const Walk& walk, const auto&, const Event&, const auto&) {
        std::map<std::size_t, int> running;
        for (const TaskState<Word>& task : walk.state.tasks) {
            RC_ASSERT(!is_on_queue(task) || walk.state.online.bits().contains(task.cpu.number()));
            RC_ASSERT(walk.machine.present.contains(task.cpu.number()));
            RC_ASSERT(walk.machine.present.contains(task.recent.number()));
            // With races the stopper moves strays, in a step of its own.
            if (is_on_queue(task) && !walk.model.scenario.races) {
                RC_ASSERT(task.allowed.bits().contains(task.cpu.number()));
            }
            if (task.phase.value() == TaskPhase::running) {
                RC_ASSERT(++running[task.cpu.number()] == 1);
            }
        }
    });
}

RC_GTEST_PROP(StepLaws, HintsAreOfWholeLlcsAndBudgetsInRange, (std::uint64_t seed)) {
    along(seed, [](const Walk& walk, const auto&, const Event&, const auto&) {
        const Topology<Word>& topology = walk.model.topology;
        auto whole_llcs = topology.none;
        for (std::size_t llc = 0; llc < topology.llcs.sets.size(); ++llc) {
            const auto& set = topology.llcs.sets[llc];
            if (!is_empty(set & walk.state.hinted).is_true()) {
                whole_llcs = whole_llcs | set;
            }
            RC_ASSERT(walk.state.nr_idle_scan[llc].value() <= nr_idle_scan_max(walk.model, llc));
            RC_ASSERT(walk.state.prop_budget[llc].value() >= 4U);
            RC_ASSERT(walk.state.prop_budget[llc].value() <= prop_budget_max(walk.model, llc));
        }
        RC_ASSERT((whole_llcs == walk.state.hinted).is_true());
        RC_ASSERT(topology.domains.smt_active || is_empty(walk.state.hinted).is_true());
    });
}

RC_GTEST_PROP(StepLaws, TheViewCountsTheQueues, (std::uint64_t seed)) {
    along(seed, [](const Walk& walk, const auto&, const Event&, const auto&) {
        const RunqueueView<Word> view = view_of(walk.model, walk.state);
        for (std::size_t cpu = 0; cpu < walk.machine.cpu_count(); ++cpu) {
            std::size_t nr_running = 0;
            std::size_t sched_idle = 0;
            std::size_t asleep = 0;
            std::size_t pending = 0;
            for (std::size_t t = 0; t < walk.state.tasks.size(); ++t) {
                const bool here = is_on_queue(walk.state.tasks[t]) && walk.state.tasks[t].cpu.number() == cpu;
                const TaskPhase phase = walk.state.tasks[t].phase.value();
                nr_running += here ? 1 : 0;
                asleep += here && phase == TaskPhase::delayed ? 1 : 0;
                pending +=
                    phase == TaskPhase::on_wake_list && walk.state.tasks[t].cpu.number() == cpu ? 1 : 0;
                sched_idle += here && walk.model.scenario.tasks[t].sched_idle ? 1 : 0;
            }
            const bool online = walk.state.online.bits().contains(cpu);
            const bool present = walk.machine.present.contains(cpu);
            const bool switching = walk.state.switching.bits().contains(cpu) ||
                                   walk.state.balance.about_to_idle.bits().contains(cpu);
            RC_ASSERT(view.empty.bits().contains(cpu) == (present && nr_running == 0));
            RC_ASSERT(view.idle.bits().contains(cpu) ==
                      (present && nr_running == 0 && !switching && pending == 0));
            RC_ASSERT(view.single.bits().contains(cpu) == (nr_running == 1));
            RC_ASSERT(view.single_by_delayed.bits().contains(cpu) ==
                      ((nr_running == 1) != (nr_running - asleep == 1)));
            RC_ASSERT(view.sched_idle.bits().contains(cpu) == (nr_running > 0 && nr_running == sched_idle));
            RC_ASSERT(view.online.bits().contains(cpu) == online);
        }
    });
}

RC_GTEST_PROP(StepLaws, EnabledEventsChangeTheState, (std::uint64_t seed)) {
    Walk walk(seed);
    Event event;
    Transition<Word> transition;
    for (int left = 8; left > 0; --left) {
        const std::string before = text_of(walk.state);
        const std::vector<Event> now = walk.enabled_events();
        RC_ASSERT(!now.empty());
        for (const Event& each : now) {
            step(walk.model, walk.state, each, transition);
            // An idle CPU that picks idle again may find nothing to do, and an exec may stay.
            RC_ASSERT(each.kind == EventKind::idle_repick || each.kind == EventKind::exec ||
                      is_of_balance(each.kind) ||
                      text_of(transition.after) != before);
        }
        walk.advance(event, transition);
    }
}

// The tasks that a step of this kind may change.
bool may_change(const Event& event, const State<Word>& before, std::size_t task) {
    // Sleepers that are all that is left of a queue are dropped.
    const bool dropped = event.task != nobody && before.tasks[task].phase.value() == TaskPhase::delayed &&
                         (before.tasks[task].cpu == before.tasks[event.task].cpu).is_true();
    switch (event.kind) {
        case EventKind::wake:
        case EventKind::run:
        case EventKind::wake_delayed:
        case EventKind::drop_delayed:
        case EventKind::clear_hint:
        case EventKind::enqueue:
        case EventKind::wake_on_cpu:
        case EventKind::fork:
        case EventKind::exec:
            return task == event.task;
        case EventKind::set_affinity:
        case EventKind::migrate:
            return task == event.task || dropped;
        case EventKind::block:
        case EventKind::exit:
            return task == event.task || task == event.next || dropped;
        case EventKind::receive:
        case EventKind::activate:
        case EventKind::finish_switch:
            return before.tasks[task].cpu.number() == event.where;
        case EventKind::preempt:
            return (before.tasks[task].cpu == before.tasks[event.task].cpu).is_true();
        case EventKind::cpu_down:
            return before.tasks[task].cpu.number() == event.where;
        case EventKind::idle_repick:
        case EventKind::tick:
        case EventKind::cpu_up:
        case EventKind::cpu_offline:
        case EventKind::pass_time:
            return false;
        default:
            // Passes and stoppers move any task that is awake.
            return before.tasks[task].phase.value() != TaskPhase::asleep;
    }
}

RC_GTEST_PROP(StepLaws, StepsLeaveTheRestAlone, (std::uint64_t seed)) {
    along(seed, [](const Walk& walk, const State<Word>& before, const Event& event,
                   const Transition<Word>& done) {
        const State<Word>& after = done.after;
        for (std::size_t t = 0; t < before.tasks.size(); ++t) {
            const TaskState<Word>& a = before.tasks[t];
            const TaskState<Word>& b = after.tasks[t];
            const bool same = ((a.phase == b.phase) & (a.cpu == b.cpu)).is_true();
            RC_ASSERT(same || may_change(event, before, t));
            RC_ASSERT((a.recent == b.recent).is_true() ||
                      ((event.kind == EventKind::wake || event.kind == EventKind::fork ||
                        event.kind == EventKind::exit) &&
                       t == event.task));
            const bool placed = event.kind == EventKind::wake || event.kind == EventKind::fork ||
                                event.kind == EventKind::cpu_down || event.kind == EventKind::migrate;
            const bool widened = placed && (b.allowed == walk.model.topology.present).is_true();
            RC_ASSERT((a.allowed == b.allowed).is_true() || (widened && may_change(event, before, t)) ||
                      ((event.kind == EventKind::set_affinity || event.kind == EventKind::exit) &&
                       t == event.task));
        }
        RC_ASSERT(done.wakes == (event.kind == EventKind::wake));
        RC_ASSERT(done.places == (event.kind == EventKind::fork || event.kind == EventKind::exec));
        const bool raised = !is_subset(after.hinted, before.hinted).is_true();
        const bool cleared = !is_subset(before.hinted, after.hinted).is_true();
        RC_ASSERT(!raised || event.kind == EventKind::block || event.kind == EventKind::exit ||
                  event.kind == EventKind::exec || event.kind == EventKind::set_affinity ||
                  event.kind == EventKind::migrate || event.kind == EventKind::idle_repick ||
                  event.kind == EventKind::newidle || event.kind == EventKind::end_pass);
        const bool rebuilt = event.kind == EventKind::cpu_up || event.kind == EventKind::cpu_offline ||
                             (event.kind == EventKind::cpu_down && !walk.model.scenario.races);
        RC_ASSERT(!cleared || rebuilt ||
                  event.kind == (walk.model.scenario.races ? EventKind::clear_hint : EventKind::wake));
        RC_ASSERT(!rebuilt || (before.online != after.online).is_true());
        RC_ASSERT(rebuilt || (before.online == after.online).is_true());
        for (std::size_t llc = 0; llc < before.nr_idle_scan.size(); ++llc) {
            const bool ticked = event.kind == EventKind::tick && event.where == llc;
            RC_ASSERT(ticked || (before.nr_idle_scan[llc] == after.nr_idle_scan[llc]).is_true() ||
                      (rebuilt && after.nr_idle_scan[llc].value() == 0));
            RC_ASSERT(ticked || (before.prop_budget[llc] == after.prop_budget[llc]).is_true());
        }
        for (std::size_t cpu = 0; cpu < before.cache_hot_timeout.size(); ++cpu) {
            const std::size_t held = before.cache_hot_timeout[cpu].value();
            const std::size_t now = after.cache_hot_timeout[cpu].value();
            const bool slept_here = event.kind == EventKind::block && event.next == nobody &&
                                    before.tasks[event.task].cpu.number() == cpu;
            const bool last_wins = walk.model.policy.rules.sis_cache == SisCache::rfc;
            const std::size_t asked = slept_here ? event.value : 0;
            const std::size_t passed = event.kind == EventKind::pass_time && held > 0 ? 1 : 0;
            RC_ASSERT(now == (asked != 0 && last_wins ? asked : std::max(held, asked)) - passed);
        }
        RC_ASSERT(event.kind != EventKind::idle_repick || walk.model.policy.rules.idle_repick_raises_hint);
    });
}

// A waker holds its CPU until it has handed its wakee over, a switch until it is finished, and only the phases that
// say so leave something behind.
RC_GTEST_PROP(StepLaws, EachCpuIsInOneCriticalSection, (std::uint64_t seed)) {
    along(seed, [](const Walk& walk, const auto&, const Event&, const auto&) {
        std::map<std::size_t, int> inside;
        walk.state.switching.bits().for_each([&](std::size_t cpu) { ++inside[cpu]; });
        CpuMask receiving;
        for (const TaskState<Word>& task : walk.state.tasks) {
            const TaskPhase phase = task.phase.value();
            if (phase == TaskPhase::waking) {
                ++inside[task.waker.number()];
            } else if (phase != TaskPhase::migrating) {
                RC_ASSERT((task.waker == no_waker(walk.model)).is_true());
                RC_ASSERT(is_empty(task.clears_hint).is_true());
            }
            if (phase == TaskPhase::received) {
                receiving.insert(task.cpu.number());
            }
            RC_ASSERT(phase != TaskPhase::descheduling ||
                      walk.state.switching.bits().contains(task.cpu.number()));
            RC_ASSERT(phase != TaskPhase::received || walk.model.policy.rules.pending_cleared_first);
        }
        receiving.for_each([&](std::size_t cpu) { ++inside[cpu]; });
        for (const auto& [cpu, sections] : inside) {
            RC_ASSERT(sections == 1);
        }
    });
}

RC_GTEST_PROP(StepLaws, ForkedTasksAreWhereTheirParentsMaskAllows, (std::uint64_t seed)) {
    along(seed,
          [](const Walk& walk, const State<Word>& before, const Event& event, const Transition<Word>& done) {
              if (event.kind == EventKind::fork) {
                  const TaskState<Word>& child = done.after.tasks[event.task];
                  RC_ASSERT(before.tasks[event.task].phase.value() == TaskPhase::unborn);
                  RC_ASSERT(child.phase.value() == TaskPhase::queued);
                  RC_ASSERT(child.recent.number() == event.where);
                  RC_ASSERT(child.allowed.bits().contains(child.cpu.number()));
              }
              if (event.kind == EventKind::exit) {
                  const TaskState<Word> first = first_state<Word>(walk.model.scenario.tasks[event.task]);
                  const TaskState<Word>& ended = done.after.tasks[event.task];
                  RC_ASSERT(((ended.cpu == first.cpu) & (ended.allowed == first.allowed)).is_true());
                  RC_ASSERT(ended.phase.value() == TaskPhase::unborn);
              }
          });
}

RC_GTEST_PROP(StepLaws, GoingIdleStampsAndOnlyWakeupsUnstamp, (std::uint64_t seed)) {
    along(seed, [](const Walk& walk, const State<Word>& before, const Event& event,
                   const Transition<Word>& done) {
        const State<Word>& after = done.after;
        RC_ASSERT(!walk.model.scenario.cpuidle || is_empty(after.unstamped).is_true());
        RC_ASSERT(event.kind == EventKind::wake || is_subset(after.unstamped, before.unstamped).is_true());
        const bool goes_idle =
            (event.kind == EventKind::block || event.kind == EventKind::exit) && event.next == nobody;
        if (goes_idle) {
            // A CPU that balances first is not idle yet.
            const Word::Cpu cpu = before.tasks[event.task].cpu;
            RC_ASSERT(!contains(after.unstamped - after.balance.about_to_idle, cpu).is_true());
        }
    });
}

// A core that turns idle as a whole is hinted, unless the CPU that turned idle last has no LLC.
RC_GTEST_PROP(StepLaws, IdleCoresAreHintedWhenTheyArise, (std::uint64_t seed)) {
    along(seed,
          [](const Walk& walk, const State<Word>& before, const Event& event, const Transition<Word>& done) {
              // With races the core is idle when the switch has been finished.
              if (event.kind != EventKind::block || event.next != nobody || walk.model.scenario.races ||
                  !topology_of(walk.model, before).domains.smt_active) {
                  return;
              }
              const Topology<Word>& topology = topology_of(walk.model, before);
              const std::size_t cpu = before.tasks[event.task].cpu.number();
              const auto core = topology.cores.of_cpu[cpu];
              const RunqueueView<Word> view = view_of(walk.model, done.after);
              const bool has_llc = !is_empty(topology.llcs.of_cpu[cpu]).is_true();
              if (is_subset(core, view.idle).is_true() && has_llc) {
                  RC_ASSERT(done.after.hinted.bits().contains(cpu));
              } else {
                  RC_ASSERT((done.after.hinted == before.hinted).is_true());
              }
          });
}

TEST(StepLaws, WalksMeetEveryKindOfEventAndMove) {
    std::map<EventKind, int> met;
    int raised = 0;
    int cleared = 0;
    int repaired = 0;
    int moved = 0;
    for (std::uint64_t seed = 0; seed < 1200; ++seed) {
        along(seed,
              [&](const Walk&, const State<Word>& before, const Event& event, const Transition<Word>& done) {
                  ++met[event.kind];
                  raised += is_subset(done.after.hinted, before.hinted).is_true() ? 0 : 1;
                  cleared += is_subset(before.hinted, done.after.hinted).is_true() ? 0 : 1;
                  repaired += done.wakes && done.decision.repaired.is_true() ? 1 : 0;
                  moved += event.kind == EventKind::set_affinity && event.where != nobody ? 1 : 0;
              });
    }
    for (const EventKind kind :
         {EventKind::wake, EventKind::run, EventKind::block, EventKind::preempt, EventKind::idle_repick,
          EventKind::tick, EventKind::set_affinity, EventKind::cpu_down, EventKind::cpu_up, EventKind::fork,
          EventKind::exit, EventKind::exec}) {
        EXPECT_GT(met[kind], 20) << name_of(kind);
    }
    for (const EventKind kind :
         {EventKind::wake_delayed, EventKind::drop_delayed, EventKind::clear_hint, EventKind::enqueue,
          EventKind::wake_on_cpu, EventKind::receive, EventKind::activate, EventKind::finish_switch,
          EventKind::migrate, EventKind::cpu_offline}) {
        EXPECT_GT(met[kind], 1) << name_of(kind);
    }
    EXPECT_GT(raised, 5);
    EXPECT_GT(cleared, 5);
    EXPECT_GT(repaired, 5);
    EXPECT_GT(moved, 5);
}

}  // namespace
