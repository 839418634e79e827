// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/replay.hpp"

#include <fmt/format.h>

#include "counterexamples/check_event.hpp"
#include "counterexamples/check_state.hpp"
#include "counterexamples/round_marks.hpp"
#include "model/input_error.hpp"
#include "properties/catalogue.hpp"

namespace schedmc {

namespace {

/// What a property says of one place of a trace.
struct Judgement {
    bool shown = false;
    std::string reason;
    std::uint64_t value = 0;
};

/// Judges a trace's claim: of the state that is reached, or of the wakeup that reached it.
class Judge {
public:
    Judge(const Trace& trace, const Model<Wide>& model, const PropertyInfo& info)
        : model_(model), at_start_(trace.machine), info_(info), property_(property_over<Wide>(info)),
          claimed_(trace.value) {}

    /// step: the one that led here; null at the start.
    Judgement judge(const State<Wide>& state, const ReplayedStep* step) const {
        if (info_.scope == Scope::state) {
            const RunqueueView<Wide> view = view_of(model_, state);
            const StateScene<Wide> scene{topology_of(model_, state), model_.policy, view};
            return claim(property_.of_state(scene), "state", [&] {
                return property_.however_state == nullptr ? "" : property_.however_state(scene);
            });
        }
        if (step == nullptr) {
            return {false, "there is no event", 0};
        }
        if (info_.kind == Kind::same) {
            return compare(*step);
        }
        if (info_.scope == Scope::step || info_.scope == Scope::pass) {
            const StepScene<Wide> scene{model_, step->before, step->event, step->transition};
            return claim(property_.of_step(scene), "event", [&] {
                return property_.however_step == nullptr ? "" : property_.however_step(scene);
            });
        }
        const Transition<Wide>& transition = step->transition;
        if (property_.of_fork != nullptr) {
            if (!transition.places) {
                return {false, "the last event is no fork or exec", 0};
            }
            const ForkScene<Wide> scene{topology_of(model_, step->before), model_.policy, transition.loads,
                                        transition.question, transition.placement};
            return claim(property_.of_fork(scene), name_of(step->event.kind), [&] {
                return property_.however_fork == nullptr ? "" : property_.however_fork(scene);
            });
        }
        if (!transition.wakes) {
            return {false, "the last event is no wakeup", 0};
        }
        const DecisionScene<Wide> scene{topology_of(model_, step->before), model_.policy, transition.view,
                                        transition.wakeup, transition.decision};
        const auto however = [&] {
            return property_.however_decision == nullptr ? "" : property_.however_decision(scene);
        };
        return info_.kind == Kind::bounded ? quantity(property_.measure(scene), however)
                                           : claim(property_.of_decision(scene), "wakeup", however);
    }

    /// Whether the claim is shown, or, for a quantity, surpassed: what a shortest trace does at its end only.
    bool shows_enough(const Judgement& judgement) const {
        return judgement.shown || (info_.kind == Kind::bounded && judgement.value > claimed_);
    }

private:
    /// Takes the step again under the property's counterpart of the policy.
    Judgement compare(const ReplayedStep& step) const {
        const Model<Wide> other(at_start_, counterpart_of(model_.policy, property_), model_.scenario);
        Transition<Wide> under_other;
        schedmc::step(other, step.before, step.event, under_other);
        const StepScene<Wide> here{model_, step.before, step.event, step.transition};
        const StepScene<Wide> there{other, step.before, step.event, under_other};
        return claim(property_.of_pair(here, there), "event",
                     [&] { return property_.however_pair(here, there); });
    }

    template <class However>
    Judgement claim(const Claim<Wide>& claim, std::string_view thing, However&& however) const {
        const bool relevant = claim.relevant.is_true();
        const bool holds = claim.holds.is_true();
        if (info_.kind == Kind::sometimes) {
            return relevant && holds
                       ? Judgement{true, "", 0}
                       : Judgement{false, fmt::format("the last {} is not of that kind", thing), 0};
        }
        if (relevant && !holds) {
            return {true, however(), 0};
        }
        return {false,
                relevant ? fmt::format("{} holds for the last {}", info_.id, thing)
                         : fmt::format("{} does not speak of the last {}", info_.id, thing),
                0};
    }

