// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <vector>

namespace schedmc {

/// The blocks of TOML on a page of docs/, in their order, so that what a page shows is tested.
std::vector<std::string> toml_examples(const std::string& page);

}  // namespace schedmc
