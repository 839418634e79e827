// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace schedmc {

/// The schema docs/schemas/FILE, with that of traces, which it may refer to, among its definitions.
nlohmann::json schema_of(const std::string& file);

/// What in a value breaks a JSON Schema of draft 2020-12, as "pointer: keyword"; nothing for a valid value.
///
/// Knows the keywords that the project's schemas use, and fails the test on any other, so that none is skipped.
std::vector<std::string> schema_errors(const nlohmann::json& schema, const nlohmann::json& value);

}  // namespace schedmc
