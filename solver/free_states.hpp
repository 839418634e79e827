// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "model/rounds.hpp"
#include "solver/equal_tasks.hpp"
#include "solver/scheduler_system.hpp"

namespace schedmc {

/// Whether states that behave alike are looked at once, or each of them, which tests compare.
enum class Reduction { none, full };

/// The scheduler model while the environment is free, each state shown to a visitor until that has enough. Borrows
/// model and visitor.
///
/// Reduced, equal tasks may have changed places, and hints, budgets and recent CPUs are no part of a state. A wakeup
/// then takes each of these to be anything that it may be, and there is one event for each CPU where that can place the
/// wakee. Scenarios in which other events read them, or wakeups read more, are looked at with all that a state holds.
template <class D, class Visit>
class FreeStates : public SchedulerSystem<D> {
    using Base = SchedulerSystem<D>;

public:
    using State = typename Base::State;
    using Transition = typename Base::Transition;

    /// An event, and of a wakeup what it goes by.
    struct Event {
        schedmc::Event event;
        std::uint16_t recent = nobody;
        std::uint16_t budget = 0;
        bool hinted = false;
        friend bool operator==(const Event&, const Event&) = default;
    };

    FreeStates(const Model<D>& model, Reduction reduction, Visit& visit)
        : Base(model, {}), model_(model), visit_(visit), first_(initial_state(model)),
          equal_tasks_(model.scenario), reduces_(reduction == Reduction::full),
          forgets_(reduces_ && forgettable(model)) {
        for (const schedmc::Event& event : all_events(model)) {
            const bool wakes = event.kind == EventKind::wake;
            const bool is_of_memory = event.kind == EventKind::tick || event.kind == EventKind::idle_repick;
            if (!forgets_ || !(wakes || is_of_memory)) {
                events_.push_back(event);
            } else if (wakes) {
                wakeups_.push_back(event);
            }
        }
        list_memories();
    }

    void pack(const State& state, std::span<std::uint64_t> words) const {
        represented_ = state;
        if (forgets_) {
            rounds::forget(first_, represented_);
        }
        if (reduces_) {
            equal_tasks_.sort(represented_);
        }
        Base::pack(represented_, words);
    }

    template <class EventVisit>
    void enabled(const State& state, EventVisit&& visit) const {
        if (enough_) {
            return;
        }
        for (const schedmc::Event& event : events_) {
            if (schedmc::enabled(model_, state, event).is_true() && !visit(Event{event})) {
                return;
            }
        }
        if (!forgets_ || is_held_up(state)) {
            return;
        }
        for (std::uint16_t task = 0; task < state.tasks.size(); ++task) {
            if (state.tasks[task].phase.value() != TaskPhase::asleep) {
                continue;
            }
            for (Event wake : landings(state, task)) {
                wake.event.task = task;
                if (!visit(wake)) {
                    return;
                }
            }
        }
    }
    void step(const State& before, const Event& event, Transition& out) const {
        if (event.recent == nobody) {
            schedmc::step(model_, before, event.event, out);
            return;
        }
        remembering_ = before;
        remember(event, remembering_);
        schedmc::step(model_, remembering_, event.event, out);
    }
    template <class Judgement>
    void judge_state(const State& state, Judgement&) const {
        enough_ = enough_ || !visit_(state);
    }
    template <class Judgement>
    void judge_step(const State&, const Event&, const Transition&, Judgement&) const {}

private:
    static bool forgettable(const Model<D>& model) {
        const Scenario& scenario = model.scenario;
        return scenario.affinity_changes == 0 && scenario.hotplug_events == 0 && scenario.cpuidle &&
               !scenario.races && !places_by_load(scenario) && !delays_dequeue(model) &&
               !reserves_cpus(model);
    }

    // Something is handled before anything else happens.
    bool is_held_up(const State& state) const {
        return model_.scenario.balance &&
               !balance::is_next(model_, state, schedmc::Event{.kind = EventKind::wake}).is_true();
    }

    void remember(const Event& memory, State& state) const {
        state.tasks[memory.event.task].recent = D::cpu(memory.recent);
        state.hinted = memory.hinted ? D::cpus(model_.topology.machine.present) : model_.topology.none;
        for (std::size_t llc = 0; llc < state.nr_idle_scan.size(); ++llc) {
            const auto most = static_cast<std::uint16_t>(nr_idle_scan_max(model_, llc));
            state.nr_idle_scan[llc] = D::number(std::min(memory.budget, most));
            const auto most_prop = static_cast<std::uint16_t>(prop_budget_max(model_, llc));
            state.prop_budget[llc] = D::number(std::clamp<std::uint16_t>(memory.budget, 4, most_prop));
        }
    }

