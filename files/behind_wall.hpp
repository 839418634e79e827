// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace schedmc {

/// What a process behind the wall may use.
struct WallLimits {
    /// Processor time in seconds; twice as much by the clock.
    unsigned seconds = 15;
    /// Memory beyond what the parent has mapped already. Not enforced in builds with a sanitizer, which reserve
    /// terabytes of address space for themselves.
    std::size_t memory_bytes = std::size_t{512} << 20;
    /// The longest answer that is taken.
    std::size_t answer_bytes = std::size_t{4} << 20;
};

/// What came back over the wall.
struct WallAnswer {
    /// The text that the work returned, when `trouble` is empty.
    std::string text;
    /// Why there is no answer, as a clause: "it crashed", "it took longer than 15 seconds".
    std::string trouble;
};

/// The answer of `work`, run in a child process, so that a library that crashes, hangs or eats memory on crafted
/// input takes nobody with it.
///
/// The child has no terminal, no core dumps, no HWLOC_* environment variables; what it writes to stderr goes to a
/// memory file that `complaints()` reads. It ends without running destructors or flushing the parent's streams.
/// The work should catch its own exceptions; one that escapes counts as trouble.
///
/// Errors: none from the work; std::system_error when the process cannot be made. Cost: one fork.
WallAnswer behind_wall(const std::function<std::string()>& work, const WallLimits& limits = {});

/// False in builds whose sanitizers need more address space than any limit would leave them.
bool wall_limits_memory();

/// In the child: what has been written to stderr so far, at most 16 KiB.
std::string complaints();

}  // namespace schedmc
