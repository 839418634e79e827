// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/domain/blocks.hpp"
#include "model/domain/concrete.hpp"
#include "model/machine/machine.hpp"
#include "solver/prove/symbolic.hpp"

/// Every operation of the value domains, applied once to drawn operands.
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

/// Operands of a universe of at most `cpus_max`, drawn from RapidCheck. Sets are empty, single, full, sparse and
/// dense, and their members often near each other.
Operands draw_operands(std::size_t cpus_max);

/// What an operation gave: a truth or a number, an enumerator, one more than a CPU's number or 0 for none, or the
/// members of a set that lie in the universe.
struct Outcome {
    std::string operation;
    CpuMask value;
};

/// The value, for people.
std::string to_text(const Outcome& outcome);

/// The results over a concrete domain, or over the symbolic one with constants.
template <class D>
std::vector<Outcome> operations_over(const Operands& operands);
extern template std::vector<Outcome> operations_over<Word>(const Operands&);
extern template std::vector<Outcome> operations_over<Wide>(const Operands&);
extern template std::vector<Outcome> operations_over<Symbolic>(const Operands&);

/// The results over terms: an operand for which is_term() says so is a variable tied to its value.
std::vector<Outcome> symbolic_outcomes(const Operands& operands, const std::function<bool()>& is_term);

}  // namespace schedmc::domain_operations
