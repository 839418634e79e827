// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "counterexamples/trace.hpp"
#include "model/step.hpp"

namespace schedmc {

/// One step of a trace as it was replayed.
struct ReplayedStep {
    /// Counted from 1.
    std::size_t number = 0;
    State<Wide> before;
    Event event;
    Transition<Wide> transition;
};

/// What a replay found at the end of the trace.
enum class Finding {
    /// An `always` property fails there.
    violated,
    /// A `sometimes` property's situation is there.
    reached,
    /// A bounded quantity has the claimed value there.
    value,
    /// What is to hold within some rounds does not yet.
    broken_late,
    /// The trace does not show what it claims.
    not_shown,
};

/// A trace, replayed: its last step, and whether it shows what it claims. Steps are not kept, because a long trace
/// on a large machine has gigabytes of them; for_each_step() goes through them again.
struct Replay {
    Model<Wide> model;
    const PropertyInfo* property;
    Finding finding = Finding::not_shown;
    /// Of a violation, what contradicts the property; of a quantity, what makes it up; of a trace that does not show
    /// its claim, why: a statement without full stop. Empty for a situation reached.
    std::string reason{};
    /// The quantity at the end; of rounds, the number of the last one.
    std::uint64_t value = 0;
    /// After how many events the claim is shown for the first time, if that is before the end: a trace that claims
    /// to be shortest then is not.
    std::optional<std::size_t> shown_earlier{};
    /// None for a trace without events.
    std::optional<ReplayedStep> last{};
    State<Wide> end;
};

/// Replays a trace and judges its claim at the end.
///
/// Errors: InputError at "place:/events/N" for an event that does not belong to the model or that the state before
/// it does not enable, saying why; at `place` for unknown names. Cost: a step and a judgement for each event.
Replay replay(const Trace& trace, const std::string& place);

/// Calls visit(step) for each event of a trace in order. The step is gone afterwards.
///
/// Errors: as replay(). Cost: a step for each event.
void for_each_step(const Trace& trace, const Model<Wide>& model, const std::string& place,
                   const std::function<void(const ReplayedStep&)>& visit);

}  // namespace schedmc
