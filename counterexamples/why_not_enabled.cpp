// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/format.h>

#include "counterexamples/check_event.hpp"
#include "model/step.hpp"
#include "properties/property.hpp"

namespace schedmc {

namespace {

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
        case TaskPhase::unborn:
            return fmt::format("t{} is unborn", task);
        case TaskPhase::migrating:
            return fmt::format("t{} is on its way to the queue of cpu{}", task, cpu);
    }
    contract_broken("a task has one of the known phases", __FILE__, __LINE__);
}

/// Why a CPU takes no step of its own, if that is so.
std::string why_held_up(const Model<Wide>& model, const State<Wide>& state, const Wide::Cpu& cpu) {
    if (contains(races::interrupts_off(model, state), cpu).is_true()) {
        return fmt::format(
            "cpu{} has interrupts off: it is waking a task, receiving its wake list or switching",
            cpu.number());
    }
    if (contains(races::held_up(model, state), cpu).is_true()) {
        return fmt::format("cpu{} is in the middle of a pass", cpu.number());
    }
    return contains(queued_stoppers(model, state), cpu).is_true()
               ? fmt::format("the stopper of cpu{} comes first", cpu.number())
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
    if (!races::strays(state, task).is_true()) {
        return whereabouts(state, event.task) + ", where it may stay";
    }
    const Wide::CpuSet there = races::where_to_move(state, task);
    if (!there.bits().contains(event.where)) {
        return fmt::format("t{} may move to {} only", event.task, cpu_list(there.bits()));
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
    const std::string not_queued = why_not_in_phase(model, state, event.task, TaskPhase::queued, "queued");
    if (!not_queued.empty()) {
        return not_queued;
    }
    if (model.scenario.races && races::strays(state, task).is_true()) {
        return whereabouts(state, event.task) + ", which its mask leaves out";
    }
    return whereabouts(state, event.task) +
           (event.kind == EventKind::run ? ", where another task runs" : ", where no task runs");
}

std::string why_not_picked(const State<Wide>& state, const Event& block) {
    if (state.tasks[block.task].phase.value() != TaskPhase::running) {
        return whereabouts(state, block.task) + " and cannot " + std::string(name_of(block.kind));
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
    if ((mask & state.online.bits()).empty()) {
        return fmt::format("no CPU of {} is online", cpu_list(mask));
    }
    if (event.where != nobody && !state.online.bits().contains(event.where)) {
        return fmt::format("cpu{} is offline", event.where);
    }
    if (task.phase.value() == TaskPhase::unborn) {
        return whereabouts(state, event.task);
    }
    if (task.phase.value() == TaskPhase::waking) {
        return whereabouts(state, event.task) + " and its affinity is locked";
    }
    if (contains(state.switching, task.cpu).is_true()) {
        return fmt::format("cpu{} is in the middle of a switch", task.cpu.number());
    }
    const bool waits = model.scenario.races && task.phase.value() == TaskPhase::running;
    const bool stays = waits || !is_on_queue(model, task).is_true() || mask.contains(task.cpu.number());
    return whereabouts(state, event.task) +
           (stays ? " and has no reason to move" : " and must move to a CPU of the mask");
}

/// What keeps a fork or an exec from naming this CPU as the one that went idle last; empty if nothing.
std::string why_not_freshest(const Model<Wide>& model, const State<Wide>& state, const Event& event) {
    const CpuMask candidates = stamped_candidates(model, state, event.task).bits();
    if (event.freshest == nobody) {
        return candidates.empty()
                   ? ""
                   : fmt::format("one of the idle CPUs {} went idle last", cpu_list(candidates));
    }
    return candidates.contains(event.freshest)
               ? ""
               : fmt::format("cpu{} is no idle CPU with a stamp that t{} may use", event.freshest,
                             event.task);
}

std::string why_no_placement(const Model<Wide>& model, const State<Wide>& state, const Event& event) {
    const TaskPhase phase = state.tasks[event.task].phase.value();
    if (event.kind == EventKind::exec) {
        return phase == TaskPhase::running ? why_not_freshest(model, state, event)
                                           : whereabouts(state, event.task) + " and cannot exec";
    }
    if (phase != TaskPhase::unborn) {
        return fmt::format("t{} is born already", event.task);
    }
    return steps::has_parent(model, state, event).is_true()
               ? why_not_freshest(model, state, event)
               : fmt::format("no task of the mask and policy of t{} runs on cpu{}", event.task, event.where);
}

std::string why_no_hotplug(const Model<Wide>& model, const State<Wide>& state, const Event& event) {
    if (state.hotplug_events_left.value() == 0) {
        return "no step of hotplug is left";
    }
    const bool online = state.online.bits().contains(event.where);
    if (online == (event.kind == EventKind::cpu_up)) {
        return fmt::format("cpu{} is {} already", event.where, online ? "online" : "offline");
    }
    if (state.leaving.bits().contains(event.where)) {
        return fmt::format("cpu{} is going offline already", event.where);
    }
    const CpuMask left =
        active_cpus(state).bits() - CpuMask::single(event.where) - model.topology.machine.isolated;
    return left.empty() ? "no other CPU is active that is not isolated"
                        : fmt::format("a kernel thread bound to cpu{} is not asleep", event.where);
}

/// What has to happen before anything else does, where steps are whole.
std::string why_not_yet(const Model<Wide>& model, const State<Wide>& state, const Event& event) {
    if (!model.scenario.balance || model.scenario.races || balance::is_next(model, state, event).is_true()) {
        return "";
    }
    for (std::size_t cpu = 0; cpu < state.balance.push_cpu.size(); ++cpu) {
        if (state.balance.push_cpu[cpu].number() != cpu) {
            return fmt::format("the stopper of cpu{} comes first: it is to push a task to {}", cpu,
                               cpu_text(state.balance.push_cpu[cpu]));
        }
    }
    const bool newly = !is_empty(state.balance.about_to_idle).is_true();
    return fmt::format("{} {} first",
                       cpu_text(first_of(newly ? state.balance.about_to_idle : state.balance.kicked)),
                       newly ? "is about to idle, and balances" : "was told to balance, which it does");
}

std::string why_no_balance(const Model<Wide>& model, const State<Wide>& state, const Event& event) {
    const std::size_t cpu = event.where;
    if (is_section(event.kind)) {
        return fmt::format("no pass that cpu{} runs has come to this section", cpu);
    }
    switch (event.kind) {
        case EventKind::newidle:
            return contains(state.balance.about_to_idle, Wide::cpu(cpu)).is_true()
                       ? (state.balance.overloaded.is_true()
                              ? "domains are looked at from the bottom, without a gap"
                              : "no CPU is known to have two tasks, so that no domain is looked at")
                       : fmt::format("cpu{} is not about to idle", cpu);
        case EventKind::active_balance:
            return fmt::format("the stopper of cpu{} is not to push a task to cpu{}", cpu, event.next);
        case EventKind::stop_tick:
            return fmt::format("cpu{} is not idle, or has stopped its tick already", cpu);
        case EventKind::sweep:
            return fmt::format("cpu{} was not told to balance", cpu);
        default:
            return contains(model.balanced, Wide::cpu(cpu)).is_true()
                       ? fmt::format("cpu{} has stopped its tick, or is in the middle of something", cpu)
                       : fmt::format("cpu{} has no scheduling domain", cpu);
    }
}

}  // namespace

std::string why_not_enabled(const Model<Wide>& model, const State<Wide>& state, const Event& event) {
    if (enabled(model, state, event).is_true()) {
        return "";
    }
    if (const std::string first = why_not_yet(model, state, event); !first.empty()) {
        return first;
    }
    const auto phase = [&] { return state.tasks[event.task].phase.value(); };
    switch (event.kind) {
        case EventKind::wake:
            if (phase() == TaskPhase::asleep &&
                is_empty(state.tasks[event.task].allowed & state.online).is_true()) {
                return whereabouts(state, event.task) + ", and parked while its CPU is offline";
            }
            if (event.in_interrupt && phase() == TaskPhase::asleep &&
                !state.online.bits().contains(event.where)) {
                return fmt::format("cpu{} is offline", event.where);
            }
            return why_no_wakeup(model, state, event, TaskPhase::asleep, "asleep");
        case EventKind::fork:
        case EventKind::exec:
            return why_no_placement(model, state, event);
        case EventKind::run:
        case EventKind::preempt:
            return why_not_run(model, state, event);
        case EventKind::block:
        case EventKind::exit: {
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
        case EventKind::cpu_offline:
            return state.leaving.bits().contains(event.where)
                       ? fmt::format("something is left on cpu{}, or a waker is about", event.where)
                       : fmt::format("cpu{} has not ceased to be active", event.where);
        case EventKind::cpu_down:
        case EventKind::cpu_up:
            return why_no_hotplug(model, state, event);
        case EventKind::pass_time:
            return "no CPU is reserved, so that passing time does nothing";
        default:
            return why_no_balance(model, state, event);
    }
}

}  // namespace schedmc
