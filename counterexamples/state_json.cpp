// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/state_json.hpp"

#include <fmt/format.h>

#include "counterexamples/trace_words.hpp"
#include "counterexamples/words_of_node.hpp"

#include "model/fields.hpp"
#include "model/initial_state.hpp"

namespace schedmc {

namespace {

using nlohmann::ordered_json;

std::string name_of_block(std::size_t block) { return "llc" + std::to_string(block); }

/// Blocks have no name of their own, and only LLC domains carry state so far.
void expect_llcs(const Model<Wide>& model, const Blocks<Wide>& blocks) {
    expects(&blocks == &model.topology.llcs, "the blocks that a state's field is made of are LLC domains");
}

class StateWriter {
public:
    StateWriter(const Model<Wide>& model, ordered_json& json) : model_(model), json_(json) {}

    template <class E>
    void choice(const FieldName& name, const concrete::Choice<E>& field, std::size_t) {
        at(name) = trace_words::word_of(field.value());
    }
    void cpu(const FieldName& name, const Wide::Cpu& field) {
        at(name) = "cpu" + std::to_string(field.number());
    }
    void cpus(const FieldName& name, const Wide::CpuSet& field) { at(name) = cpu_list(field.bits()); }
    void blocks(const FieldName& name, const Wide::CpuSet& field, const Blocks<Wide>& blocks) {
        expect_llcs(model_, blocks);
        ordered_json& names = at(name) = ordered_json::array();
        for (std::size_t block = 0; block < blocks.sets.size(); ++block) {
            if (is_subset(blocks.sets[block], field).is_true()) {
                names.push_back(name_of_block(block));
            }
        }
    }
    void number(const FieldName& name, const Wide::Number& field, std::size_t, std::size_t) {
        at(name) = field.value();
    }
    void truth(const FieldName& name, const Wide::Truth& field) { at(name) = field.is_true(); }

private:
    ordered_json& at(const FieldName& name) {
        if (*name.group == '\0') {
            return json_[name.field];
        }
        ordered_json& group = json_[std::string(name.group) + "s"];
        // CPUs that are absent have no fields, and yet a place.
        while (group.is_null() || name.index >= group.size()) {
            group.push_back(ordered_json::object());
        }
        return group[name.index][name.field];
    }

    const Model<Wide>& model_;
    ordered_json& json_;
};

class StateReader {
public:
    StateReader(const Model<Wide>& model, const JsonNode& node) : model_(model), node_(node) {}

    template <class E>
    void choice(const FieldName& name, concrete::Choice<E>& field, std::size_t) {
        field = Wide::choice(read_word<E>(at(name)));
    }
    void cpu(const FieldName& name, Wide::Cpu& field) {
        field = Wide::cpu(at(name).numbered("cpu", "a CPU"));
    }
    void cpus(const FieldName& name, Wide::CpuSet& field) { field = Wide::cpus(at(name).cpus()); }
    void blocks(const FieldName& name, Wide::CpuSet& field, const Blocks<Wide>& blocks) {
        expect_llcs(model_, blocks);
        const JsonNode names = at(name);
        field = model_.topology.none;
        const std::size_t count = names.size(blocks.sets.size());
        for (std::size_t i = 0; i < count; ++i) {
            const JsonNode member = names.member(i);
            const std::size_t block = member.numbered("llc", "an LLC domain");
            if (block >= blocks.sets.size()) {
                member.fail(fmt::format("llc {} does not exist", block), llcs_known(model_));
            }
            if (is_subset(blocks.sets[block], field).is_true()) {
                member.fail(fmt::format("llc {} is there twice", block));
            }
            field = field | blocks.sets[block];
        }
    }
    void number(const FieldName& name, Wide::Number& field, std::size_t least, std::size_t greatest) {
        field = Wide::number(at(name).number(least, greatest));
    }
    void truth(const FieldName& name, Wide::Truth& field) { field = Wide::truth(at(name).flag()); }

private:
    JsonNode at(const FieldName& name) const {
        return *name.group == '\0'
                   ? node_.at(name.field)
                   : node_.at(std::string(name.group) + "s").member(name.index).at(name.field);
    }

    const Model<Wide>& model_;
    const JsonNode& node_;
};

/// Throws unless the JSON has the objects, keys and array lengths of the pattern; lists of names are left alone.
void expect_shape(const JsonNode& node, const ordered_json& pattern) {
    if (pattern.is_object()) {
        std::vector<std::string> keys;
        for (const auto& [key, member] : pattern.items()) {
            keys.push_back(key);
        }
        node.expect_keys(keys);
        for (const auto& [key, member] : pattern.items()) {
            expect_shape(node.at(key), member);
        }
    } else if (pattern.is_array() && !pattern.empty() && pattern[0].is_object()) {
        if (node.size(pattern.size()) != pattern.size()) {
            node.fail(fmt::format("{} entries", node.size(pattern.size())),
                      fmt::format("machine and scenario ask for {}", pattern.size()));
        }
        for (std::size_t i = 0; i < pattern.size(); ++i) {
            expect_shape(node.member(i), pattern[i]);
        }
    }
}

}  // namespace

ordered_json state_json(const Model<Wide>& model, const State<Wide>& state) {
    ordered_json json = ordered_json::object();
    visit_fields(model, state, StateWriter(model, json));
    return json;
}

State<Wide> read_state(const JsonNode& node, const Model<Wide>& model) {
    State<Wide> state = initial_state(model);
    expect_shape(node, state_json(model, state));
    visit_fields(model, state, StateReader(model, node));
    return state;
}

}  // namespace schedmc
