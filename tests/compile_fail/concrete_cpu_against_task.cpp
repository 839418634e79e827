// SPDX-License-Identifier: GPL-2.0-or-later
// expect-error: no match for 'operator=='|invalid operands to binary expression
// In the concrete domain a CPU is never a task.
#include "model/domain/concrete.hpp"

namespace schedmc {

Word::Truth is_here(const Word::Cpu& cpu, const Word::Task& task, const Word::Cpu& here) {
    static_cast<void>(task);
#ifndef MAKE_IT_COMPILE
    return cpu == task;
#else
    return cpu == here;
#endif
}

}  // namespace schedmc
