// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <vector>

#include "model/domain/concrete.hpp"
#include "properties/catalogue.hpp"
#include "solver/check.hpp"
#include "solver/scheduler_rounds.hpp"
#include "solver/within/rounds.hpp"

namespace schedmc {

namespace round_check {

/// The same state over the domain of traces.
template <class D>
State<Wide> widened(const SchedulerRounds<D>& rounds, const State<D>& state, const Model<Wide>& wide) {
    std::vector<std::uint64_t> words(rounds.packed_words());
    rounds.pack(state, words);
    State<Wide> result = initial_state(wide);
    unpack(wide, words, result);
    return result;
}

template <class D>
Trace trace_of(const Check& check, const SchedulerRounds<D>& rounds, const PropertyInfo& info,
               const within::Rounds<SchedulerRounds<D>>& found) {
    Trace trace = make_trace(check.machine, check.policy, check.scenario, found.witness->events, info, 0,
                             "explore", false);
    const Model<Wide> wide(check.machine, check.policy, check.scenario);
    trace.start = widened(rounds, found.witness->start, wide);
    trace.round_ends = found.witness->ends;
    if (found.witness->cycle) {
        trace.cycle = EventRange{found.witness->cycle->begin, found.witness->cycle->end};
    }
    return trace;
}

/// Why rounds cannot be looked at in this setting, or nothing.
inline std::string no_rounds(const Check& check) {
    if (check.scenario.races) {
        return "rounds are made of whole steps, and races split them";
    }
    return check.machine.cpu_count() > within::most_cpus ? "rounds are of at most 64 CPUs" : "";
}

}  // namespace round_check

/// The verdict on a property of the kind `within`: after how many rounds it holds, or that there is no such number.
///
/// Half of the memory is for the search for states to begin in. Errors: none; limits are verdicts. Cost: both searches.
template <class D>
Verdict check_rounds(const Check& check, const Model<D>& model, const PropertyInfo& info) {
    Verdict verdict;
    verdict.property = &info;
    verdict.open_because = round_check::no_rounds(check);
    if (!verdict.open_because.empty()) {
        return verdict;
    }
    explore::Options options{.limits = check.limits, .stop = check.stop, .progress = check.progress};
    options.limits.memory_bytes /= 2;
    const SchedulerRounds<D> rounds(model, property_over<D>(info), options);
    const auto found = within::rounds_until_it_holds(rounds, options);
    verdict.answer = found.never                                 ? Answer::violated
                     : found.ending == explore::Ending::complete ? Answer::holds
                                                                 : Answer::undecided;
    verdict.relevant = found.relevant;
    verdict.value = found.rounds;
    verdict.states = found.states;
    verdict.transitions = found.transitions;
    verdict.depth = found.depth;
    if (verdict.answer == Answer::undecided) {
        verdict.open_because = why_open(found.ending, check.limits);
    }
    if (found.witness) {
        verdict.trace = round_check::trace_of(check, rounds, info, found);
    }
    return verdict;
}

}  // namespace schedmc
