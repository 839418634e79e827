// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: the operations of the concrete domain are what policies take them for.
// Method: each against a loop over CPU numbers as a kernel would have it, on random sets; then the borders by hand: no
// element, no member, the last number of a word and of a machine.
#include "model/domain/concrete.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace schedmc {
namespace {

using Cpus = std::vector<std::size_t>;
using MaybeCpu = std::optional<std::size_t>;

std::size_t below(std::size_t end) { return *rc::gen::resize(100, rc::gen::inRange<std::size_t>(0, end)); }

// A machine of `size` CPUs, a set of them, and two CPUs or none.
struct Drawn {
    std::size_t size = 1 + below(70);
    Cpus members;
    MaybeCpu from;
    MaybeCpu last;

    Drawn() {
        const std::size_t one_in = 1 + below(6);
        for (std::size_t cpu = 0; cpu < size; ++cpu) {
            if (below(one_in) == 0) {
                members.push_back(cpu);
            }
        }
        from = below(6) == 0 ? std::nullopt : MaybeCpu(below(size));
        last = below(6) == 0 ? std::nullopt : MaybeCpu(below(size));
    }

    Wide::CpuSet set() const { return set_of(members); }
    static Wide::CpuSet set_of(const Cpus& cpus) {
        Bits<16> bits;
        for (const std::size_t cpu : cpus) {
            bits.insert(cpu);
        }
        return Wide::cpus(bits);
    }
    static Wide::Cpu cpu(const MaybeCpu& number) { return number ? Wide::cpu(*number) : Wide::Cpu(); }

