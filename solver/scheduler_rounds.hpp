// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "model/rounds.hpp"
#include "solver/equal_tasks.hpp"
#include "solver/explore/explorer.hpp"
#include "solver/free_states.hpp"
#include "solver/scheduler_system.hpp"
#include "solver/within/round_system.hpp"

namespace schedmc {

/// The scheduler model as a system of rounds: what a property of the kind `within` is checked on.
///
/// Rounds begin in every state that is reached while the environment is free, as far as the property wants it, and
/// with the environment at rest. Borrows the model, whose steps must be whole (no races).
template <class D>
class SchedulerRounds {
public:
    using State = schedmc::State<D>;
    using Event = schedmc::Event;
    using Transition = schedmc::Transition<D>;

    /// options: of the search for the start states.
    SchedulerRounds(const Model<D>& model, const Property<D>& property, const explore::Options& options,
                    Reduction reduction = Reduction::full)
        : model_(model), system_(model, {}), property_(property), options_(options), reduction_(reduction),
          first_(initial_state(model)), equal_tasks_(model.scenario) {
        expects(!model.scenario.races, "rounds are made of whole steps");
        std::map<std::uint16_t, std::vector<Event>> ticks;
        for (const Event& event : all_events(model)) {
            if (rounds::is_follow_up(model, event)) {
                follow_ups_.push_back(event);
            } else if (rounds::is_tick(model, event)) {
                ticks[event.where].push_back(event);
            }
        }
        for (auto& [cpu, events] : ticks) {
            ticks_.push_back(std::move(events));
        }
        // A round that nobody ticks in ends at once.
        ticks_.resize(std::max<std::size_t>(ticks_.size(), 1));
    }

    std::size_t packed_words() const { return system_.packed_words(); }
    void pack(const State& state, std::span<std::uint64_t> words) const { system_.pack(state, words); }
    void unpack(std::span<const std::uint64_t> words, State& state) const { system_.unpack(words, state); }

    template <class Visit>
    explore::Ending starts(Visit&& visit) const {
        const auto show = [&](const State& state) {
            State rests = state;
            rounds::rest(first_, rests);
            const RunqueueView<D> view = view_of(model_, rests);
            const bool begins =
                property_.begins == nullptr || property_.begins({model_, rests, view}).is_true();
            return !begins || visit(rests);
        };
        const FreeStates<D, decltype(show)> states(model_, reduction_, show);
        return explore::breadth_first(states, options_).ending;
    }

    /// The first of the states in which equal tasks have changed places, with nothing left of what rounds do not read.
    void represent(State& state) const {
        if (reduction_ == Reduction::full) {
            rounds::rest(first_, state);
            equal_tasks_.sort(state);
        }
    }

    /// CPUs that balance, in order of their numbers: those without domains never tick.
    std::size_t cpus() const { return ticks_.size(); }
    template <class Visit>
    void ticks(const State& state, std::size_t cpu, Visit&& visit) const {
        visit_enabled(state, ticks_[cpu], visit);
    }
    template <class Visit>
    void follows(const State& state, Visit&& visit) const {
        visit_enabled(state, follow_ups_, visit);
    }
    void step(const State& before, const Event& event, Transition& out) const {
        schedmc::step(model_, before, event, out);
    }
    within::RoundClaim judge(const State& state) const {
        const RunqueueView<D> view = view_of(model_, state);
        const Claim<D> claim = property_.of_rest({model_, state, view});
        return {claim.relevant.is_true(), claim.holds.is_true()};
    }

private:
    template <class Visit>
    void visit_enabled(const State& state, const std::vector<Event>& events, Visit& visit) const {
        for (const Event& event : events) {
            if (enabled(model_, state, event).is_true() && !visit(event)) {
                return;
            }
        }
    }

    const Model<D>& model_;
    SchedulerSystem<D> system_;
    Property<D> property_;
    explore::Options options_;
    Reduction reduction_;
    State first_;
    EqualTasks equal_tasks_;
    /// [CPU of those that tick]
    std::vector<std::vector<Event>> ticks_;
    std::vector<Event> follow_ups_;
};

}  // namespace schedmc
