// SPDX-License-Identifier: GPL-2.0-or-later
// expect-error: no match for 'operator=='|invalid operands to binary expression
// In the archetype domain a CPU is never a task.
#include "model/domain/archetype.hpp"

namespace schedmc {

Archetype::Truth is_here(const Archetype::Cpu& cpu, const Archetype::Task& task, const Archetype::Cpu& here) {
    static_cast<void>(task);
#ifndef MAKE_IT_COMPILE
    return cpu == task;
#else
    return cpu == here;
#endif
}

}  // namespace schedmc
