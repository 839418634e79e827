// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace schedmc {

/// The manual page in man(7)'s language, made of what `--help` shows, so that the two cannot differ.
std::string man_page(const CLI::App& app);

}  // namespace schedmc