    // What the answer to a wakeup depends on, apart from what is forgotten.
    std::vector<std::uint64_t> situation(const State& state, std::uint16_t task) const {
        const RunqueueView<D> view = view_of(model_, state);
        auto bound = model_.topology.none;
        for (std::size_t t = 0; t < state.tasks.size(); ++t) {
            const auto here = (state.tasks[t].phase == TaskPhase::running) &
                              D::truth(model_.scenario.tasks[t].bound_kthread);
            bound = bound | select(here, D::CpuSet::only(state.tasks[t].cpu), model_.topology.none);
        }
        std::vector<std::uint64_t> key = {equal_tasks_.first_of(task), state.tasks[task].cpu.number()};
        for (const auto& set : {view.idle, view.empty, view.single, view.sched_idle, view.bursting, bound,
                                running_cpus(model_, state), state.tasks[task].allowed}) {
            const CpuMask mask = CpuMask::from(set.bits());
            for (std::size_t at = 0; at < model_.topology.machine.cpu_count(); at += 64) {
                key.push_back(mask.word(at / 64));
            }
        }
        return key;
    }

    // For each CPU where some wakeup of the task can place it, the first that does.
    const std::vector<Event>& landings(const State& state, std::uint16_t task) const {
        const auto [known, is_new] = landings_.try_emplace(situation(state, task));
        std::vector<Event>& found = known->second;
        if (!is_new) {
            return found;
        }
        CpuMask open = CpuMask::from((state.tasks[task].allowed & active_cpus(state)).bits());
        for_each_wakeup(state, task, [&](const Event& wake) {
            step(state, wake, transition_);
            const std::size_t cpu = transition_.after.tasks[task].cpu.number();
            if (open.contains(cpu)) {
                open.erase(cpu);
                found.push_back(wake);
            }
            return !open.empty();
        });
        return found;
    }

    // Budgets and hints change slowest, and a budget of 0 comes first: it leaves wakees where they are sent.
    template <class Take>
    void for_each_wakeup(const State& state, std::uint16_t task, Take&& take) const {
        for (const std::uint16_t budget : budgets_) {
            for (const bool hinted : {false, true}) {
                for (const schedmc::Event& event : wakeups_) {
                    const bool may = event.task == task && schedmc::enabled(model_, state, event).is_true();
                    for (std::size_t cpu = 0; may && cpu < cpus_.size(); ++cpu) {
                        if (!take(Event{event, cpus_[cpu], budget, hinted})) {
                            return;
                        }
                    }
                }
            }
        }
    }

    void list_memories() {
        model_.topology.machine.online.for_each(
            [&](std::size_t cpu) { cpus_.push_back(static_cast<std::uint16_t>(cpu)); });
        const Rules& rules = model_.policy.rules;
        const bool by_util = rules.sis_util;
        std::size_t most = by_util ? 0 : 4;
        for (std::size_t llc = 0; llc < model_.topology.llcs.sets.size() && model_.scenario.events.tick;
             ++llc) {
            most = std::max(most, by_util ? nr_idle_scan_max(model_, llc) : prop_budget_max(model_, llc));
        }
        for (std::size_t budget = by_util ? 0 : 4; budget <= most; ++budget) {
            budgets_.push_back(static_cast<std::uint16_t>(budget));
        }
    }

    const Model<D>& model_;
    Visit& visit_;
    State first_;
    EqualTasks equal_tasks_;
    bool reduces_;
    bool forgets_;
    std::vector<schedmc::Event> events_;
    std::vector<schedmc::Event> wakeups_;
    // What may be remembered: CPUs and budgets.
    std::vector<std::uint16_t> cpus_;
    std::vector<std::uint16_t> budgets_;
    mutable std::map<std::vector<std::uint64_t>, std::vector<Event>> landings_;
    mutable bool enough_ = false;
    // Used again for every state, so that its vectors keep their storage.
    mutable State represented_{};
    mutable State remembering_{};
    mutable Transition transition_{};
};

}  // namespace schedmc
