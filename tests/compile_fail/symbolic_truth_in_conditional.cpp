// SPDX-License-Identifier: GPL-2.0-or-later
// expect-error: could not convert .*bool|not contextually convertible to 'bool'
// In the symbolic domain nor with ?:, for which there is select().
#include "solver/prove/symbolic.hpp"

namespace schedmc {

Symbolic::Cpu chosen(const Symbolic::Truth& is_idle, const Symbolic::Cpu& target, const Symbolic::Cpu& prev) {
#ifndef MAKE_IT_COMPILE
    return is_idle ? target : prev;
#else
    return select(is_idle, target, prev);
#endif
}

}  // namespace schedmc
