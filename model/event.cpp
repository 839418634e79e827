// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/event.hpp"

namespace schedmc {

std::string_view name_of(EventKind kind) {
    switch (kind) {
        case EventKind::wake:
            return "wake";
        case EventKind::run:
            return "run";
        case EventKind::block:
            return "block";
        case EventKind::preempt:
            return "preempt";
        case EventKind::idle_repick:
            return "idle_repick";
        case EventKind::tick:
            return "tick";
        case EventKind::set_affinity:
            return "set_affinity";
    }
    contract_broken("an event has one of the known kinds", __FILE__, __LINE__);
}

}  // namespace schedmc
