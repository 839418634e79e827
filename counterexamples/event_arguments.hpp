// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/event.hpp"

namespace schedmc {

/// visit_arguments() of the kinds of load balance.
template <class EventRef, class Visitor>
void visit_balance_arguments(EventRef& event, Visitor&& visitor) {
    switch (event.kind) {
        case EventKind::balance:
        case EventKind::newidle:
        case EventKind::sweep:
            visitor.cpu("cpu", event.where);
            visitor.levels("levels", event.levels);
            visitor.flag("hot", event.hot);
            visitor.flag("exhausted", event.exhausted);
            visitor.mask_or_none("contrary", event.value);
            return;
        case EventKind::active_balance:
            visitor.cpu("cpu", event.where);
            visitor.cpu("to", event.next);
            return;
        case EventKind::stop_tick:
            visitor.cpu("cpu", event.where);
            return;
        case EventKind::begin_balance:
        case EventKind::begin_newidle:
        case EventKind::push_attach:
        case EventKind::look:
        case EventKind::look_again:
        case EventKind::detach:
        case EventKind::attach:
        case EventKind::settle:
        case EventKind::end_pass:
            visitor.cpu("cpu", event.where);
            visitor.pass("pass", event.next);
            if (has_level(event.kind)) {
                visitor.levels("levels", event.levels);
                visitor.flag("hot", event.hot);
                visitor.flag("exhausted", event.exhausted);
                visitor.mask_or_none("contrary", event.value);
            }
            return;
        default:
            contract_broken("an event has one of the known kinds", __FILE__, __LINE__);
    }
}

/// Visits the arguments that an event's kind uses, with their names in trace files: writing, reading and checking
/// are visitors over it, so that they cannot drift apart. The other members keep their defaults.
///
/// The visitor offers
///   task(name, number)             a task,
///   task_or_nobody(name, number)   a task, or `nobody`,
///   cpu(name, number)              an online CPU,
///   present_cpu(name, number)      a CPU, online or not,
///   cpu_or_nowhere(name, number)   an online CPU, or `nobody`,
///   llc(name, number)              an LLC domain,
///   flag(name, value), pull(name, value), number(name, value),
///   mask(name, number)             one of the model's affinity masks,
///   mask_or_none(name, number)     one more than the number of one of the model's masks, or zero,
///   pass(name, number)             the place of a pass among those under way,
///   levels(name, value)            a set of scheduling domains, bit 0 the lowest,
///   reservation(name, value)       how far ahead a CPU is reserved, 0 for not at all.
/// `event` may be const. Cost: the visitor's.
template <class EventRef, class Visitor>
void visit_arguments(EventRef& event, Visitor&& visitor) {
    switch (event.kind) {
        case EventKind::wake:
            visitor.task("task", event.task);
            visitor.cpu("waker", event.where);
            visitor.flag("in_interrupt", event.in_interrupt);
            visitor.flag("sync", event.sync);
            visitor.flag("on_current_cpu", event.on_current_cpu);
            visitor.pull("pull", event.pull);
            return;
        case EventKind::wake_on_cpu:
        case EventKind::wake_delayed:
            visitor.task("task", event.task);
            visitor.cpu("waker", event.where);
            visitor.flag("in_interrupt", event.in_interrupt);
            return;
        case EventKind::run:
        case EventKind::preempt:
        case EventKind::drop_delayed:
        case EventKind::clear_hint:
        case EventKind::enqueue:
            visitor.task("task", event.task);
            return;
        case EventKind::exit:
        case EventKind::block:
            visitor.task("task", event.task);
            visitor.task_or_nobody("next", event.next);
            if (event.kind == EventKind::block) {
                visitor.flag("delayed", event.delayed);
                visitor.reservation("cache_hot", event.value);
            }
            return;
        case EventKind::migrate:
            return visitor.task("task", event.task), visitor.cpu("to", event.where);
        case EventKind::idle_repick:
        case EventKind::receive:
        case EventKind::activate:
        case EventKind::finish_switch:
            visitor.cpu("cpu", event.where);
            return;
        case EventKind::tick:
            visitor.llc("llc", event.where);
            visitor.number("value", event.value);
            return;
        case EventKind::cpu_down:
        case EventKind::cpu_offline:
        case EventKind::cpu_up:
            visitor.present_cpu("cpu", event.where);
            return;
        case EventKind::fork:
        case EventKind::exec:
            visitor.task("task", event.task);
            if (event.kind == EventKind::fork) {
                visitor.cpu("cpu", event.where);
            }
            visitor.cpu_or_nowhere("freshest", event.freshest);
            visitor.mask_or_none("contrary", event.value);
            return;
        case EventKind::set_affinity:
            visitor.task("task", event.task);
            visitor.mask("mask", event.value);
            visitor.cpu_or_nowhere("to", event.where);
            return;
        case EventKind::pass_time:
            return;
        default:
            return visit_balance_arguments(event, visitor);
    }
}

}  // namespace schedmc
