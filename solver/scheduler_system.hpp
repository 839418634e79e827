// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "model/pack.hpp"
#include "model/step.hpp"
#include "properties/property.hpp"
#include "solver/explore/system.hpp"

namespace schedmc {

/// The scheduler model with the properties to judge, as something that can be explored.
///
/// The model is borrowed and must outlive this. Watch i is property i: an `always` property scores where it is
/// broken, a `sometimes` property where its situation is reached, a quantity its value.
template <class D>
class SchedulerSystem {
public:
    using State = schedmc::State<D>;
    using Event = schedmc::Event;
    using Transition = schedmc::Transition<D>;

    SchedulerSystem(const Model<D>& model, std::vector<Property<D>> properties)
        : model_(model), properties_(std::move(properties)), events_(all_events(model)),
          start_(initial_state(model)),
          words_(std::max<std::size_t>(1, (packed_bits(model, start_) + 63) / 64)) {}

    std::size_t packed_words() const { return words_; }
    void pack(const State& state, std::span<std::uint64_t> words) const {
        schedmc::pack(model_, state, words);
    }
    void unpack(std::span<const std::uint64_t> words, State& state) const {
        state = start_;
        schedmc::unpack(model_, words, state);
    }

    template <class Visit>
    void initial_states(Visit&& visit) const {
        visit(start_);
    }
    template <class Visit>
    void enabled(const State& state, Visit&& visit) const {
        for (const Event& event : events_) {
            if (schedmc::enabled(model_, state, event).is_true() && !visit(event)) {
                return;
            }
        }
    }
    void step(const State& before, const Event& event, Transition& out) const {
        schedmc::step(model_, before, event, out);
    }

    std::size_t watch_count() const { return properties_.size(); }
    std::uint64_t watch_cap(std::size_t watch) const {
        return properties_[watch].measure != nullptr ? std::numeric_limits<std::uint64_t>::max() : 1;
    }

    template <class Judgement>
    void judge_state(const State& state, Judgement& judgement) const {
        bool asked = false;
        for (const Property<D>& property : properties_) {
            asked = asked || property.of_state != nullptr;
        }
        if (!asked) {
            return;
        }
        const RunqueueView<D> view = view_of(model_, state);
        const StateScene<D> scene{topology_of(model_, state), model_.policy, view};
        for (std::size_t watch = 0; watch < properties_.size(); ++watch) {
            if (properties_[watch].of_state != nullptr) {
                judge(watch, properties_[watch].of_state(scene), judgement);
            }
        }
    }

    template <class Judgement>
    void judge_step(const State& before, const Event& event, const Transition& transition,
                    Judgement& judgement) const {
        const StepScene<D> step{model_, before, event, transition};
        for (std::size_t watch = 0; watch < properties_.size(); ++watch) {
            if (properties_[watch].of_step != nullptr) {
                judge(watch, properties_[watch].of_step(step), judgement);
            }
        }
        if (transition.places) {
            judge_placement(before, transition, judgement);
        }
        if (!transition.wakes) {
            return;
        }
        const DecisionScene<D> scene{topology_of(model_, before), model_.policy, transition.view,
                                     transition.wakeup, transition.decision};
        for (std::size_t watch = 0; watch < properties_.size(); ++watch) {
            if (properties_[watch].of_decision != nullptr) {
                judge(watch, properties_[watch].of_decision(scene), judgement);
            } else if (properties_[watch].measure != nullptr) {
                const Quantity<D> quantity = properties_[watch].measure(scene);
                if (quantity.relevant.is_true()) {
                    judgement.relevant(watch);
                    judgement.score(watch, quantity.value.value());
                }
            }
        }
    }

private:
    template <class Judgement>
    void judge_placement(const State& before, const Transition& transition, Judgement& judgement) const {
        const ForkScene<D> scene{topology_of(model_, before), model_.policy, transition.loads,
                                 transition.question, transition.placement};
        for (std::size_t watch = 0; watch < properties_.size(); ++watch) {
            if (properties_[watch].of_fork != nullptr) {
                judge(watch, properties_[watch].of_fork(scene), judgement);
            }
        }
    }

    template <class Judgement>
    void judge(std::size_t watch, const Claim<D>& claim, Judgement& judgement) const {
        const bool wanted = properties_[watch].info->kind == Kind::sometimes;
        if (!claim.relevant.is_true()) {
            return;
        }
        // The situation of a `sometimes` property counts where it occurs; that of an `always` one, where it is met.
        if (!wanted || claim.holds.is_true()) {
            judgement.relevant(watch);
        }
        if (claim.holds.is_true() == wanted) {
            judgement.score(watch, 1);
        }
    }

    const Model<D>& model_;
    std::vector<Property<D>> properties_;
    std::vector<Event> events_;
    State start_;
    std::size_t words_;
};

}  // namespace schedmc
