// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: a packed state is the state, in as few bits as its scenario needs. Method: laws along random walks (what is
// unpacked equals what was packed; different states pack differently), sizes worked out by hand, and a state of
// many words.
#include <algorithm>
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <map>

#include "model/fields.hpp"
#include "model/pack.hpp"
#include "tests/model/random_walk.hpp"
#include "tests/support/machines.hpp"

namespace {

using namespace schedmc;

using Words = std::vector<std::uint64_t>;

template <class D>
Words packed(const Model<D>& model, const State<D>& state) {
    Words words((packed_bits(model, state) + 63) / 64, ~std::uint64_t{0});
    pack(model, state, std::span(words));
    return words;
}

RC_GTEST_PROP(PackLaws, UnpackingGivesThePackedState, (std::uint64_t seed)) {
    Walk walk(seed);
    const State<Word> start = walk.state;
    Event event;
    Transition<Word> transition;
    std::map<Words, std::string> seen;
    for (int left = 60; left > 0; --left) {
        const Words words = packed(walk.model, walk.state);
        State<Word> copy = start;
        unpack(walk.model, std::span<const std::uint64_t>(words), copy);
        const std::string text = text_of(walk.state);
        RC_ASSERT(text_of(copy) == text);
        // Equal words, equal states; and the other way round, since packing reads nothing else.
        const auto [known, is_new] = seen.emplace(words, text);
        RC_ASSERT(known->second == text);
        RC_ASSERT(packed(walk.model, copy) == words);
        if (!walk.advance(event, transition)) {
            break;
        }
    }
}

// Changes every field to each of its other values in turn.
class OtherValues {
public:
    OtherValues(const Model<Word>& model, const State<Word>& start, std::size_t wanted)
        : model_(model), state_(start), wanted_(wanted) {}

