// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/prove/symbolic/bit_terms.hpp"

namespace schedmc::symbolic::bit_terms {

z3::expr zero(z3::context& context, unsigned width) { return context.bv_val(0U, width); }

z3::expr is_zero(const z3::expr& set) { return set == zero(set.ctx(), set.get_sort().bv_size()); }

z3::expr lowest(const z3::expr& set) { return set & -set; }

z3::expr without_lowest(const z3::expr& set) {
    return set & (set - set.ctx().bv_val(1U, set.get_sort().bv_size()));
}

z3::expr above(const z3::expr& one_hot) { return -moved_up(one_hot, 1); }

z3::expr moved_up(const z3::expr& set, std::size_t distance) {
    const unsigned width = set.get_sort().bv_size();
    const auto moved = static_cast<unsigned>(distance);
    if (moved == 0) {
        return set;
    }
    return moved >= width ? zero(set.ctx(), width)
                          : z3::concat(set.extract(width - 1 - moved, 0), zero(set.ctx(), moved));
}

z3::expr moved_down(const z3::expr& set, std::size_t distance) {
    const unsigned width = set.get_sort().bv_size();
    const auto moved = static_cast<unsigned>(distance);
    if (moved == 0) {
        return set;
    }
    return moved >= width ? zero(set.ctx(), width)
                          : z3::concat(zero(set.ctx(), moved), set.extract(width - 1, moved));
}

z3::expr bit(const z3::expr& set, std::size_t member) {
    const auto at = static_cast<unsigned>(member);
    return set.extract(at, at) == set.ctx().bv_val(1U, 1);
}

z3::expr gathered(z3::context& context, unsigned width, const std::vector<std::size_t>& members,
                  const std::vector<z3::expr>& holds) {
    // Concatenation begins with the highest bit.
    z3::expr_vector pieces(context);
    auto open = static_cast<unsigned>(width);
    const auto fill_down_to = [&](unsigned next) {
        if (open > next) {
            pieces.push_back(zero(context, open - next));
        }
    };
    for (std::size_t i = members.size(); i-- > 0;) {
        const auto member = static_cast<unsigned>(members[i]);
        fill_down_to(member + 1);
        pieces.push_back(z3::ite(holds[i], context.bv_val(1U, 1), zero(context, 1)));
        open = member;
    }
    fill_down_to(0);
    return pieces.size() == 1 ? pieces[0] : z3::concat(pieces);
}

}  // namespace schedmc::symbolic::bit_terms
