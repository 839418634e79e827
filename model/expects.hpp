// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

namespace schedmc {

/// Prints the broken contract with its place and the context set by set_crash_context(), then aborts.
[[noreturn]] void contract_broken(const char* statement, const char* file, int line) noexcept;

/// Remembers one line (what is being checked, with which seed) that a broken contract prints. At most 400 bytes
/// are kept; the text is copied. Not thread-safe: set it before threads start.
void set_crash_context(const char* line) noexcept;

/// States a contract of ours: `statement` is the sentence that holds. It is checked in every build.
///
/// Errors: aborts when the condition is false. Bad input from a user is InputError instead.
constexpr void expects(bool condition, const char* statement, const char* file = __builtin_FILE(),
                       int line = __builtin_LINE()) {
    if (!condition) {
        contract_broken(statement, file, line);
    }
}

}  // namespace schedmc
