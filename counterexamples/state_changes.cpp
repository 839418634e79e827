// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/state_changes.hpp"

#include <fmt/format.h>

#include "counterexamples/trace_words.hpp"

#include "model/fields.hpp"

namespace schedmc {

namespace {

/// A field in words.
struct FieldText {
    /// "t0", "llc1"; empty where the field is the only one of its name.
    std::string owner;
    std::string name;
    std::string value;
};

/// Puts every field that can change into words; hints become one field an LLC domain.
class FieldWords {
public:
    explicit FieldWords(const Model<Wide>& model) : model_(model) {}

    template <class E>
    void choice(const FieldName& name, const concrete::Choice<E>& field, std::size_t) {
        add(name, std::string(trace_words::word_of(field.value())));
    }
    void cpu(const FieldName& name, const Wide::Cpu& field) {
        add(name, fmt::format("cpu{}", field.number()));
    }
    void cpus(const FieldName& name, const Wide::CpuSet& field) {
        add(name, field.bits().empty() ? "none" : cpu_list(field.bits()));
    }
    void blocks(const FieldName& name, const Wide::CpuSet& field, const Blocks<Wide>& blocks) {
        expects(&blocks == &model_.topology.llcs,
                "the blocks that a state's field is made of are LLC domains");
        if (*name.group != '\0') {
            std::string llcs;
            for (std::size_t llc = 0; llc < blocks.sets.size(); ++llc) {
                const bool value = is_subset(blocks.sets[llc], field).is_true();
                llcs += value ? (llcs.empty() ? "llc" : ", llc") + std::to_string(llc) : "";
            }
            return add(name, llcs.empty() ? "none" : llcs);
        }
        for (std::size_t llc = 0; llc < blocks.sets.size(); ++llc) {
            const bool value = is_subset(blocks.sets[llc], field).is_true();
            add({"llc", llc, name.field}, value ? "true" : "false");
        }
    }
    void number(const FieldName& name, const Wide::Number& field, std::size_t, std::size_t) {
        add(name, std::to_string(field.value()));
    }
    void truth(const FieldName& name, const Wide::Truth& field) {
        add(name, field.is_true() ? "true" : "false");
    }
    const std::vector<FieldText>& fields() const { return fields_; }

private:
    void add(const FieldName& name, const std::string& value) {
        const std::string group = std::string(name.group) == "task" ? "t" : name.group;
        fields_.push_back({group.empty() ? "" : group + std::to_string(name.index), name.field, value});
    }

    const Model<Wide>& model_;
    std::vector<FieldText> fields_;
};

}  // namespace

std::string changes_text(const Model<Wide>& model, const State<Wide>& before, const State<Wide>& after) {
    FieldWords old_words(model);
    FieldWords new_words(model);
    visit_fields(model, before, old_words);
    visit_fields(model, after, new_words);
    std::string text;
    std::string owner;
    for (std::size_t i = 0; i < old_words.fields().size(); ++i) {
        const FieldText& field = old_words.fields()[i];
        const std::string& value = new_words.fields()[i].value;
        if (field.value == value) {
            continue;
        }
        if (text.empty() || field.owner.empty() || field.owner != owner) {
            text += (text.empty() ? "" : "; ") + field.owner + (field.owner.empty() ? "" : " ");
        } else {
            text += ", ";
        }
        text += fmt::format("{} {} -> {}", field.name, field.value, value);
        owner = field.owner;
    }
    return text.empty() ? "nothing" : text;
}

}  // namespace schedmc
