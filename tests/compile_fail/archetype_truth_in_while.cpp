// SPDX-License-Identifier: GPL-2.0-or-later
// expect-error: could not convert .*bool|not contextually convertible to 'bool'
// In the archetype domain a scan over state is a set expression, not a loop.
#include "model/domain/archetype.hpp"

namespace schedmc {

Archetype::CpuSet scanned(Archetype::CpuSet rest) {
#ifndef MAKE_IT_COMPILE
    while (!is_empty(rest)) {
        rest = rest - Archetype::CpuSet::only(first_of(rest));
    }
#endif
    return rest;
}

}  // namespace schedmc
