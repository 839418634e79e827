// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <bitset>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/machine/machine.hpp"
#include "model/policy/policy.hpp"
#include "model/recorded_decision.hpp"
#include "solver/conform/fork_reenactment.hpp"
#include "solver/conform/unseen.hpp"

namespace schedmc {

/// How far the model explains a recorded decision.
enum class Explained : std::uint8_t {
    /// It tests the same CPUs in the same order and answers the same CPU, whatever the open inputs are, as long as no
    /// unusual one (bound kernel thread, SCHED_IDLE queue, foreign cookie) is in play.
    exactly,
    /// It does with some value of an input that was not recorded, but not with every one.
    with_open_inputs,
    /// No value of what was not recorded explains it.
    not_explained,
};

/// What the model does with what the kernel saw.
struct Account {
    Explained explained = Explained::not_explained;
    /// The open inputs whose value had to be chosen; for decisions that are not explained, none.
    std::bitset<unseen_inputs> chosen;
    /// The inputs of the explanation, else of the attempt that agrees longest.
    Unseen unseen;
    /// The rule that answers with these inputs, and the CPU it answers.
    WakeRule rule = WakeRule::none;
    std::uint16_t answer = 0;
    /// The model's tests: all of them, or up to and with the first that differs.
    std::vector<IdleTest> tests;
    /// How many tests agree.
    std::size_t agreeing = 0;
};

/// Holds recorded decisions of one machine against the model's.
///
/// Errors: the constructor throws InputError at `place` for machines of unequal capacities, whose tests the model does
/// not put in order. Cost: the scheduling domains once.
class Conformance {
public:
    Conformance(const Machine& machine, const Policy& policy, const std::string& place);
    ~Conformance();
    Conformance(const Conformance&) = delete;
    Conformance& operator=(const Conformance&) = delete;

    /// The account of one wakeup. Errors: expects that its CPUs belong to the machine and that it is no fork or exec.
    /// Cost: a decision an idle answer, times the values of the open inputs until one explains it.
    Account account_of(const RecordedDecision& decision) const;

    /// How far the model explains a fork or an exec. Errors: expects that its CPUs belong to the machine and that it is
    /// no wakeup. Cost: as explain_fork().
    ForkExplained explained_fork(const RecordedDecision& decision) const;

private:
    class Engine;
    template <class D>
    class EngineOf;
    std::unique_ptr<Engine> engine_;
};

}  // namespace schedmc
