// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "counterexamples/trace.hpp"

namespace schedmc {

/// What a trace file says of itself: its format, and the version that is written and read.
inline constexpr std::string_view trace_format = "schedmc-trace";
inline constexpr unsigned trace_version = 1;

/// The trace as the text of a file, in the form that docs/trace-file.md describes. Equal traces give equal bytes.
///
/// Errors: expects a trace whose names are known, whose events belong to its model, and whose start leaves alone
/// what the scenario fixes. Cost: the machine's scheduling domains and the size of the text.
std::string to_json(const Trace& trace);

/// The trace of a file's text. What is read can be replayed: the machine, the scenario, the state and each event
/// are well-formed by themselves; whether the events follow from each other is replay()'s to say.
///
/// Errors: InputError at "place:line:column" for what is not JSON, else at "place:/json/pointer".
/// Cost: limits of 16 MiB, 1,024 CPUs, 4,096 tasks, 1,000,000 events.
Trace parse_trace(const std::string& text, const std::string& place);

/// The trace of a file. Errors: as parse_trace() with the path as place, and for files that cannot be read.
Trace read_trace(const std::string& path);

}  // namespace schedmc
