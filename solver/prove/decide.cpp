// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/prove/decide.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "solver/prove/solved_values.hpp"

namespace schedmc::prove {

namespace {

// Visits an input of terms and makes each field a free value.
struct FreeFields {
    FreeValues& free;

    void truth(const std::string& name, Symbolic::Truth& field) { field = free.truth(name); }
    void number(const std::string& name, Symbolic::Number& field, std::size_t least, std::size_t greatest) {
        field = free.number(name, static_cast<std::uint32_t>(least), static_cast<std::uint32_t>(greatest));
    }
    template <class E>
    void choice(const std::string& name, Symbolic::Choice<E>& field, std::size_t count) {
        field = free.choice<E>(name, count);
    }
    void cpu(const std::string& name, Symbolic::Cpu& field, const CpuMask& among) { field = free.cpu(name, among); }
    void cpus(const std::string& name, Symbolic::CpuSet& field, const CpuMask& within) {
        field = free.cpus(name, within);
    }
    void blocks(const std::string& name, Symbolic::CpuSet& field, const Blocks<Symbolic>& blocks) {
        field = free.blocks(name, blocks);
    }
};

// Visits an input of terms and keeps what each field is in a model.
struct ReadSolved {
    const SolvedValues& solved;
    std::vector<FieldValue> values{};

    void truth(const std::string&, const Symbolic::Truth& field) { keep(solved.truth(field) ? 1 : 0); }
    void number(const std::string&, const Symbolic::Number& field, std::size_t, std::size_t) {
        keep(solved.number(field));
    }
    template <class E>
    void choice(const std::string&, const Symbolic::Choice<E>& field, std::size_t) {
        keep(static_cast<std::uint32_t>(solved.choice(field)));
    }
    void cpu(const std::string&, const Symbolic::Cpu& field, const CpuMask&) {
        const auto number = solved.cpu(field);
        expects(number.has_value(), "a free CPU is a CPU in every model");
        keep(static_cast<std::uint32_t>(*number));
    }
    template <class Where>
    void cpus(const std::string&, const Symbolic::CpuSet& field, const Where&) {
        values.push_back({0, solved.cpus(field)});
    }
    template <class Where>
    void blocks(const std::string& name, const Symbolic::CpuSet& field, const Where& blocks) {
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
DecisionInput<Wide> confirmed(const Topology<Symbolic>& topology, const Policy& policy, const DecisionClaim& claim,
                              const DecisionInput<Symbolic>& input, const WakeupDecision<Symbolic>& decided,
                              const SolvedValues& solved) {
    ReadSolved reader{solved};
    visit_fields(topology, policy, input, reader);
    const Topology<Wide> words(topology.machine);
    DecisionInput<Wide> decoded = blank_input(words);
    visit_fields(words, policy, decoded, WriteFields<Wide>(reader.values));
    const WakeupDecision<Wide> decision = decide(words, policy, decoded);
    const Claim<Wide> judged = claim.over_words({words, policy, decoded.view, decoded.wakeup, decision});
    const bool violated = (judged.relevant & !judged.holds).is_true();
    const std::optional<std::size_t> solved_cpu = solved.cpu(decided.cpu);
    const bool same_cpu = solved_cpu == (decision.cpu.has_number() ? std::optional(decision.cpu.number()) : std::nullopt);
    if (!violated || !same_cpu || !well_formed(words, decoded).is_true()) {
        fmt::print(stderr, "{}, {}: the solver says violated, choosing cpu {}; machine words say {}, choosing {}\n",
                   claim.info->id, policy.name, solved_cpu ? std::to_string(*solved_cpu) : "none",
                   violated ? "violated" : "not violated", cpu_text(decision.cpu));
        contract_broken("a solver's counterexample fails on machine words too", __FILE__, __LINE__);
    }
    return decoded;
}

}  // namespace

FreeDecision::FreeDecision(const Topology<Symbolic>& topology, const Policy& policy)
    : input(blank_input(topology)) {
    FreeValues free;
    visit_fields(topology, policy, input, FreeFields{free});
    assumptions = free.assumptions() & well_formed(topology, input);
}

Proof prove_decision(const Topology<Symbolic>& topology, const Policy& policy, const DecisionClaim& claim,
                     const ProofLimits& limits) {
    z3::context context;
    const symbolic::SymbolicScope scope(context, topology.machine.cpu_count());
    const FreeDecision free(topology, policy);
    const WakeupDecision<Symbolic> decision = decide(topology, policy, free.input);
    const Claim<Symbolic> judged =
        claim.over_terms({topology, policy, free.input.view, free.input.wakeup, decision});
    const Symbolic::Truth situation = free.assumptions & judged.relevant;

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
        proof.vacuous = solver.check() == z3::unsat;
    }
    proof.rlimit_used = rlimit_of(solver);
    return proof;
}

}  // namespace schedmc::prove
