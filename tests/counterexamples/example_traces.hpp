// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "counterexamples/trace.hpp"

namespace schedmc {

/// Two interrupts wake t0 and t1; v6.1 queues t1 behind t0 beside a wholly idle core.
Trace idle_core_ignored();

/// Two interrupts wake t0 and t1; v6.1's search for an idle sibling takes an isolated one.
Trace isolated_sibling_taken();

/// Fresh scheduling domains: the start state has an idle core without the hint.
Trace fresh_hints();

}  // namespace schedmc
