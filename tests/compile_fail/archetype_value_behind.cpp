// SPDX-License-Identifier: GPL-2.0-or-later
// expect-error: no member named 'is_true'
// In the archetype nothing tells the value behind a truth, a number, a choice, a CPU or a set.
#include "model/domain/archetype.hpp"

namespace schedmc {

bool is_idle(const Archetype::Truth& idle) {
#ifndef MAKE_IT_COMPILE
    return idle.is_true();
#else
    static_cast<void>(idle);
    return false;
#endif
}

}  // namespace schedmc
