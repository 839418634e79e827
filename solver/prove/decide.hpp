// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/policy/select_task_rq.hpp"
#include "properties/property.hpp"
#include "solver/prove/decision_fields.hpp"
#include "solver/prove/free_values.hpp"

namespace schedmc::prove {

/// A decision property as the prover uses it: over terms to find a violation, over machine words to confirm it.
struct DecisionClaim {
    const PropertyInfo* info = nullptr;
    Claim<Symbolic> (*over_terms)(const DecisionScene<Symbolic>&) = nullptr;
    Claim<Wide> (*over_words)(const DecisionScene<Wide>&) = nullptr;
};

/// The claim of a property struct P with P::info and P::judge().
template <class P>
DecisionClaim decision_claim() {
    return {&P::info, &P::template judge<Symbolic>, &P::template judge<Wide>};
}

/// Every well-formed question that a wakeup can put to a policy on a machine, as one input of free values.
///
/// Errors: expects a current universe of the machine's size.
struct FreeDecision {
    FreeDecision(const Topology<Symbolic>& topology, const Policy& policy);

    DecisionInput<Symbolic> input;
    /// The input is well-formed.
    Symbolic::Truth assumptions;
};

/// What a proof may use: Z3's count of its own steps, which repeats in every run as no time does. 0: no limit.
struct ProofLimits {
    std::uint32_t rlimit = 0;
};

/// How a search for a violation ended.
enum class Answer {
    /// There is none in any well-formed input.
    proved,
    /// There is one, and it was confirmed on machine words.
    refuted,
    /// The limit was reached first, or the solver gave up.
    unknown
};

/// The answer with its evidence.
struct Proof {
    Answer answer = Answer::unknown;
    /// Proved, but no well-formed input is one that the property speaks of.
    bool vacuous = false;
    /// A violating input, where there is one.
    std::optional<DecisionInput<Wide>> counterexample;
    /// The solver's reason for not knowing.
    std::string reason;
    /// What it cost, in Z3's steps.
    std::uint64_t rlimit_used = 0;
};

/// Looks for a well-formed input for which the policy's decision violates the claim.
///
/// A violation is decoded, decided anew on machine words, and judged there. Errors: aborts, after printing both sides,
/// where the two disagree: that is a fault of ours. Cost: one solver run, a second to see that a proof is not vacuous.
Proof prove_decision(const Topology<Symbolic>& topology, const Policy& policy, const DecisionClaim& claim,
                     const ProofLimits& limits = {});

}  // namespace schedmc::prove
