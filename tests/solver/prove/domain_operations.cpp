// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/solver/prove/domain_operations.hpp"

#include <rapidcheck.h>

#include <type_traits>

#include "solver/prove/free_values.hpp"
#include "solver/prove/solved_values.hpp"

namespace schedmc::domain_operations {

namespace {

std::size_t below(std::size_t end) { return *rc::gen::resize(100, rc::gen::inRange<std::size_t>(0, end)); }

CpuMask draw_set(std::size_t cpus) {
    CpuMask set;
    const std::size_t kind = below(6);
    const std::size_t centre = below(cpus);
    for (std::size_t cpu = 0; cpu < cpus; ++cpu) {
        const std::size_t away = cpu > centre ? cpu - centre : centre - cpu;
        const bool member = kind == 1   ? away == 0
                            : kind == 2 ? true
                            : kind == 3 ? below(8) == 0
                            : kind == 4 ? below(8) != 0
                            : kind == 5 ? away < 4 && below(2) == 0
                                        : false;
        if (member) {
            set.insert(cpu);
        }
    }
    return set;
}

std::optional<std::size_t> draw_cpu(std::size_t cpus) {
    return below(5) == 0 ? std::nullopt : std::optional(below(cpus));
}

// The operands read into a domain.
template <class D>
struct Read {
    typename D::CpuSet a, b, c;
    typename D::Cpu m, k;
    typename D::Number x, y;
    typename D::Truth p, q;
    typename D::template Choice<Colour> colour, other;
    Blocks<D> blocks;
    std::vector<typename D::CpuSet> constant_sets, sets;
    std::vector<typename D::Number> numbers;
    std::vector<typename D::Cpu> places;
    std::vector<typename D::Truth> truths;
    typename D::Task task;
    typename D::TaskSet tasks;
};

// A value of a domain that a policy would have made of several.
template <class D>
struct Pair {
    typename D::CpuSet set;
    typename D::Number number;
};

template <class D>
Pair<D> select_fields(const typename D::Truth& condition, const Pair<D>& a, const Pair<D>& b) {
    return {select(condition, a.set, b.set), select(condition, a.number, b.number)};
}

// Applies the operations; Keep turns each result into an Outcome.
template <class D, class Keep>
void apply_to_sets(const Read<D>& in, std::size_t distance, Keep&& keep) {
    keep("a & b", in.a & in.b);
    keep("a | b", in.a | in.b);
    keep("a - b", in.a - in.b);
    keep("(a - b) & (b | c)", (in.a - in.b) & (in.b | in.c));
    keep("a == b", in.a == in.b);
    keep("a != b", in.a != in.b);
    keep("a & b == b & c", (in.a & in.b) == (in.b & in.c));
    keep("is_empty", is_empty(in.a & in.b));
    keep("is_subset", is_subset(in.a & in.b, in.c));
    keep("contains", contains(in.a, in.m));
    keep("contains of a union", contains(in.a | in.b, in.k));
    keep("count", count(in.a));
    keep("count of a difference", count(in.a - in.b));
    keep("0 < count", D::number(0) < count(in.a & in.b));
    keep("1 < count", D::number(1) < count(in.a));
    keep("count <= 1", count(in.a) <= D::number(1));
    keep("count <= x", count(in.a) <= in.x);
    keep("only", D::CpuSet::only(in.m));
    keep("first_of", first_of(in.a));
    keep("first_of a union", first_of(in.a | D::CpuSet::only(in.m)));
    keep("first_after", first_after(in.a, in.m));
    keep("first_after a first_after", first_after(in.a, first_after(in.b, in.k)));
    keep("first_n_after", first_n_after(in.a, in.m, in.x));
    keep("first_n_after, few", first_n_after(in.a, in.k, monus(in.x, in.y)));
    keep("first_n_after, all", first_n_after(in.a, in.k, D::number(1000)));
    keep("first_n_after, one", first_n_after(in.a, in.k, D::number(1)));
    keep("until", until(in.a, in.m, in.k));
    keep("until a member", until(in.a | D::CpuSet::only(in.k), in.m, in.k));
    keep("until the first of a part", until(in.a, in.m, first_after(in.a & in.b, in.m)));
    keep("moved_up", moved_up(in.a, distance));
    keep("moved_down", moved_down(in.a, distance));
    keep("whole", whole(in.blocks, in.a));
    keep("touched", touched(in.blocks, in.a));
}

template <class D, class Keep>
void apply_to_values(const Read<D>& in, Keep&& keep) {
    keep("!p", !in.p);
    keep("p & q", in.p & in.q);
    keep("p | q", in.p | in.q);
    keep("p == q", in.p == in.q);
    keep("p != q", in.p != in.q);
    keep("p & !p", in.p & !in.p);
    keep("x + y", in.x + in.y);
    keep("x + y + x", in.x + in.y + in.x);
    keep("monus", monus(in.x, in.y));
    keep("x + 1 - y", monus(in.x + D::number(1), in.y));
    keep("x == y", in.x == in.y);
    keep("x != y", in.x != in.y);
    keep("x < y", in.x < in.y);
    keep("x <= y", in.x <= in.y);
    keep("x < 5", in.x < D::number(5));
    keep("exists", exists(in.m));
    keep("m == k", in.m == in.k);
    keep("m != k", in.m != in.k);
    keep("or_else", or_else(in.m, in.k));
    keep("or_else a first_of", or_else(first_of(in.a & in.b), in.k));
    keep("colour == other", in.colour == in.other);
    keep("colour == green", in.colour == Colour::green);
    keep("colour != white", in.colour != Colour::white);
    keep("select truth", select(in.p, in.q, in.x < in.y));
    keep("select number", select(in.p, in.x, in.y + D::number(3)));
    keep("select choice", select(in.p, in.colour, D::choice(Colour::blue)));
    keep("select a selected choice", select(in.p, in.colour, D::choice(Colour::blue)) == in.other);
    keep("select cpu", select(in.p, in.m, in.k));
    keep("select cpu or none", select(in.q, in.m, typename D::Cpu()));
    keep("select set", select(in.p, in.a, in.b));
    keep("select or nothing", select(in.q, in.a, typename D::CpuSet()));
    const Pair<D> pair = select(
        in.p & in.q, [&] { return Pair<D>{in.a, in.x}; }, [&] { return Pair<D>{in.b, in.y}; });
    keep("select pair, set", pair.set);
    keep("select pair, number", pair.number);
    keep("select by functions", select(in.p, [&] { return in.m; }, [&] { return first_of(in.c); }));
}

template <class D, class Keep>
void apply_to_tables(const Read<D>& in, Keep&& keep) {
    keep("at constant sets", at(in.constant_sets, in.m));
    keep("at sets of blocks", at(in.blocks.of_cpu, in.k));
    keep("at sets", at(in.sets, in.m));
    keep("at numbers", at(in.numbers, in.m));
    keep("at places", at(in.places, in.k));
    keep("at truths", at(in.truths, in.k));
    keep("at_block", at_block(in.blocks, in.numbers, in.m));
    auto sets = in.sets;
    update(sets, in.m, in.c);
    keep("updated sets", at(sets, in.k));
    auto numbers = in.numbers;
    update(numbers, in.m, in.x);
    update(numbers, in.k, in.y);
    keep("updated numbers", at(numbers, in.m));
    keep("tasks contain", contains(in.tasks, in.task));
    keep("tasks less one are none", is_empty(in.tasks - D::TaskSet::only(in.task)));
    keep("a task exists", exists(or_else(first_of(in.tasks), in.task)));
    keep("count tasks", count(in.tasks | D::TaskSet::only(in.task)));
}

template <class D, class Keep>
void apply_operations(const Read<D>& in, std::size_t distance, Keep&& keep) {
    apply_to_sets(in, distance, keep);
    apply_to_values(in, keep);
    apply_to_tables(in, keep);
}

CpuMask as_mask(std::uint64_t number) {
    CpuMask mask;
    mask.set_word(0, number);
    return mask;
}

template <class D>
typename D::Cpu read_cpu(const std::optional<std::size_t>& cpu) {
    return cpu ? D::cpu(*cpu) : typename D::Cpu();
}

// Everything as constants.
template <class D>
Read<D> read(const Operands& o) {
    Read<D> in;
    in.a = D::cpus(o.a);
    in.b = D::cpus(o.b);
    in.c = D::cpus(o.c);
    in.m = read_cpu<D>(o.m);
    in.k = read_cpu<D>(o.k);
    in.x = D::number(o.x);
    in.y = D::number(o.y);
    in.p = D::truth(o.p);
    in.q = D::truth(o.q);
    in.colour = D::choice(o.colour);
    in.other = D::choice(o.other);
    in.blocks = Blocks<D>(o.blocks, o.cpus);
    for (std::size_t cpu = 0; cpu < o.cpus; ++cpu) {
        in.constant_sets.push_back(D::cpus(o.sets[cpu]));
        in.sets.push_back(D::cpus(o.sets[cpu]));
        in.numbers.push_back(D::number(o.numbers[cpu]));
        in.places.push_back(D::cpu(o.numbers[cpu] % o.cpus));
        in.truths.push_back(D::truth(o.numbers[cpu] % 2 == 0));
    }
    in.task = o.m ? D::task(*o.m) : typename D::Task();
    in.tasks = D::tasks(o.b);
    return in;
}

// Ties variables to the operands. Ranges are wider than the values, often by much.
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
            number = free_.number(name(), value - std::min<std::uint32_t>(value, 2), value + 9);
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

Operands draw_operands(std::size_t cpus_max) {
    Operands o;
    o.cpus = 1 + below(cpus_max);
    o.a = draw_set(o.cpus);
    o.b = draw_set(o.cpus);
    o.c = draw_set(o.cpus);
    o.m = draw_cpu(o.cpus);
    o.k = draw_cpu(o.cpus);
    o.x = static_cast<std::uint32_t>(below(12));
    o.y = static_cast<std::uint32_t>(below(12));
    o.p = below(2) == 0;
    o.q = below(2) == 0;
    o.colour = static_cast<Colour>(below(4));
    o.other = static_cast<Colour>(below(4));
    o.distance = below(o.cpus + 1);
    // Blocks of CPUs that are equal modulo a stride, as siblings are, and CPUs without a block.
    const std::size_t stride = 1 + below(o.cpus);
    std::vector<CpuMask> blocks(stride);
    for (std::size_t cpu = 0; cpu < o.cpus; ++cpu) {
        if (below(8) != 0) {
            blocks[cpu % stride].insert(cpu);
        }
    }
    for (const CpuMask& block : blocks) {
        if (!block.empty()) {
            o.blocks.push_back(block);
        }
    }
    const std::vector<CpuMask> few = {draw_set(o.cpus), draw_set(o.cpus), draw_set(o.cpus)};
    for (std::size_t cpu = 0; cpu < o.cpus; ++cpu) {
        o.sets.push_back(few[below(3)]);
        o.numbers.push_back(static_cast<std::uint32_t>(below(9)));
    }
    return o;
}

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
