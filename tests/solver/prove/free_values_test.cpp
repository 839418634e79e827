// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: a free value can be everything its kind allows and nothing else, so that a proof covers all and a
// counterexample is one.
// Method: the solver lists all values until there are no more; their number and the values are known beforehand.
#include "solver/prove/free_values.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "model/machine/topology.hpp"
#include "solver/prove/solved_values.hpp"
#include "tests/support/machines.hpp"

namespace schedmc::prove {
namespace {

enum class Light : std::uint8_t { red, amber, green, off };

class FreeValuesTest : public testing::Test {
protected:
    // All values that `value` takes under the assumptions, as read() writes them.
    template <class Value, class Read>
    std::multiset<std::string> all_of(const Value& value, const Read& read) {
        z3::solver solver(context_, "QF_BV");
        solver.add(free_.assumptions().term());
        std::multiset<std::string> found;
        while (found.size() < 100 && solver.check() == z3::sat) {
            const SolvedValues solved(solver.get_model());
            found.insert(read(solved, value));
            solver.add((!(value == constant_of(solved, value))).term());
        }
        return found;
    }
    static Symbolic::CpuSet constant_of(const SolvedValues& solved, const Symbolic::CpuSet& value) {
        return Symbolic::cpus(solved.cpus(value));
    }
    static Symbolic::Cpu constant_of(const SolvedValues& solved, const Symbolic::Cpu& value) {
        const auto cpu = solved.cpu(value);
        return cpu ? Symbolic::cpu(*cpu) : Symbolic::Cpu();
    }
    static Symbolic::Number constant_of(const SolvedValues& solved, const Symbolic::Number& value) {
        return Symbolic::number(solved.number(value));
    }
    static Symbolic::Choice<Light> constant_of(const SolvedValues& solved, const Symbolic::Choice<Light>& value) {
        return Symbolic::choice(solved.choice(value));
    }
    static std::string set_text(const SolvedValues& solved, const Symbolic::CpuSet& value) {
        return cpu_list(solved.cpus(value));
    }
    static std::string cpu_text(const SolvedValues& solved, const Symbolic::Cpu& value) {
        const auto cpu = solved.cpu(value);
        return cpu ? std::to_string(*cpu) : "none";
    }
    static std::string number_text(const SolvedValues& solved, const Symbolic::Number& value) {
        return std::to_string(solved.number(value));
    }

    z3::context context_;
    symbolic::SymbolicScope scope_{context_, 6};
    FreeValues free_;
};

TEST_F(FreeValuesTest, ACpuIsAnyOfThoseGivenAndExists) {
    const auto cpu = free_.cpu("cpu", parse_cpu_list("1,3-4", "here"));
    EXPECT_EQ(all_of(cpu, cpu_text), (std::multiset<std::string>{"1", "3", "4"}));
    EXPECT_EQ(exists(cpu).known(), true);
}

TEST_F(FreeValuesTest, ACpuOfOneIsAConstant) {
    EXPECT_EQ(free_.cpu("cpu", CpuMask::single(5)).number(), 5U);
    EXPECT_EQ(free_.assumptions().known(), true);
}

TEST_F(FreeValuesTest, ANarrowedCpuIsOneOfBoth) {
    const auto cpu = free_.narrowed(free_.cpu("cpu", CpuMask::first(4)), parse_cpu_list("2-5", "here"));
    EXPECT_EQ(all_of(cpu, cpu_text), (std::multiset<std::string>{"2", "3"}));
}

TEST_F(FreeValuesTest, ASetIsAnySubset) {
    const auto set = free_.cpus("set", parse_cpu_list("0,5", "here"));
    EXPECT_EQ(all_of(set, set_text), (std::multiset<std::string>{"", "0", "5", "0,5"}));
}

TEST_F(FreeValuesTest, ANumberKeepsToItsRange) {
    const auto number = free_.number("number", 4, 6);
    EXPECT_EQ(all_of(number, number_text), (std::multiset<std::string>{"4", "5", "6"}));
    EXPECT_EQ(free_.number("fixed", 9, 9).known(), 9U);
}

TEST_F(FreeValuesTest, AChoiceIsOneOfTheFirst) {
    const auto choice = free_.choice<Light>("light", 3);
    const auto found = all_of(choice, [](const SolvedValues& solved, const Symbolic::Choice<Light>& light) {
        return std::to_string(static_cast<int>(solved.choice(light)));
    });
    EXPECT_EQ(found, (std::multiset<std::string>{"0", "1", "2"}));
}

TEST_F(FreeValuesTest, BlocksComeWhole) {
    const std::vector<CpuMask> masks = {parse_cpu_list("0,2", "here"), parse_cpu_list("1", "here")};
    const Blocks<Symbolic> blocks(masks, 6);
    EXPECT_EQ(all_of(free_.blocks("hint", blocks), set_text), (std::multiset<std::string>{"", "0,2", "1", "0-2"}));
}

TEST_F(FreeValuesTest, AnAssumptionTakesValuesAway) {
    const auto set = free_.cpus("set", CpuMask::first(3));
    free_.assume(count(set) == Symbolic::number(2));
    EXPECT_EQ(all_of(set, set_text), (std::multiset<std::string>{"0-1", "0,2", "1-2"}));
}

using FreeValuesDeathTest = FreeValuesTest;

TEST_F(FreeValuesDeathTest, NamesArePlainAndUsedOnce) {
    EXPECT_DEATH(free_.truth("nr idle scan"), "of letters, digits and underscores");
    EXPECT_DEATH(free_.truth("0_nr"), "of letters, digits and underscores");
    EXPECT_DEATH((free_.truth("sync"), free_.truth("sync")), "used once");
}

TEST(SymbolicScopeDeathTest, TermsNeedAUniverse) {
    EXPECT_DEATH(FreeValues().truth("sync"), "inside a SymbolicScope");
}

}  // namespace
}  // namespace schedmc::prove
