// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

namespace schedmc {

/// What the program's exit code says.
enum ExitCode : int {
    exit_as_expected = 0,
    exit_violated = 1,
    exit_undecided = 2,
    exit_bad_input = 64,
    exit_our_fault = 70,
};

}  // namespace schedmc
