// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/domain/concrete.hpp"
#include "model/pack.hpp"
#include "model/step.hpp"
#include "properties/property.hpp"

namespace schedmc {

/// Every well-formed state of a model, and every event that it enables, under two policies: what a `same` property is
/// checked on. Something to explore; no state leads to another, so that the search is over after one level.
///
/// States are visited with few awake tasks first, so that the first in which the policies part is a simplest one.
/// Fields that the property does not read keep their first value. Borrows the models, which differ in their rules only.
class EveryState {
public:
    using State = schedmc::State<Wide>;
    using Event = schedmc::Event;
    struct Transition {
        State after;
        schedmc::Transition<Wide> one;
        schedmc::Transition<Wide> other;
    };

    EveryState(const Model<Wide>& one, const Model<Wide>& other, const Property<Wide>& property);

    /// How many assignments of the fields there are, of which the well-formed ones are states; UINT64_MAX for more
    /// than 64 bits count; 0 where no event asks the property.
    std::uint64_t assignments() const;

    std::size_t packed_words() const { return words_; }
    void pack(const State& state, std::span<std::uint64_t> words) const { schedmc::pack(one_, state, words); }
    void unpack(std::span<const std::uint64_t> words, State& state) const {
        state = start_;
        schedmc::unpack(one_, words, state);
    }

    template <class Visit>
    void initial_states(Visit&& visit) const {
        if (events_.empty()) {
            return;
        }
        for (std::size_t awake = 0; awake <= start_.tasks.size(); ++awake) {
            std::vector<std::uint64_t> digits(counts_.size(), 0);
            State state = start_;
            do {
                assign(digits, state);
                if (awake_tasks(state) == awake && is_canonical(state) && is_well_formed(state)) {
                    visit(state);
                }
            } while (next(digits));
        }
    }
    template <class Visit>
    void enabled(const State& state, Visit&& visit) const {
        for (const Event& event : events_) {
            if (schedmc::enabled(one_, state, event).is_true() && !visit(event)) {
                return;
            }
        }
    }
    void step(const State& before, const Event& event, Transition& out) const {
        schedmc::step(one_, before, event, out.one);
        schedmc::step(other_, before, event, out.other);
        out.after = before;
    }

    std::size_t watch_count() const { return 1; }
    std::uint64_t watch_cap(std::size_t) const { return 1; }
    template <class Judgement>
    void judge_state(const State&, Judgement&) const {}
    template <class Judgement>
    void judge_step(const State& before, const Event& event, const Transition& transition,
                    Judgement& judgement) const {
        const Claim<Wide> claim = property_.of_pair({one_, before, event, transition.one},
                                                    {other_, before, event, transition.other});
        if (claim.relevant.is_true()) {
            judgement.relevant(0);
            if (!claim.holds.is_true()) {
                judgement.score(0, 1);
            }
        }
    }

private:
    std::size_t awake_tasks(const State& state) const;
    // Where a task that is on no queue was last says nothing about a decision on others.
    bool is_canonical(const State& state) const;
    bool is_well_formed(const State& state) const;
    void assign(const std::vector<std::uint64_t>& digits, State& state) const;
    bool next(std::vector<std::uint64_t>& digits) const;

    const Model<Wide>& one_;
    const Model<Wide>& other_;
    Property<Wide> property_;
    std::vector<Event> events_;
    State start_;
    std::size_t words_;
    /// [field] -> how many values it takes.
    std::vector<std::uint64_t> counts_;
};

}  // namespace schedmc
