// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/trace.hpp"

#include <algorithm>

#include "model/input_error.hpp"
#include "properties/catalogue.hpp"
#include "model/initial_state.hpp"

namespace schedmc {

namespace {

bool same(const TaskState<Wide>& a, const TaskState<Wide>& b) {
    return ((a.phase == b.phase) & (a.cpu == b.cpu) & (a.recent == b.recent) & (a.allowed == b.allowed) &
            (a.waker == b.waker) & (a.clears_hint == b.clears_hint))
        .is_true();
}

bool same(const Wide::Number& a, const Wide::Number& b) { return (a == b).is_true(); }

template <class T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const T& x, const T& y) { return same(x, y); });
}

/// The machine with the entries of absent CPUs, which mean nothing, as a file that leaves them out is read.
Machine without_absent_entries(Machine machine) {
    for (std::size_t cpu = 0; cpu < machine.cpu_count(); ++cpu) {
        if (!machine.present.contains(cpu)) {
            machine.places[cpu] = Place{};
            machine.capacity[cpu] = 1024;
        }
    }
    return machine;
}

}  // namespace

bool same_state(const State<Wide>& a, const State<Wide>& b) {
    return (a.online == b.online).is_true() && same(a.hotplug_events_left, b.hotplug_events_left) &&
           same(a.tasks, b.tasks) && (a.hinted == b.hinted).is_true() &&
           same(a.nr_idle_scan, b.nr_idle_scan) && same(a.prop_budget, b.prop_budget) &&
           same(a.affinity_changes_left, b.affinity_changes_left) &&
           ((a.unstamped == b.unstamped) & (a.switching == b.switching)).is_true() &&
           same(a.cache_hot_timeout, b.cache_hot_timeout) && (a.leaving == b.leaving).is_true();
}

bool operator==(const Trace& a, const Trace& b) {
    return a.machine == b.machine && a.policy == b.policy && a.defect == b.defect &&
           a.scenario == b.scenario && same_state(a.start, b.start) && a.events == b.events &&
           a.property == b.property && a.engine == b.engine && a.shortest == b.shortest && a.value == b.value &&
           a.round_ends == b.round_ends && a.cycle == b.cycle;
}

Trace make_trace(const Machine& machine, const Policy& policy, const Scenario& scenario,
                 std::vector<Event> events, const PropertyInfo& property, std::uint64_t value,
                 const std::string& engine, bool shortest) {
    Trace trace;
    trace.machine = without_absent_entries(machine);
    trace.policy = policy.name;
    for (const DefectInfo& info : defects()) {
        trace.defect = policy.has(info.defect) ? std::string(info.name) : trace.defect;
    }
    trace.scenario = scenario;
    trace.start = initial_state(Model<Wide>(machine, policy, scenario));
    trace.events = std::move(events);
    trace.property = std::string(property.id);
    trace.engine = engine;
    trace.shortest = shortest;
    trace.value = property.kind == Kind::bounded ? value : 0;
    return trace;
}

Policy policy_of(const Trace& trace, const std::string& place) {
    Policy policy = parse_policy(trace.policy, place);
    if (!trace.defect.empty()) {
        policy.defect = parse_defect(trace.defect, place);
    }
    return policy;
}

const PropertyInfo& property_of(const std::string& id, const std::string& place) {
    std::vector<std::string> ids;
    for (const PropertyInfo& info : property_infos()) {
        if (info.id == id) {
            return info;
        }
        ids.emplace_back(info.id);
    }
    const std::string best = nearest(id, ids);
    throw InputError(place, "unknown property '" + id.substr(0, 80) + "'",
                     best.empty() ? "schedmc list properties shows them" : "did you mean " + best + "?");
}

const std::vector<std::string>& trace_engines() {
    static const std::vector<std::string> engines = {"explore", "walk", "prove"};
    return engines;
}

}  // namespace schedmc
