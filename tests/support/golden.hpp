// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

namespace schedmc {

/// Expects the text of a golden file, byte for byte. `path_under_tests` is its path from tests/ on, for example
/// "files/golden/xeon-8260.txt". With UPDATE_GOLDEN=1 in the environment the file is written instead, and its folder
/// made, so that `git diff` shows what changed.
void expect_golden(const std::string& actual, const std::string& path_under_tests);

}  // namespace schedmc
