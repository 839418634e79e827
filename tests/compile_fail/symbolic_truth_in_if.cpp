// SPDX-License-Identifier: GPL-2.0-or-later
// expect-error: could not convert .*bool|not contextually convertible to 'bool'
// In the symbolic domain a policy cannot branch on state with if.
#include "solver/prove/symbolic.hpp"

namespace schedmc {

unsigned scanned(const Symbolic::Truth& has_idle_cores) {
#ifndef MAKE_IT_COMPILE
    if (has_idle_cores) {
        return 1;
    }
#endif
    static_cast<void>(has_idle_cores);
    return 0;
}

}  // namespace schedmc
