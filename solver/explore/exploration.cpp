// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/explore/exploration.hpp"

namespace schedmc::explore {

const char* ending_name(Ending ending) {
    switch (ending) {
        case Ending::complete:
            return "complete";
        case Ending::settled:
            return "settled";
        case Ending::states:
            return "states";
        case Ending::memory:
            return "memory";
        case Ending::depth:
            return "depth";
        case Ending::interrupted:
            return "interrupted";
    }
    expects(false, "an ending is one of the six");
    return "";
}

}  // namespace schedmc::explore
