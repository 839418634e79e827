// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/state.hpp"

/// The fields of a state.
namespace schedmc {

/// What a field is called: "task 3 cpu"; `group` is empty where there is only one.
struct FieldName {
    const char* group;
    std::size_t index;
    const char* field;
};

/// What a domain's failures are called, by level.
inline constexpr const char* failed_names[] = {"failed_0", "failed_1", "failed_2", "failed_3",
                                               "failed_4", "failed_5", "failed_6", "failed_7"};

/// visit_fields() of a pass under way.
template <class D, class PassRef, class Visitor>
void visit_pass(const Model<D>& model, std::size_t slot, PassRef& pass, Visitor&& visitor) {
    const auto name = [slot](const char* field) { return FieldName{"balancer", slot, field}; };
    visitor.choice(name("stage"), pass.stage, pass_stages);
    visitor.cpu(name("runner"), pass.runner);
    visitor.cpu(name("cpu"), pass.cpu);
    visitor.choice(name("idle"), pass.idle, std::size_t{3});
    visitor.number(name("level"), pass.level, 0, model.levels);
    visitor.cpus(name("cpus"), pass.cpus);
    visitor.cpu(name("dst"), pass.dst);
    visitor.cpu(name("src"), pass.src);
    visitor.choice(name("migration"), pass.migration, std::size_t{4});
    visitor.number(name("imbalance"), pass.imbalance, 0, UINT32_MAX);
    visitor.number(name("examined_max"), pass.examined_max, 0, model.scenario.tasks.size());
    visitor.truth(name("all_pinned"), pass.all_pinned);
    visitor.truth(name("some_pinned"), pass.some_pinned);
    visitor.cpu(name("new_dst"), pass.new_dst);
    visitor.truth(name("moved"), pass.moved);
    visitor.truth(name("pulled"), pass.pulled);
    visitor.truth(name("stopped"), pass.stopped);
    visitor.truth(name("pushed"), pass.pushed);
    visitor.truth(name("serialises"), pass.serialises);
    if (model.scenario.nohz) {
        visitor.cpus(name("rest"), pass.rest);
    }
}

/// visit_fields() of what load balancing keeps.
template <class D, class BalanceRef, class Visitor>
void visit_balance(const Model<D>& model, BalanceRef& balance, Visitor&& visitor) {
    for (std::size_t group = 0; group < model.markable.size(); ++group) {
        visitor.truth(FieldName{"group", group, "imbalanced"}, balance.imbalanced[model.markable[group]]);
    }
    visitor.truth(FieldName{"", 0, "overloaded"}, balance.overloaded);
    visitor.cpus(FieldName{"", 0, "about_to_idle"}, balance.about_to_idle);
    model.topology.machine.present.for_each([&](std::size_t cpu) {
        visitor.cpu(FieldName{"cpu", cpu, "push_cpu"}, balance.push_cpu[cpu]);
        for (std::size_t level = 0; level < balance.nr_balance_failed.size(); ++level) {
            if (level < model.topology.domains.of_cpu[cpu].size()) {
                visitor.number(FieldName{"cpu", cpu, failed_names[level]},
                               balance.nr_balance_failed[level][cpu], 0,
                               nr_balance_failed_max(model.topology.domains.of_cpu[cpu][level]));
            }
        }
    });
    if (model.scenario.nohz) {
        visitor.cpus(FieldName{"", 0, "tickless"}, balance.tickless);
        visitor.cpus(FieldName{"", 0, "kicked"}, balance.kicked);
    }
    if (model.policy.rules.smt_push_memory == SmtPushMemory::sticky && pushes_to_siblings(model)) {
        visitor.cpus(FieldName{"", 0, "pushers"}, balance.pushers);
    }
    for (std::size_t slot = 0; slot < balance.passes.size(); ++slot) {
        visit_pass(model, slot, balance.passes[slot], visitor);
    }
}

/// Visits every field of a state that the scenario lets change, in a fixed order: packing, printing, comparing,
/// traces and fresh solver variables are visitors over it, so that they cannot drift apart.
///
/// The visitor offers
///   choice(name, field, count)   one of `count` enumerators,
///   cpu(name, field)             a present CPU,
///   cpus(name, field)            any set of present CPUs; a task's has an online one,
///   blocks(name, field, blocks)  a union of blocks,
///   number(name, field, least, greatest),
///   truth(name, field).
/// `state` may be const. Cost: the visitor's.
template <class D, class StateRef, class Visitor>
void visit_fields(const Model<D>& model, StateRef& state, Visitor&& visitor) {
    const bool hotplug = model.scenario.hotplug_events != 0;
    if (hotplug) {
        visitor.cpus(FieldName{"", 0, "online"}, state.online);
        visitor.number(FieldName{"", 0, "hotplug_events_left"}, state.hotplug_events_left, 0,
                       model.scenario.hotplug_events);
    }
    const std::size_t phases = phase_count(model);
    for (std::size_t t = 0; t < state.tasks.size(); ++t) {
        visitor.choice(FieldName{"task", t, "phase"}, state.tasks[t].phase, phases);
        visitor.cpu(FieldName{"task", t, "cpu"}, state.tasks[t].cpu);
        visitor.cpu(FieldName{"task", t, "recent"}, state.tasks[t].recent);
        // Where no CPU of its mask is online, a task's mask is widened.
        if (model.scenario.affinity_changes != 0 || hotplug) {
            visitor.cpus(FieldName{"task", t, "allowed"}, state.tasks[t].allowed);
        }
        if (model.scenario.races) {
            visitor.cpu(FieldName{"task", t, "waker"}, state.tasks[t].waker);
        }
        if (model.scenario.races && model.topology.domains.smt_active) {
            visitor.blocks(FieldName{"task", t, "clears_hint"}, state.tasks[t].clears_hint,
                           model.topology.llcs);
        }
        if (model.scenario.balance) {
            visitor.number(FieldName{"task", t, "rank"}, state.tasks[t].rank, 0, state.tasks.size() - 1);
        }
        if (pushes_to_siblings(model)) {
            visitor.cpu(FieldName{"task", t, "pushed_from"}, state.tasks[t].pushed_from);
        }
    }
    if (model.topology.domains.smt_active) {
        visitor.blocks(FieldName{"", 0, "has_idle_cores"}, state.hinted, model.topology.llcs);
    }
    for (std::size_t llc = 0; llc < state.nr_idle_scan.size() && model.scenario.events.tick; ++llc) {
        if (model.policy.rules.sis_util) {
            visitor.number(FieldName{"llc", llc, "nr_idle_scan"}, state.nr_idle_scan[llc], 0,
                           nr_idle_scan_max(model, llc));
        }
        if (model.policy.rules.sis_prop && !model.policy.rules.sis_util) {
            visitor.number(FieldName{"llc", llc, "prop_budget"}, state.prop_budget[llc], 4,
                           prop_budget_max(model, llc));
        }
    }
    for (std::size_t cpu = 0; cpu < state.cache_hot_timeout.size(); ++cpu) {
        visitor.number(FieldName{"cpu", cpu, "cache_hot_timeout"}, state.cache_hot_timeout[cpu], 0,
                       cache_hot_timeout_max);
    }
    if (model.scenario.affinity_changes != 0) {
        visitor.number(FieldName{"", 0, "affinity_changes_left"}, state.affinity_changes_left, 0,
                       model.scenario.affinity_changes);
    }
    if (model.scenario.races) {
        visitor.cpus(FieldName{"", 0, "switching"}, state.switching);
    }
    if (model.scenario.races && hotplug) {
        visitor.cpus(FieldName{"", 0, "leaving"}, state.leaving);
    }
    if (!model.scenario.cpuidle) {
        visitor.cpus(FieldName{"", 0, "unstamped"}, state.unstamped);
    }
    if (model.scenario.balance) {
        visit_balance(model, state.balance, visitor);
    }
}

}  // namespace schedmc
