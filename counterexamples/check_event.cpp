// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/check_event.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "counterexamples/event_arguments.hpp"
#include "counterexamples/words_of_node.hpp"
#include "model/input_error.hpp"
#include "model/step.hpp"

namespace schedmc {

namespace {

/// Checks each argument by itself.
class ArgumentChecker {
public:
    ArgumentChecker(const Model<Wide>& model, const std::string& place) : model_(model), place_(place) {}

    void task(const char* name, const std::uint16_t& number) {
        const std::size_t count = model_.scenario.tasks.size();
        if (number >= count) {
            fail(name, fmt::format("t{} does not exist", number),
                 count == 1 ? "this scenario has t0" : fmt::format("this scenario has t0 to t{}", count - 1));
        }
    }
    void task_or_nobody(const char* name, const std::uint16_t& number) {
        if (number != nobody) {
            task(name, number);
        }
    }
    void cpu(const char* name, const std::uint16_t& number) {
        const Machine& machine = model_.topology.machine;
        if (!machine.present.contains(number)) {
            fail(name, fmt::format("cpu {} does not exist", number),
                 "this machine has cpus " + cpu_list(machine.present));
        }
        if (!machine.online.contains(number)) {
            fail(name, fmt::format("cpu {} is offline", number), "online are " + cpu_list(machine.online));
        }
    }
    void cpu_or_nowhere(const char* name, const std::uint16_t& number) {
        if (number != nobody) {
            cpu(name, number);
        }
    }
    void llc(const char* name, const std::uint16_t& number) {
        if (number >= model_.topology.llcs.sets.size()) {
            fail(name, fmt::format("llc {} does not exist", number), llcs_known(model_));
        }
    }
    void flag(const char*, const bool&) {}
    void pull(const char*, const Pull&) {}
    void number(const char*, const std::uint32_t&) {}
    void mask(const char* name, const std::uint32_t& number) {
        if (number >= model_.masks.size()) {
            fail(name, "this is no mask that an affinity change gives here",
                 model_.masks.empty() ? "the scenario has no affinity changes" : "");
        }
    }

private:
    [[noreturn]] void fail(const char* name, const std::string& what, const std::string& hint) const {
        throw InputError(fmt::format("{}/{}", place_, name), what, hint);
    }
    const Model<Wide>& model_;
    const std::string& place_;
};

/// Throws at the place unless the statement holds.
class Demand {
public:
    explicit Demand(const std::string& place) : place_(place) {}
    void operator()(bool holds, const std::string& otherwise, const std::string& hint = "") const {
        if (!holds) {
            throw InputError(place_, otherwise, hint);
        }
    }

private:
    const std::string& place_;
};

void check_waker(const Model<Wide>& model, const Event& event, const Demand& demand) {
    const EventKinds& kinds = model.scenario.events;
    demand(event.in_interrupt ? kinds.wake_in_interrupt : kinds.wake_in_task,
           event.in_interrupt ? "the scenario has no wakeups in interrupts"
                              : "the scenario has no wakeups by tasks");
}

void check_wake(const Model<Wide>& model, const Event& event, const Demand& demand) {
    const EventKinds& kinds = model.scenario.events;
    check_waker(model, event, demand);
    demand(!event.sync || kinds.sync, "the scenario has no sync wakeups");
    demand(event.pull == Pull::to_prev || kinds.pull, "the scenario has no pulls by load");
    if (event.on_current_cpu) {
        demand(kinds.current_cpu, "the scenario has no WF_CURRENT_CPU wakeups");
        demand(model.policy.rules.current_cpu_wakeups, model.policy.name + " has no WF_CURRENT_CPU wakeups");
        demand(!event.sync && event.pull == Pull::to_prev,
               "a WF_CURRENT_CPU wakeup comes without sync and pull");
    }
}

void check_tick(const Model<Wide>& model, const Event& event, const std::string& place,
                const Demand& demand) {
    const Rules& rules = model.policy.rules;
    demand(model.scenario.events.tick, "the scenario has no ticks");
    demand(rules.sis_util || rules.sis_prop, model.policy.name + " has no scan budget that a tick could set");
    const std::size_t least = rules.sis_util ? 0 : 4;
    const std::size_t greatest =
        rules.sis_util ? nr_idle_scan_max(model, event.where) : prop_budget_max(model, event.where);
    Demand(place + "/value")(event.value >= least && event.value <= greatest,
                             fmt::format("{} is out of range", event.value),
                             fmt::format("llc{} takes {} to {}", event.where, least, greatest));
}

void check_affinity_change(const Model<Wide>& model, const Event& event, const std::string& place,
                           const Demand& demand) {
    demand(!model.scenario.tasks[event.task].bound_kthread,
           fmt::format("t{} is a bound kernel thread, whose affinity does not change", event.task));
    const CpuMask& mask = model.masks[event.value];
    Demand(place + "/to")(event.where == nobody || mask.contains(event.where),
                          fmt::format("cpu {} is not in the new mask", event.where),
                          "the mask is " + cpu_list(mask));
}

/// "t1 is asleep", "t1 is queued on cpu0", "t1 runs on cpu0".
std::string whereabouts(const State<Wide>& state, std::uint16_t task) {
    const TaskState<Wide>& t = state.tasks[task];
    const std::size_t cpu = t.cpu.number();
    switch (t.phase.value()) {
        case TaskPhase::asleep:
            return fmt::format("t{} is asleep", task);
        case TaskPhase::queued:
            return fmt::format("t{} is queued on cpu{}", task, cpu);
        case TaskPhase::running:
            return fmt::format("t{} runs on cpu{}", task, cpu);
        case TaskPhase::waking:
            return fmt::format("t{} is being woken for cpu{}", task, cpu);
        case TaskPhase::on_wake_list:
            return fmt::format("t{} is on the wake list of cpu{}", task, cpu);
        case TaskPhase::received:
            return fmt::format("t{} is off the wake list of cpu{} and not yet queued", task, cpu);
        case TaskPhase::descheduling:
            return fmt::format("t{} is asleep and still on cpu{}", task, cpu);
        case TaskPhase::delayed:
            return fmt::format("t{} is asleep in the queue of cpu{}", task, cpu);
    }
    contract_broken("a task has one of the known phases", __FILE__, __LINE__);
}

/// Why a CPU takes no step of its own, if that is so.
std::string why_held_up(const Model<Wide>& model, const State<Wide>& state, const Wide::Cpu& cpu) {
    return contains(races::interrupts_off(model, state), cpu).is_true()
               ? fmt::format("cpu{} has interrupts off: it is waking a task, receiving its wake list or switching",
                             cpu.number())
               : "";
}

/// Why an event of a task that has to be in a phase, at a CPU that has to be free, is not enabled.
std::string why_not_in_phase(const Model<Wide>& model, const State<Wide>& state, std::uint16_t task,
                             TaskPhase phase, const char* wanted) {
    if (state.tasks[task].phase.value() != phase) {
        return whereabouts(state, task) + ", not " + wanted;
    }
    return why_held_up(model, state, state.tasks[task].cpu);
}

std::string why_no_wakeup(const Model<Wide>& model, const State<Wide>& state, const Event& event,
                          TaskPhase phase, const char* wanted) {
    if (state.tasks[event.task].phase.value() != phase) {
        return whereabouts(state, event.task) + ", not " + wanted;
    }
    const std::string held_up = why_held_up(model, state, Wide::cpu(event.where));
    if (!held_up.empty()) {
        return held_up;
    }
    if (!races::can_wake(model, state, event).is_true()) {
        return fmt::format("no task runs on cpu{} that could wake t{}", event.where, event.task);
    }
    return event.kind == EventKind::wake_on_cpu
               ? fmt::format("the wake list of cpu{} does not take it, so that its waker waits",
                             state.tasks[event.task].cpu.number())
               : fmt::format("cpu{} is in the middle of a switch", state.tasks[event.task].cpu.number());
}

std::string why_no_migration(const Model<Wide>& model, const State<Wide>& state, const Event& event) {
    const TaskState<Wide>& task = state.tasks[event.task];
    if (task.phase.value() != TaskPhase::queued && task.phase.value() != TaskPhase::running) {
        return whereabouts(state, event.task) + ", neither queued nor running";
    }
    if (!races::strays(task).is_true()) {
        return whereabouts(state, event.task) + ", where it may stay";
    }
    if (!task.allowed.bits().contains(event.where)) {
        return fmt::format("t{} may run on {} only", event.task, cpu_list(task.allowed.bits()));
    }
    const std::string held_up = why_held_up(model, state, task.cpu);
    return held_up.empty() ? fmt::format("cpu{} takes no task now", event.where) : held_up;
}

/// Of the events that only races have.
std::string why_no_race(const Model<Wide>& model, const State<Wide>& state, const Event& event) {
    switch (event.kind) {
        case EventKind::clear_hint:
            return state.tasks[event.task].phase.value() == TaskPhase::waking
                       ? fmt::format("the search for t{} has no hint to clear", event.task)
                       : whereabouts(state, event.task) + ", not being woken";
        case EventKind::enqueue: {
            const TaskState<Wide>& task = state.tasks[event.task];
            if (task.phase.value() != TaskPhase::waking) {
                return whereabouts(state, event.task) + ", not being woken";
            }
            return is_empty(task.clears_hint).is_true()
                       ? fmt::format("cpu{} is in the middle of a switch", task.cpu.number())
                       : fmt::format("the search for t{} has yet to clear the hint", event.task);
        }
        case EventKind::wake_on_cpu:
            return why_no_wakeup(model, state, event, TaskPhase::descheduling, "asleep and still on its CPU");
        case EventKind::receive: {
            const std::string held_up = why_held_up(model, state, Wide::cpu(event.where));
            return held_up.empty() ? fmt::format("nothing is on the wake list of cpu{}", event.where)
                                   : held_up;
        }
        case EventKind::activate:
            return fmt::format("cpu{} has taken nothing off its wake list", event.where);
        case EventKind::finish_switch:
            return fmt::format("cpu{} is not in the middle of a switch", event.where);
        default:
            return why_no_migration(model, state, event);
    }
}

std::string why_not_run(const Model<Wide>& model, const State<Wide>& state, const Event& event) {
    const TaskState<Wide>& task = state.tasks[event.task];
    const std::string not_queued =
        why_not_in_phase(model, state, event.task, TaskPhase::queued, "queued");
    if (!not_queued.empty()) {
        return not_queued;
    }
    if (model.scenario.races && races::strays(task).is_true()) {
        return whereabouts(state, event.task) + ", which its mask leaves out";
    }
    return whereabouts(state, event.task) +
           (event.kind == EventKind::run ? ", where another task runs" : ", where no task runs");
}

std::string why_not_picked(const State<Wide>& state, const Event& block) {
    if (state.tasks[block.task].phase.value() != TaskPhase::running) {
        return whereabouts(state, block.task) + " and cannot block";
    }
    if (block.next != nobody) {
        return fmt::format("{} and is not what cpu{} picks next", whereabouts(state, block.next),
                           state.tasks[block.task].cpu.number());
    }
    for (std::uint16_t other = 0; other < state.tasks.size(); ++other) {
        const TaskState<Wide>& t = state.tasks[other];
        if (t.phase.value() == TaskPhase::queued && (t.cpu == state.tasks[block.task].cpu).is_true()) {
            return whereabouts(state, other) + ", so that a task has to be picked next";
        }
    }
    return "";
}

std::string why_no_affinity_change(const Model<Wide>& model, const State<Wide>& state, const Event& event) {
    if (state.affinity_changes_left.value() == 0) {
        return "no affinity change is left";
    }
    const TaskState<Wide>& task = state.tasks[event.task];
    const CpuMask& mask = model.masks[event.value];
    if (task.allowed.bits() == mask) {
        return fmt::format("t{} has this mask already", event.task);
    }
    if (task.phase.value() == TaskPhase::waking) {
        return whereabouts(state, event.task) + " and its affinity is locked";
    }
    if (contains(state.switching, task.cpu).is_true()) {
        return fmt::format("cpu{} is in the middle of a switch", task.cpu.number());
    }
    const bool waits = model.scenario.races && task.phase.value() == TaskPhase::running;
    const bool stays =
        waits || !is_on_queue(model, task).is_true() || mask.contains(task.cpu.number());
    return whereabouts(state, event.task) +
           (stays ? " and has no reason to move" : " and must move to a CPU of the mask");
}

}  // namespace

void check_event(const Model<Wide>& model, const Event& event, const std::string& place) {
    visit_arguments(event, ArgumentChecker(model, place));
    const Demand demand(place);
    switch (event.kind) {
        case EventKind::wake:
            return check_wake(model, event, demand);
        case EventKind::run:
            return;
        case EventKind::block:
            demand(model.scenario.events.block, "the scenario has no blocking");
            demand(!event.delayed || delays_dequeue(model), "no dequeue is delayed here");
            demand(!event.delayed || event.next != nobody, "a delayed dequeue leaves another task to be picked");
            return demand(event.next != event.task,
                          fmt::format("t{} cannot be picked as it sleeps", event.task));
        case EventKind::preempt:
            return demand(model.scenario.events.preempt, "the scenario has no preemption");
        case EventKind::idle_repick:
            demand(model.policy.rules.idle_repick_raises_hint,
                   "in " + model.policy.name + " an idle CPU that stays idle does nothing");
            return demand(model.topology.domains.smt_active,
                          "without active SMT an idle CPU that stays idle does nothing");
        case EventKind::tick:
            return check_tick(model, event, place, demand);
        case EventKind::set_affinity:
            return check_affinity_change(model, event, place, demand);
        case EventKind::wake_delayed:
            check_waker(model, event, demand);
            return demand(delays_dequeue(model), "no dequeue is delayed here");
        case EventKind::drop_delayed:
            return demand(delays_dequeue(model), "no dequeue is delayed here");
        case EventKind::wake_on_cpu:
            check_waker(model, event, demand);
            return demand(model.scenario.races, "the scenario has no races");
        case EventKind::activate:
            demand(model.policy.rules.pending_cleared_first,
                   "in " + model.policy.name + " a CPU queues what it receives at once");
            return demand(model.scenario.races, "the scenario has no races");
        case EventKind::migrate:
            demand(model.scenario.affinity_changes != 0, "the scenario has no affinity changes");
            demand(!model.scenario.tasks[event.task].bound_kthread,
                   fmt::format("t{} is a bound kernel thread, which stays", event.task));
            return demand(model.scenario.races, "the scenario has no races");
        case EventKind::clear_hint:
            demand(model.topology.domains.smt_active, "without active SMT there is no hint to clear");
            return demand(model.scenario.races, "the scenario has no races");
        case EventKind::enqueue:
        case EventKind::receive:
        case EventKind::finish_switch:
            return demand(model.scenario.races, "the scenario has no races");
    }
}

std::string why_not_enabled(const Model<Wide>& model, const State<Wide>& state, const Event& event) {
    if (enabled(model, state, event).is_true()) {
        return "";
    }
    switch (event.kind) {
        case EventKind::wake:
            return why_no_wakeup(model, state, event, TaskPhase::asleep, "asleep");
        case EventKind::run:
        case EventKind::preempt:
            return why_not_run(model, state, event);
        case EventKind::block: {
            const std::string why = why_not_picked(state, event);
            return why.empty() ? why_held_up(model, state, state.tasks[event.task].cpu) : why;
        }
        case EventKind::idle_repick: {
            const std::string held_up = why_held_up(model, state, Wide::cpu(event.where));
            return held_up.empty() ? fmt::format("cpu{} is not idle", event.where) : held_up;
        }
        case EventKind::tick:
            return fmt::format("the budget of llc{} is {} already", event.where, event.value);
        case EventKind::set_affinity:
            return why_no_affinity_change(model, state, event);
        case EventKind::wake_delayed:
            return why_no_wakeup(model, state, event, TaskPhase::delayed, "asleep in a queue");
        case EventKind::drop_delayed:
            return why_not_in_phase(model, state, event.task, TaskPhase::delayed, "asleep in a queue");
        case EventKind::clear_hint:
        case EventKind::enqueue:
        case EventKind::wake_on_cpu:
        case EventKind::receive:
        case EventKind::activate:
        case EventKind::finish_switch:
        case EventKind::migrate:
            return why_no_race(model, state, event);
    }
    contract_broken("an event has one of the known kinds", __FILE__, __LINE__);
}

}  // namespace schedmc
