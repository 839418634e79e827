// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <set>
#include <vector>

#include "counterexamples/text_rows.hpp"
#include "model/domain/concrete.hpp"
#include "model/state.hpp"

namespace schedmc {

/// What a reader's eye is on, and what is therefore shown for itself.
struct Focus {
    CpuMask cpus;
    std::set<std::uint16_t> tasks;
};

/// A state in rows: the sleeping tasks, the CPUs, the LLC domains with their hint and scan budget. What is alike is
/// one row; of many rows only those in focus stay apart.
///
/// Cost: one pass over the tasks and one over the CPUs.
std::vector<Row> situation(const Model<Wide>& model, const State<Wide>& state, const Focus& focus);

}  // namespace schedmc
