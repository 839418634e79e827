// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace schedmc {

/// JSON for people: objects and arrays that fit into a line of 100 columns stand on one, the members of an array of
/// objects on one each. Keys keep their order; ends with a newline.
///
/// Text that is not UTF-8 is repaired. Cost: the size of the result for each level of nesting.
std::string laid_out(const nlohmann::ordered_json& value);

}  // namespace schedmc
