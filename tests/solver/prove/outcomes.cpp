// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/solver/prove/outcomes.hpp"

#include <algorithm>

#include "solver/prove/free_values.hpp"
#include "solver/prove/solved_values.hpp"
#include "tests/solver/prove/operations.hpp"

namespace schedmc::domain_operations {

namespace {

CpuMask as_mask(std::uint64_t number) {
    CpuMask mask;
    mask.set_word(0, number);
    return mask;
}

// Ties variables to the operands. What a variable can be is more than its value, by little or by much.
class Variables {
public:
    Variables(const Operands& operands, const std::function<bool()>& is_term)
        : operands_(operands), is_term_(is_term), all_(CpuMask::first(operands.cpus)) {}

    void tie(Symbolic::CpuSet& set, const CpuMask& value) {
        if (is_term_()) {
            set = free_.cpus(name(), value | draw_set(operands_.cpus));
            free_.assume(set == Symbolic::cpus(value));
        }
    }
    void tie(Symbolic::Cpu& cpu, const std::optional<std::size_t>& value) {
        if (is_term_()) {
            const CpuMask among = (value ? CpuMask::single(*value) : CpuMask()) | draw_set(operands_.cpus);
            if (!among.empty()) {
                const Symbolic::Cpu some = free_.cpu(name(), among);
                cpu = value && below(2) == 0 ? some : select(free_.truth(name()), some, Symbolic::Cpu());
                free_.assume(cpu == read_cpu<Symbolic>(value));
            }
        }
    }
    void tie(Symbolic::Number& number, std::uint32_t value) {
        if (is_term_()) {
            const auto above = static_cast<std::uint32_t>(below(3) == 0 ? 0 : below(10));
            number = free_.number(name(), value - std::min<std::uint32_t>(value, 2), value + above);
            free_.assume(number == Symbolic::number(value));
        }
    }
    void tie(Symbolic::Truth& truth, bool value) {
        if (is_term_()) {
            truth = free_.truth(name());
            free_.assume(truth == Symbolic::truth(value));
        }
    }
    void tie(Symbolic::Choice<Colour>& choice, Colour value) {
        if (is_term_()) {
            choice = free_.choice<Colour>(name(), 4);
            free_.assume(choice == value);
        }
    }
    const Symbolic::Truth& assumptions() const { return free_.assumptions(); }

private:
    std::string name() { return "v" + std::to_string(made_++); }

    const Operands& operands_;
    const std::function<bool()>& is_term_;
    CpuMask all_;
    prove::FreeValues free_;
    std::size_t made_ = 0;
};

// Keeps results that are known, as they are.
struct KeepKnown {
    std::size_t cpus;
    std::vector<Outcome>& outcomes;

    void operator()(const char* name, const concrete::Truth& v) { add(name, as_mask(v.is_true() ? 1 : 0)); }
    void operator()(const char* name, const concrete::Number& v) { add(name, as_mask(v.value())); }
    void operator()(const char* name, const concrete::Choice<Colour>& v) {
        add(name, as_mask(static_cast<std::uint64_t>(v.value())));
    }
    template <class Tag>
    void operator()(const char* name, const concrete::Element<Tag>& v) {
        add(name, as_mask(v.has_number() ? v.number() + 1 : 0));
    }
    template <class Tag, std::size_t Words>
    void operator()(const char* name, const concrete::Set<Tag, Words>& v) {
        add(name, CpuMask::from(v.bits()) & CpuMask::first(cpus));
    }
    void operator()(const char* name, const Symbolic::Truth& v) { add(name, as_mask(v.known().value() ? 1 : 0)); }
    void operator()(const char* name, const Symbolic::Number& v) { add(name, as_mask(v.known().value())); }
    void operator()(const char* name, const Symbolic::Choice<Colour>& v) { (*this)(name, v.number()); }
    void operator()(const char* name, const Symbolic::Cpu& v) {
        expects(v.is_constant(), "an operation on constants gives a constant");
        add(name, as_mask(v.within().empty() ? 0 : v.number() + 1));
    }
    void operator()(const char* name, const Symbolic::CpuSet& v) {
        expects(v.is_constant(), "an operation on constants gives a constant");
        add(name, v.within() & CpuMask::first(cpus));
    }
    void add(const char* name, const CpuMask& value) { outcomes.push_back({name, value}); }
};

// Keeps results as they are in a model.
struct KeepSolved {
    const prove::SolvedValues& solved;
    std::size_t cpus;
    std::vector<Outcome>& outcomes;

