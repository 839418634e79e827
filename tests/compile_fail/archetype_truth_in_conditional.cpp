// SPDX-License-Identifier: GPL-2.0-or-later
// expect-error: could not convert .*bool|not contextually convertible to 'bool'
// In the archetype domain nor with ?:, for which there is select().
#include "model/domain/archetype.hpp"

namespace schedmc {

Archetype::Cpu chosen(const Archetype::Truth& is_idle, const Archetype::Cpu& target, const Archetype::Cpu& prev) {
#ifndef MAKE_IT_COMPILE
    return is_idle ? target : prev;
#else
    return select(is_idle, target, prev);
#endif
}

}  // namespace schedmc
