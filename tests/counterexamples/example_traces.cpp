// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/counterexamples/example_traces.hpp"

#include "tests/support/machines.hpp"

namespace schedmc {

namespace {

std::vector<Event> two_interrupts() {
    return {{.kind = EventKind::wake, .task = 0, .where = 0, .in_interrupt = true},
            {.kind = EventKind::wake, .task = 1, .where = 0, .in_interrupt = true}};
}

Trace trace_of(const Machine& machine, const Scenario& scenario, std::vector<Event> events,
               const char* property) {
    return make_trace(machine, parse_policy("v6.1", "example"), scenario, std::move(events),
                      property_of(property, "example"));
}

}  // namespace

Trace idle_core_ignored() {
    const Machine machine = simple_machine(1, 2, 2);
    return trace_of(machine, plain_scenario(machine, 3), two_interrupts(), "wakeup.idle-core-not-ignored");
}

Trace isolated_sibling_taken() {
    Machine machine = simple_machine(1, 2, 2, true);
    machine.isolated = parse_cpu_list("2-3", "example");
    Scenario scenario = plain_scenario(machine, 2);
    scenario.hints = HintStart::fresh;
    for (TaskSpec& task : scenario.tasks) {
        set_allowed(task, machine.present, machine, "example");
    }
    return trace_of(machine, scenario, two_interrupts(), "wakeup.stays-in-domain.select-idle-smt");
}

Trace fresh_hints() {
    const Machine machine = simple_machine(1, 2, 2);
    Scenario scenario = plain_scenario(machine, 1);
    scenario.hints = HintStart::fresh;
    return trace_of(machine, scenario, {}, "hint.no-false-negative");
}

}  // namespace schedmc
