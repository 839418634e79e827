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
    void present_cpu(const char* name, const std::uint16_t& number) {
        const Machine& machine = model_.topology.machine;
        if (!machine.present.contains(number)) {
            fail(name, fmt::format("cpu {} does not exist", number),
                 "this machine has cpus " + cpu_list(machine.present));
        }
    }
    void cpu(const char* name, const std::uint16_t& number) {
        present_cpu(name, number);
        const Machine& machine = model_.topology.machine;
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
    void reservation(const char* name, const std::uint32_t& value) {
        if (value > cache_hot_timeout_max) {
            fail(name, fmt::format("{} is out of range", value),
                 fmt::format("0 to {}", cache_hot_timeout_max));
        }
        if (value != 0 && !reserves_cpus(model_)) {
            fail(name, model_.policy.name + " reserves no CPU", "+sis-cache=v1 in the policy does");
        }
    }
    void pass(const char*, const std::uint16_t&) {}
    void levels(const char* name, const std::uint32_t& set) {
        if (set >> model_.levels != 0) {
            fail(name, "no CPU has that many scheduling domains",
                 fmt::format("they are numbered from 0 below {}", model_.levels));
        }
    }
    void mask(const char* name, const std::uint32_t& number) {
        if (number >= model_.masks.size()) {
            fail(name, "this is no mask that an affinity change gives here",
                 model_.masks.empty() ? "the scenario has no affinity changes" : "");
        }
    }

    void mask_or_none(const char* name, const std::uint32_t& number) {
        if (number > model_.masks.size()) {
            fail(name, "this is no set of CPUs whose loads may say the opposite here", "");
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
    demand(model.scenario.affinity_changes != 0, "the scenario has no affinity changes");
    demand(!model.scenario.tasks[event.task].bound_kthread,
           fmt::format("t{} is a bound kernel thread, whose affinity does not change", event.task));
    const CpuMask& mask = model.masks[event.value];
    Demand(place + "/to")(event.where == nobody || mask.contains(event.where),
                          fmt::format("cpu {} is not in the new mask", event.where),
                          "the mask is " + cpu_list(mask));
}

/// Of the kinds that races and delayed dequeue add.
void check_race_event(const Model<Wide>& model, const Event& event, const Demand& demand) {
    switch (event.kind) {
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
            demand(model.scenario.affinity_changes != 0 || model.scenario.hotplug_events != 0,
                   "the scenario has neither affinity changes nor CPU hotplug");
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
        default:
            contract_broken("an event of the races has one of their kinds", __FILE__, __LINE__);
    }
}

void check_balance(const Model<Wide>& model, const Event& event, const Demand& demand) {
    demand(model.scenario.balance, "the scenario has no load balance");
    const std::size_t levels = model.topology.domains.of_cpu[event.where].size();
    demand(event.levels >> levels == 0, fmt::format("cpu{} has no such scheduling domain", event.where),
           fmt::format("it has {}", levels));
    const bool walks = event.kind != EventKind::active_balance && event.kind != EventKind::stop_tick;
    demand(!walks || levels != 0, fmt::format("cpu{} has no scheduling domain to balance", event.where));
    const bool of_nohz = event.kind == EventKind::stop_tick || event.kind == EventKind::sweep;
    demand(!of_nohz || model.scenario.nohz, "the scenario has no CPUs without a tick");
    demand(is_section(event.kind) ? model.scenario.races
                                  : !model.scenario.races || event.kind == EventKind::active_balance,
           model.scenario.races ? "with races a pass goes section by section"
                                : "the scenario has no races: a pass is one step");
    demand(!is_section(event.kind) || event.next < model.scenario.passes,
           "there are not so many passes at once",
           fmt::format("they are numbered from 0 below {}", model.scenario.passes));
    demand(!has_level(event.kind) || event.levels != 0, "this section is one of a domain", "name its level");
    demand(!is_section(event.kind) || (event.levels & (event.levels - 1)) == 0,
           "a section is of one domain alone", "name one level");
    demand(event.kind != EventKind::balance || event.levels != 0 || model.scenario.nohz,
           "no domain is due, and nothing happens at such a tick", "name a level");
    const bool is_whole = event.kind == EventKind::balance || event.kind == EventKind::newidle ||
                          event.kind == EventKind::sweep;
    demand(!is_whole || event.levels != 0 || (!event.hot && !event.exhausted && event.value == 0),
           "no domain is looked at, so that nothing is to be said of failures, averages and what ran lately");
    demand(!event.hot || !event.exhausted,
           "tasks that ran a moment ago stay, unless passes have failed as often as matters");
    demand(!event.hot || model.scenario.events.cache_hot, "the scenario has no cache-hot tasks");
    demand(!event.exhausted || model.scenario.failures == Failures::any,
           "failed passes are counted here, so that the event says nothing of them");
    demand(event.kind != EventKind::active_balance || event.where != event.next,
           "a stopper pushes to another CPU than its own");
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
            demand(event.value == 0 || event.next == nobody,
                   "a CPU is reserved only when it goes idle, and here a task runs next");
            demand(!event.delayed || delays_dequeue(model), "no dequeue is delayed here");
            demand(!event.delayed || event.next != nobody,
                   "a delayed dequeue leaves another task to be picked");
            return demand(event.next != event.task,
                          fmt::format("t{} cannot be picked as it sleeps", event.task));
        case EventKind::preempt:
            return demand(model.scenario.events.preempt, "the scenario has no preemption");
        case EventKind::idle_repick:
            demand(model.policy.rules.idle_repick_raises_hint,
                   "in " + model.policy.name + " an idle CPU that stays idle does nothing");
            return demand(events::idle_repick_matters(model),
                          "without active SMT an idle CPU that stays idle does nothing");
        case EventKind::tick:
            return check_tick(model, event, place, demand);
        case EventKind::set_affinity:
            return check_affinity_change(model, event, place, demand);
        case EventKind::wake_delayed:
        case EventKind::drop_delayed:
        case EventKind::wake_on_cpu:
        case EventKind::activate:
        case EventKind::migrate:
        case EventKind::clear_hint:
        case EventKind::enqueue:
        case EventKind::receive:
        case EventKind::finish_switch:
            return check_race_event(model, event, demand);
        case EventKind::cpu_offline:
            demand(model.scenario.races, "the scenario has no races: a CPU goes offline in one step");
            [[fallthrough]];
        case EventKind::cpu_down:
        case EventKind::cpu_up:
            return demand(model.scenario.hotplug_events != 0, "the scenario has no CPU hotplug");
        case EventKind::exit:
            demand(model.scenario.events.exit, "the scenario has no exits");
            demand(event.next != event.task, fmt::format("t{} cannot be picked as it ends", event.task));
            [[fallthrough]];
        case EventKind::fork:
            demand(model.scenario.tasks[event.task].phase == TaskPhase::unborn,
                   fmt::format("t{} is not made by a fork: it does not start unborn", event.task));
            break;
        case EventKind::exec:
            demand(model.scenario.events.exec, "the scenario has no execs");
            demand(!model.scenario.tasks[event.task].bound_kthread,
                   fmt::format("t{} is a bound kernel thread, which does not exec", event.task));
            break;
        case EventKind::pass_time:
            return demand(reserves_cpus(model),
                          model.policy.name + " reserves no CPU, so that passing time does nothing");
        default:
            break;
    }
    if (is_of_balance(event.kind)) {
        check_balance(model, event, demand);
    }
    demand(event.value == 0 || model.scenario.loads == Loads::any,
           "the scenario has steady loads, none of which says the opposite of its queue");
}

}  // namespace schedmc
