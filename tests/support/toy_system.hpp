// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

#include "solver/explore/judgement.hpp"

namespace schedmc::toys {

/// The transition of a system that has nothing to tell about a step but where it leads.
template <class State>
struct PlainTransition {
    State after{};
};

/// The watches of a system that watches nothing: to be inherited.
struct NothingWatched {
    std::size_t watch_count() const { return 0; }
    std::uint64_t watch_cap(std::size_t) const { return 1; }
    template <class State>
    void judge_state(const State&, explore::Judgement&) const {}
    template <class State, class Event, class Transition>
    void judge_step(const State&, const Event&, const Transition&, explore::Judgement&) const {}
};

}  // namespace schedmc::toys
