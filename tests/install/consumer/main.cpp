// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/input_error.hpp"

int main() { return schedmc::nearest("wakup", {"wakeup", "balance"}) == "wakeup" ? 0 : 1; }
