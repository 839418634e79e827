// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "counterexamples/trace.hpp"

namespace schedmc {

/// Judges a trace of rounds while it is replayed: that its events are those of rounds, that a cycle leads back to where
/// it begins, and that the claim is broken where the last round ends.
class RoundMarks {
public:
    /// Borrows all; property: of the kind `within`.
    RoundMarks(const Trace& trace, const Model<Wide>& model, const Property<Wide>& property);

    /// An event of the trace, in order, and the state before it. Cost: a pass over the events of rounds.
    void add(const State<Wide>& before, const Event& event);

    /// What is wrong with the trace, a statement without full stop; empty if it shows what it claims.
    ///
    /// end: the state after the last event. Called once, behind the last event.
    std::string mistake(const State<Wide>& end);

    /// What contradicts the claim, in the state in which the last round ends or in which one goes in a circle.
    std::string contradiction(const State<Wide>& end) const;

private:
    void reach(const State<Wide>& state);
    void end_round(const State<Wide>& state);
    bool follows(const State<Wide>& state) const;
    bool goes_round_in_circles() const;
    std::string mistake_of_cycle() const;
    void note(std::size_t event, const std::string& mistake);

    const Trace& trace_;
    const Model<Wide>& model_;
    const Property<Wide>& property_;
    std::vector<Event> follow_ups_;
    std::vector<Event> ticks_;
    /// CPUs that have domains to balance; of these, those that have ticked in this round, and those that could not at
    /// some moment of it.
    CpuMask ticking_;
    CpuMask ticked_;
    CpuMask passed_over_;
    std::size_t rounds_ = 0;
    std::size_t seen_ = 0;
    std::optional<State<Wide>> cycle_begin_;
    bool comes_back_ = false;
    std::string mistake_;
};

}  // namespace schedmc
