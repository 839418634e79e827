// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: the prover finds a violation if and only if there is one.
// Method: on machines of two CPUs all well-formed questions are put to the policy over machine words, and what they
// show of every decision property, as it is and with each planted defect, is what the prover says.
#include <gtest/gtest.h>

#include <functional>
#include <string_view>
#include <tuple>
#include <vector>

#include "properties/catalogue.hpp"
#include "solver/prove/decide.hpp"
#include "tests/support/machines.hpp"

namespace schedmc::prove {
namespace {

/// Counts through all values of the fields of some groups; the others keep theirs.
class Odometer {
public:
    explicit Odometer(std::function<bool(std::string_view)> counts_group) : counts_group_(std::move(counts_group)) {}

    /// Back to the first field of an input; after that the input can be visited.
    void rewind() { at_ = 0; }
    /// Goes on to the next combination; false after the last one.
    bool advance() {
        for (std::size_t i = wheels_.size(); i-- > 0;) {
            if (++wheels_[i].value < wheels_[i].values) {
                return true;
            }
            wheels_[i].value = 0;
        }
        return false;
    }

    void truth(const FieldName& name, Word::Truth& field) {
        with(name, 2, [&](std::size_t v) { field = Word::truth(v != 0); });
    }
    void number(const FieldName& name, Word::Number& field, std::size_t least, std::size_t greatest) {
        with(name, greatest - least + 1, [&](std::size_t v) { field = Word::number(least + v); });
    }
    template <class E>
    void choice(const FieldName& name, Word::Choice<E>& field, std::size_t count) {
        with(name, count, [&](std::size_t v) { field = Word::choice(static_cast<E>(v)); });
    }
    void cpu(const FieldName& name, Word::Cpu& field, const CpuMask& among) {
        with(name, among.count(), [&](std::size_t v) { field = Word::cpu(members(among)[v]); });
    }
    void cpus(const FieldName& name, Word::CpuSet& field, const CpuMask& within) {
        const std::vector<std::size_t> each = members(within);
        with(name, std::size_t{1} << each.size(), [&](std::size_t v) {
            CpuMask chosen;
            for (std::size_t i = 0; i < each.size(); ++i) {
                if ((v >> i & 1) != 0) {
                    chosen.insert(each[i]);
                }
            }
            field = Word::cpus(chosen);
        });
    }
    void blocks(const FieldName& name, Word::CpuSet& field, const Blocks<Word>& blocks) {
        with(name, std::size_t{1} << blocks.sets.size(), [&](std::size_t v) {
            field = Word::CpuSet();
            for (std::size_t i = 0; i < blocks.sets.size(); ++i) {
                field = (v >> i & 1) != 0 ? field | blocks.sets[i] : field;
            }
        });
    }

private:
    struct Wheel {
        std::size_t values;
        std::size_t value;
    };
    static std::vector<std::size_t> members(const CpuMask& mask) {
        std::vector<std::size_t> list;
        mask.for_each([&](std::size_t cpu) { list.push_back(cpu); });
        return list;
    }
    template <class Set>
    void with(const FieldName& name, std::size_t values, Set&& set) {
        if (counts_group_(name.group)) {
            if (at_ == wheels_.size()) {
                wheels_.push_back({values, 0});
            }
            set(wheels_[at_++].value);
        }
    }

    std::function<bool(std::string_view)> counts_group_;
    std::vector<Wheel> wheels_;
    std::size_t at_ = 0;
};

/// Visits every well-formed input. Those of one view, which may be ill-formed for itself, follow each other.
template <class Visit>
std::size_t for_each_input(const Topology<Word>& topology, const Policy& rules, Visit&& visit) {
    std::size_t visited = 0;
    DecisionInput<Word> input = blank_input(topology);
    Odometer views([](std::string_view group) { return group != "wakeup"; });
    do {
        input.wakeup = blank_input(topology).wakeup;
        views.rewind();
        visit_fields(topology, rules, input, views);
        if (!well_formed(topology, input).is_true()) {
            continue;
        }
        Odometer wakeups([](std::string_view group) { return group == "wakeup"; });
        do {
            wakeups.rewind();
            visit_fields(topology, rules, input, wakeups);
            if (well_formed(topology, input).is_true()) {
                ++visited;
                visit(input);
            }
        } while (wakeups.advance());
    } while (views.advance());
    return visited;
}

/// A decision property by its two readings, and what the enumeration saw of it.
struct Watched {
    DecisionClaim claim;
    Claim<Word> (*over_word)(const DecisionScene<Word>&);
    bool occurs = false;
    bool violated = false;
};

template <class P>
void add_if_always(std::vector<Watched>& list) {
    if constexpr (P::info.kind == Kind::always && P::info.scope == Scope::decision &&
                  !catalogue::OfForks<P>) {
        list.push_back({decision_claim<P>(), &P::template judge<Word>});
    }
}

template <class... P>
std::vector<Watched> decision_properties(std::tuple<P...>*) {
    std::vector<Watched> list;
    (add_if_always<P>(list), ...);
    return list;
}

void expect_agreement(const Machine& machine, const Policy& rules) {
    const Topology<Word> topology(machine);
    const Topology<Symbolic> terms(machine);
    std::vector<Watched> properties = decision_properties(static_cast<WrittenProperties*>(nullptr));
    const std::size_t inputs = for_each_input(topology, rules, [&](const DecisionInput<Word>& input) {
        const auto decision = select_task_rq(topology, rules, input.view, input.wakeup);
        const DecisionScene<Word> scene{topology, rules, input.view, input.wakeup, decision};
        for (Watched& property : properties) {
            const Claim<Word> claim = property.over_word(scene);
            property.occurs = property.occurs || claim.relevant.is_true();
            property.violated = property.violated || (claim.relevant & !claim.holds).is_true();
        }
    });
    EXPECT_GT(inputs, 10000U);
    for (const Watched& property : properties) {
        const Proof proof = prove_decision(terms, rules, property.claim);
        EXPECT_EQ(proof.answer, property.violated ? Answer::refuted : Answer::proved)
            << property.claim.info->id << " of " << rules.name << " with defect " << static_cast<int>(rules.defect);
        EXPECT_EQ(proof.vacuous, !property.occurs) << property.claim.info->id << " of " << rules.name;
    }
}

TEST(Enumeration, OfTwoSiblingsAgreesWithTheProver) {
    for (const char* revision : {"v5.19", "v6.1", "v6.1+sis-ignore-util-if-idle-core"}) {
        expect_agreement(simple_machine(1, 1, 2), parse_policy(revision, "here"));
    }
}

TEST(Enumeration, OfTwoCoresAgreesWithTheProver) {
    Machine machine = simple_machine(1, 2, 1);
    machine.capacity[1] = 512;
    expect_agreement(machine, parse_policy("v6.1", "here"));
}

TEST(Enumeration, OfPlantedDefectsAgreesWithTheProver) {
    for (const DefectInfo& defect : defects()) {
        Policy rules = parse_policy("v6.1", "here");
        rules.defect = defect.defect;
        expect_agreement(simple_machine(2, 1, 1), rules);
    }
}

}  // namespace
}  // namespace schedmc::prove
