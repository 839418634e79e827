// SPDX-License-Identifier: GPL-2.0-or-later
// expect-error: could not convert .*bool|not contextually convertible to 'bool'
// In the archetype domain a set is not asked for its members with if.
#include "model/domain/archetype.hpp"

namespace schedmc {

unsigned found(const Archetype::CpuSet& idle) {
#ifndef MAKE_IT_COMPILE
    if (idle) {
        return 1;
    }
#endif
    static_cast<void>(idle);
    return 0;
}

}  // namespace schedmc
