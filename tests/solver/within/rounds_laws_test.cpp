// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: the number of rounds and its witness are right in any system.
// Method: random tables of a few states. What holds after each round is worked out again by the set of all states in
// which a round may end: the sets repeat, since there are few.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "solver/within/rounds.hpp"
#include "tests/support/toy_rounds.hpp"

namespace schedmc::within {
namespace {

using toys::RoundTable;
using Set = std::set<std::size_t>;

std::vector<std::size_t> drawn_subset(std::size_t states, std::size_t least, std::size_t most) {
    std::vector<std::size_t> subset;
    const auto count = *rc::gen::inRange<std::size_t>(least, most + 1);
    for (std::size_t i = 0; i < count; ++i) {
        subset.push_back(*rc::gen::inRange<std::size_t>(0, states));
    }
    return subset;
}

/// Half of the tables only go downhill, so that most of their claims hold in the end.
RoundTable drawn_table() {
    const auto states = *rc::gen::inRange<std::size_t>(1, 8);
    const bool downhill = *rc::gen::arbitrary<bool>();
    const auto below = [&](std::size_t state) { return downhill ? std::max<std::size_t>(state, 1) : states; };
    const auto cpus = *rc::gen::inRange<std::size_t>(1, 4);
    RoundTable table;
    table.start_numbers = drawn_subset(states, 1, 2);
    table.broken = drawn_subset(states, 1, 2);
    if (downhill) {
        std::erase(table.broken, 0U);
    }
    table.tick_to.resize(cpus);
    for (auto& of_cpu : table.tick_to) {
        for (std::size_t state = 0; state < states; ++state) {
            of_cpu.push_back(drawn_subset(below(state), downhill ? 1 : 0, 2));
        }
    }
    for (std::size_t state = 0; state < states; ++state) {
        const bool follows = state != 0 && *rc::gen::inRange(0, 4) == 0;
        table.follow_to.push_back(follows ? drawn_subset(below(state), 0, 2) : std::vector<std::size_t>());
    }
    return table;
}

/// The states in which what follows ends, from any of `from`; nothing if it need not end.
std::optional<Set> settled(const RoundTable& table, const Set& from) {
    Set all = from;
    Set level = from;
    for (std::size_t step = 0; !level.empty(); ++step) {
        if (step > table.follow_to.size()) {
            return std::nullopt;
        }
        Set next;
        for (const std::size_t state : level) {
            next.insert(table.follow_to[state].begin(), table.follow_to[state].end());
        }
        all.insert(next.begin(), next.end());
        level = next;
    }
    std::erase_if(all, [&](std::size_t state) { return !table.follow_to[state].empty(); });
    return all;
}

/// The states in which a round may end that began in one of `from`.
std::optional<Set> after_round(const RoundTable& table, const Set& from) {
    std::vector<std::size_t> order(table.cpus());
    for (std::size_t cpu = 0; cpu < order.size(); ++cpu) {
        order[cpu] = cpu;
    }
    Set ends;
    do {
        Set now = from;
        for (const std::size_t cpu : order) {
            Set next;
            for (const std::size_t state : now) {
                const auto& to = table.tick_to[cpu][state];
                next.insert(to.begin(), to.end());
                if (to.empty()) {
                    next.insert(state);
                }
            }
            const std::optional<Set> quiet = settled(table, next);
            if (!quiet) {
                return std::nullopt;
            }
            now = *quiet;
        }
        ends.insert(now.begin(), now.end());
    } while (std::next_permutation(order.begin(), order.end()));
    return ends;
}

bool is_broken(const RoundTable& table, const Set& ends) {
    return std::any_of(ends.begin(), ends.end(),
                       [&](std::size_t state) { return RoundTable::has(table.broken, state); });
}

/// The number of rounds, or nothing.
std::optional<std::size_t> expected_rounds(const RoundTable& table) {
    std::vector<Set> history;
    std::optional<Set> now = settled(table, Set(table.start_numbers.begin(), table.start_numbers.end()));
    while (now && std::find(history.begin(), history.end(), *now) == history.end()) {
        history.push_back(*now);
        now = after_round(table, *now);
    }
    if (!now) {
        return std::nullopt;
    }
    const auto repeats = std::find(history.begin(), history.end(), *now);
    if (std::any_of(repeats, history.end(), [&](const Set& ends) { return is_broken(table, ends); })) {
        return std::nullopt;
    }
    std::size_t rounds = 0;
    for (std::size_t round = 0; round < history.size(); ++round) {
        rounds = is_broken(table, history[round]) ? round + 1 : rounds;
    }
    return rounds;
}

/// The states that a witness passes, the start first. Fails unless each event may happen where it does.
std::vector<std::size_t> passed(const RoundTable& table, const RoundsWitness<RoundTable>& witness) {
    std::vector<std::size_t> states = {witness.start.number};
    for (const RoundTable::Event& event : witness.events) {
        const std::size_t from = states.back();
        const auto& to = event.cpu == most_cpus ? table.follow_to[from] : table.tick_to[event.cpu][from];
        RC_ASSERT(RoundTable::has(to, event.to));
        RC_ASSERT(event.cpu == most_cpus || table.follow_to[from].empty());
        states.push_back(event.to);
    }
    return states;
}

/// Between two ends of rounds each CPU that could tick all the time has done so, and none twice.
void expect_rounds(const RoundTable& table, const RoundsWitness<RoundTable>& witness) {
    for (std::size_t round = 1; round < witness.ends.size(); ++round) {
        std::vector<std::size_t> ticks(table.cpus());
        for (std::size_t i = witness.ends[round - 1]; i < witness.ends[round]; ++i) {
            if (witness.events[i].cpu != most_cpus) {
                ++ticks[witness.events[i].cpu];
            }
        }
        for (std::size_t cpu = 0; cpu < table.cpus(); ++cpu) {
            const auto& to = table.tick_to[cpu];
            const bool always = std::none_of(to.begin(), to.end(), [](const auto& l) { return l.empty(); });
            RC_ASSERT(ticks[cpu] <= 1U);
            RC_ASSERT(!always || ticks[cpu] == 1U);
        }
    }
}

RC_GTEST_PROP(RoundsLaws, TheNumberIsThatOfTheSetsOfRoundEnds, ()) {
    const RoundTable table = drawn_table();
    const auto found = rounds_until_it_holds(table);
    const std::optional<std::size_t> expected = expected_rounds(table);
    RC_TAG(expected ? std::to_string(*expected) : std::string("never"));
    RC_ASSERT(found.ending == explore::Ending::complete);
    RC_ASSERT(found.never.has_value() == !expected.has_value());
    RC_ASSERT(!expected || found.rounds == *expected);
}

RC_GTEST_PROP(RoundsLaws, TheWitnessBreaksTheLastRoundBeforeThat, ()) {
    const RoundTable table = drawn_table();
    const auto found = rounds_until_it_holds(table);
    RC_CLASSIFY(found.witness.has_value());
    if (!found.witness) {
        RC_ASSERT(!found.never && found.rounds == 0U);
        return;
    }
    RC_ASSERT(RoundTable::has(table.start_numbers, found.witness->start.number));
    const std::vector<std::size_t> states = passed(table, *found.witness);
    expect_rounds(table, *found.witness);
    if (!found.never) {
        RC_ASSERT(found.witness->ends.size() == found.rounds);
    }
    if (found.never != Recurrence::round_without_end) {
        RC_ASSERT(found.witness->ends.back() == found.witness->events.size());
        RC_ASSERT(RoundTable::has(table.broken, states.back()));
        RC_ASSERT(table.follow_to[states.back()].empty());
    }
    if (found.never) {
        RC_ASSERT(states[found.witness->cycle->begin] == states[found.witness->cycle->end]);
    }
}

RC_GTEST_PROP(RoundsLaws, ALimitNeverSaysMoreThanTheWholeSearch, ()) {
    const RoundTable table = drawn_table();
    const auto whole = rounds_until_it_holds(table);
    const auto limit = *rc::gen::inRange<std::uint64_t>(1, 12);
    const auto part = rounds_until_it_holds(table, {.limits = {.states = limit}});
    RC_ASSERT(!part.never || whole.never);
    RC_ASSERT(whole.never || part.rounds <= whole.rounds);
    RC_ASSERT(part.ending != explore::Ending::complete || part.rounds == whole.rounds);
}

}  // namespace
}  // namespace schedmc::within
