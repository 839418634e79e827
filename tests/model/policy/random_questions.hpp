// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/policy/policy.hpp"
#include "tests/model/policy/loop_reading.hpp"

/// Machines, rules and questions drawn at random, such that rare situations are not rare. Same seed, same draws.
namespace schedmc::loops {

/// A stream of numbers (splitmix64).
class Draws {
public:
    explicit Draws(std::uint64_t seed) : state_(seed) {}
    /// The next 64 bits.
    std::uint64_t next();
    /// A number below `count`. Errors: expects count > 0.
    std::size_t below(std::size_t count);
    /// True once in `count` draws.
    bool once_in(std::size_t count) { return below(count) == 0; }

private:
    std::uint64_t state_;
};

/// A machine of at most `cpus_max` CPUs: nodes, LLCs, clusters and siblings in any combination and numbering, with
/// CPUs isolated, offline, absent or small. It passes check_machine().
Machine draw_machine(Draws& draws, std::size_t cpus_max);

/// A revision's rules, or each rule by itself.
Policy draw_policy(Draws& draws);

/// Runqueues that a machine can be in, and some that only the gap between selection and enqueue shows.
LoopRunqueues draw_runqueues(Draws& draws, const LoopMachine& machine, const Machine& described);

/// A wakeup: waker, prev and recent online and often near each other, masks from one CPU to all.
LoopWakeup draw_wakeup(Draws& draws, const LoopMachine& machine, const Machine& described);

}  // namespace schedmc::loops
