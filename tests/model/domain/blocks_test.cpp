// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: whole() and touched() are the unions of the blocks that lie in a set, and of those that meet it.
// Method: against a loop over the blocks, on random disjoint blocks of several shapes and random sets.
#include "model/domain/blocks.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <vector>

#include "model/domain/concrete.hpp"

namespace schedmc {
namespace {

using Mask = Bits<16>;

std::size_t below(std::size_t end) { return *rc::gen::resize(100, rc::gen::inRange<std::size_t>(0, end)); }

// Blocks of CPUs that follow each other or stand apart, some CPUs without one.
std::vector<Mask> draw_blocks(std::size_t cpus) {
    const std::size_t number = 1 + below(cpus);
    const bool apart = below(2) == 0;
    std::vector<Mask> drawn(number);
    for (std::size_t cpu = 0; cpu < cpus; ++cpu) {
        if (below(9) != 0) {
            drawn[apart ? cpu % number : cpu * number / cpus].insert(cpu);
        }
    }
    std::vector<Mask> blocks;
    for (const Mask& block : drawn) {
        if (!block.empty()) {
            blocks.push_back(block);
        }
    }
    return blocks;
}

Mask draw_set(std::size_t cpus) {
    const std::size_t one_in = 1 + below(5);
    Mask set;
    for (std::size_t cpu = 0; cpu < cpus; ++cpu) {
        if ((below(one_in) == 0) == (one_in < 4)) {
            set.insert(cpu);
        }
    }
    return set;
}

RC_GTEST_PROP(BlocksLaws, WholeAndTouchedAreLoopsOverBlocks, ()) {
    const std::size_t cpus = 1 + below(140);
    const std::vector<Mask> masks = draw_blocks(cpus);
    const Mask set = draw_set(cpus);
    const Blocks<Wide> blocks(masks, cpus);
    Mask lie_in;
    Mask meet;
    for (const Mask& block : masks) {
        if (block.is_subset_of(set)) {
            lie_in |= block;
        }
        if (!(block & set).empty()) {
            meet |= block;
        }
    }
    RC_ASSERT((whole(blocks, Wide::cpus(set)) == Wide::cpus(lie_in)).is_true());
    RC_ASSERT((touched(blocks, Wide::cpus(set)) == Wide::cpus(meet)).is_true());
}

RC_GTEST_PROP(BlocksLaws, EveryCpuFindsItsBlock, ()) {
    const std::size_t cpus = 1 + below(140);
    const std::vector<Mask> masks = draw_blocks(cpus);
    const Blocks<Wide> blocks(masks, cpus);
    std::vector<Wide::Number> numbers;
    for (std::size_t block = 0; block < masks.size(); ++block) {
        numbers.push_back(Wide::number(block + 1));
    }
    for (std::size_t cpu = 0; cpu < cpus; ++cpu) {
        std::size_t number = 0;
        for (std::size_t block = 0; block < masks.size(); ++block) {
            number = masks[block].contains(cpu) ? block + 1 : number;
        }
        RC_ASSERT(at_block(blocks, numbers, Wide::cpu(cpu)).value() == number);
        RC_ASSERT(at(blocks.of_cpu, Wide::cpu(cpu)).bits() == (number == 0 ? Mask() : masks[number - 1]));
    }
}

TEST(BlocksDeathTest, AreDisjoint) {
    EXPECT_DEATH(Blocks<Word>(std::vector<Bits<1>>{Bits<1>::first(2), Bits<1>::single(1)}, 2), "blocks are disjoint");
}

}  // namespace
}  // namespace schedmc
