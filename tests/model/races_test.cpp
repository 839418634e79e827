// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: between the steps of a wakeup and of a switch stands what the kernels leave there, version by version. Method:
// states and steps worked out by hand; step_laws_test.cpp has the laws.
#include "model/races.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/model/random_walk.hpp"
#include "tests/support/machines.hpp"

namespace {

using namespace schedmc;

TaskSpec task(TaskPhase phase, std::uint16_t cpu, const Machine& machine) {
    TaskSpec spec;
    spec.allowed = machine.online;
    spec.phase = phase;
    spec.cpu = spec.recent = cpu;
    return spec;
}

// A model with races and its state, moved by hand.
class Race {
public:
    Race(const Machine& machine, const char* policy, std::vector<std::pair<TaskPhase, std::uint16_t>> tasks,
         std::uint32_t affinity_changes = 0, bool races = true)
        : model_(machine, parse_policy(policy, ""), scenario(machine, tasks, affinity_changes, races)),
          state_(initial_state(model_)) {}

    bool is_enabled(const Event& event) const { return enabled(model_, state_, event).is_true(); }
    void take(const Event& event) {
        ASSERT_TRUE(is_enabled(event)) << text_of(event) << " in " << text_of(state_);
        step(model_, state_, event, last_);
        state_ = last_.after;
    }
    TaskPhase phase(std::size_t task) const { return state_.tasks[task].phase.value(); }
    std::size_t cpu(std::size_t task) const { return state_.tasks[task].cpu.number(); }
    std::string idle() const { return list(view_of(model_, state_).idle); }
    std::string hinted() const { return list(state_.hinted); }
    std::string switching() const { return list(state_.switching); }
    std::uint32_t mask(const char* cpus) const {
        const auto found = std::find(model_.masks.begin(), model_.masks.end(), parse_cpu_list(cpus, ""));
        return static_cast<std::uint32_t>(found - model_.masks.begin());
    }
    bool has(EventKind kind) const {
        const std::vector<Event> events = all_events(model_);
        return std::any_of(events.begin(), events.end(), [&](const Event& e) { return e.kind == kind; });
    }
    State<Word>& state() { return state_; }

private:
    static std::string list(const Word::CpuSet& set) { return cpu_list(CpuMask::from(set.bits())); }
    static Scenario scenario(const Machine& machine,
                             const std::vector<std::pair<TaskPhase, std::uint16_t>>& tasks,
                             std::uint32_t changes, bool races) {
        Scenario made;
        for (const auto& [phase, cpu] : tasks) {
            made.tasks.push_back(task(phase, cpu, machine));
        }
        made.affinity_changes = changes;
        made.races = races;
        made.events.delayed_dequeue = true;
        check_scenario(made, machine, "test");
        return made;
    }
    Model<Word> model_;
    State<Word> state_;
    Transition<Word> last_;
};

constexpr TaskPhase asleep = TaskPhase::asleep;
constexpr TaskPhase queued = TaskPhase::queued;
constexpr TaskPhase running = TaskPhase::running;

Event wakeup(EventKind kind, std::uint16_t task, std::uint16_t cpu, bool in_interrupt = true) {
    return {.kind = kind, .task = task, .where = cpu, .in_interrupt = in_interrupt};
}
Event wake(std::uint16_t task, std::uint16_t cpu, bool in_interrupt = true) {
    return wakeup(EventKind::wake, task, cpu, in_interrupt);
}
Event of_task(EventKind kind, std::uint16_t task) { return {.kind = kind, .task = task}; }
Event of_cpu(EventKind kind, std::uint16_t cpu) { return {.kind = kind, .where = cpu}; }
Event enqueue(std::uint16_t task) { return of_task(EventKind::enqueue, task); }
Event receive(std::uint16_t cpu) { return of_cpu(EventKind::receive, cpu); }
Event finish(std::uint16_t cpu) { return of_cpu(EventKind::finish_switch, cpu); }
Event block(std::uint16_t task, std::uint16_t next = nobody, bool delayed = false) {
    return {.kind = EventKind::block, .task = task, .next = next, .delayed = delayed};
}
Event run(std::uint16_t task) { return of_task(EventKind::run, task); }
Event migrate(std::uint16_t task, std::uint16_t to) {
    return {.kind = EventKind::migrate, .task = task, .where = to};
}
Event set_affinity(std::uint16_t task, std::uint32_t mask, std::uint16_t where = nobody) {
    return {.kind = EventKind::set_affinity, .task = task, .where = where, .value = mask};
}

TEST(Races, AnotherWakerMayChooseTheCpuThatIsChosenAlready) {
    Race race(simple_machine(1, 2, 1), "v6.12", {{asleep, 0}, {asleep, 0}});
    race.take(wake(0, 1));
    EXPECT_EQ(race.phase(0), TaskPhase::waking);
    EXPECT_EQ(race.idle(), "0-1");
    EXPECT_FALSE(race.is_enabled(wake(1, 1))) << "the waker has interrupts off";
    race.take(wake(1, 0));
    EXPECT_EQ(race.cpu(0), 0U);
    EXPECT_EQ(race.cpu(1), 0U);
    race.take(enqueue(0));
    EXPECT_EQ(race.phase(0), TaskPhase::on_wake_list) << "cpu1 hands it over to the empty cpu0";
    race.take(enqueue(1));
    EXPECT_EQ(race.phase(1), queued) << "cpu0 queues it on itself";
}

TEST(Races, AWakeListIsTakenWhereTheQueueIsEmptyAtTheEnqueue) {
    for (const char* const policy : {"v6.1", "v6.12"}) {
        Race race(simple_machine(1, 2, 1), policy, {{asleep, 0}, {asleep, 0}});
        race.take(wake(0, 1));
        race.take(wake(1, 0));
        race.take(enqueue(1));
        race.take(enqueue(0));
        EXPECT_EQ(race.phase(0), queued) << "cpu0 has a queue by now";
    }
    Race old(simple_machine(1, 2, 1), "v5.19", {{asleep, 0}});
    old.take(wake(0, 1));
    old.take(enqueue(0));
    EXPECT_EQ(old.phase(0), queued) << "v5.19 asks the wake list for wakees on their CPU only";
}

TEST(Races, PendingIsClearedBeforeTheQueueFillsUpToV61) {
    for (const char* const policy : {"v6.1", "v6.1-stable"}) {
        Race race(simple_machine(1, 2, 1), policy, {{asleep, 0}});
        race.take(wake(0, 1));
        race.take(enqueue(0));
        EXPECT_EQ(race.idle(), "1");
        race.take(receive(0));
        EXPECT_EQ(race.phase(0), TaskPhase::received);
        EXPECT_EQ(race.idle(), "0-1") << "nothing is queued, ttwu_pending is clear";
        EXPECT_FALSE(race.is_enabled(of_cpu(EventKind::idle_repick, 0)));
        race.take(of_cpu(EventKind::activate, 0));
        EXPECT_EQ(race.phase(0), queued);
        EXPECT_EQ(race.idle(), "1");
    }
    Race later(simple_machine(1, 2, 1), "v6.4", {{asleep, 0}});
    later.take(wake(0, 1));
    later.take(enqueue(0));
    later.take(receive(0));
    EXPECT_EQ(later.phase(0), queued);
    EXPECT_EQ(later.idle(), "1");
}

TEST(Races, ACpuIsIdleWhenItsSwitchIsFinished) {
    Race race(simple_machine(1, 2, 1), "v6.12", {{running, 0}, {asleep, 1}});
    race.take(block(0));
    EXPECT_EQ(race.phase(0), TaskPhase::descheduling);
    EXPECT_EQ(race.switching(), "0");
    EXPECT_EQ(race.idle(), "1");
    EXPECT_FALSE(race.is_enabled(wake(1, 0))) << "it has interrupts off";
    EXPECT_FALSE(race.is_enabled(wake(0, 1))) << "it is still on its CPU";
    race.take(finish(0));
    EXPECT_EQ(race.phase(0), asleep);
    EXPECT_EQ(race.idle(), "0-1");
    EXPECT_TRUE(race.is_enabled(wake(0, 1)));
}

TEST(Races, BothSiblingsLoseTheHint) {
    Race race(simple_machine(1, 2, 2), "v6.12", {{running, 0}, {running, 1}, {running, 2}});
    EXPECT_EQ(race.hinted(), "");
    race.take(block(0));
    race.take(block(1));
    race.take(finish(0));
    race.take(finish(1));
    EXPECT_EQ(race.idle(), "0-1,3");
    EXPECT_EQ(race.hinted(), "");
    Race orderly(simple_machine(1, 2, 2), "v6.12", {{running, 0}, {running, 1}, {running, 2}});
    orderly.take(block(0));
    orderly.take(finish(0));
    orderly.take(block(1));
    EXPECT_EQ(orderly.hinted(), "0-3");
}

TEST(Races, TheHintIsClearedBehindTheSearch) {
    Race race(simple_machine(1, 2, 2), "v6.12-sis-util", {{running, 0}, {running, 2}, {asleep, 0}});
    race.state().hinted = Word::cpus(CpuMask::first(4));
    race.take(wake(2, 2, false));
    EXPECT_EQ(race.cpu(2), 1U) << "the fallback";
    EXPECT_EQ(race.hinted(), "0-3");
    EXPECT_FALSE(race.is_enabled(enqueue(2)));
    race.take(block(0));
    race.take(finish(0));
    race.take(of_task(EventKind::clear_hint, 2));
    EXPECT_EQ(race.hinted(), "") << "core {0,1} is idle by now";
    EXPECT_FALSE(race.is_enabled(of_task(EventKind::clear_hint, 2)));
    race.take(enqueue(2));
}

TEST(Races, AWakeeOnItsCpuIsTakenWithoutASelectionByVersion) {
    const Machine machine = simple_machine(1, 3, 1);
    const std::vector<std::pair<TaskPhase, std::uint16_t>> beside_one = {{running, 0}, {queued, 0}};
    const Event on_cpu = wakeup(EventKind::wake_on_cpu, 0, 1);
    Race old(machine, "v5.19", beside_one);
    old.take(block(0, 1));
    old.take(on_cpu);
    EXPECT_EQ(old.phase(0), TaskPhase::on_wake_list);
    EXPECT_FALSE(old.is_enabled(receive(0))) << "cpu0 has interrupts off";
    old.take(finish(0));
    EXPECT_EQ(old.phase(0), TaskPhase::on_wake_list);
    old.take(receive(0));
    Race later(machine, "v6.1", beside_one);
    later.take(block(0, 1));
    EXPECT_FALSE(later.is_enabled(on_cpu)) << "t1 is queued there";
    Race two(machine, "v5.19", {{running, 0}, {queued, 0}, {queued, 0}});
    two.take(block(0, 1));
    EXPECT_FALSE(two.is_enabled(on_cpu)) << "more than one other task";
    Race alone(machine, "v6.1", {{running, 0}});
    alone.take(block(0));
    EXPECT_TRUE(alone.is_enabled(on_cpu));
    EXPECT_FALSE(alone.is_enabled(wakeup(EventKind::wake_on_cpu, 0, 0)));
    EXPECT_FALSE(alone.is_enabled(wakeup(EventKind::wake_on_cpu, 0, 1, false))) << "no task runs there";
}

TEST(Races, TheStopperMovesStrays) {
    for (const auto& [policy, listed] : {std::pair{"v5.19", true}, std::pair{"v6.1", false}}) {
        Race race(simple_machine(1, 2, 1), policy, {{running, 0}}, 1);
        EXPECT_FALSE(race.is_enabled(set_affinity(0, race.mask("1"), 1))) << "it runs";
        race.take(set_affinity(0, race.mask("1")));
        EXPECT_TRUE(race.is_enabled(migrate(0, 1)));
        EXPECT_FALSE(race.is_enabled(migrate(0, 0)));
        race.take(block(0));
        EXPECT_FALSE(race.is_enabled(migrate(0, 1)));
        EXPECT_EQ(race.is_enabled(wakeup(EventKind::wake_on_cpu, 0, 1)), listed) << policy;
    }
    Race moved(simple_machine(1, 2, 1), "v6.12", {{running, 0}}, 1);
    moved.take(set_affinity(0, moved.mask("1")));
    moved.take(migrate(0, 1));
    EXPECT_EQ(moved.phase(0), queued);
    EXPECT_EQ(moved.cpu(0), 1U);
    EXPECT_EQ(moved.switching(), "0");
}

TEST(Races, AffinityIsLockedDuringAWakeupAndFreeOnAWakeList) {
    Race race(simple_machine(1, 2, 1), "v6.12", {{asleep, 0}}, 1);
    race.take(wake(0, 1));
    EXPECT_FALSE(race.is_enabled(set_affinity(0, race.mask("1"))));
    race.take(enqueue(0));
    race.take(set_affinity(0, race.mask("1")));
    race.take(receive(0));
    EXPECT_EQ(race.phase(0), queued);
    EXPECT_EQ(race.cpu(0), 0U);
    EXPECT_FALSE(race.is_enabled(run(0))) << "the stopper comes first";
    race.take(migrate(0, 1));
    EXPECT_TRUE(race.is_enabled(run(0)));
}

TEST(DelayedDequeue, ASleeperCountsInItsQueueUntilItIsDroppedOrWoken) {
    const Machine machine = simple_machine(1, 2, 1);
    Race race(machine, "v6.12", {{running, 0}, {queued, 0}}, 0, false);
    EXPECT_FALSE(race.is_enabled(block(0, nobody)));
    race.take(block(0, 1, true));
    EXPECT_EQ(race.phase(0), TaskPhase::delayed);
    EXPECT_FALSE(race.is_enabled(wake(0, 1)));
    State<Word> kept = race.state();
    race.take(wakeup(EventKind::wake_delayed, 0, 1));
    EXPECT_EQ(race.phase(0), queued);
    EXPECT_EQ(race.cpu(0), 0U);
    race.state() = kept;
    race.take(of_task(EventKind::drop_delayed, 0));
    EXPECT_EQ(race.phase(0), asleep);
    race.state() = kept;
    race.take(block(1));
    EXPECT_EQ(race.phase(0), asleep) << "nobody else is left to pick";
    EXPECT_EQ(race.idle(), "0-1");
}

TEST(DelayedDequeue, ComesWithV612) {
    const std::vector<std::pair<TaskPhase, std::uint16_t>> two = {{running, 0}, {queued, 0}};
    EXPECT_FALSE(Race(simple_machine(1, 2, 1), "v6.8", two).has(EventKind::drop_delayed));
    EXPECT_TRUE(Race(simple_machine(1, 2, 1), "v6.12", two).has(EventKind::drop_delayed));
}

TEST(DelayedDequeue, ASleeperMovesAsWhatItIs) {
    Race race(simple_machine(1, 2, 1), "v6.12", {{running, 0}, {queued, 0}}, 1, false);
    race.take(block(0, 1, true));
    EXPECT_FALSE(race.is_enabled(set_affinity(0, race.mask("1"))));
    race.take(set_affinity(0, race.mask("1"), 1));
    EXPECT_EQ(race.phase(0), TaskPhase::delayed);
    EXPECT_EQ(race.cpu(0), 1U);
    EXPECT_EQ(race.idle(), "");
    race.take(of_task(EventKind::drop_delayed, 0));
    EXPECT_EQ(race.idle(), "1");
}

}  // namespace
