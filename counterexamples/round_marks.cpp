// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/round_marks.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "model/rounds.hpp"
#include "model/step.hpp"

namespace schedmc {

RoundMarks::RoundMarks(const Trace& trace, const Model<Wide>& model, const Property<Wide>& property)
    : trace_(trace), model_(model), property_(property) {
    for (const Event& event : all_events(model)) {
        if (rounds::is_follow_up(model, event)) {
            follow_ups_.push_back(event);
        } else if (rounds::is_tick(model, event)) {
            ticks_.push_back(event);
            ticking_.insert(event.where);
        }
    }
    // Round 0 is what follows at the start.
    ticked_ = ticking_;
}

void RoundMarks::note(std::size_t event, const std::string& mistake) {
    if (mistake_.empty()) {
        mistake_ = fmt::format("after {} event{} {}", event, event == 1 ? "" : "s", mistake);
    }
}

bool RoundMarks::follows(const State<Wide>& state) const {
    return std::any_of(follow_ups_.begin(), follow_ups_.end(),
                       [&](const Event& event) { return enabled(model_, state, event).is_true(); });
}

void RoundMarks::end_round(const State<Wide>& state) {
    ++rounds_;
    if (follows(state)) {
        note(seen_, fmt::format("round {} ends while something follows yet", rounds_ - 1));
    }
    const CpuMask missing = ticking_ - ticked_ - passed_over_;
    if (!missing.empty()) {
        note(seen_, fmt::format("round {} ends without a tick of cpu {}", rounds_ - 1, cpu_list(missing)));
    }
    ticked_ = passed_over_ = CpuMask();
}

void RoundMarks::reach(const State<Wide>& state) {
    if (!follows(state)) {
        CpuMask able;
        for (const Event& tick : ticks_) {
            if (!able.contains(tick.where) && enabled(model_, state, tick).is_true()) {
                able.insert(tick.where);
            }
        }
        passed_over_ |= ticking_ - able;
        while (rounds_ < trace_.round_ends.size() && trace_.round_ends[rounds_] == seen_) {
            end_round(state);
            passed_over_ |= ticking_ - able;
        }
    } else if (rounds_ < trace_.round_ends.size() && trace_.round_ends[rounds_] == seen_) {
        end_round(state);
    }
    if (trace_.cycle && trace_.cycle->begin == seen_) {
        cycle_begin_ = state;
    }
    if (trace_.cycle && trace_.cycle->end == seen_ && cycle_begin_) {
        comes_back_ = same_state(*cycle_begin_, state);
    }
}

void RoundMarks::add(const State<Wide>& before, const Event& event) {
    reach(before);
    if (follows(before)) {
        if (!rounds::is_follow_up(model_, event)) {
            note(seen_, "something follows that is not handled first");
        }
    } else if (!rounds::is_tick(model_, event)) {
        note(seen_, "the next event is no tick with every domain due");
    } else if (ticked_.contains(event.where)) {
        note(seen_, fmt::format("cpu {} ticks again in the same round", event.where));
    } else {
        ticked_.insert(event.where);
    }
    ++seen_;
}

bool RoundMarks::goes_round_in_circles() const {
    return trace_.cycle && trace_.cycle->begin < trace_.cycle->end &&
           std::none_of(trace_.round_ends.begin(), trace_.round_ends.end(),
                        [&](std::size_t end) { return end > trace_.cycle->begin; });
}

std::string RoundMarks::mistake_of_cycle() const {
    if (!comes_back_) {
        return "the cycle does not lead back to where it begins";
    }
    const EventRange& cycle = *trace_.cycle;
    const auto ends = std::count_if(trace_.round_ends.begin(), trace_.round_ends.end(), [&](std::size_t end) {
        return end >= cycle.begin && end <= cycle.end;
    });
    return ends < 2 && !goes_round_in_circles() ? "the cycle is not of whole rounds" : "";
}

std::string RoundMarks::mistake(const State<Wide>& end) {
    reach(end);
    if (!mistake_.empty()) {
        return mistake_;
    }
    if (rounds_ != trace_.round_ends.size()) {
        return "there are fewer events than the rounds say";
    }
    const std::string of_cycle = trace_.cycle ? mistake_of_cycle() : "";
    if (!of_cycle.empty() || goes_round_in_circles()) {
        return of_cycle;
    }
    if (trace_.round_ends.empty() || trace_.round_ends.back() != trace_.events.size()) {
        return "no round ends with the last event";
    }
    const RunqueueView<Wide> view = view_of(model_, end);
    const Claim<Wide> claim = property_.of_rest({model_, end, view});
    const bool broken = claim.relevant.is_true() && !claim.holds.is_true();
    return broken ? "" : fmt::format("{} holds at the end of the last round", property_.info->id);
}

std::string RoundMarks::contradiction(const State<Wide>& end) const {
    if (goes_round_in_circles()) {
        return fmt::format("what follows a tick goes in a circle (events {} to {}), so that the round need not end",
                           trace_.cycle->begin + 1, trace_.cycle->end);
    }
    const RunqueueView<Wide> view = view_of(model_, end);
    const std::string how = property_.however_rest({model_, end, view});
    if (!trace_.cycle) {
        return how;
    }
    const EventRange& cycle = *trace_.cycle;
    return cycle.begin == cycle.end
               ? how + ", and nothing more happens"
               : how + fmt::format(", and events {} to {} may be repeated before that without end", cycle.begin + 1,
                                   cycle.end);
}

}  // namespace schedmc
