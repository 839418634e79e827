// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "model/expects.hpp"
#include "solver/explore/exploration.hpp"
#include "solver/explore/judgement.hpp"
#include "solver/explore/path.hpp"
#include "solver/explore/state_store.hpp"
#include "solver/explore/system.hpp"
#include "solver/limits.hpp"
#include "solver/progress.hpp"

namespace schedmc::explore {

/// How to explore.
struct Options {
    Limits limits;
    /// Borrowed; the exploration ends soon after it becomes true. May be null.
    const std::atomic<bool>* stop = nullptr;
    /// Borrowed; told how far the exploration has come. May be null.
    ProgressSink* progress = nullptr;
    /// A report after this many expanded states; at least 1.
    std::uint64_t states_between_reports = 4096;
};

/// A breadth-first search under way. breadth_first() is the way in.
///
/// A state's id tells its place in breadth-first order, so the frontier is a range of ids: the level that is
/// being expanded, and behind it the one that is being discovered. Nothing else is kept for it.
template <System S>
class BreadthFirst {
public:
    BreadthFirst(const S& system, const Options& options)
        : system_(system), options_(options), store_(system.packed_words(), options.limits),
          judgement_(caps_of(system)), packed_before_(system.packed_words()),
          packed_after_(system.packed_words()) {
        expects(options.states_between_reports > 0, "reports are some states apart");
    }

    /// Called once.
    Exploration<S> run() {
        discover_initial_states();
        std::uint64_t level_begin = 0;
        std::uint64_t level_end = store_.size();
        result_.peak_frontier = level_end;
        while (!ending_.has_value() && !ends_between_levels(level_end - level_begin)) {
            for (std::uint64_t id = level_begin; id < level_end && !ending_.has_value(); ++id) {
                expand(static_cast<StateId>(id));
            }
            level_begin = level_end;
            level_end = store_.size();
            result_.peak_frontier = std::max(result_.peak_frontier, level_end - level_begin);
            ++level_;
        }
        finish();
        return std::move(result_);
    }

private:
    using State = typename S::State;
    using Event = typename S::Event;
    using Transition = typename S::Transition;

    static std::vector<std::uint64_t> caps_of(const S& system) {
        std::vector<std::uint64_t> caps;
        for (std::size_t watch = 0; watch < system.watch_count(); ++watch) {
            caps.push_back(system.watch_cap(watch));
        }
        return caps;
    }

    void discover_initial_states() {
        system_.initial_states([&](const State& state) {
            if (ending_.has_value()) {
                return;
            }
            expects_packing_to_keep(state);
            discover(state, no_state);
        });
    }

    // Cheap, and it catches a field that is packed and not unpacked before a whole search is built on it.
    void expects_packing_to_keep(const State& state) {
        system_.pack(state, packed_before_);
        system_.unpack(packed_before_, before_);
        system_.pack(before_, packed_after_);
        expects(packed_before_ == packed_after_, "a state packs to the same words after it was unpacked");
    }

    bool ends_between_levels(std::uint64_t frontier) {
        if (frontier == 0) {
            ending_ = Ending::complete;
        } else if (judgement_.all_settled()) {
            ending_ = Ending::settled;
        } else if (options_.limits.depth != 0 && level_ == options_.limits.depth) {
            ending_ = Ending::depth;
        }
        return ending_.has_value();
    }

    void expand(StateId id) {
        store_.read(id, packed_before_);
        system_.unpack(packed_before_, before_);
        std::uint32_t place = 0;
        system_.enabled(before_, [&](const Event& event) {
            // Asked here, since one state of many tasks may have more steps than anyone waits for.
            if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) {
                ending_ = Ending::interrupted;
            }
            if (!ending_.has_value()) {
                take(id, place, event);
            }
            ++place;
            return !ending_.has_value();
        });
        result_.dead_ends += place == 0 ? 1 : 0;
        ++expanded_;
        if (options_.progress != nullptr && expanded_ % options_.states_between_reports == 0) {
            options_.progress->report({store_.size(), result_.transitions, result_.depth,
                                       store_.size() - expanded_, store_.bytes()});
        }
    }

    void take(StateId id, std::uint32_t place, const Event& event) {
        system_.step(before_, event, transition_);
        ++result_.transitions;
        judgement_.judge_at({id, place});
        system_.judge_step(before_, event, transition_, judgement_);
        discover(transition_.after, id);
    }

    void discover(const State& state, StateId parent) {
        system_.pack(state, packed_after_);
        const StateStore::Inserted inserted = store_.insert(packed_after_, parent);
        switch (inserted.outcome) {
            case Insertion::known:
                break;
            case Insertion::added:
                result_.depth = parent == no_state ? 0 : level_ + 1;
                judgement_.judge_at({inserted.id, Occurrence::in_the_state});
                system_.judge_state(state, judgement_);
                break;
            case Insertion::states_exhausted:
                ending_ = Ending::states;
                break;
            case Insertion::memory_exhausted:
                ending_ = Ending::memory;
                break;
        }
    }

    void finish() {
        if (options_.progress != nullptr) {
            options_.progress->done();
        }
        result_.ending = *ending_;
        result_.states = store_.size();
        result_.packed_words = system_.packed_words();
        result_.bytes = store_.bytes();
        for (const WatchTally& tally : judgement_.tallies()) {
            WatchResult<S> watch{tally.relevant, tally.score, tally.score == tally.cap, std::nullopt};
            if (tally.score > 0) {
                watch.path = path_to(system_, store_, tally.first);
            }
            result_.watches.push_back(std::move(watch));
        }
    }

    const S& system_;
    const Options options_;
    StateStore store_;
    Judgement judgement_;
    std::optional<Ending> ending_;
    Exploration<S> result_;
    std::uint64_t level_ = 0;
    std::uint64_t expanded_ = 0;
    // Used again for every state and step, so that a system's vectors keep their storage.
    std::vector<std::uint64_t> packed_before_;
    std::vector<std::uint64_t> packed_after_;
    State before_{};
    Transition transition_{};
};

/// Explores a system breadth first: every reachable state once, until there are no more, all watches are
/// settled, a limit is reached or somebody asks to stop.
///
/// Exact and repeatable: the same system and limits give the same result in every run.
/// Errors: none; limits are endings. A system that breaks System's contract aborts.
/// Cost: a step, a packing and a look-up for each transition. Memory is that of StateStore, which keeps to
/// limits.memory_bytes, and, once the search has ended, that of the paths found.
template <System S>
Exploration<S> breadth_first(const S& system, const Options& options = {}) {
    return BreadthFirst<S>(system, options).run();
}

}  // namespace schedmc::explore
