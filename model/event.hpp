// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/policy/wakeup.hpp"
#include "model/state.hpp"

namespace schedmc {

/// The steps that the environment or the kernel takes.
enum class EventKind : std::uint8_t {
    /// A sleeper is woken from a CPU: select_task_rq() and the enqueue, one step.
    wake,
    /// A CPU in its idle task picks one of the tasks queued there.
    run,
    /// The running task sleeps; the CPU picks the next or goes idle, one step.
    block,
    /// A queued task takes the CPU from the running one, which stays queued.
    preempt,
    /// An idle CPU schedules and stays idle.
    idle_repick,
    /// A periodic balance sets one LLC's scan budget to what utilisation may make of it.
    tick,
    /// A task's affinity changes; it moves if it may no longer stay. With races a running task, and one on its way to
    /// a queue, stay where they are until migrate.
    set_affinity,
    /// A CPU goes offline: its tasks move, and the domains are built anew; with races it only ceases to be active.
    cpu_down,
    /// A CPU comes online: the scheduling domains are built anew.
    cpu_up,
    /// A running task makes an unborn one: select_task_rq() for forks and the enqueue, one step.
    fork,
    /// A running task that a fork made ends; the CPU picks the next or goes idle, one step.
    exit,
    /// A running task execs and may be moved, one step.
    exec,
    /// Every reservation of a CPU comes nearer to its end; one that was near has ended.
    pass_time,
    /// A sleeper that delayed dequeue left on its queue is woken: it counts as queued again, without a selection.
    wake_delayed,
    /// The scheduler picks such a sleeper and drops it from the queue.
    drop_delayed,
    /// With races, where wake is the selection alone. The waker clears the hint that its failed search is to clear.
    clear_hint,
    /// The waker hands the wakee over: to its CPU's wake list, or to the queue under its lock.
    enqueue,
    /// A task is woken that is still on the CPU that switches away from it: that CPU's wake list takes it.
    wake_on_cpu,
    /// A CPU takes what is on its wake list, and queues it unless its kernel clears ttwu_pending first.
    receive,
    /// Such a kernel's CPU queues what it has taken.
    activate,
    /// A CPU finishes its switch: the task it left is off the CPU, the next one is current.
    finish_switch,
    /// The stopper moves a task from a CPU that its mask no longer allows, or that is going offline.
    migrate,
    /// A CPU that ceased to be active, and on which nothing is left, is taken out of the scheduling domains.
    cpu_offline,
    /// A CPU's tick: it balances the domains that are due, whole.
    balance,
    /// A CPU whose queue has run out balances before it idles, whole.
    newidle,
    /// The stopper of a CPU pushes one of its tasks to the CPU that asked for it.
    active_balance,
    /// An idle CPU stops its tick.
    stop_tick,
    /// An idle CPU that was told to balances for all those without a tick, whole.
    sweep,
    /// With races, where balance and newidle are only what follows. A pass begins at a CPU's tick, with a task pushed
    /// to a sibling if there is one; it begins before the CPU idles.
    begin_balance,
    begin_newidle,
    /// What was pushed is put on the sibling's queue.
    push_attach,
    /// A domain is looked at; it is again, after a source that was all pinned.
    look,
    look_again,
    /// Tasks are taken off the source's queue, and put on the destination's.
    detach,
    attach,
    /// A domain's pass is settled: failures, the stopper.
    settle,
    /// A pass is over; a CPU that was about to idle does, unless tasks have come.
    end_pass,
};

/// The name of a kind of load balance.
constexpr std::string_view name_of_balance(EventKind kind) {
    switch (kind) {
        case EventKind::balance:
            return "balance";
        case EventKind::newidle:
            return "newidle";
        case EventKind::active_balance:
            return "active_balance";
        case EventKind::stop_tick:
            return "stop_tick";
        case EventKind::sweep:
            return "sweep";
        case EventKind::begin_balance:
            return "begin_balance";
        case EventKind::begin_newidle:
            return "begin_newidle";
        case EventKind::push_attach:
            return "push_attach";
        case EventKind::look:
            return "look";
        case EventKind::look_again:
            return "look_again";
        case EventKind::detach:
            return "detach";
        case EventKind::attach:
            return "attach";
        case EventKind::settle:
            return "settle";
        case EventKind::end_pass:
            return "end_pass";
        default:
            contract_broken("an event has one of the known kinds", __FILE__, __LINE__);
    }
}

/// The name of a kind, as traces spell it.
constexpr std::string_view name_of(EventKind kind) {
    switch (kind) {
        case EventKind::wake:
            return "wake";
        case EventKind::run:
            return "run";
        case EventKind::block:
            return "block";
        case EventKind::preempt:
            return "preempt";
        case EventKind::idle_repick:
            return "idle_repick";
        case EventKind::tick:
            return "tick";
        case EventKind::set_affinity:
            return "set_affinity";
        case EventKind::cpu_down:
            return "cpu_down";
        case EventKind::cpu_up:
            return "cpu_up";
        case EventKind::fork:
            return "fork";
        case EventKind::exit:
            return "exit";
        case EventKind::exec:
            return "exec";
        case EventKind::pass_time:
            return "pass_time";
        case EventKind::wake_delayed:
            return "wake_delayed";
        case EventKind::drop_delayed:
            return "drop_delayed";
        case EventKind::clear_hint:
            return "clear_hint";
        case EventKind::enqueue:
            return "enqueue";
        case EventKind::wake_on_cpu:
            return "wake_on_cpu";
        case EventKind::receive:
            return "receive";
        case EventKind::activate:
            return "activate";
        case EventKind::finish_switch:
            return "finish_switch";
        case EventKind::migrate:
            return "migrate";
        case EventKind::cpu_offline:
            return "cpu_offline";
        default:
            return name_of_balance(kind);
    }
}

/// The kind is one of load balance.
constexpr bool is_of_balance(EventKind kind) {
    return kind >= EventKind::balance;
}

/// The kind is a section of a pass under way, with races.
constexpr bool is_section(EventKind kind) { return kind >= EventKind::begin_balance; }

/// The kind is a section of one domain.
constexpr bool has_level(EventKind kind) { return kind >= EventKind::look && kind <= EventKind::settle; }

/// No task, CPU or LLC.
inline constexpr std::uint16_t nobody = 0xFFFF;

/// More domains than any CPU has.
inline constexpr std::size_t most_levels = 8;

/// One step with its arguments: numbers of tasks, CPUs and LLCs. What a kind does not use is `nobody` or zero.
struct Event {
    EventKind kind = EventKind::wake;
    /// The task woken, run, blocked, preempting, changed, moved or dropped; of a fork the child.
    std::uint16_t task = nobody;
    /// Wakeups: the waker's CPU. set_affinity, migrate: where the task goes. tick: the LLC. fork: the parent's CPU.
    /// Events of a CPU: it.
    std::uint16_t where = nobody;
    /// block, exit: the task picked next. active_balance: the CPU that the task goes to. Sections: the pass's place
    /// among those under way.
    std::uint16_t next = nobody;
    /// fork, exec: of the idle CPUs that the task may use, the one that went idle last.
    std::uint16_t freshest = nobody;
    /// Wakeups: from an interrupt on that CPU instead of its current task. wake: WF_SYNC; WF_CURRENT_CPU; what loads
    /// say.
    bool in_interrupt = false;
    bool sync = false;
    bool on_current_cpu = false;
    Pull pull = Pull::to_prev;
    /// block: delayed dequeue leaves the task on its queue.
    bool delayed = false;
    /// tick: nr_idle_scan or SIS_PROP's budget. set_affinity: the mask's number. fork, exec: one more than the number
    /// of the mask on whose CPUs averages say the opposite of queues; zero for none. block: how far ahead the sleeper's
    /// average would have its CPU reserved, 0 for no reservation. Balance: as for forks.
    std::uint32_t value = 0;
    /// balance, sweep: the domains that are due, newidle: those looked at, bit 0 the lowest. Sections: the domain's
    /// bit.
    std::uint32_t levels = 0;
    /// Balance: tasks ran a moment ago; the passes failed as often as matters, where that is not counted.
    bool hot = false;
    bool exhausted = false;
    friend bool operator==(const Event&, const Event&) = default;
};

}  // namespace schedmc
