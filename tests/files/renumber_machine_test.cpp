// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: renumbering gives every CPU a new name and changes nothing else.
// Method: laws over random machines with holes, uneven cores and shuffled numbers; then the two numberings by example.
#include "files/renumber_machine.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "files/presets.hpp"
#include "files/read_machine.hpp"
#include "tests/files/machine_fixtures.hpp"

namespace schedmc {
namespace {

std::size_t up_to(std::size_t most) { return *rc::gen::inRange<std::size_t>(1, most + 1); }

// The places of uneven cores, clusters, LLCs, packages and nodes; nodes hold packages or the other way round.
std::vector<Place> any_places() {
    const bool packages_in_nodes = *rc::gen::arbitrary<bool>();
    const auto inner = packages_in_nodes ? &Place::package : &Place::node;
    const auto outer = packages_in_nodes ? &Place::node : &Place::package;
    std::vector<Place> places;
    Place at;
    for (std::size_t outers = up_to(3); outers > 0; --outers, ++(at.*outer)) {
        for (std::size_t inners = up_to(2); inners > 0; --inners, ++(at.*inner)) {
            for (std::size_t llcs = up_to(2); llcs > 0; --llcs, ++at.llc, ++at.cluster) {
                for (std::size_t cores = up_to(3); cores > 0; --cores, ++at.core) {
                    places.insert(places.end(), up_to(3), at);
                    at.cluster = static_cast<std::uint16_t>(at.cluster + up_to(2) - 1);
                }
            }
        }
    }
    return places;
}

// A machine of such places: CPU numbers shuffled and with holes, some CPUs offline or isolated, distances all
// different, and capacities too, so that they name the CPUs.
Machine any_machine() {
    const std::vector<Place> places = any_places();
    std::vector<std::size_t> numbers(places.size() + up_to(4) - 1);
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    for (std::size_t i = numbers.size(); i > 1; --i) {
        std::swap(numbers[i - 1], numbers[up_to(i) - 1]);
    }
    Machine machine;
    machine.places.resize(numbers.size());
    machine.capacity.assign(numbers.size(), 1024);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const std::size_t cpu = numbers[i];
        machine.places[cpu] = places[i];
        machine.present.insert(cpu);
        machine.capacity[cpu] = static_cast<std::uint16_t>(1023 - i);
        if (i == 0 || up_to(5) > 1) {
            machine.online.insert(cpu);
        }
        if (i > 0 && up_to(5) == 1) {
            machine.isolated.insert(cpu);
        }
    }
    while (!machine.present.contains(machine.places.size() - 1)) {
        machine.places.pop_back();
        machine.capacity.pop_back();
    }
    for (auto index : {&Place::core, &Place::cluster, &Place::llc, &Place::package, &Place::node}) {
        number_blocks(machine, index);
    }
    const std::size_t nodes = blocks_of(machine, &Place::node).size();
    machine.distance.assign(nodes, std::vector<std::uint16_t>(nodes));
    for (std::size_t a = 0; a < nodes; ++a) {
        for (std::size_t b = 0; b < nodes; ++b) {
            machine.distance[a][b] = static_cast<std::uint16_t>(a == b ? 10 : 20 + 10 * a + b);
        }
    }
    return machine;
}

// [cpu] -> the CPU of `to` that is the same one, by its capacity.
std::map<std::size_t, std::size_t> renaming(const Machine& from, const Machine& to) {
    std::map<std::size_t, std::size_t> names;
    from.present.for_each([&](std::size_t cpu) {
        const auto same = std::find(to.capacity.begin(), to.capacity.end(), from.capacity[cpu]);
        RC_ASSERT(same != to.capacity.end());
        names[cpu] = static_cast<std::size_t>(same - to.capacity.begin());
    });
    return names;
}

void is_the_same_up_to_names(const Machine& from, const Machine& to) {
    const auto names = renaming(from, to);
    RC_ASSERT(to.present.count() == from.present.count());
    for (const auto& [cpu, name] : names) {
        RC_ASSERT(to.present.contains(name));
        RC_ASSERT(to.online.contains(name) == from.online.contains(cpu));
        RC_ASSERT(to.isolated.contains(name) == from.isolated.contains(cpu));
        for (const auto& [other, other_name] : names) {
            for (auto index : {&Place::core, &Place::cluster, &Place::llc, &Place::package, &Place::node}) {
                RC_ASSERT((from.places[cpu].*index == from.places[other].*index) ==
                          (to.places[name].*index == to.places[other_name].*index));
            }
            RC_ASSERT(from.distance[from.places[cpu].node][from.places[other].node] ==
                      to.distance[to.places[name].node][to.places[other_name].node]);
        }
    }
}

RC_GTEST_PROP(Renumbered, IsTheSameMachineUpToNames, ()) {
    const Machine machine = any_machine();
    for (const Numbering numbering : {Numbering::adjacent, Numbering::interleaved}) {
        const Machine other = renumbered(machine, numbering);
        is_the_same_up_to_names(machine, other);
        RC_ASSERT(other.present == CpuMask::first(machine.present.count()));
        RC_ASSERT(other.cpu_count() == machine.present.count());
        RC_ASSERT(other.name == machine.name);
        check_machine(other, "other");
    }
    RC_ASSERT(renumbered(machine, Numbering::as_given) == machine);
}

RC_GTEST_PROP(Renumbered, DependsOnTheLastNumberingOnly, ()) {
    const Machine adjacent = renumbered(any_machine(), Numbering::adjacent);
    const Machine interleaved = renumbered(adjacent, Numbering::interleaved);
    RC_ASSERT(renumbered(adjacent, Numbering::adjacent) == adjacent);
    RC_ASSERT(renumbered(interleaved, Numbering::interleaved) == interleaved);
    RC_ASSERT(renumbered(interleaved, Numbering::adjacent) == adjacent);
}

RC_GTEST_PROP(Renumbered, NumbersThreadsAsItsNameSays, ()) {
    const Machine machine = any_machine();
    for (const CpuMask& core : blocks_of(renumbered(machine, Numbering::adjacent), &Place::core)) {
        const std::size_t first = core.next(0);
        RC_ASSERT(core == CpuMask::first(first + core.count()) - CpuMask::first(first));
    }
    const Machine interleaved = renumbered(machine, Numbering::interleaved);
    const std::vector<CpuMask> cores = blocks_of(interleaved, &Place::core);
    for (std::size_t core = 0; core < cores.size(); ++core) {
        RC_ASSERT(cores[core].next(0) == core);
    }
}

TEST(Renumbered, MakesSiblingsAdjacent) {
    const Machine machine = renumbered(presets()[4].machine, Numbering::adjacent);
    EXPECT_EQ(blocks_text(machine, &Place::core), "0-1 2-3 4-5 6-7 8-9 10-11");
}

TEST(Renumbered, InterleavesCores) {
    const Machine machine = renumbered(read_machine("pack:2 l3:1 core:2 pu:3"), Numbering::interleaved);
    EXPECT_EQ(blocks_text(machine, &Place::core), "0,4,8 1,5,9 2,6,10 3,7,11");
    EXPECT_EQ(blocks_text(machine, &Place::llc), "0-1,4-5,8-9 2-3,6-7,10-11");
}

TEST(Renumbered, KeepsThePackagesOfSeveralNodesTogether) {
    const Machine mixed = read_machine("pack:2 numa:2 core:1 pu:1(indexes=0,2,1,3)");
    ASSERT_EQ(blocks_text(mixed, &Place::package), "0,2 1,3");
    const Machine machine = renumbered(mixed, Numbering::adjacent);
    EXPECT_EQ(blocks_text(machine, &Place::package), "0-1 2-3");
    EXPECT_EQ(blocks_text(machine, &Place::node), "0 1 2 3");
}

TEST(Renumbered, ClosesTheGapsOfUnevenCores) {
    const Machine machine = renumbered(read_machine(fixture("asymmetric-smt.xml")), Numbering::interleaved);
    EXPECT_EQ(blocks_text(machine, &Place::core), "0,6 1,7 2 3 4 5");
    EXPECT_EQ(machine.capacity[2], 446);
    EXPECT_EQ(machine.capacity[7], 1024);
}

TEST(Renumbered, KnowsItsNames) {
    EXPECT_EQ(numbering_named("adjacent", "--numbering"), Numbering::adjacent);
    EXPECT_EQ(numbering_named("interleaved", "--numbering"), Numbering::interleaved);
    EXPECT_EQ(input_error_of([] { numbering_named("interleave", "--numbering"); }),
              "--numbering: 'interleave' is not a numbering; did you mean interleaved?");
}

}  // namespace
}  // namespace schedmc
