// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <vector>

#include "model/domain/blocks.hpp"
#include "tests/solver/prove/drawn_operands.hpp"

/// Every operation of the value domains, applied once, written as a policy is.
namespace schedmc::domain_operations {

/// The operands read into a domain.
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

/// A value of a domain that a policy would have made of several.
template <class D>
struct Pair {
    typename D::CpuSet set;
    typename D::Number number;
};

template <class D>
Pair<D> select_fields(const typename D::Truth& condition, const Pair<D>& a, const Pair<D>& b) {
    return {select(condition, a.set, b.set), select(condition, a.number, b.number)};
}

/// Applies the operations on sets; keep(name, result) takes each result.
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
    keep("2 < count", D::number(2) < count(in.a & in.b));
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

/// Applies the operations on single values.
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
    keep("scaled by 7/3", scaled(in.x + in.y, 7, 3));
    keep("scaled to none", scaled(in.x, 1, 1U << 20));
    keep("scaled beyond the greatest", scaled(in.x, UINT32_MAX, 2));
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

/// Applies the operations on tables and on tasks.
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

/// Applies all of them.
template <class D, class Keep>
void apply_operations(const Read<D>& in, std::size_t distance, Keep&& keep) {
    apply_to_sets(in, distance, keep);
    apply_to_values(in, keep);
    apply_to_tables(in, keep);
}

/// The CPU, or none.
template <class D>
typename D::Cpu read_cpu(const std::optional<std::size_t>& cpu) {
    return cpu ? D::cpu(*cpu) : typename D::Cpu();
}

/// Everything as constants.
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

}  // namespace schedmc::domain_operations
