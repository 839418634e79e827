// SPDX-License-Identifier: GPL-2.0-or-later
// expect-error: could not convert .*bool|not contextually convertible to 'bool'
// In the symbolic domain a set is not asked for its members with if.
#include "solver/prove/symbolic.hpp"

namespace schedmc {

unsigned found(const Symbolic::CpuSet& idle) {
#ifndef MAKE_IT_COMPILE
    if (idle) {
        return 1;
    }
#endif
    static_cast<void>(idle);
    return 0;
}

}  // namespace schedmc
