// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>

#include "model/domain/concrete.hpp"
#include "model/machine/topology.hpp"
#include "tests/kernel/shim/kernel_functions.h"

namespace schedmc::kernel {

/// The functions' questions to come are about this machine. Errors: expects that its domains fit the table.
void set_machine(const kernel_functions& functions, const Topology<Word>& topology);

/// CPUs and sets of CPUs as they cross the line to compiled functions: a number, kernel_no_cpu for none, and a word.
int number_of(const Word::Cpu& cpu);
Word::Cpu cpu_of(int number);
std::uint64_t word_of(const Word::CpuSet& set);
Word::CpuSet set_of(std::uint64_t word);

}  // namespace schedmc::kernel