    void operator()(const char* name, const Symbolic::Truth& v) { add(name, as_mask(solved.truth(v) ? 1 : 0)); }
    void operator()(const char* name, const Symbolic::Number& v) {
        expects(solved.number(v) <= v.greatest(), "a number keeps below its greatest value");
        add(name, as_mask(solved.number(v)));
    }
    void operator()(const char* name, const Symbolic::Choice<Colour>& v) { (*this)(name, v.number()); }
    void operator()(const char* name, const Symbolic::Cpu& v) {
        const auto cpu = solved.cpu(v);
        expects(!cpu || v.within().contains(*cpu), "a CPU is one of those that it can be");
        expects(solved.truth(exists(v)) == cpu.has_value(), "a CPU exists where it is one");
        add(name, as_mask(cpu ? *cpu + 1 : 0));
    }
    void operator()(const char* name, const Symbolic::CpuSet& v) {
        const CpuMask members = solved.cpus(v) & CpuMask::first(cpus);
        expects(members.is_subset_of(v.within()), "a set keeps to what it can have");
        add(name, members);
    }
    void add(const char* name, const CpuMask& value) { outcomes.push_back({name, value}); }
};

}  // namespace

std::string to_text(const Outcome& outcome) {
    return "{" + cpu_list(outcome.value) + "}";
}

template <class D>
std::vector<Outcome> operations_over(const Operands& operands) {
    std::vector<Outcome> outcomes;
    apply_operations(read<D>(operands), operands.distance, KeepKnown{operands.cpus, outcomes});
    return outcomes;
}
template std::vector<Outcome> operations_over<Word>(const Operands&);
template std::vector<Outcome> operations_over<Wide>(const Operands&);
template std::vector<Outcome> operations_over<Symbolic>(const Operands&);

std::vector<Outcome> symbolic_outcomes(const Operands& o, const std::function<bool()>& is_term) {
    z3::context context;
    const symbolic::SymbolicScope scope(context, o.cpus, o.cpus);
    Read<Symbolic> in = read<Symbolic>(o);
    Variables variables(o, is_term);
    variables.tie(in.a, o.a);
    variables.tie(in.b, o.b);
    variables.tie(in.c, o.c);
    variables.tie(in.m, o.m);
    variables.tie(in.k, o.k);
    variables.tie(in.x, o.x);
    variables.tie(in.y, o.y);
    variables.tie(in.p, o.p);
    variables.tie(in.q, o.q);
    variables.tie(in.colour, o.colour);
    variables.tie(in.other, o.other);
    // Each tied to a value of its own, or entries could not be told from those that are the same term.
    for (std::size_t cpu = 0; cpu < std::min<std::size_t>(o.cpus, 3); ++cpu) {
        variables.tie(in.sets[cpu], o.sets[cpu]);
        variables.tie(in.numbers[cpu], o.numbers[cpu]);
        variables.tie(in.places[cpu], std::optional<std::size_t>(o.numbers[cpu] % o.cpus));
        variables.tie(in.truths[cpu], o.numbers[cpu] % 2 == 0);
    }
    in.task = select(in.p, in.task, select(!in.p, in.task, Symbolic::Task()));
    in.tasks = select(in.q, in.tasks | Symbolic::TaskSet(), in.tasks);

    z3::solver solver(context, "QF_BV");
    solver.add(variables.assumptions().term());
    expects(solver.check() == z3::sat, "variables can have their operands' values");
    const prove::SolvedValues solved(solver.get_model());
    std::vector<Outcome> outcomes;
    apply_operations(in, o.distance, KeepSolved{solved, o.cpus, outcomes});
    return outcomes;
}

}  // namespace schedmc::domain_operations
