// SPDX-License-Identifier: GPL-2.0-or-later
// expect-error: could not convert .*bool|not contextually convertible to 'bool'
// In the symbolic domain a scan over state is a set expression, not a loop.
#include "solver/prove/symbolic.hpp"

namespace schedmc {

Symbolic::CpuSet scanned(Symbolic::CpuSet rest) {
#ifndef MAKE_IT_COMPILE
    while (!is_empty(rest)) {
        rest = rest - Symbolic::CpuSet::only(first_of(rest));
    }
#endif
    return rest;
}

}  // namespace schedmc