    // The members in the order in which a scan that starts behind `from` meets them.
    Cpus met() const {
        Cpus order;
        for (std::size_t i = 0; i < size; ++i) {
            const std::size_t at = (from ? *from + 1 + i : i) % size;
            if (std::find(members.begin(), members.end(), at) != members.end()) {
                order.push_back(at);
            }
        }
        return order;
    }
};

RC_GTEST_PROP(ConcreteLaws, FirstAfterIsTheFirstMet, ()) {
    const Drawn d;
    const Cpus met = d.met();
    const auto expected = met.empty() ? Wide::Cpu() : Wide::cpu(met.front());
    RC_ASSERT((first_after(d.set(), Drawn::cpu(d.from)) == expected).is_true());
}

RC_GTEST_PROP(ConcreteLaws, FirstOfIsTheLeast, ()) {
    const Drawn d;
    const auto expected = d.members.empty() ? Wide::Cpu() : Wide::cpu(d.members.front());
    RC_ASSERT((first_of(d.set()) == expected).is_true());
}

RC_GTEST_PROP(ConcreteLaws, FirstNAfterAreTheFirstMet, ()) {
    const Drawn d;
    const std::size_t n = below(d.size + 3);
    Cpus met = d.met();
    met.resize(std::min(n, met.size()));
    const auto found = first_n_after(d.set(), Drawn::cpu(d.from), Wide::number(n));
    RC_ASSERT((found == Drawn::set_of(met)).is_true());
}

RC_GTEST_PROP(ConcreteLaws, UntilEndsWithTheLast, ()) {
    const Drawn d;
    Cpus expected;
    for (const std::size_t cpu : d.met()) {
        expected.push_back(cpu);
        if (cpu == d.last) {
            break;
        }
    }
    const auto found = until(d.set(), Drawn::cpu(d.from), Drawn::cpu(d.last));
    RC_ASSERT((found == Drawn::set_of(expected)).is_true());
}

RC_GTEST_PROP(ConcreteLaws, ElementsAreSetsOfOne, ()) {
    const Drawn d;
    const auto cpu = Drawn::cpu(d.from);
    const auto one = Wide::CpuSet::only(cpu);
    RC_ASSERT((contains(d.set(), cpu) == !is_empty(one & d.set())).is_true());
    RC_ASSERT((exists(cpu) == !is_empty(one)).is_true());
    RC_ASSERT((first_of(one) == cpu).is_true());
    RC_ASSERT(count(one).value() == (d.from ? 1 : 0));
    RC_ASSERT((or_else(cpu, Drawn::cpu(d.last)) == (d.from ? cpu : Drawn::cpu(d.last))).is_true());
}

RC_GTEST_PROP(ConcreteLaws, MonusEndsAtZero, ()) {
    const std::size_t a = below(100);
    const std::size_t b = below(100);
    RC_ASSERT(monus(Word::number(a), Word::number(b)).value() == (a > b ? a - b : 0));
}

RC_GTEST_PROP(ConcreteLaws, ScaledIsTheRoundedProductUpToTheGreatestNumber, ()) {
    const std::size_t a = below(5000);
    const std::size_t by = below(5000);
    const std::size_t over = below(5000) + 1;
    const std::size_t result = scaled(Word::number(a), by, over).value();
    RC_ASSERT(result * over <= a * by);
    RC_ASSERT(a * by < (result + 1) * over);
    RC_ASSERT(scaled(Word::number(UINT32_MAX), by + 2, 1).value() == UINT32_MAX);
    RC_ASSERT(scaled(Word::number(UINT32_MAX), over, over).value() == UINT32_MAX);
}

RC_GTEST_PROP(ConcreteLaws, SelectPicksOneSideAndCallsOnlyThat, ()) {
    const bool condition = below(2) == 0;
    RC_ASSERT(select(Word::truth(condition), Word::number(1), Word::number(2)).value() == (condition ? 1 : 2));
    int called = 0;
    const auto picked = select(
        Word::truth(condition), [&] { return ++called, Word::number(1); },
        [&] { return ++called, Word::number(2); });
    RC_ASSERT(picked.value() == (condition ? 1 : 2));
    RC_ASSERT(called == 1);
}

RC_GTEST_PROP(ConcreteLaws, UpdateChangesOneEntry, ()) {
    const Drawn d;
    std::vector<Wide::Number> numbers(d.size);
    for (std::size_t cpu = 0; cpu < d.size; ++cpu) {
        numbers[cpu] = Wide::number(cpu);
    }
    update(numbers, Drawn::cpu(d.from), Wide::number(1000));
    for (std::size_t cpu = 0; cpu < d.size; ++cpu) {
        RC_ASSERT(numbers[cpu].value() == (d.from == cpu ? 1000 : cpu));
    }
    RC_ASSERT(at(numbers, Drawn::cpu(d.last)).value() == (d.last ? d.last == d.from ? 1000 : *d.last : 0));
}

template <class D>
void expect_borders_kept() {
    constexpr std::size_t last = D::cpu_capacity - 1;
    const auto ends = D::CpuSet::only(D::cpu(0)) | D::CpuSet::only(D::cpu(last));
    EXPECT_EQ(first_after(ends, D::cpu(0)).number(), last);
    EXPECT_EQ(first_after(ends, D::cpu(last)).number(), 0U);
    EXPECT_EQ(first_after(D::CpuSet::only(D::cpu(last)), D::cpu(last)).number(), last);
    EXPECT_TRUE((first_n_after(ends, D::cpu(last), D::number(1)) == D::CpuSet::only(D::cpu(0))).is_true());
    EXPECT_TRUE((until(ends, D::cpu(0), D::cpu(last)) == D::CpuSet::only(D::cpu(last))).is_true());
    EXPECT_TRUE(is_empty(moved_up(D::CpuSet::only(D::cpu(last)), 1)).is_true());
    EXPECT_TRUE(is_empty(moved_down(D::CpuSet::only(D::cpu(0)), 1)).is_true());
    EXPECT_TRUE(contains(moved_up(D::CpuSet::only(D::cpu(0)), last), D::cpu(last)).is_true());
}

TEST(Concrete, KeepsTheBordersOfOneWord) { expect_borders_kept<Word>(); }

TEST(Concrete, KeepsTheBordersOfManyWords) { expect_borders_kept<Wide>(); }

TEST(Concrete, CountsAcrossTheBorderOfAWord) {
    const auto around = Wide::CpuSet::only(Wide::cpu(63)) | Wide::CpuSet::only(Wide::cpu(64));
    EXPECT_EQ(first_after(around, Wide::cpu(63)).number(), 64U);
    EXPECT_EQ(first_after(around, Wide::cpu(64)).number(), 63U);
    EXPECT_TRUE((moved_up(Wide::CpuSet::only(Wide::cpu(63)), 1) == Wide::CpuSet::only(Wide::cpu(64))).is_true());
    EXPECT_TRUE((moved_down(Wide::CpuSet::only(Wide::cpu(64)), 64) == Wide::CpuSet::only(Wide::cpu(0))).is_true());
}

TEST(Concrete, FindsNothingInNothing) {
    const Word::CpuSet nothing;
    EXPECT_FALSE(exists(first_of(nothing)).is_true());
    EXPECT_FALSE(exists(first_after(nothing, Word::cpu(3))).is_true());
    EXPECT_FALSE(exists(first_after(nothing, Word::Cpu())).is_true());
    EXPECT_TRUE(is_empty(first_n_after(nothing, Word::cpu(3), Word::number(5))).is_true());
    EXPECT_TRUE(is_empty(until(nothing, Word::cpu(3), Word::cpu(5))).is_true());
    EXPECT_TRUE(is_subset(nothing, nothing).is_true());
}

TEST(Concrete, HasNoMemberThatIsNone) {
    const auto all = Word::cpus(Bits<1>::first(64));
    EXPECT_FALSE(contains(all, Word::Cpu()).is_true());
    EXPECT_TRUE(is_empty(Word::CpuSet::only(Word::Cpu())).is_true());
    EXPECT_TRUE((Word::Cpu() == Word::Cpu()).is_true());
    EXPECT_TRUE((Word::Cpu() != Word::cpu(0)).is_true());
    EXPECT_EQ(at(std::vector<Word::Number>{Word::number(7)}, Word::Cpu()).value(), 0U);
}

TEST(ConcreteDeathTest, HoldsToItsContracts) {
    EXPECT_DEATH(Word::Cpu().number(), "an element that is read exists");
    EXPECT_DEATH(Word::number(UINT32_MAX) + Word::number(1), "stays below 2\\^32");
}

}  // namespace
}  // namespace schedmc
