// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <string>

namespace schedmc {

/// How many CPUs a hwloc synthetic description such as "pack:2 l3:2 core:2 pu:2" asks for: the product of its counts.
///
/// hwloc has no limit of its own and takes counts in any base, so sizes are settled before it sees the text. Names of
/// levels and attributes in parentheses are left to hwloc.
///
/// Errors: InputError at `place` for counts that are not plain decimal numbers from 1 on, unbalanced brackets, more
/// than max_cpus CPUs, and numbers above max_cpus in a list of indexes. Cost: one pass.
std::size_t check_synthetic(const std::string& description, const std::string& place);

}  // namespace schedmc
