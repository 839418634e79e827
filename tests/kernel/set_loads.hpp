// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/domain/concrete.hpp"
#include "model/policy/fork_exec.hpp"
#include "tests/kernel/shim/kernel_functions.h"

namespace schedmc::kernel {

/// The functions' questions to come find these queues. Which CPUs are idle follows from the rest of the view.
/// Cost: a pass over the CPUs and the records of groups.
void set_loads(const kernel_functions& functions, const LoadView<Word>& view);

}  // namespace schedmc::kernel
