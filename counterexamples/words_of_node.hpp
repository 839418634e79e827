// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "counterexamples/json_node.hpp"
#include "counterexamples/strict_json.hpp"
#include "counterexamples/trace_words.hpp"
#include "model/domain/concrete.hpp"
#include "model/input_error.hpp"
#include "model/state.hpp"

namespace schedmc {

/// The enumerator that the node's word spells. Errors: InputError at its place, with the words known.
template <class E>
E read_word(const JsonNode& node) {
    std::vector<std::string> known;
    for (const trace_words::Word<E>& entry : trace_words::Words<E>::table) {
        if (entry.word == node.text()) {
            return entry.value;
        }
        known.emplace_back(entry.word);
    }
    node.fail(fmt::format("unknown {} '{}'", trace_words::Words<E>::thing, harmless(node.text())),
              suggestion(node.text(), known));
}

/// "this machine has llcs 0-1", for hints.
inline std::string llcs_known(const Model<Wide>& model) {
    const std::size_t count = model.topology.llcs.sets.size();
    return count == 0 ? "this machine has no LLC domain"
                      : "this machine has llcs " + cpu_list(CpuMask::first(count));
}

}  // namespace schedmc
