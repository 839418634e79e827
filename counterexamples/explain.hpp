// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

#include "counterexamples/replay.hpp"

namespace schedmc {

/// How a trace is told.
struct ExplainOptions {
    /// Every step with what it changes before the argument, instead of the argument alone.
    bool whole = false;
    /// Escape sequences of terminals colour the headline's first word.
    bool colour = false;
    /// The command that replays the trace, as a shell reads it; the last line, unless empty.
    std::string replay_command = {};
};

/// A replayed trace as an argument: what was found, where and how; the situation before the last event; the last
/// event; what contradicts the property. Lines of at most 110 columns, UTF-8, with a newline at the end.
///
/// Errors: expects the replay of this very trace. Cost: a pass over the state; with `whole` another replay.
std::string explain(const Replay& replay, const Trace& trace, const ExplainOptions& options = {});

}  // namespace schedmc
