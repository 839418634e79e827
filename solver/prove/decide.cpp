// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/prove/decide.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "solver/prove/solved_values.hpp"

namespace schedmc::prove {

namespace {

std::string variable(const FieldName& name) { return fmt::format("{}{}_{}", name.group, name.index, name.field); }

// Visits an input of terms and makes each field a free value.
struct FreeFields {
    FreeValues& free;

    void truth(const FieldName& name, Symbolic::Truth& field) { field = free.truth(variable(name)); }
    void number(const FieldName& name, Symbolic::Number& field, std::size_t least, std::size_t greatest) {
        field =
            free.number(variable(name), static_cast<std::uint32_t>(least), static_cast<std::uint32_t>(greatest));
    }
    template <class E>
    void choice(const FieldName& name, Symbolic::Choice<E>& field, std::size_t count) {
        field = free.choice<E>(variable(name), count);
    }
    void cpu(const FieldName& name, Symbolic::Cpu& field, const CpuMask& among) {
        field = free.cpu(variable(name), among);
    }
    void cpus(const FieldName& name, Symbolic::CpuSet& field, const CpuMask& within) {
        field = free.cpus(variable(name), within);
    }
    void blocks(const FieldName& name, Symbolic::CpuSet& field, const Blocks<Symbolic>& blocks) {
        field = free.blocks(variable(name), blocks);
    }
};

// Visits an input of terms and keeps what each field is in a model.
struct ReadSolved {
    const SolvedValues& solved;
    std::vector<FieldValue> values{};

