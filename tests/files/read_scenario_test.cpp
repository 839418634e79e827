// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: a scenario file or a user's options give the scenario that they say, and what is wrong is refused at its place.
// Method: laws over machines and numbers of tasks, one example for each key and option, the exact words of each
// refusal, and every truncation and bit flip of a file that uses all keys.
#include "files/read_scenario.hpp"

#include <gtest/gtest.h>

#include "files/read_machine.hpp"
#include "model/input_error.hpp"
#include "tests/files/machine_fixtures.hpp"
#include "tests/support/toml_examples.hpp"

namespace schedmc {
namespace {

// Cores {0,2} and {1,3}, of which 3 is isolated.
const Machine& four_cpus() {
    static const Machine machine = [] {
        MachineOptions options;
        options.numbering = Numbering::interleaved;
        options.isolate = "3";
        return read_machine("pack:1 l3:1 core:2 pu:2", options);
    }();
    return machine;
}

Scenario read(const std::string& text, const Machine& machine = four_cpus()) {
    const TempFile file(text);
    return read_scenario(file.path(), machine);
}

std::string refused(const std::string& text) {
    const TempFile file(text);
    return input_error_of(file, [&] { read_scenario(file.path(), four_cpus()); });
}

std::string refused(const ScenarioSpec& spec, const std::string& place = "") {
    return input_error_of([&] { scenario_of(spec, four_cpus(), place); });
}

ScenarioSpec tasks(std::size_t count) {
    ScenarioSpec spec;
    spec.tasks = count;
    return spec;
}

ScenarioSpec allowed(std::size_t count, const std::vector<std::string>& lists) {
    ScenarioSpec spec = tasks(count);
    spec.allowed = lists;
    return spec;
}

constexpr const char* every_key = R"(# every key
hints = "fresh"
affinity-changes = 2
hotplug = 3

[events]
wake-in-task = false
wake-in-interrupt = false
sync = false
current-cpu = true
pull = false
block = false
preempt = false
tick = false

[[task]]
count = 2

[[task]]
allowed = "1-3"
class = "idle"
util = 100
uclamp-min = 200
start = "running"
cpu = 2
recent = 0

[[task]]
allowed = "2"
kthread = true
start = "queued"
)";

TEST(ReadScenario, ReadsEveryKey) {
    Scenario expected = plain_scenario(four_cpus(), 4);
    expected.hints = HintStart::fresh;
    expected.affinity_changes = 2;
    expected.hotplug_events = 3;
    expected.events = {false, false, false, true, false, false, false, false};
    expected.tasks[2] = {.allowed = parse_cpu_list("1-3", ""),
                         .sched_idle = true,
                         .util = 100,
                         .uclamp_min = 200,
                         .phase = TaskPhase::running,
                         .cpu = 2,
                         .recent = 0};
    expected.tasks[3] = {.allowed = CpuMask::single(2),
                         .bound_kthread = true,
                         .phase = TaskPhase::queued,
                         .cpu = 2,
                         .recent = 2};
    EXPECT_EQ(read(every_key), expected);
}

TEST(ReadScenario, ReadsWhatForksAndExecsNeed) {
    Scenario expected = plain_scenario(four_cpus(), 2);
    expected.cpuidle = false;
    expected.loads = Loads::any;
    expected.events.exec = true;
    expected.events.exit = false;
    expected.tasks[1].phase = TaskPhase::unborn;
    expected.tasks[1].full_mask_count = true;
    EXPECT_EQ(read("cpuidle = false\nloads = 'any'\n[events]\nexec = true\nexit = false\n[[task]]\n"
                   "[[task]]\nstart = 'unborn'\nfull-mask-count = true\n"),
              expected);
    EXPECT_EQ(refused("loads = 'stedy'\n[[task]]\n"), "FILE:1:9: loads is 'stedy'; did you mean steady?");
    EXPECT_EQ(refused("[[task]]\nstart = 'unborn'\nkthread = true\nallowed = '1'\n"),
              "FILE:1:1: t0: a bound kernel thread starts unborn; the kernel makes it, not a fork");
}

TEST(ScenarioOf, TheLastTasksAreForked) {
    ScenarioSpec spec = tasks(3);
    spec.forks = 2;
    const Scenario scenario = scenario_of(spec, four_cpus());
    EXPECT_EQ(scenario.tasks[0].phase, TaskPhase::asleep);
    EXPECT_EQ(scenario.tasks[1].phase, TaskPhase::unborn);
    EXPECT_EQ(scenario.tasks[2].phase, TaskPhase::unborn);
    spec.forks = 3;
    EXPECT_EQ(refused(spec), "--forks: 3 of 3 tasks; some task is there at the start, to fork the others");
}

TEST(ReadScenario, ReadsWhatItsPageShows) {
    const std::vector<std::string> examples = toml_examples("scenario-file.md");
    ASSERT_EQ(examples.size(), 1U);
    const Scenario scenario = read(examples[0]);
    EXPECT_EQ(scenario.hints, HintStart::fresh);
    EXPECT_EQ(scenario.affinity_changes, 1U);
    EXPECT_FALSE(scenario.events.preempt);
    ASSERT_EQ(scenario.tasks.size(), 4U);
    EXPECT_EQ(scenario.tasks[1], plain_scenario(four_cpus(), 1).tasks[0]);
    EXPECT_TRUE(scenario.tasks[2].sched_idle);
    EXPECT_EQ(scenario.tasks[2].cpu, 2);
    EXPECT_TRUE(scenario.tasks[3].bound_kthread);
}

TEST(ReadScenario, SwitchesTheKindOfEventsThatIsNamed) {
    const std::pair<const char*, bool EventKinds::*> kinds[] = {
        {"wake-in-task", &EventKinds::wake_in_task},
        {"wake-in-interrupt", &EventKinds::wake_in_interrupt},
        {"sync", &EventKinds::sync},
        {"current-cpu", &EventKinds::current_cpu},
        {"pull", &EventKinds::pull},
        {"block", &EventKinds::block},
        {"preempt", &EventKinds::preempt},
        {"tick", &EventKinds::tick},
        {"delayed-dequeue", &EventKinds::delayed_dequeue}};
    for (const auto& [name, kind] : kinds) {
        for (const bool on : {false, true}) {
            EventKinds expected;
            expected.*kind = on;
            EXPECT_EQ(read(std::string("[[task]]\n[events]\n") + name + (on ? " = true" : " = false")).events,
                      expected)
                << name;
        }
        ScenarioSpec spec = tasks(1);
        spec.without = {name};
        EventKinds expected;
        expected.*kind = false;
        EXPECT_EQ(scenario_of(spec, four_cpus()).events, expected) << name;
    }
}

TEST(ReadScenario, RacesBringDelayedDequeueUnlessToldOtherwise) {
    EXPECT_FALSE(read("[[task]]\n").races);
    const Scenario races = read("races = true\n[[task]]\n");
    EXPECT_TRUE(races.races);
    EXPECT_TRUE(races.events.delayed_dequeue);
    EXPECT_FALSE(read("races = true\n[[task]]\n[events]\ndelayed-dequeue = false\n").events.delayed_dequeue);
    ScenarioSpec spec = tasks(1);
    EXPECT_FALSE(scenario_of(spec, four_cpus()).races);
    spec.races = true;
    EXPECT_TRUE(scenario_of(spec, four_cpus()).races);
    EXPECT_TRUE(scenario_of(spec, four_cpus()).events.delayed_dequeue);
    spec.without = {"delayed-dequeue"};
    EXPECT_FALSE(scenario_of(spec, four_cpus()).events.delayed_dequeue);
    const TempFile file("[[task]]\n[events]\ndelayed-dequeue = false\n");
    spec = ScenarioSpec();
    spec.file = file.path();
    spec.races = true;
    EXPECT_TRUE(scenario_of(spec, four_cpus()).races);
    EXPECT_FALSE(scenario_of(spec, four_cpus()).events.delayed_dequeue) << "the file says no";
}

TEST(ReadScenario, DefaultsToThePlainScenario) {
    for (const char* source : {"pu:1", "pack:2 core:2 pu:2", "epyc-2x64c"}) {
        const Machine machine = read_machine(source);
        for (const std::size_t count : {std::size_t{1}, std::size_t{3}, max_tasks}) {
            const Scenario plain = plain_scenario(machine, count);
            EXPECT_EQ(read("[[task]]\ncount = " + std::to_string(count) + "\n", machine), plain);
            EXPECT_EQ(scenario_of(tasks(count), machine), plain);
        }
    }
}

TEST(ReadScenario, StartsOnTheFirstUsableCpuOfTheMask) {
    MachineOptions options;
    options.offline = "1";
    const TaskSpec task = read("[[task]]\nallowed = '1-3'", read_machine("pu:4", options)).tasks[0];
    EXPECT_EQ(cpu_list(task.allowed), "1-3");
    EXPECT_EQ(task.cpu, 2);
    EXPECT_EQ(task.recent, 2);
}

TEST(ReadScenario, RefusesKeysThatItDoesNotKnow) {
    EXPECT_EQ(refused("hint = 'fresh'\n[[task]]\n"), "FILE:1:1: unknown key 'hint'; did you mean hints?");
    EXPECT_EQ(refused("[[task]]\n[[task]]\n utl = 3\n"),
              "FILE:3:2: unknown key 'utl' in [[task]]; did you mean util?");
    EXPECT_EQ(refused("[[task]]\nhints = 'fresh'\n"),
              "FILE:2:1: unknown key 'hints' in [[task]]; write it before the first [[task]]");
    EXPECT_EQ(refused("[[task]]\n[events]\ntock = false\n"),
              "FILE:3:1: unknown key 'tock' in [events]; did you mean tick?");
}

TEST(ReadScenario, RefusesValuesAtTheirPlace) {
    const auto in_task = [](const std::string& line) { return refused("[[task]]\n" + line + "\n"); };
    EXPECT_EQ(in_task("count = 0"), "FILE:2:9: count is 0; write a number of 1 to 4096");
    EXPECT_EQ(in_task("util = 1025"), "FILE:2:8: util is 1025; write a number of 0 to 1024");
    EXPECT_EQ(in_task("uclamp-min = -1"), "FILE:2:14: uclamp-min is -1; write a number of 0 to 1024");
    EXPECT_EQ(in_task("class = 'idel'"), "FILE:2:9: class is 'idel'; did you mean idle?");
    EXPECT_EQ(in_task("start = 'ruining'"), "FILE:2:9: start is 'ruining'; did you mean running?");
    EXPECT_EQ(in_task("kthread = 1"), "FILE:2:11: kthread is a number; write true or false");
    EXPECT_EQ(in_task("cpu = 1024"), "FILE:2:7: cpu is 1024; write a number of 0 to 1023");
    EXPECT_EQ(in_task("allowed = '0-'"), "FILE:2:11: '0-' is not a list of CPUs; write 0-3,8");
    EXPECT_EQ(in_task("allowed = '2-9'"), "FILE:2:11: cpu 4 does not exist; this machine has cpus 0-3");
    EXPECT_EQ(in_task("allowed = ''"), "FILE:2:11: the mask is empty; allow one of 0-3");
    EXPECT_EQ(in_task("[events]\ntick = 'off'"), "FILE:3:8: tick is a text; write true or false");
    EXPECT_EQ(refused("hints = 'frehs'\n[[task]]"), "FILE:1:9: hints is 'frehs'; did you mean fresh?");
    EXPECT_EQ(refused("affinity-changes = 1001\n[[task]]"),
              "FILE:1:20: affinity-changes is 1001; write a number of 0 to 1000");
    EXPECT_EQ(refused("[task]\n"), "FILE:1:1: task is a table; write tables, [[task]]");
}

TEST(ReadScenario, RefusesTasksThatCannotBeAtTheTableToBlame) {
    EXPECT_EQ(refused("[[task]]\ncount = 3\n\n[[task]]\ncpu = 4\n[[task]]\ncpu = 9\n"),
              "FILE:4:1: t3: cpu 4 is not an online CPU; online are 0-3");
    EXPECT_EQ(refused("[[task]]\nstart = 'running'\n[[task]]\n[[task]]\nstart = 'running'\n[[task]]\n"),
              "FILE:4:1: t2: two tasks run on cpu 0");
    EXPECT_EQ(refused("[[task]]\ncount = 2\nstart = 'running'\n"), "FILE:1:1: t1: two tasks run on cpu 0");
    EXPECT_EQ(refused("[[task]]\nkthread = true\n").substr(0, 49),
              "FILE:1:1: t0: a bound kernel thread has the mask ");
    EXPECT_EQ(refused("[[task]]\nstart = 'queued'\nallowed = '1'\ncpu = 0"),
              "FILE:1:1: t0: it starts on cpu 0, which its mask leaves out");
}

TEST(ReadScenario, BoundsTheNumberOfTasks) {
    EXPECT_EQ(refused("hints = 'fresh'\n"),
              "FILE:1:1: the scenario has no task; write a [[task]] for each kind of tasks");
    EXPECT_EQ(refused("[[task]]\ncount = 4096\n[[task]]\n"),
              "FILE:3:1: more than 4096 tasks; a scenario has 1 to 4096 tasks");
    std::string many;
    for (int i = 0; i < 5000; ++i) {
        many += "[[task]]\n";
    }
    EXPECT_EQ(refused(many), "FILE:4097:1: more than 4096 tasks; a scenario has 1 to 4096 tasks");
    EXPECT_EQ(refused(std::string((std::size_t{64} << 10) + 1, '#')),
              "FILE: the file is too large; at most 64 KiB are read");
    EXPECT_EQ(refused("a" + std::string(60000, '.') + "b = 1").substr(0, 40),
              "FILE:1:18: keys or values are nested too");
}

TEST(ReadScenario, SurvivesEveryTruncationAndBitFlip) {
    const std::string text = every_key;
    std::size_t taken = 0;
    std::size_t refusals = 0;
    const auto try_text = [&](const std::string& damaged) {
        const TempFile file(damaged);
        try {
            read_scenario(file.path(), four_cpus());
            ++taken;
        } catch (const InputError& error) {
            ++refusals;
            ASSERT_EQ(std::string(error.what()).substr(0, file.path().size() + 1), file.path() + ":");
        }
    };
    for (std::size_t length = 0; length < text.size(); ++length) {
        try_text(text.substr(0, length));
    }
    for (std::size_t at = 0; at < text.size(); ++at) {
        for (int bit = 0; bit < 8; ++bit) {
            std::string damaged = text;
            damaged[at] = static_cast<char>(damaged[at] ^ (1 << bit));
            try_text(damaged);
        }
    }
    EXPECT_GT(taken, 100U);
    EXPECT_GT(refusals, 1000U);
}

TEST(ScenarioOf, AppliesMasksToAllTasksOrToOneTheLastOneLast) {
    const Scenario scenario = scenario_of(allowed(3, {"1-3", "t2=3", "t0=0,2"}), four_cpus());
    EXPECT_EQ(cpu_list(scenario.tasks[0].allowed), "0,2");
    EXPECT_EQ(cpu_list(scenario.tasks[1].allowed), "1-3");
    EXPECT_EQ(cpu_list(scenario.tasks[2].allowed), "3");
    EXPECT_EQ(scenario.tasks[1].cpu, 1);
    EXPECT_EQ(scenario.tasks[2].recent, 3);
    EXPECT_EQ(scenario_of(allowed(2, {"t0=0", "1-2"}), four_cpus()),
              scenario_of(allowed(2, {"1-2"}), four_cpus()));
}

TEST(ScenarioOf, ChangesWhatAFileSays) {
    const TempFile file(
        "hints = 'fresh'\naffinity-changes = 3\n[[task]]\nclass = 'idle'\n[events]\ntick = false\n");
    ScenarioSpec spec;
    spec.file = file.path();
    Scenario expected = plain_scenario(four_cpus(), 1);
    expected.hints = HintStart::fresh;
    expected.affinity_changes = 3;
    expected.tasks[0].sched_idle = true;
    expected.events.tick = false;
    EXPECT_EQ(scenario_of(spec, four_cpus()), expected);
    spec.hints = "idle-core";
    spec.affinity_changes = 0;
    spec.without = {"sync", "block"};
    expected.hints = HintStart::where_idle_core;
    expected.affinity_changes = 0;
    expected.events.sync = false;
    expected.events.block = false;
    EXPECT_EQ(scenario_of(spec, four_cpus()), expected);
}

TEST(ScenarioOf, NamesTheOptionToBlame) {
    ScenarioSpec spec = tasks(2);
    spec.hints = "stale";
    EXPECT_EQ(refused(spec), "--hints: hints do not start as 'stale'; known: idle-core, fresh");
    spec = tasks(2);
    spec.without = {"sync", "ticks"};
    EXPECT_EQ(refused(spec), "--without: unknown kind of events 'ticks'; did you mean tick?");
    spec = tasks(2);
    spec.affinity_changes = 1001;
    EXPECT_EQ(refused(spec), "--affinity-changes: 1001 changes; 0 to 1000 are possible");
    spec = tasks(2);
    spec.hotplug_events = 1001;
    EXPECT_EQ(refused(spec), "--hotplug: 1001 events; 0 to 1000 are possible");
    EXPECT_EQ(refused(tasks(0)), "--tasks: 0 tasks; a scenario has 1 to 4096 tasks");
    EXPECT_EQ(refused(tasks(std::size_t{1} << 60)),
              "--tasks: 1152921504606846976 tasks; a scenario has 1 to 4096 tasks");
    EXPECT_EQ(refused(ScenarioSpec()),
              "--tasks: nothing says which tasks there are; give either --tasks N or --scenario FILE");
    spec = tasks(2);
    spec.file = "x.toml";
    EXPECT_EQ(refused(spec), "--tasks: it excludes --scenario; give either --tasks N or --scenario FILE");
    spec.tasks.reset();
    EXPECT_EQ(refused(spec, "suite.toml:4:1"), "x.toml: there is no such file");
    EXPECT_EQ(refused(allowed(2, {"9"}), "suite.toml:4:1"),
              "suite.toml:4:1: --allowed: cpu 9 does not exist; this machine has cpus 0-3");
}

TEST(ScenarioOf, RefusesMasksThatItCannotGive) {
    EXPECT_EQ(refused(allowed(2, {"0-"})), "--allowed: '0-' is not a list of CPUs; write 0-3,8");
    EXPECT_EQ(refused(allowed(2, {""})), "--allowed: the mask is empty; allow one of 0-3");
    EXPECT_EQ(refused(allowed(2, {"t1="})), "--allowed: the mask is empty; allow one of 0-3");
    EXPECT_EQ(refused(allowed(2, {"t2=0"})), "--allowed: there is no task t2; tasks are t0 to t1");
    EXPECT_EQ(refused(allowed(1, {"t9999=0"})), "--allowed: there is no task t9999; the only task is t0");
    for (const std::string task : {"", "t", "1", "tt1", "t-1", "t1x", "t10000", "T1"}) {
        EXPECT_EQ(refused(allowed(2, {task + "=0"})),
                  "--allowed: '" + task + "' is not a task; write 0-3 for all tasks or t1=0-3 for one");
    }
    const TempFile file("[[task]]\nallowed = '1'\nkthread = true\n");
    ScenarioSpec spec;
    spec.file = file.path();
    spec.allowed = {"0-1"};
    EXPECT_EQ(refused(spec), "--allowed: t0: a bound kernel thread has the mask 0-1; bind it to one CPU");
}

}  // namespace
}  // namespace schedmc
