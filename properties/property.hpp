// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/fields.hpp"
#include "model/policy/wakeup.hpp"
#include "model/step.hpp"

namespace schedmc {

/// How a property is meant.
enum class Kind {
    /// No reachable state or decision breaks it.
    always,
    /// Some reachable state or decision shows it: the guard against vacuous verdicts.
    sometimes,
    /// The greatest value that a quantity reaches.
    bounded,
    /// Two policies decide alike in every well-formed state.
    same,
    /// It holds at the end of some round of ticks and of every later one, once the environment rests: the least number
    /// of rounds is found. A round lets every CPU tick once and handle what follows, in any order.
    within
};

/// What a property reads.
enum class Scope {
    /// One choice of a CPU, with all that it was based on.
    decision,
    /// One state.
    state,
    /// One event: the state before it, what it did, the state after.
    step,
    /// The same, of an event of load balance: what its looks at domains found, and what it moved.
    pass
};

/// "always", "sometimes", "bounded", "same", "within n".
std::string_view name_of(Kind kind);
/// "decision", "state", "step", "pass".
std::string_view name_of(Scope scope);

/// What a property is for its readers: the material of its page and of `schedmc list`.
struct PropertyInfo {
    /// area.claim-in-words; a prefix up to a dot names the whole family.
    std::string_view id;
    Kind kind;
    Scope scope;
    /// The claim, as a sentence without full stop.
    std::string_view statement;
    std::string_view why;
    /// Kernel function, commit or thread.
    std::string_view source;
    /// When it says nothing.
    std::string_view vacuous;
    /// Where it is expected to hold or fail.
    std::string_view expected;
    /// The planted defect that it catches, as --defect spells it; empty for kinds that claim nothing.
    std::string_view defect;
};

/// What a property says of one situation: whether it is about it at all, and whether it holds there. Of a
/// `sometimes` property, `holds` says that the situation is the one looked for.
template <class D>
struct Claim {
    typename D::Truth relevant;
    typename D::Truth holds;
};

/// A quantity in one situation.
template <class D>
struct Quantity {
    typename D::Truth relevant;
    typename D::Number value;
};

/// A decision with everything it was based on.
template <class D>
struct DecisionScene {
    const Topology<D>& topology;
    const Policy& policy;
    const RunqueueView<D>& view;
    const Wakeup<D>& wakeup;
    const WakeupDecision<D>& decision;
};

/// A fork or an exec with everything its placement was based on.
template <class D>
struct ForkScene {
    const Topology<D>& topology;
    const Policy& policy;
    const LoadView<D>& view;
    const ForkExec<D>& question;
    const ForkExecDecision<D>& decision;
};

/// What properties of forks and execs derive from: their decisions are no wakeups.
struct ForkProperty {
    static constexpr bool is_of_forks = true;
};

/// A state with the sets derived from it.
template <class D>
struct StateScene {
    const Topology<D>& topology;
    const Policy& policy;
    const RunqueueView<D>& view;
};

/// An event with what it did. Properties of steps also judge wakeups, of which the transition holds the decision.
template <class D>
struct StepScene {
    const Model<D>& model;
    const State<D>& before;
    const Event& event;
    const Transition<D>& transition;
};

/// A state in which a round of ticks has ended, while the environment rests.
template <class D>
struct RestScene {
    const Model<D>& model;
    const State<D>& state;
    const RunqueueView<D>& view;
};

/// A property as an engine over D uses it: of the functions the one that its kind and scope need is set.
/// `however` says, of a concrete scene in which the claim fails, what contradicts it.
template <class D>
struct Property {
    const PropertyInfo* info = nullptr;
    Claim<D> (*of_decision)(const DecisionScene<D>&) = nullptr;
    Claim<D> (*of_fork)(const ForkScene<D>&) = nullptr;
    Claim<D> (*of_state)(const StateScene<D>&) = nullptr;
    Claim<D> (*of_step)(const StepScene<D>&) = nullptr;
    /// The same event in the same state under the policy and under its counterpart.
    Claim<D> (*of_pair)(const StepScene<D>& one, const StepScene<D>& other) = nullptr;
    /// Asked at the end of each round; and whether rounds are to be begun in a state, null for all.
    Claim<D> (*of_rest)(const RestScene<D>&) = nullptr;
    typename D::Truth (*begins)(const RestScene<D>&) = nullptr;
    /// Makes the policy's rules those of its counterpart.
    void (*counterpart)(Rules& rules) = nullptr;
    /// The fields of a state on which the decisions compared depend.
    bool (*reads)(const FieldName& field) = nullptr;
    /// The events in which it is asked.
    bool (*speaks_of)(const Event& event) = nullptr;
    Quantity<D> (*measure)(const DecisionScene<D>&) = nullptr;
    std::string (*however_decision)(const DecisionScene<D>&) = nullptr;
    std::string (*however_fork)(const ForkScene<D>&) = nullptr;
    std::string (*however_state)(const StateScene<D>&) = nullptr;
    std::string (*however_step)(const StepScene<D>&) = nullptr;
    std::string (*however_rest)(const RestScene<D>&) = nullptr;
    std::string (*however_pair)(const StepScene<D>& one, const StepScene<D>& other) = nullptr;
};

/// "cpus 2-3" or "cpu 2", of a concrete set. Only for concrete domains.
template <class CpuSet>
std::string cpus_text(const CpuSet& set) {
    const CpuMask mask = CpuMask::from(set.bits());
    return (mask.count() == 1 ? "cpu" : "cpus ") + cpu_list(mask);
}

/// "{2,3}", the members of a concrete set one by one, as people write a core.
template <class CpuSet>
std::string members_text(const CpuSet& set) {
    std::string text;
    CpuMask::from(set.bits()).for_each([&](std::size_t cpu) {
        text += (text.empty() ? "{" : ",") + std::to_string(cpu);
    });
    return text + "}";
}

/// "cpu2" or "no CPU", of a concrete CPU.
template <class Cpu>
std::string cpu_text(const Cpu& cpu) {
    return cpu.has_number() ? "cpu" + std::to_string(cpu.number()) : "no CPU";
}

}  // namespace schedmc
