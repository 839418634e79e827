// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace schedmc {

/// One event of ftrace text, in any of the dialects in which people send it: raw ftrace, `trace-cmd report`, its -R,
/// `perf script`; with or without a column for thread groups and for flags. Refers to the line.
struct FtraceLine {
    /// The task that ran, by number; zero for an idle task. Negative where the text has none.
    std::int32_t pid = -1;
    std::uint16_t cpu = 0;
    /// The column of irqs-off, need-resched, hardirq/softirq ...; empty where the dialect has none.
    std::string_view flags;
    /// The event's name without its group.
    std::string_view event;
    /// What follows the name.
    std::string_view body;

    /// True when the flags say that an interrupt ran.
    bool in_interrupt() const;
};

/// The event of a line, or nothing when the line is none: a comment, a header, text between.
///
/// Cost: one pass over the line. Errors: none.
std::optional<FtraceLine> parse_ftrace_line(std::string_view text);

/// The value of "key=value" in a body, up to the next blank; the last one if there are several, since names of tasks
/// may look like keys and stand first.
std::optional<std::string_view> field_text(std::string_view body, std::string_view key);

/// The same as a number, decimal or after 0x; nothing also for what is no number of 64 bits.
std::optional<std::int64_t> field_number(std::string_view body, std::string_view key);

}  // namespace schedmc