    void truth(const FieldName&, const Symbolic::Truth& field) { keep(solved.truth(field) ? 1 : 0); }
    void number(const FieldName&, const Symbolic::Number& field, std::size_t, std::size_t) {
        keep(solved.number(field));
    }
    template <class E>
    void choice(const FieldName&, const Symbolic::Choice<E>& field, std::size_t) {
        keep(static_cast<std::uint32_t>(solved.choice(field)));
    }
    void cpu(const FieldName&, const Symbolic::Cpu& field, const CpuMask&) {
        const auto number = solved.cpu(field);
        expects(number.has_value(), "a free CPU is a CPU in every model");
        keep(static_cast<std::uint32_t>(*number));
    }
    template <class Where>
    void cpus(const FieldName&, const Symbolic::CpuSet& field, const Where&) {
        values.push_back({0, solved.cpus(field)});
    }
    template <class Where>
    void blocks(const FieldName& name, const Symbolic::CpuSet& field, const Where& blocks) {
        cpus(name, field, blocks);
    }
    void keep(std::uint32_t number) { values.push_back({number, {}}); }
};

template <class D>
WakeupDecision<D> decide(const Topology<D>& topology, const Policy& policy, const DecisionInput<D>& input) {
    return select_task_rq(topology, policy, input.view, input.wakeup);
}

std::uint64_t rlimit_of(const z3::solver& solver) {
    const z3::stats statistics = solver.statistics();
    for (unsigned i = 0; i < statistics.size(); ++i) {
        if (statistics.key(i) == "rlimit count") {
            return statistics.uint_value(i);
        }
    }
    return 0;
}

// The input of the solver's model on machine words. It must violate the claim there as well.
DecisionInput<Wide> confirmed(const Topology<Symbolic>& topology, const Policy& policy,
                              const DecisionClaim& claim, const DecisionInput<Symbolic>& input,
                              const WakeupDecision<Symbolic>& decided, const SolvedValues& solved) {
    ReadSolved reader{solved};
    visit_fields(topology, policy, input, reader);
    const Topology<Wide> words(topology.machine);
    DecisionInput<Wide> decoded = blank_input(words);
    visit_fields(words, policy, decoded, WriteFields<Wide>(reader.values));
    const WakeupDecision<Wide> decision = decide(words, policy, decoded);
    const Claim<Wide> judged = claim.over_words({words, policy, decoded.view, decoded.wakeup, decision});
    const bool violated = (judged.relevant & !judged.holds).is_true();
    const std::optional<std::size_t> solved_cpu = solved.cpu(decided.cpu);
    const bool same_cpu =
        solved_cpu == (decision.cpu.has_number() ? std::optional(decision.cpu.number()) : std::nullopt);
    if (!violated || !same_cpu || !well_formed(words, decoded).is_true()) {
        fmt::print(stderr,
                   "{}, {}: the solver says violated, choosing cpu {}; machine words say {}, choosing {}\n",
                   claim.info->id, policy.name, solved_cpu ? std::to_string(*solved_cpu) : "none",
                   violated ? "violated" : "not violated", cpu_text(decision.cpu));
        contract_broken("a solver's counterexample fails on machine words too", __FILE__, __LINE__);
    }
    return decoded;
}

// Asks about the inputs that `free` makes: for a violation, and for the situation where `looks_for_situation`.
template <class MakeFree>
Proof search(const Topology<Symbolic>& topology, const Policy& policy, const DecisionClaim& claim,
             const ProofLimits& limits, bool looks_for_situation, MakeFree&& make_free) {
    z3::context context;
    const symbolic::SymbolicScope scope(context, topology.machine.cpu_count());
    const FreeDecision free = make_free();
    const WakeupDecision<Symbolic> decision = decide(topology, policy, free.input);
    const Claim<Symbolic> judged =
        claim.over_terms({topology, policy, free.input.view, free.input.wakeup, decision});
    const Symbolic::Truth situation = free.assumptions & judged.relevant;

    // Z3 answers these fastest when it has been told the logic and works incrementally.
    z3::solver solver(context, "QF_BV");
    if (limits.rlimit != 0) {
        solver.set("rlimit", limits.rlimit);
    }
    Proof proof;
    solver.push();
    solver.add((situation & !judged.holds).term());
    const z3::check_result violation = solver.check();
    if (violation == z3::sat) {
        proof.answer = Answer::refuted;
        proof.counterexample =
            confirmed(topology, policy, claim, free.input, decision, SolvedValues(solver.get_model()));
    } else if (violation == z3::unknown) {
        proof.reason = solver.reason_unknown();
    } else {
        proof.answer = Answer::proved;
        solver.pop();
        solver.add(situation.term());
        proof.vacuous = looks_for_situation && solver.check() == z3::unsat;
    }
    proof.rlimit_used = rlimit_of(solver);
    return proof;
}

}  // namespace

std::vector<DecisionPart> parts_by_llc(const Topology<Symbolic>& topology) {
    std::vector<CpuMask> places;
    CpuMask outside = topology.machine.online;
    for (const Symbolic::CpuSet& llc : topology.llcs.sets) {
        places.push_back(llc.within());
        outside -= llc.within();
    }
    if (!outside.empty()) {
        places.push_back(outside);
    }
    std::vector<DecisionPart> parts;
    for (const CpuMask& prev : places) {
        for (const CpuMask& this_cpu : places) {
            parts.push_back({this_cpu, prev});
        }
    }
    return parts;
}

FreeDecision::FreeDecision(const Topology<Symbolic>& topology, const Policy& policy)
    : FreeDecision(topology, policy, {topology.machine.online, topology.machine.online}) {}

FreeDecision::FreeDecision(const Topology<Symbolic>& topology, const Policy& policy, const DecisionPart& part)
    : input(blank_input(topology)) {
    FreeValues free;
    visit_fields(topology, policy, input, FreeFields{free});
    input.wakeup.this_cpu = free.narrowed(input.wakeup.this_cpu, part.this_cpu);
    input.wakeup.prev = free.narrowed(input.wakeup.prev, part.prev);
    assumptions = free.assumptions() & well_formed(topology, input);
}

Proof prove_decision(const Topology<Symbolic>& topology, const Policy& policy, const DecisionClaim& claim,
                     const ProofLimits& limits) {
    return search(topology, policy, claim, limits, true, [&] { return FreeDecision(topology, policy); });
}

Proof prove_decision_in_parts(const Topology<Symbolic>& topology, const Policy& policy, const DecisionClaim& claim,
                     const std::vector<DecisionPart>& parts, const ProofLimits& limits) {
    Proof whole;
    whole.answer = Answer::proved;
    whole.vacuous = true;
    for (const DecisionPart& part : parts) {
        Proof proof = search(topology, policy, claim, limits, whole.vacuous,
                             [&] { return FreeDecision(topology, policy, part); });
        proof.rlimit_used += whole.rlimit_used;
        proof.vacuous = proof.vacuous && whole.vacuous;
        whole = std::move(proof);
        if (whole.answer != Answer::proved) {
            break;
        }
    }
    return whole;
}

}  // namespace schedmc::prove
