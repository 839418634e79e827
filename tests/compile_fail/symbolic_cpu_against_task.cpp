// SPDX-License-Identifier: GPL-2.0-or-later
// expect-error: no match for 'operator=='|invalid operands to binary expression
// In the symbolic domain a CPU is never a task.
#include "solver/prove/symbolic.hpp"

namespace schedmc {

Symbolic::Truth is_here(const Symbolic::Cpu& cpu, const Symbolic::Task& task, const Symbolic::Cpu& here) {
    static_cast<void>(task);
#ifndef MAKE_IT_COMPILE
    return cpu == task;
#else
    return cpu == here;
#endif
}

}  // namespace schedmc
