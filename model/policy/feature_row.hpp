// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "model/policy/policy.hpp"

namespace schedmc {

/// A feature that sets one rule: a truth, a number, or an enumeration whose order is that of the values.
template <auto Rule>
FeatureInfo feature_row(std::string_view name, std::string_view does, std::vector<std::string_view> values = {}) {
    using Value = std::remove_cvref_t<decltype(std::declval<Rules>().*Rule)>;
    return {name,
            does,
            std::move(values),
            [](const Rules& rules) { return static_cast<std::size_t>(rules.*Rule); },
            [](Rules& rules, std::size_t value) { rules.*Rule = static_cast<Value>(value); },
            0,
            {}};
}

}  // namespace schedmc
