// SPDX-License-Identifier: GPL-2.0-or-later
// expect-error: switch quantity not an integer|requires expression of integer
// In the symbolic domain a choice is compared, not switched over.
#include "solver/prove/symbolic.hpp"

namespace schedmc {

enum class Phase : unsigned char { asleep, running };

unsigned runs(const Symbolic::Choice<Phase>& phase) {
#ifndef MAKE_IT_COMPILE
    switch (phase) {
        default:
            return 1;
    }
#endif
    static_cast<void>(phase);
    return 0;
}

}  // namespace schedmc
