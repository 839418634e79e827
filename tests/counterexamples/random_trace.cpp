// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/counterexamples/random_trace.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "counterexamples/event_arguments.hpp"
#include "model/input_error.hpp"
#include "model/step.hpp"
#include "properties/catalogue.hpp"
#include "tests/support/machines.hpp"

namespace schedmc {

namespace {

bool one_in(std::size_t chances) { return pick(chances) == chances - 1; }

template <class Values>
auto pick_of(const Values& values) {
    return values[pick(values.size())];
}

CpuMask random_part(const CpuMask& of, std::size_t chances) {
    CpuMask part;
    of.for_each([&](std::size_t cpu) {
        if (one_in(chances)) {
            part.insert(cpu);
        }
    });
    return part;
}

void make_uneven(Machine& machine) {
    if (one_in(3)) {
        for (Place& place : machine.places) {
            place.package = place.node = place.llc;
        }
        const std::size_t nodes = blocks_of(machine, &Place::node).size();
        machine.distance.assign(nodes, std::vector<std::uint16_t>(nodes, 20));
        for (std::size_t node = 0; node < nodes; ++node) {
            machine.distance[node][node] = 10;
        }
    }
    const bool llc_is_cluster = one_in(3);
    for (std::size_t cpu = 0; cpu < machine.cpu_count() && llc_is_cluster; ++cpu) {
        machine.places[cpu].cluster = machine.places[cpu].llc;
    }
    if (one_in(3)) {
        random_part(machine.present, 3).for_each([&](std::size_t cpu) { machine.capacity[cpu] = 512; });
    }
}

/// Takes CPUs away for good, and numbers what is left.
void make_holes(Machine& machine) {
    machine.present -= random_part(machine.present, 6);
    if (machine.present.empty()) {
        machine.present.insert(0);
    }
    std::size_t end = 0;
    for (std::size_t cpu = 0; cpu < machine.cpu_count(); ++cpu) {
        if (machine.present.contains(cpu)) {
            end = cpu + 1;
        } else {
            machine.places[cpu] = Place{};
            machine.capacity[cpu] = 1024;
        }
    }
    machine.places.resize(end);
    machine.capacity.resize(end);
    for (std::uint16_t Place::*const index :
         {&Place::core, &Place::cluster, &Place::llc, &Place::package, &Place::node}) {
        number_blocks(machine, index);
    }
}

}  // namespace

std::size_t pick(std::size_t count) { return *rc::gen::resize(100, rc::gen::inRange<std::size_t>(0, count)); }

Machine random_machine() {
    Machine machine = simple_machine(1 + pick(3), 1 + pick(3), 1 + pick(3), one_in(2));
    make_uneven(machine);
    if (one_in(3)) {
        make_holes(machine);
    }
    machine.online = machine.present - random_part(machine.present, 6);
    machine.isolated = random_part(machine.present, 6);
    if (machine.housekeeping().empty()) {
        machine.online = machine.present;
        machine.isolated = CpuMask();
    }
    machine.name =
        pick_of(std::vector<std::string>{"plain", "", "with \"quotes\"\n and \\", "\xC2\xB7 \xE2\x82\xAC"});
    check_machine(machine, "random machine");
    return machine;
}

Scenario random_scenario(const Machine& machine) {
    Scenario scenario = plain_scenario(machine, 1 + pick(4));
    CpuMask taken;
    for (TaskSpec& task : scenario.tasks) {
        const CpuMask mask = random_part(machine.present, 2);
        if (!(mask & machine.online).empty()) {
            set_allowed(task, mask, machine, "random task");
        }
        task.phase =
            pick_of(std::vector<TaskPhase>{TaskPhase::asleep, TaskPhase::queued, TaskPhase::running});
        if (task.phase == TaskPhase::running && taken.contains(task.cpu)) {
            task.phase = TaskPhase::queued;
        }
        if (task.phase == TaskPhase::running) {
            taken.insert(task.cpu);
        }
        task.sched_idle = one_in(3);
        task.bound_kthread = task.allowed.count() == 1 && one_in(2);
        task.util = static_cast<std::uint16_t>(one_in(2) ? pick(1025) : 0);
        task.uclamp_min = static_cast<std::uint16_t>(one_in(2) ? pick(1025) : 0);
    }
    scenario.hints = one_in(2) ? HintStart::fresh : HintStart::where_idle_core;
    scenario.affinity_changes = static_cast<std::uint32_t>(pick(3));
    scenario.hotplug_events = one_in(3) && machine.cpu_count() <= 12 ? 2 : 0;
    EventKinds& events = scenario.events;
    for (bool EventKinds::*const kind : {&EventKinds::wake_in_task, &EventKinds::wake_in_interrupt,
                                         &EventKinds::sync, &EventKinds::current_cpu, &EventKinds::pull,
                                         &EventKinds::block, &EventKinds::preempt, &EventKinds::tick}) {
        events.*kind = !one_in(4);
    }
    for (TaskSpec& task : scenario.tasks) {
        task.full_mask_count = one_in(4);
        if (task.phase == TaskPhase::asleep && !task.bound_kthread && one_in(3)) {
            task.phase = TaskPhase::unborn;
        }
    }
    events.exit = !one_in(4);
    events.exec = one_in(3);
    scenario.cpuidle = !one_in(3);
    scenario.loads = one_in(3) ? Loads::any : Loads::steady;
    if (one_in(2)) {
        // Races go without forks, delayed dequeue without races also without hotplug.
        for (TaskSpec& task : scenario.tasks) {
            task.phase = task.phase == TaskPhase::unborn ? TaskPhase::asleep : task.phase;
        }
        scenario.events.exec = false;
        scenario.cpuidle = true;
        scenario.races = one_in(2);
        scenario.events.delayed_dequeue = one_in(2);
        scenario.hotplug_events = scenario.races ? scenario.hotplug_events : 0;
    }
    if (scenario.hotplug_events == 0 && one_in(2)) {
        scenario.balance = true;
        scenario.nohz = !scenario.races && one_in(2);
        scenario.passes = scenario.races && one_in(3) ? 1 : most_passes;
        scenario.failures = one_in(2) ? Failures::counted : Failures::any;
        scenario.events.cache_hot = one_in(3);
        scenario.events.long_idle = !scenario.races && one_in(3);
    }
    check_scenario(scenario, machine, "random scenario");
    return scenario;
}

Policy random_policy() {
    const std::string revision(pick_of(revisions()).name);
    Policy policy = parse_policy(revision, "random policy");
    if (one_in(2)) {
        const FeatureInfo& feature = pick_of(features());
        std::string edited = revision + (one_in(2) ? "-" : "+") + std::string(feature.name);
        if (!feature.values.empty()) {
            edited += "=" + std::string(pick_of(feature.values));
        } else if (feature.greatest != 0) {
            edited += "=" + std::to_string(1 + pick(3));
        }
        try {
            policy = parse_policy(edited, "random policy");
        } catch (const InputError&) {
            // Not every feature changes every revision.
        }
    }
    if (one_in(3)) {
        policy.defect = pick_of(defects()).defect;
    }
    return policy;
}

namespace {

/// Chooses the arguments of an event.
class RandomArguments {
public:
    explicit RandomArguments(const Model<Wide>& model) : model_(model) {}
    void task(const char*, std::uint16_t& number) { number = below(model_.scenario.tasks.size() + slack()); }
    void task_or_nobody(const char* name, std::uint16_t& number) {
        if (one_in(2)) {
            task(name, number);
        }
    }
    void cpu(const char*, std::uint16_t& number) {
        number = below(model_.topology.machine.cpu_count() + slack());
    }
    void present_cpu(const char* name, std::uint16_t& number) { cpu(name, number); }
    void cpu_or_nowhere(const char* name, std::uint16_t& number) {
        if (one_in(2)) {
            cpu(name, number);
        }
    }
    void llc(const char*, std::uint16_t& number) {
        number = below(model_.topology.llcs.sets.size() + slack());
    }
    void flag(const char*, bool& value) { value = one_in(2); }
    void pull(const char*, Pull& value) {
        value = pick_of(std::vector<Pull>{Pull::to_prev, Pull::to_waker, Pull::wide});
    }
    void number(const char*, std::uint32_t& value) { value = below(12); }
    void reservation(const char*, std::uint32_t& value) {
        value = one_in(2) ? below(cache_hot_timeout_max + 1 + slack()) : 0;
    }
    void levels(const char*, std::uint32_t& set) {
        set = below((std::size_t{1} << std::min<std::size_t>(model_.levels, 7)) + slack());
    }
    void pass(const char*, std::uint16_t& number) { number = below(most_passes); }
    void mask(const char*, std::uint32_t& number) { number = below(model_.masks.size() + slack()); }
    void mask_or_none(const char*, std::uint32_t& number) {
        number = below(model_.masks.size() + 1 + slack());
    }

private:
    static std::size_t slack() { return one_in(20) ? 1 : 0; }
    static std::uint16_t below(std::size_t count) {
        return static_cast<std::uint16_t>(count == 0 ? 0 : pick(count));
    }
    const Model<Wide>& model_;
};

}  // namespace

Event random_event(const Model<Wide>& model) {
    Event event{
        .kind = pick_of(std::vector<EventKind>{
            EventKind::wake,         EventKind::wake,         EventKind::run,        EventKind::block,
            EventKind::preempt,      EventKind::idle_repick,  EventKind::tick,       EventKind::set_affinity,
            EventKind::wake_delayed, EventKind::drop_delayed, EventKind::clear_hint, EventKind::enqueue,
            EventKind::wake_on_cpu,  EventKind::receive,      EventKind::activate,   EventKind::finish_switch,
            EventKind::migrate,      EventKind::fork,         EventKind::fork,       EventKind::exit,
            EventKind::exec,         EventKind::pass_time,    EventKind::balance,    EventKind::newidle,
            EventKind::active_balance, EventKind::stop_tick,  EventKind::sweep,      EventKind::begin_balance,
            EventKind::look,         EventKind::detach,       EventKind::settle,     EventKind::end_pass})};
    visit_arguments(event, RandomArguments(model));
    return event;
}

std::vector<Event> random_walk(const Model<Wide>& model, std::size_t longest, State<Wide>& state) {
    const std::vector<Event> all = all_events(model);
    std::vector<Event> walk;
    Transition<Wide> transition;
    for (std::size_t tries = 0; tries < 8 * longest && walk.size() < longest && !all.empty(); ++tries) {
        const Event event = pick_of(all);
        if (enabled(model, state, event).is_true()) {
            step(model, state, event, transition);
            state = transition.after;
            walk.push_back(event);
        }
    }
    return walk;
}

Trace random_trace() {
    const Machine machine = random_machine();
    const Policy policy = random_policy();
    const Scenario scenario = random_scenario(machine);
    const PropertyInfo property = pick_of(property_infos());
    Trace trace =
        make_trace(machine, policy, scenario, {}, property, pick(5), pick_of(trace_engines()), one_in(2));
    if (property.kind == Kind::within) {
        trace.round_ends.assign(pick(3), 0);
        trace.cycle = one_in(2) ? std::optional(EventRange{0, 0}) : std::nullopt;
    }
    const Model<Wide> model(machine, policy, scenario);
    random_walk(model, pick(4), trace.start);
    State<Wide> state = trace.start;
    trace.events = random_walk(model, pick(13), state);
    return trace;
}

}  // namespace schedmc
