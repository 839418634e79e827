// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace schedmc {

/// The flags of a scheduling domain by the kernel's names, without SD_, in the kernel's order.
std::vector<std::string> flag_names(unsigned flags);

/// The bit of sd_flag with that name, with or without SD_, by its name before v6.9 too; 0 for flags that are not
/// modelled.
unsigned flag_named(std::string_view name);

}  // namespace schedmc
