// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/event.hpp"

namespace schedmc {

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
            visitor.task("task", event.task);
            visitor.cpu("cpu", event.where);
            visitor.cpu_or_nowhere("freshest", event.freshest);
            visitor.mask_or_none("contrary", event.value);
            return;
        case EventKind::exec:
            visitor.task("task", event.task);
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
    }
    contract_broken("an event has one of the known kinds", __FILE__, __LINE__);
}

}  // namespace schedmc
