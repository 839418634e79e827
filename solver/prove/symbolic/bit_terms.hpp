// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <z3++.h>

#include <memory>
#include <vector>

#include "model/domain/bits.hpp"

/// Bit-vector terms that sets and elements are made of.
namespace schedmc::symbolic::bit_terms {

/// The set as a numeral of at least one bit; members from `width` up are lost.
template <std::size_t Words>
z3::expr numeral(z3::context& context, const Bits<Words>& members, unsigned width) {
    expects(width > 0, "a bit-vector has a bit");
    const auto bits = std::make_unique<bool[]>(width);
    members.for_each([&](std::size_t member) {
        if (member < width) {
            bits[member] = true;
        }
    });
    return context.bv_val(width, bits.get());
}

/// The empty set of that width.
z3::expr zero(z3::context& context, unsigned width);

/// True of the empty set.
z3::expr is_zero(const z3::expr& set);

/// The least member alone.
z3::expr lowest(const z3::expr& set);
/// All but the least member.
z3::expr without_lowest(const z3::expr& set);

/// What lies above the one member; the empty set for the empty set.
z3::expr above(const z3::expr& one_hot);

/// Every member moved by `distance`, at most the width.
z3::expr moved_up(const z3::expr& set, std::size_t distance);
z3::expr moved_down(const z3::expr& set, std::size_t distance);

/// Whether `member` is in the set.
z3::expr bit(const z3::expr& set, std::size_t member);

/// The set of those of `members`, in increasing order, whose Boolean term holds.
z3::expr gathered(z3::context& context, unsigned width, const std::vector<std::size_t>& members,
                  const std::vector<z3::expr>& holds);

}  // namespace schedmc::symbolic::bit_terms
