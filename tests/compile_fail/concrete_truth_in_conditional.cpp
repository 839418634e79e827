// SPDX-License-Identifier: GPL-2.0-or-later
// expect-error: could not convert .*bool|not contextually convertible to 'bool'
// In the concrete domain nor with ?:, for which there is select().
#include "model/domain/concrete.hpp"

namespace schedmc {

Word::Cpu chosen(const Word::Truth& is_idle, const Word::Cpu& target, const Word::Cpu& prev) {
#ifndef MAKE_IT_COMPILE
    return is_idle ? target : prev;
#else
    return select(is_idle, target, prev);
#endif
}

}  // namespace schedmc
