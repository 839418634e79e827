// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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

/// Some of the inputs: those in which the waker's CPU and the wakee's previous one are among these.
struct DecisionPart {
    CpuMask this_cpu;
    CpuMask prev;
};

/// Parts that cover all inputs: one for each pair of places of the waker and of the wakee, a place being an LLC domain
/// or all CPUs outside of such domains. In a part the scan is about one or two LLCs, and costs the prover no more.
std::vector<DecisionPart> parts_by_llc(const Topology<Symbolic>& topology);

/// Every well-formed question that a wakeup can put to a policy on a machine, as one input of free values.
///
/// Errors: expects a current universe of the machine's size.
struct FreeDecision {
    FreeDecision(const Topology<Symbolic>& topology, const Policy& policy);
    /// Those of a part only.
    FreeDecision(const Topology<Symbolic>& topology, const Policy& policy, const DecisionPart& part);

    DecisionInput<Symbolic> input;
    /// The input is well-formed, and in the part.
    Symbolic::Truth assumptions;
};

/// What a proof may use: Z3's count of its own steps, which repeats in every run as no time does. 0: no limit.
struct ProofLimits {
    /// For each question put to the solver.
    std::uint32_t rlimit = 0;
};

/// How a search for a violation ended.
enum class Answer {
    /// There is none in any input asked about.
    proved,
    /// There is one, and it was confirmed on machine words.
    refuted,
    /// The limit was reached first, or the solver gave up.
    unknown
};

/// The answer with its evidence.
struct Proof {
    Answer answer = Answer::unknown;
    /// Proved, but the property speaks of none of the inputs.
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

/// The same part by part, in order: the first part that is not proved ends it.
///
/// Cost: a solver run for each part, and one more for each vacuous one before the first that is not.
Proof prove_decision_in_parts(const Topology<Symbolic>& topology, const Policy& policy, const DecisionClaim& claim,
                     const std::vector<DecisionPart>& parts, const ProofLimits& limits = {});

}  // namespace schedmc::prove