    template <class Choice>
    void choice(const FieldName&, Choice& field, std::size_t count) {
        using E = std::remove_cvref_t<decltype(field.value())>;
        const auto now = static_cast<std::size_t>(field.value());
        for (std::size_t value = 0; value < count; ++value) {
            value == now ? void() : turn([&] { field = Word::choice(static_cast<E>(value)); });
        }
    }
    void cpu(const FieldName&, Word::Cpu& field) {
        const std::size_t now = field.number();
        model_.topology.machine.present.for_each(
            [&](std::size_t value) { value == now ? void() : turn([&] { field = Word::cpu(value); }); });
    }
    void cpus(const FieldName&, Word::CpuSet& field) {
        const auto now = field;
        model_.topology.machine.present.for_each([&](std::size_t cpu) {
            const auto one = Word::CpuSet::only(Word::cpu(cpu));
            turn([&] { field = (now | one) - (now & one); });
        });
    }
    void blocks(const FieldName&, Word::CpuSet& field, const Blocks<Word>& blocks) {
        const auto now = field;
        for (const auto& block : blocks.sets) {
            turn([&] { field = (now | block) - (now & block); });
        }
    }
    void number(const FieldName&, Word::Number& field, std::size_t least, std::size_t greatest) {
        const std::size_t now = field.value();
        // Of wide ranges the first values and the last one stand for all.
        const std::size_t end = std::min(greatest, least + 70);
        greatest == now || greatest <= end ? void() : turn([&] { field = Word::number(greatest); });
        for (std::size_t value = least; value <= end; ++value) {
            value == now ? void() : turn([&] { field = Word::number(value); });
        }
    }
    void truth(const FieldName&, Word::Truth& field) {
        turn([&] { field = !field; });
    }
    State<Word>& state() { return state_; }
    std::size_t turns() const { return turns_; }

private:
    template <class Change>
    void turn(Change&& change) {
        if (turns_++ == wanted_) {
            change();
        }
    }
    const Model<Word>& model_;
    State<Word> state_;
    std::size_t wanted_;
    std::size_t turns_ = 0;
};

RC_GTEST_PROP(PackLaws, AChangeOfAnyFieldChangesTheWords, (std::uint64_t seed)) {
    const Walk walk(seed);
    std::map<Words, std::size_t> seen = {{packed(walk.model, walk.state), 0}};
    std::size_t turns = 1;
    for (std::size_t wanted = 0; wanted < turns; ++wanted) {
        OtherValues other(walk.model, walk.state, wanted);
        visit_fields(walk.model, other.state(), other);
        turns = other.turns();
        RC_ASSERT(seen.emplace(packed(walk.model, other.state()), wanted + 1).second);
    }
}

std::size_t bits(const Machine& machine, const char* policy, const Scenario& scenario) {
    const Model<Word> model(machine, parse_policy(policy, ""), scenario);
    return packed_bits(model, initial_state(model));
}

TEST(Pack, SizesFollowFromMachineAndScenario) {
    const Machine smt = simple_machine(1, 2, 2);
    const Machine flat = simple_machine(1, 4, 1);
    Scenario scenario = plain_scenario(smt, 2);
    // A task: 2 bits of phase, 2 of CPU, 2 of recent CPU. Then the hint, and nr_idle_scan from 0 to 4.
    EXPECT_EQ(bits(smt, "v6.1", scenario), 2 * 6 + 1 + 3U);
    EXPECT_EQ(bits(flat, "v6.1", scenario), 2 * 6 + 3U);
    EXPECT_EQ(bits(smt, "v6.1-sis-util", scenario), 2 * 6 + 1U);
    // SIS_PROP's number is 4 or 5 here.
    EXPECT_EQ(bits(smt, "v5.19", scenario), 2 * 6 + 1 + 1U);
    scenario.affinity_changes = 3;
    EXPECT_EQ(bits(smt, "v6.1", scenario), 2 * (6 + 4) + 1 + 3 + 2U);
    scenario.events.tick = false;
    EXPECT_EQ(bits(smt, "v6.1", scenario), 2 * (6 + 4) + 1 + 2U);
    EXPECT_EQ(bits(simple_machine(2, 1, 2), "v6.1", plain_scenario(smt, 1)), 6 + 2 + 2 * 2U);
}

TEST(Pack, StatesOfManyWordsComeBack) {
    const Machine machine = simple_machine(3, 25, 2);
    Scenario scenario = plain_scenario(machine, 40);
    scenario.affinity_changes = 5;
    const Model<Wide> model(machine, parse_policy("v6.12", ""), scenario);
    const State<Wide> start = initial_state(model);
    loops::Draws draws(7);
    State<Wide> state = start;
    for (TaskState<Wide>& task : state.tasks) {
        task.phase = Wide::choice(static_cast<TaskPhase>(draws.below(3)));
        task.cpu = Wide::cpu(draws.below(150));
        task.recent = Wide::cpu(draws.below(150));
        CpuMask mask;
        for (std::size_t cpu = 0; cpu < 150; ++cpu) {
            draws.once_in(2) ? mask.insert(cpu) : void();
        }
        task.allowed = Wide::cpus(mask);
    }
    state.hinted = model.topology.llcs.sets[1];
    state.nr_idle_scan[2] = Wide::number(50);
    const Words words = packed(model, state);
    EXPECT_EQ(packed_bits(model, state), 40 * (2 + 8 + 8 + 150) + 3 + 3 * 6 + 3U);
    State<Wide> copy = start;
    unpack(model, std::span<const std::uint64_t>(words), copy);
    EXPECT_EQ(packed(model, copy), words);
    for (std::size_t t = 0; t < state.tasks.size(); ++t) {
        EXPECT_TRUE((copy.tasks[t].phase == state.tasks[t].phase).is_true());
        EXPECT_TRUE((copy.tasks[t].cpu == state.tasks[t].cpu).is_true());
        EXPECT_TRUE((copy.tasks[t].recent == state.tasks[t].recent).is_true());
        EXPECT_TRUE((copy.tasks[t].allowed == state.tasks[t].allowed).is_true());
    }
    EXPECT_TRUE((copy.hinted == state.hinted).is_true());
    EXPECT_EQ(copy.nr_idle_scan[2].value(), 50U);
}

RC_GTEST_PROP(PackLaws, BitsComeBackWhateverTheirWidths, (std::uint64_t seed)) {
    loops::Draws draws(seed);
    std::vector<std::uint64_t> values(draws.below(100));
    std::vector<unsigned> widths;
    std::size_t total = 0;
    for (std::uint64_t& value : values) {
        widths.push_back(static_cast<unsigned>(draws.below(65)));
        value = widths.back() == 0 ? 0 : draws.next() >> (64 - widths.back());
        total += widths.back();
    }
    Words words(total / 64 + 1, 0);
    packing::BitWriter writer{std::span(words)};
    for (std::size_t i = 0; i < values.size(); ++i) {
        writer.put(values[i], widths[i]);
    }
    packing::BitReader reader{std::span<const std::uint64_t>(words)};
    for (std::size_t i = 0; i < values.size(); ++i) {
        RC_ASSERT(reader.get(widths[i]) == values[i]);
    }
}

}  // namespace
