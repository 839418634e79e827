// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "tests/kernel/fork_comparison.hpp"
#include "tests/kernel/programme.hpp"

namespace schedmc::kernel {

/// The forks and execs of the programme: about a minute a version, or a second.
void compare_forks(ForkComparison& comparison, Extent extent);

}  // namespace schedmc::kernel
