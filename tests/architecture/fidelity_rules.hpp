// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "tests/architecture/source_text.hpp"

namespace architecture {

/// The kernel functions that a policy file says it follows and that the table of docs/fidelity.md has no row for.
///
/// Read are docstrings of function templates, from `Source: kernel/sched/` on: a kernel function is a name with empty
/// brackets.
Complaints functions_without_fidelity(const SourceFile& policy, const SourceFile& fidelity);

}  // namespace architecture
