// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

namespace schedmc {

/// What a command left behind.
struct Ran {
    int exit_code = 0;
    std::string out;
    std::string err;
};

/// Runs a line of the shell in a fresh, empty folder with `schedmc` on its PATH, no colours, and nothing to read.
/// A command that does not end is the test runner's to stop.
Ran run_in_shell(const std::string& line);

/// The same in a folder that exists.
Ran run_in_shell(const std::string& line, const std::string& folder);

/// A fresh, empty folder below the tests' temporary one.
std::string fresh_folder();

}  // namespace schedmc
