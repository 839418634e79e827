// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: a file that is no good trace is refused with its place, the trouble and the remedy, and never crashes the
// reader. Method: single edits of a good trace with the message expected; then damaged bytes from many seeds.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>

#include "counterexamples/trace_file.hpp"
#include "model/input_error.hpp"
#include "tests/counterexamples/example_traces.hpp"

namespace schedmc {
namespace {

/// A trace with something of everything: affinity changes, a tick, blocking.
Trace rich_trace() {
    Trace trace = idle_core_ignored();
    trace.defect = "idle-hook-missing";
    trace.scenario.affinity_changes = 1;
    trace.start.affinity_changes_left = Wide::number(1);
    trace.events = {{.kind = EventKind::wake, .task = 0, .where = 0, .in_interrupt = true},
                    {.kind = EventKind::run, .task = 0},
                    {.kind = EventKind::tick, .where = 0, .value = 3},
                    {.kind = EventKind::wake, .task = 1, .where = 0, .sync = true, .pull = Pull::wide},
                    {.kind = EventKind::set_affinity, .task = 2, .value = 5},
                    {.kind = EventKind::block, .task = 0}};
    return trace;
}

std::string edited(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    if (at == std::string::npos) {
        ADD_FAILURE() << "not in the text: " << from << "\n" << text;
        return text;
    }
    return text.replace(at, from.size(), to);
}

std::string refusal_of(const std::string& text) {
    try {
        parse_trace(text, "claim.json");
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(ReadTrace, ReadsTheRichTraceThatTheEditsStartFrom) {
    EXPECT_EQ(refusal_of(to_json(rich_trace())), "accepted");
    EXPECT_TRUE(parse_trace(to_json(rich_trace()), "claim.json") == rich_trace());
}

struct Edit {
    const char* from;
    const char* to;
    const char* refusal;
};

const Edit edits[] = {
    {"\"format\": \"schedmc-trace\"", "\"format\": \"schedmc-results\"",
     "claim.json:/format: the format is 'schedmc-results'; 'schedmc-trace' is read here"},
    {"\"format\": \"schedmc-trace\",", "",
     "claim.json: this is no trace: it does not say its format; a trace begins with \"format\": "
     "\"schedmc-trace\""},
    {"\"version\": 1", "\"version\": 2",
     "claim.json:/version: this is version 2 of the format; version 1 is read here"},
    {"\"version\": 1", "\"version\": \"1\"",
     "claim.json:/version: a string where a whole number belongs; 0 to"},
    {"\"policy\"", "\"polisy\"", "claim.json:/polisy: unknown key; did you mean policy?"},
    {"\"policy\": \"v6.1\",", "", "claim.json: \"policy\" is missing"},
    {"v6.1", "v6.3", "claim.json:/policy: unknown policy 'v6.3'; did you mean v6.1?"},
    {"v6.1", "v6.1\\n",
     "claim.json:/policy: 'v6.1?' is not a name; names are printable ASCII without spaces"},
    {"idle-hook-missing", "idle-hook-misses",
     "claim.json:/defect: unknown defect 'idle-hook-misses'; did you mean"},
    // The machine.
    {"\"core\": 1,", "\"core\": 2,",
     "claim.json:/machine/cpus/2/core: core 2 comes before core 1; blocks are numbered in order of their "
     "lowest cpu"},
    {"{\"cpu\": 1,", "{\"cpu\": 0,",
     "claim.json:/machine/cpus/1/cpu: cpu 0 after cpu 0; cpus stand in increasing order"},
    {"{\"cpu\": 3,", "{\"cpu\": 1024,",
     "claim.json:/machine/cpus/3/cpu: 1024 where a whole number belongs; 0 to 1023"},
    {"\"capacity\": 1024", "\"capacity\": 1025",
     "claim.json:/machine/cpus/0/capacity: 1025 where a whole number belongs"},
    {"\"capacity\": 1024", "\"capacity\": 99999999999999999999999",
     "claim.json:/machine/cpus/0/capacity: 9.999999999"},
    {"\"capacity\": 1024", "\"capacity\": -1",
     "claim.json:/machine/cpus/0/capacity: -1 where a whole number belongs"},
    {"\"capacity\": 1024", "\"capacity\": 10.5",
     "claim.json:/machine/cpus/0/capacity: 10.5 where a whole number"},
    {"\"llc\": 0, \"package\": 0, \"node\": 0, \"capacity\": 1024}",
     "\"package\": 0, \"node\": 0, \"capacity\": 1024}", "claim.json:/machine/cpus/0: \"llc\" is missing"},
    {"\"online\": \"0-3\"", "\"online\": \"0-4\"",
     "claim.json:/machine/online: cpu 4 does not exist; this machine has cpus 0-3"},
    {"\"online\": \"0-3\"", "\"online\": \"\"",
     "claim.json:/machine: every CPU is offline; leave at least one CPU online"},
    {"\"online\": \"0-3\"", "\"online\": \"3-0\"",
     "claim.json:/machine/online: '3-0' is not a list of CPUs; write 0-3,8"},
    {"\"isolated\": \"\"", "\"isolated\": \"0-3\"",
     "claim.json:/machine: every online CPU is isolated; leave"},
    {"\"distances\": [[10]]", "\"distances\": [[10, 20]]",
     "claim.json:/machine: the distance matrix is not square; "},
    {"\"distances\": [[10]]", "\"distances\": []",
     "claim.json:/machine: the distance matrix has 0 rows for 1 nodes"},
    {"\"distances\": [[10]]", "\"distances\": 10",
     "claim.json:/machine/distances: a number where an array belongs"},
    // The scenario.
    {"\"hints\": \"where_idle_core\"", "\"hints\": \"frech\"",
     "claim.json:/scenario/hints: unknown start of the hints 'frech'; did you mean fresh?"},
    {"{\"allowed\": \"0-3\"", "{\"allowed\": \"0-9\"",
     "claim.json:/scenario/tasks/0/allowed: cpu 4 does not exist; this machine has cpus 0-3"},
    {"\"recent\": \"cpu0\"", "\"recent\": \"cpu8\"",
     "claim.json:/scenario/tasks/0/recent: cpu 8 does not exist; this machine has cpus 0-3"},
    {"\"recent\": \"cpu0\"}", "\"recent\": \"cpu0\", \"util\": 1025}",
     "claim.json:/scenario/tasks/0/util: 1025 where a whole number belongs; 0 to 1024"},
    {"\"recent\": \"cpu0\"}", "\"recent\": \"cpu0\", \"bound_kthread\": true}",
     "claim.json:/scenario: t0: a bound kernel thread has the mask 0-3; bind it to one CPU"},
    {"\"recent\": \"cpu0\"}", "\"recent\": \"cpu0\", \"sched_idle\": 1}",
     "claim.json:/scenario/tasks/0/sched_idle: a number where true or false belongs"},
    {"\"events_off\": [\"current_cpu\"]", "\"events_off\": [\"tick\", \"tick\"]",
     "claim.json:/scenario/events_off/1: 'tick' is there twice"},
    {"\"events_off\": [\"current_cpu\"]", "\"events_off\": [\"ticks\"]",
     "claim.json:/scenario/events_off/0: unknown kind 'ticks'; did you mean tick?"},
    {"\"events_off\": [\"current_cpu\"]", "\"events_off\": [\"tick\"]",
     "claim.json:/start/llcs: unknown key; known: tasks, has_idle_cores, affinity_changes_left"},
    {"\"events_off\": [\"current_cpu\"]", "\"events_off\": [\"block\"]",
     "claim.json:/events/5: the scenario has no blocking"},
    {"\"affinity_changes\": 1", "\"affinity_changes\": 0",
     "claim.json:/start/affinity_changes_left: unknown key; known:"},
    // The start state.
    {"{\"phase\": \"asleep\", \"cpu\": \"cpu0\"", "{\"phase\": \"dead\", \"cpu\": \"cpu0\"",
     "claim.json:/start/tasks/0/phase: unknown phase 'dead'; known: asleep, queued, running"},
    {"{\"phase\": \"asleep\", \"cpu\": \"cpu0\"", "{\"phase\": \"asleep\", \"cpu\": \"cpu65535\"",
     "claim.json:/start/tasks/0/cpu: cpu65535 has too great a number"},
    {"{\"phase\": \"asleep\", \"cpu\": \"cpu0\"", "{\"phase\": \"asleep\", \"cpu\": \"cpu9\"",
     "claim.json:/start/tasks/0/cpu: cpu 9 does not exist; this machine has cpus 0-3"},
    {"{\"phase\": \"asleep\", \"cpu\": \"cpu0\"", "{\"phase\": \"asleep\", \"cpu\": \"cpu00\"",
     "claim.json:/start/tasks/0/cpu: 'cpu00' is not a CPU; write cpu0"},
    {"\"has_idle_cores\": [\"llc0\"]", "\"has_idle_cores\": [\"llc1\"]",
     "claim.json:/start/has_idle_cores/0: llc 1 does not exist; this machine has llcs 0"},
    {"\"has_idle_cores\": [\"llc0\"]", "\"has_idle_cores\": [\"llc0\", \"llc0\"]",
     "claim.json:/start/has_idle_cores: 2 entries; at most 1 are read"},
    {"{\"nr_idle_scan\": 0}", "{\"nr_idle_scan\": 5}",
     "claim.json:/start/llcs/0/nr_idle_scan: 5 where a whole number belongs; 0 to 4"},
    {"{\"nr_idle_scan\": 0}", "", "claim.json:/start/llcs: 0 entries; machine and scenario ask for 1"},
    // The events.
    {"\"kind\": \"wake\"", "\"kind\": \"wakes\"",
     "claim.json:/events/0/kind: unknown kind of event 'wakes'; did you mean wake?"},
    {"{\"kind\": \"wake\", \"task\": \"t0\"", "{\"kind\": \"wake\", \"task\": \"t3\"",
     "claim.json:/events/0/task: t3 does not exist; this scenario has t0 to t2"},
    {"{\"kind\": \"wake\", \"task\": \"t0\"", "{\"kind\": \"wake\", \"task\": 0",
     "claim.json:/events/0/task: a number where a string belongs"},
    {"\"waker\": \"cpu0\", \"sync\"", "\"waker\": \"cpu9\", \"sync\"",
     "claim.json:/events/3/waker: cpu 9 does not exist; this machine has cpus 0-3"},
    {"\"pull\": \"wide\"", "\"pull\": \"wider\"",
     "claim.json:/events/3/pull: unknown pull 'wider'; did you mean wide?"},
    {"\"pull\": \"wide\"", "\"pul\": \"wide\"", "claim.json:/events/3/pul: unknown key; did you mean pull?"},
    {"\"sync\": true", "\"on_current_cpu\": true",
     "claim.json:/events/3: the scenario has no WF_CURRENT_CPU wakeups"},
    {"\"value\": 3", "\"value\": 5", "claim.json:/events/2/value: 5 is out of range; llc0 takes 0 to 4"},
    {"\"mask\": \"1-2\"", "\"mask\": \"\"",
     "claim.json:/events/4/mask: an affinity change does not give the mask '' here;"},
    {"\"mask\": \"1-2\"", "\"mask\": \"1-2\", \"to\": \"cpu3\"",
     "claim.json:/events/4/to: cpu 3 is not in the new mask; the mask is 1-2"},
    // The claim.
    {"wakeup.idle-core-not-ignored", "wakeup.idle-core-ignored",
     "claim.json:/claim/property: unknown property 'wakeup.idle-core-ignored'; did you mean "
     "wakeup.idle-core-not-ignored?"},
    {"\"engine\": \"explore\"", "\"engine\": \"guess\"",
     "claim.json:/claim/engine: unknown engine 'guess'; known: explore, walk, prove"},
    {"\"shortest\": true", "\"shortest\": true, \"value\": 1",
     "claim.json:/claim/value: wakeup.idle-core-not-ignored has no value; leave it out"},
    {"wakeup.idle-core-not-ignored", "wakeup.scan-cost", "claim.json:/claim: \"value\" is missing"},
};

TEST(ReadTrace, SaysWhereWhatAndHow) {
    const std::string good = to_json(rich_trace());
    for (const Edit& edit : edits) {
        const std::string refusal = refusal_of(edited(good, edit.from, edit.to));
        EXPECT_EQ(refusal.substr(0, std::string(edit.refusal).size()), edit.refusal) << edit.to;
        EXPECT_EQ(refusal.find('\n'), std::string::npos) << refusal;
    }
}

TEST(ReadTrace, AnotherFormOfTheWholeIsRefused) {
    EXPECT_EQ(refusal_of("[]"), "claim.json: an array where an object belongs");
    EXPECT_EQ(refusal_of("null"), "claim.json: null where an object belongs");
    EXPECT_EQ(refusal_of("{}").substr(0, 44), "claim.json: this is no trace: it does not sa");
}

TEST(ReadTrace, ATruncatedTraceIsRefusedAtEveryLength) {
    const std::string good = to_json(rich_trace());
    for (std::size_t length = 0; length + 2 < good.size(); ++length) {
        const std::string refusal = refusal_of(good.substr(0, length));
        EXPECT_EQ(refusal.substr(0, 11), "claim.json:") << length;
    }
}

TEST(ReadTrace, TooManyOfAnythingAreRefused) {
    const std::string good = to_json(rich_trace());
    std::string tasks = "\"tasks\": [";
    for (int i = 0; i < 4096; ++i) {
        tasks += "{\"allowed\": \"0-3\", \"phase\": \"asleep\", \"cpu\": \"cpu0\", \"recent\": \"cpu0\"},";
    }
    EXPECT_EQ(refusal_of(edited(good, "\"tasks\": [", tasks)),
              "claim.json:/scenario/tasks: 4099 entries; at most 4096 are read");
    std::string events = "\"events\": [";
    for (int i = 0; i < 1'000'000; ++i) {
        events += "0,";
    }
    EXPECT_EQ(refusal_of(edited(good, "\"events\": [", events)),
              "claim.json:/events: 1000006 entries; at most 1000000 are read");
}

TEST(ReadTrace, TwoTasksCannotRunOnOneCpu) {
    Trace trace = rich_trace();
    trace.events.clear();
    trace.start.tasks[0].phase = trace.start.tasks[1].phase = Wide::choice(TaskPhase::running);
    EXPECT_EQ(refusal_of(to_json(trace)),
              "claim.json:/start/tasks/1/cpu: two tasks run on cpu 0; one runs, others are queued");
}

TEST(ReadTrace, ARunnableTaskIsInsideItsMask) {
    Trace trace = rich_trace();
    trace.events.clear();
    trace.start.tasks[1].phase = Wide::choice(TaskPhase::queued);
    trace.start.tasks[1].allowed = Wide::cpus(CpuMask::single(2));
    EXPECT_EQ(
        refusal_of(to_json(trace)),
        "claim.json:/start/tasks/1/cpu: the task is on cpu 0, which its mask leaves out; it may run on 2");
    trace.defect = "no-fallback";
    EXPECT_EQ(refusal_of(to_json(trace)), "accepted") << "a defect that lets tasks stray";
}

std::uint64_t next_random(std::uint64_t& seed) {
    seed += 0x9E3779B97F4A7C15U;
    std::uint64_t z = seed;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
}

/// One to four damages: another byte, a piece cut out, a piece repeated, another digit.
std::string damaged(std::string text, std::uint64_t seed) {
    const std::size_t damages = 1 + next_random(seed) % 4;
    for (std::size_t i = 0; i < damages && !text.empty(); ++i) {
        const std::size_t at = next_random(seed) % text.size();
        const std::size_t length = 1 + next_random(seed) % 40;
        const std::string digits = "0123456789";
        switch (next_random(seed) % 4) {
            case 0:
                text[at] = static_cast<char>(next_random(seed));
                break;
            case 1:
                text.erase(at, length);
                break;
            case 2:
                text.insert(at, text.substr(at, length));
                break;
            default:
                if (const std::size_t digit = text.find_first_of(digits, at); digit != std::string::npos) {
                    text[digit] = digits[next_random(seed) % digits.size()];
                }
                break;
        }
    }
    return text;
}

TEST(ReadTrace, DamagedBytesGiveATraceOrAnInputError) {
    const std::string good = to_json(rich_trace());
    std::size_t accepted = 0;
    for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
        const std::string refusal = refusal_of(damaged(good, seed));
        accepted += refusal == "accepted" ? 1 : 0;
        ASSERT_TRUE(refusal == "accepted" || refusal.substr(0, 10) == "claim.json") << refusal;
    }
    EXPECT_GT(accepted, 10U) << "some damage is within what a trace may say";
    EXPECT_LT(accepted, 1000U);
}

TEST(ReadTrace, AFileIsReadByItsPath) {
    std::string path = testing::TempDir() + "traceXXXXXX";
    const int file = ::mkstemp(path.data());
    ASSERT_GE(file, 0);
    ::close(file);
    std::ofstream(path, std::ios::binary) << to_json(idle_core_ignored());
    EXPECT_TRUE(read_trace(path) == idle_core_ignored());
    std::ofstream(path, std::ios::binary) << "{";
    EXPECT_THROW(read_trace(path), InputError);
    ::unlink(path.c_str());
    EXPECT_THROW(read_trace(path), InputError);
}

}  // namespace
}  // namespace schedmc
