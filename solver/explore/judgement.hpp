// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/expects.hpp"
#include "solver/explore/state_id.hpp"

namespace schedmc::explore {

/// Where a watch scored: in a state, or in the step that a state's event number `event` takes.
struct Occurrence {
    static constexpr std::uint32_t in_the_state = UINT32_MAX;

    StateId state = no_state;
    /// The event's place in the order in which the system enables the state's events.
    std::uint32_t event = in_the_state;

    friend bool operator==(const Occurrence&, const Occurrence&) = default;
};

/// What has been learnt for one watch.
struct WatchTally {
    /// The score at which nothing more can be learnt.
    std::uint64_t cap = 1;
    std::uint64_t relevant = 0;
    /// The greatest score; 0 while there is none.
    std::uint64_t score = 0;
    /// Where the greatest score occurred first. Of no state while score is 0.
    Occurrence first;
};

/// Takes a system's verdicts on the states and steps that it is shown, and keeps for each watch how often it
/// was relevant and its greatest score with the first occurrence.
///
/// A statement that always holds scores 1 where it is broken, a situation that sometimes arises scores 1
/// where it does, a quantity scores its value: all of them are "the greatest score, and where first".
class Judgement {
public:
    /// caps: [watch] -> the greatest score it can have, at least 1.
    explicit Judgement(const std::vector<std::uint64_t>& caps)
        : tallies_(caps.size()), unsettled_(caps.size()) {
        for (std::size_t watch = 0; watch < caps.size(); ++watch) {
            expects(caps[watch] > 0, "a watch can score");
            tallies_[watch].cap = caps[watch];
        }
    }

    /// The watch's antecedent is met in what is judged now. Called once at most for each state or step.
    void relevant(std::size_t watch) {
        expects(watch < tallies_.size(), "the system has this watch");
        ++tallies_[watch].relevant;
    }

    /// The watch scores `value`, between 0 and its cap, in what is judged now. 0 is the same as no score.
    void score(std::size_t watch, std::uint64_t value) {
        expects(watch < tallies_.size(), "the system has this watch");
        WatchTally& tally = tallies_[watch];
        if (value > tally.score) {
            expects(value <= tally.cap, "a watch scores its cap at most");
            tally.score = value;
            tally.first = here_;
            unsettled_ -= value == tally.cap ? 1 : 0;
        }
    }

    /// What is judged from now on. Called by the engine, in the order that makes an occurrence the first.
    void judge_at(const Occurrence& here) { here_ = here; }

    /// [watch] -> what has been learnt.
    const std::vector<WatchTally>& tallies() const { return tallies_; }

    /// Whether there are watches and each of them has scored its cap.
    bool all_settled() const { return !tallies_.empty() && unsettled_ == 0; }

private:
    std::vector<WatchTally> tallies_;
    std::size_t unsettled_;
    Occurrence here_;
};

}  // namespace schedmc::explore
