// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/machine/machine.hpp"

/// What the operations of the value domains are tried on.
namespace schedmc::domain_operations {

/// An enumeration like those of the model.
enum class Colour : std::uint8_t { red, green, blue, white };

/// Plain operands in a universe of `cpus` CPUs and as many tasks.
struct Operands {
    std::size_t cpus = 1;
    CpuMask a;
    CpuMask b;
    CpuMask c;
    std::optional<std::size_t> m;
    std::optional<std::size_t> k;
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    bool p = false;
    bool q = false;
    Colour colour = Colour::red;
    Colour other = Colour::red;
    std::size_t distance = 0;
    std::vector<CpuMask> blocks;
    /// [cpu] -> a set, a number, a CPU, a truth; some of them equal.
    std::vector<CpuMask> sets;
    std::vector<std::uint32_t> numbers;
};

/// A number below `end`, each as likely.
std::size_t below(std::size_t end);

/// A set that may be empty, single, full, sparse, dense, or a few neighbours.
CpuMask draw_set(std::size_t cpus);

/// Operands of a universe of at most `cpus_max`, drawn from RapidCheck.
Operands draw_operands(std::size_t cpus_max);

}  // namespace schedmc::domain_operations
