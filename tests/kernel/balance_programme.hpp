// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "tests/kernel/balance_comparison.hpp"
#include "tests/kernel/programme.hpp"

namespace schedmc::kernel {

/// Load balance in every state of small machines, and in states drawn at random on larger ones.
void compare_balance(BalanceComparison& comparison, Extent extent);

}  // namespace schedmc::kernel