    template <class However>
    Judgement quantity(const Quantity<Wide>& quantity, However&& however) const {
        if (!quantity.relevant.is_true()) {
            return {false, fmt::format("{} does not speak of the last wakeup", info_.id), 0};
        }
        const std::uint64_t value = quantity.value.value();
        return value == claimed_
                   ? Judgement{true, however(), value}
                   : Judgement{false, fmt::format("{} is {} there, not {}", info_.id, value, claimed_),
                               value};
    }

    const Model<Wide>& model_;
    const Machine& at_start_;
    const PropertyInfo& info_;
    Property<Wide> property_;
    std::uint64_t claimed_;
};

Finding finding_of(Kind kind) {
    switch (kind) {
        case Kind::always:
        case Kind::same:
            return Finding::violated;
        case Kind::sometimes:
            return Finding::reached;
        case Kind::bounded:
            return Finding::value;
        case Kind::within:
            return Finding::broken_late;
    }
    contract_broken("a property is of one of the known kinds", __FILE__, __LINE__);
}

}  // namespace

void for_each_step(const Trace& trace, const Model<Wide>& model, const std::string& place,
                   const std::function<void(const ReplayedStep&)>& visit) {
    ReplayedStep step;
    step.before = trace.start;
    for (const Event& event : trace.events) {
        const std::string here = fmt::format("{}:/events/{}", place, step.number);
        check_event(model, event, here);
        const std::string why_not = why_not_enabled(model, step.before, event);
        if (!why_not.empty()) {
            throw InputError(here,
                             fmt::format("this {} cannot happen here: {}", name_of(event.kind), why_not));
        }
        step.event = event;
        ++step.number;
        schedmc::step(model, step.before, event, step.transition);
        visit(step);
        step.before = step.transition.after;
    }
}

namespace {

/// Replays a trace of rounds into `result`, which holds its start.
void replay_rounds(const Trace& trace, const std::string& place, Replay& result) {
    const Property<Wide> property = property_over<Wide>(*result.property);
    RoundMarks marks(trace, result.model, property);
    for_each_step(trace, result.model, place, [&](const ReplayedStep& step) {
        marks.add(step.before, step.event);
        if (step.number == trace.events.size()) {
            result.last = step;
            result.end = step.transition.after;
        }
    });
    result.reason = marks.mistake(result.end);
    if (!result.reason.empty()) {
        return;
    }
    result.finding = trace.cycle ? Finding::violated : finding_of(result.property->kind);
    result.reason = marks.contradiction(result.end);
    result.value = trace.round_ends.empty() ? 0 : trace.round_ends.size() - 1;
}

}  // namespace

Replay replay(const Trace& trace, const std::string& place) {
    const PropertyInfo& property = property_of(trace.property, place);
    Replay result{.model = Model<Wide>(trace.machine, policy_of(trace, place), trace.scenario),
                  .property = &property,
                  .end = trace.start};
    check_state(result.model, trace.start, place + ":/start");
    if (property.kind == Kind::within) {
        replay_rounds(trace, place, result);
        return result;
    }
    const Judge judge(trace, result.model, property);
    Judgement judgement = judge.judge(trace.start, nullptr);
    for_each_step(trace, result.model, place, [&](const ReplayedStep& step) {
        if (judge.shows_enough(judgement) && !result.shown_earlier) {
            result.shown_earlier = step.number - 1;
        }
        judgement = judge.judge(step.transition.after, &step);
        if (step.number == trace.events.size()) {
            result.last = step;
            result.end = step.transition.after;
        }
    });
    result.finding = judgement.shown ? finding_of(property.kind) : Finding::not_shown;
    result.reason = judgement.reason;
    result.value = judgement.value;
    return result;
}

}  // namespace schedmc
