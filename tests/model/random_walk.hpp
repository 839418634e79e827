// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <vector>

#include "model/domain/concrete.hpp"
#include "model/step.hpp"
#include "tests/model/policy/random_questions.hpp"

/// Walks through the model's states along enabled events drawn at random.
namespace schedmc {

/// Tasks of every kind on a machine: plain, pinned, SCHED_IDLE, bound kernel threads, some running at the start.
Scenario draw_scenario(loops::Draws& draws, const Machine& machine);

/// A policy that users can name: a revision, or one with a feature.
Policy draw_named_policy(loops::Draws& draws);

/// The state with all its fields, for comparing and for the person who reads a failure.
std::string text_of(const State<Word>& state);

/// The event with its arguments.
std::string text_of(const Event& event);

/// A state on its way. Same seed, same walk.
struct Walk {
    loops::Draws draws;
    Machine machine;
    Model<Word> model;
    std::vector<Event> events;
    State<Word> state;

    /// Errors: expects that the drawn scenario passes check_scenario().
    explicit Walk(std::uint64_t seed, std::size_t cpus_max = 8);

    /// The events that the state enables, in their order.
    std::vector<Event> enabled_events() const;

    /// Takes an enabled event, kinds drawn before their arguments; false when none is enabled.
    bool advance(Event& event, Transition<Word>& transition);
};

}  // namespace schedmc
